// Live updates: one stream of events per tab.
import { hideLost, showLost } from "./messages.js";

/**
 * Call `heard` with every event of a topic. `opened` is called when the stream begins, and again
 * when a lost server answers: what happened in between was missed.
 * @param {string} topic
 * @param {(values: any) => void} heard
 * @param {(wasLost: boolean) => void} opened
 */
export function listen(topic, heard, opened = (wasLost) => wasLost && location.reload()) {
  const source = new EventSource(`/events/${encodeURIComponent(topic)}`);
  let lost = false;
  source.addEventListener("message", (event) => heard(JSON.parse(event.data)));
  source.addEventListener("open", () => {
    hideLost();
    opened(lost);
    lost = false;
  });
  source.addEventListener("error", () => {
    if (!lost && document.visibilityState === "visible") {
      // A page that is being left loses its stream too: wait before saying so.
      setTimeout(() => lost && showLost(), 2500);
    }
    lost = true;
  });
  addEventListener("pagehide", () => source.close());
  return source;
}
