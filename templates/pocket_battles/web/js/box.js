// My box: steppers, and keys that need no mouse.
import { onKeys } from "./keys.js";

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element && event.target.closest("[data-step]");
  if (!(button instanceof HTMLElement)) return;
  const input = button.parentElement?.querySelector("input");
  if (!input) return;
  const largest = Number(input.dataset.largest ?? 9);
  const next = (Number(input.value) || 0) + Number(button.dataset.step);
  input.value = String(Math.max(0, Math.min(largest, next)));
  input.dispatchEvent(new Event("input", { bubbles: true }));
});

document.addEventListener("input", (event) => {
  const row = event.target instanceof Element && event.target.closest(".box-value");
  row && row.classList.add("changed");
});

const click = (/** @type {string} */ selector) => /** @type {HTMLElement | null} */ (document.querySelector(selector))?.click();
onKeys({
  Enter: (event) => {
    if (event.target instanceof Element && event.target.closest("a, button, summary")) return;
    click("[data-confirm]");
  },
  ArrowRight: () => click("[data-skip]"),
  u: () => click("[data-undo]"),
});
