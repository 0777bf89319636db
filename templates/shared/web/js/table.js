// A game in progress, for any game: looking back, the steps of the enemy, dice that are tapped in,
// the text view. The page of a game has a panel, a log and the parts that show one moment.
import { listen } from "./events.js";
import { toast } from "./messages.js";
import { ask, isChanging, send, swap } from "./swap.js";

const STEP = 1200;
const MOMENT_PARTS = ["field", "text", "strip-above", "strip-below", "tray"];

/** The address of the game: what a script asks for is below it. */
export const base = document.body.dataset.base ?? "";

const $ = (/** @type {string} */ query) => /** @type {HTMLElement | null} */ (document.querySelector(query));
const $$ = (/** @type {string} */ query) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(query)]);
const panel = () => $('[data-part="panel"]');

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Following the game: other tabs, commands and agents change it too.

/** Show every change of the game that another tab or an agent makes. */
export function follow() {
  /** @type {number | null} */
  let missed = null;
  const isStale = (/** @type {number} */ moment) => Number(panel()?.dataset.moment ?? -1) !== moment || panel()?.dataset.thinking === "yes";
  let refreshing = false;
  const refresh = async () => {
    missed = null;
    refreshing = true;
    await send(`${base}${location.search}`, {});
    refreshing = false;
    catchUp();
  };
  const catchUp = () => {
    // The answer on its way may already show what this event is about.
    if (missed === null || refreshing || isShowing() || isChanging()) return;
    if (isStale(missed)) void refresh();
    else missed = null;
  };
  listen(`battle-${document.body.dataset.battle ?? ""}`, (told) => {
    if (told.failed) return toast(document.body.dataset.failed ?? told.failed);
    // While an earlier moment is shown, or an answer is on its way, this has to wait.
    missed = told.moment;
    catchUp();
  }, (wasLost) => {
    if (wasLost || panel()?.dataset.thinking === "yes") void refresh();
  });
  document.addEventListener("pbbuild:now", catchUp);
  document.addEventListener("pbbuild:changed", catchUp);
  document.addEventListener("pbbuild:stale", () => void refresh());
}

// The focus. What it changes on the page waits for the end of a press: a button that moves between
// the press and the release does not get the click.

let pressed = false;
/** @type {Element | null} */
let waiting = null;
/** @type {(element: Element) => void} */
let focused = () => undefined;

/** Call `heard` with every element that gets the focus, and show the details of the option it is. */
export function onFocus(/** @type {(element: Element) => void} */ heard) {
  focused = (element) => {
    if (!element.closest("[data-do-it]")) {
      for (const each of $$(".option.open")) each.classList.remove("open");
      element.closest(".option")?.classList.add("open");
    }
    heard(element);
  };
}
document.addEventListener("focusin", (event) => {
  if (!(event.target instanceof Element)) return;
  if (pressed) waiting = event.target;
  else focused(event.target);
});
document.addEventListener("pointerdown", () => { pressed = true; }, true);
for (const kind of ["pointerup", "pointercancel", "dragend"]) {
  addEventListener(kind, () => {
    pressed = false;
    // The click comes right after the release.
    setTimeout(() => {
      const element = waiting;
      waiting = null;
      if (element && element === document.activeElement) focused(element);
    }, 0);
  }, true);
}

// Looking back.

let showing = "";
/** @type {Node[]} */
let kept = [];
let looking = false;
let asked = 0;

/** Whether an earlier moment is shown. */
export const isShowing = () => showing !== "";
/** Whether the steps of the enemy are shown, and none of them is loading. */
export const isBetween = () => timer !== 0 && !looking;

/** Show the moment after line `n` of the record. */
export async function look(/** @type {string} */ n) {
  asked += 1;
  const mine = asked;
  const html = await ask(`${base}/at/${n}`, { quiet: true });
  // The game may have gone on, or another moment may have been asked for, while this one loaded.
  if (html === null || mine !== asked) return;
  looking = true;
  if (!showing) kept = MOMENT_PARTS.map((name) => $(`[data-part="${name}"]`)?.cloneNode(true)).filter((each) => each !== undefined);
  showing = n;
  await swap(html);
  looking = false;
  for (const each of $$(".entry")) each.classList.toggle("on", each.dataset.at === n);
}

/** Return to the present; it was kept, so the server need not be asked. */
export function now() {
  stopSteps();
  asked += 1;
  if (!showing) return;
  showing = "";
  for (const part of kept) {
    const name = /** @type {HTMLElement} */ (part).dataset.part;
    $(`[data-part="${name}"]`)?.replaceWith(part);
  }
  kept = [];
  for (const each of $$(".entry.on")) each.classList.remove("on");
  document.dispatchEvent(new CustomEvent("pbbuild:now"));
}

// The enemy's steps.

/** @type {{n: string, words: string}[]} */
let steps = [];
let at = 0;
let timer = 0;

/** Show what happened since a line of the record, one step after the other. */
export function playSteps(/** @type {number} */ since) {
  steps = $$(".entries > li[data-n]").reverse()
    .filter((each) => Number(each.dataset.n) > since)
    .map((each) => ({ n: each.dataset.n ?? "", words: each.querySelector(".entry .grow")?.textContent ?? "" }));
  const bar = $("#player");
  if (!bar || steps.length < 2 || still() || document.visibilityState !== "visible") return;
  bar.hidden = false;
  at = -1;
  playing(true);
}
function playing(/** @type {boolean} */ on) {
  clearInterval(timer);
  $("#player")?.classList.toggle("paused", !on);
  if (on) {
    void step(1);
    timer = setInterval(() => void step(1), STEP);
  }
}
async function step(/** @type {number} */ by) {
  at += by;
  if (at >= steps.length) return now();
  at = Math.max(0, at);
  const words = $("#player-words");
  const count = $("#player-count");
  if (words) words.textContent = steps[at].words;
  if (count) count.textContent = `${at + 1} / ${steps.length}`;
  if (at === steps.length - 1) {
    now();
    return;
  }
  await look(steps[at].n);
}
export function stopSteps() {
  clearInterval(timer);
  timer = 0;
  const bar = $("#player");
  if (bar) bar.hidden = true;
}
$("#player-pause")?.addEventListener("click", () => playing(Boolean($("#player")?.classList.contains("paused"))));
$("#player-back")?.addEventListener("click", () => { playing(false); void step(-1); });
$("#player-on")?.addEventListener("click", () => { playing(false); void step(1); });
$("#player-skip")?.addEventListener("click", now);

// What happens after every swap.

let last = Number(panel()?.dataset.last ?? 0);
let moment = panel()?.dataset.moment;
/** Roll the new dice and show the new steps; in a lesson, mark what the task is about. */
export function swapped() {
  markWanted();
  // A new question is read from its beginning.
  if (panel()?.dataset.moment !== moment) for (const each of $$(".side, .panel")) each.scrollTop = 0;
  moment = panel()?.dataset.moment;
  // A new field came from the server: what was kept is outdated.
  if (showing && !$(".looking")) [showing, kept] = ["", []];
  const reached = Number(panel()?.dataset.last ?? last);
  if (!showing && reached > last) {
    const since = last;
    last = reached;
    asked += 1;
    stopSteps();
    rollDice();
    playSteps(since);
  } else if (reached < last) last = reached;
}
function markWanted() {
  const kinds = ($("[data-wanted]")?.dataset.wanted ?? "").split(" ");
  for (const option of $$(".option[data-kind]")) {
    const wanted = kinds.includes(option.dataset.kind ?? "");
    option.classList.toggle("wanted", wanted);
    const unit = option.closest("[data-group]");
    if (wanted && unit instanceof HTMLElement) $(`[data-pick="${unit.dataset.group}"]`)?.classList.add("wanted");
  }
}
function rollDice() {
  if (still()) return;
  const newest = $(".roll.newest .thrown");
  newest?.classList.add("rolling");
  setTimeout(() => newest?.classList.remove("rolling"), 600);
}
for (const kind of ["keydown", "pointerdown"]) {
  document.addEventListener(kind, () => $(".rolling")?.classList.remove("rolling"));
}

// Real dice.

/** Add a die that was tapped or typed as a key. */
export function tapDie(/** @type {string} */ face) {
  const count = Number($(".taps")?.dataset.count ?? 0);
  const field = /** @type {HTMLInputElement | null} */ ($("#dice-typed"));
  const typed = (field?.value ?? "").split(" ").filter(Boolean);
  if (typed.length < count) typeDice([...typed, face]);
}
function typeDice(/** @type {string[]} */ faces) {
  const field = /** @type {HTMLInputElement | null} */ ($("#dice-typed"));
  if (!field) return;
  field.value = faces.join(" ");
  $$(".got .hole").forEach((hole, n) => {
    hole.textContent = faces[n] ?? "";
    hole.classList.toggle("full", n < faces.length);
  });
}

// The text view.

export function toggleText() {
  const on = document.body.classList.toggle("as-text");
  $("#text-toggle")?.setAttribute("aria-pressed", String(on));
  try { sessionStorage.setItem("as-text", on ? "1" : ""); } catch { /* private windows may refuse */ }
}
/** Show the text view if the player chose it before. */
export function keepText() {
  try {
    if (sessionStorage.getItem("as-text")) toggleText();
  } catch { /* private windows may refuse */ }
}

/** What a click does in any game; whether it did something. */
export function tableClick(/** @type {Element} */ target) {
  const entry = target.closest("[data-at]");
  const tap = target.closest("[data-face]");
  const refused = target.closest('[aria-disabled="true"][data-reason]');
  if (refused instanceof HTMLElement) toast(refused.dataset.reason ?? "");
  else if (target.closest("[data-now]")) now();
  else if (entry instanceof HTMLElement) void look(entry.dataset.at ?? "");
  else if (tap instanceof HTMLElement) tapDie(tap.dataset.face ?? "");
  else if (target.closest("[data-clear]")) typeDice([]);
  else if (target.closest("#text-toggle")) toggleText();
  else return false;
  return true;
}
