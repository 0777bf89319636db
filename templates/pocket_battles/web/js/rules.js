// The rules: searching while typing. Without scripts the form does the same by its button.
import { send } from "./swap.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("rules-form"));
const WAIT = 160;
let timer = 0;

function query() {
  const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  for (const [name, value] of [...fields]) if (!value) fields.delete(name);
  return fields.toString();
}
async function search() {
  clearTimeout(timer);
  const wanted = query();
  const address = wanted ? `/rules?${wanted}` : "/rules";
  if (await send(address, {})) history.replaceState(null, "", address);
}
form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(() => void search(), WAIT);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  event.stopPropagation();
  void search();
});
document.addEventListener("click", (event) => {
  const topic = event.target instanceof Element && event.target.closest("[data-topic]");
  if (!(topic instanceof HTMLElement)) return;
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("q"));
  field.value = topic.dataset.topic ?? "";
  history.replaceState(null, "", `/rules?${query()}`);
  document.querySelector(".rules-found")?.scrollIntoView({ block: "start" });
});
// A link to a clause that the search hides shows all rules first.
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element && event.target.closest(".rules-side a[href*='#']");
  if (!(link instanceof HTMLAnchorElement) || document.querySelector(link.hash)) return;
  event.preventDefault();
  form.reset();
  location.assign(link.href);
  if (location.search) location.reload();
});
// The slash goes to the search field, as on many pages.
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  /** @type {HTMLInputElement} */ (form.elements.namedItem("q")).focus();
});
