// A playtest while it runs: ask for the parts again when a block of battles is done.
import { listen } from "./events.js";
import { send } from "./swap.js";

const address = `/lab/${encodeURIComponent(document.body.dataset.run ?? "")}`;
let waiting = false;
let again = false;

async function refresh() {
  again = true;
  if (waiting) return;
  waiting = true;
  // What happens while an answer is on its way is asked for afterwards: it may be the end.
  while (again) {
    again = false;
    await send(address, { quiet: true });
  }
  waiting = false;
}

if (document.querySelector("[data-running=true]")) {
  listen(`lab-${document.body.dataset.run}`, () => void refresh(), () => void refresh());
}
