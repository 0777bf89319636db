// What every page does: swap parts instead of reloading, close menus, go back.
import { keepIcons } from "./icons.js";
import { start } from "./swap.js";
import { closeMenus, onKeys } from "./keys.js";
import { hideLost, isAlive, showLost } from "./messages.js";

start();
closeMenus();
void keepIcons();
document.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("[data-back]")) history.back();
});

// All keys of the page.
function showKeys() {
  const keys = document.getElementById("keys");
  if (keys instanceof HTMLDialogElement && !keys.open) keys.showModal();
}
onKeys({ "?": showKeys });
document.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("[data-open-keys]")) showKeys();
  // A click beside the dialog closes it.
  else if (event.target instanceof HTMLDialogElement && event.target.id === "keys") event.target.close();
});

// A form with something typed is sent only to a server that answers: else what was typed would be
// lost with the page. While something is typed the page asks now and then, and before a click.
const EVERY = 3000;
let alive = true;
let watching = 0;
const typedForm = (/** @type {EventTarget | null} */ target) => {
  const form = target instanceof Element ? target.closest("form") : null;
  return form?.method === "post" && !form.hasAttribute("data-swap") ? form : null;
};
async function check() {
  alive = await isAlive();
  if (alive) hideLost();
  else showLost(() => void check());
}
document.addEventListener("input", (event) => {
  if (typedForm(event.target) && !watching) watching = setInterval(() => void check(), EVERY);
});
document.addEventListener("pointerdown", (event) => {
  if (watching && typedForm(event.target)) void check();
});
document.addEventListener("submit", (event) => {
  if (alive || !typedForm(event.target)) return;
  event.preventDefault();
  showLost(() => void check());
});
