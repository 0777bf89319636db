// A finished battle: the scrubber, arrow keys and the log show any of its moments.
import { ask, swap } from "./swap.js";
import { onKeys } from "./keys.js";

const base = document.body.dataset.base ?? "";
const STEP = 1200;
const scrub = /** @type {HTMLInputElement} */ (document.getElementById("scrub"));
const steps = (scrub.dataset.steps ?? "").split(" ");
let timer = 0;
let wanted = -1;
let busy = false;

/** Show the step that was asked for last; steps in between are skipped while one loads. */
async function show(/** @type {number} */ place) {
  wanted = Math.max(0, Math.min(place, steps.length - 1));
  scrub.value = String(wanted);
  describe();
  if (busy) return;
  busy = true;
  for (let shown = -1; shown !== wanted; ) {
    shown = wanted;
    const html = await ask(`${base}/at/${steps[shown]}`, {});
    if (html === null) break;
    await swap(html);
  }
  busy = false;
}
function describe() {
  const n = steps[Number(scrub.value)];
  for (const each of document.querySelectorAll(".entry.on")) each.classList.remove("on");
  const entry = document.querySelector(`.entry[data-at="${n}"]`);
  entry?.classList.add("on");
  // Where the log is part of the page, as on a phone, the page stays where the reader put it.
  const list = entry?.closest(".entries");
  if (list && list.scrollHeight > list.clientHeight) entry?.scrollIntoView({ block: "nearest" });
  const words = document.getElementById("scrub-words");
  if (words) words.textContent = `${Number(scrub.value) + 1} / ${steps.length}`;
  scrub.setAttribute("aria-valuetext", entry?.querySelector(".grow")?.textContent ?? "");
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById("play-on-n"));
  if (field) field.value = n;
  // At the end there is nothing left to play.
  const form = document.getElementById("play-on");
  if (form) form.hidden = Number(scrub.value) === steps.length - 1;
  followCurve(Number(n));
}

/** The chances of the review as pairs of a line's number and percent. */
function chances() {
  const box = /** @type {HTMLElement | null} */ (document.querySelector('[data-part="curve"]'));
  return (box?.dataset.chances ?? "").split(" ").filter(Boolean).map((each) => each.split(":").map(Number));
}
/** Move the line on the curve to the shown moment, and say the chance before and after it. */
function followCurve(/** @type {number} */ n) {
  const all = chances();
  if (!all.length) return;
  const end = all[all.length - 1][0] || 1;
  const at = document.getElementById("curve-at");
  for (const name of ["x1", "x2"]) at?.setAttribute(name, String((100 * n) / end));
  const before = [...all].reverse().find((each) => each[0] < n) ?? all[0];
  const after = [...all].reverse().find((each) => each[0] <= n) ?? all[0];
  const words = document.getElementById("chance-now");
  if (words) words.textContent = before[1] === after[1] ? `${after[1]} %` : `${before[1]} % → ${after[1]} %`;
}
document.addEventListener("pbbuild:swapped", () => followCurve(Number(steps[Number(scrub.value)])));
function play(/** @type {boolean} */ on) {
  clearInterval(timer);
  timer = 0;
  document.querySelector(".scrubber")?.classList.toggle("paused", !on);
  if (!on) return;
  if (Number(scrub.value) >= steps.length - 1) void show(0);
  timer = setInterval(() => {
    if (Number(scrub.value) >= steps.length - 1) play(false);
    else void show(Number(scrub.value) + 1);
  }, STEP);
}
const go = {
  first: () => show(0),
  back: () => show(Number(scrub.value) - 1),
  on: () => show(Number(scrub.value) + 1),
  last: () => show(steps.length - 1),
};
document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  const button = event.target.closest("[data-go]");
  if (button instanceof HTMLElement) {
    if (button.dataset.go === "play") return play(timer === 0);
    play(false);
    return void go[/** @type {keyof typeof go} */ (button.dataset.go)]();
  }
  const curve = event.target.closest("#curve");
  if (curve) {
    const box = curve.getBoundingClientRect();
    const all = chances();
    const wantedLine = ((event.clientX - box.left) / box.width) * (all[all.length - 1]?.[0] ?? 0);
    play(false);
    return void show(Math.max(0, steps.findIndex((each) => Number(each) >= wantedLine)));
  }
  const entry = event.target.closest("[data-at]");
  if (entry instanceof HTMLElement) {
    play(false);
    return void show(steps.indexOf(entry.dataset.at ?? ""));
  }
  if (event.target.closest("[data-now]")) void show(steps.length - 1);
});
scrub.addEventListener("input", () => {
  play(false);
  void show(Number(scrub.value));
});
const keys = (/** @type {() => void} */ action) => (/** @type {KeyboardEvent} */ event) => {
  if (event.target === scrub && event.key.startsWith("Arrow")) return;
  event.preventDefault();
  play(false);
  action();
};
onKeys({
  ArrowRight: keys(() => void go.on()),
  ArrowLeft: keys(() => void go.back()),
  Home: keys(() => void go.first()),
  End: keys(() => void go.last()),
  " ": (event) => {
    if (event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    play(timer === 0);
  },
});
document.querySelector(".scrubber")?.classList.add("paused");
describe();
