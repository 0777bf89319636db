// The builder: a tile is taken in hand by click, drag or key and put on a stack. What a stack says
// to the tile comes from the server, which knows the rules.
import { draggable } from "./drag.js";
import { listen } from "./events.js";
import { onKeys } from "./keys.js";
import { ask, send, swap } from "./swap.js";

const id = document.body.dataset.build ?? "";
const isOwn = document.body.dataset.own === "true";
const base = `/build/${encodeURIComponent(id)}`;
const SETTLE = 900;

/** @type {{code: string, fromStack: boolean} | null} */
let hand = null;
/** @type {Map<string, {edit: string, allowed: boolean, words: string}>} */
let answers = new Map();
let settled = 0;

const tiles = () => /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-tile]"));
const stacks = () => /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-stack]"));

// What is in hand.

/** @param {HTMLElement} tile */
async function take(tile) {
  if (!isOwn) return;
  const code = tile.dataset.tile ?? "";
  hand = { code, fromStack: Boolean(tile.closest("[data-stack]")) || Number(tile.dataset.in) > 0 };
  for (const each of tiles()) each.setAttribute("aria-pressed", String(each.dataset.tile === code));
  const panel = document.getElementById("hand");
  const name = document.getElementById("hand-name");
  if (panel && name) {
    name.textContent = `${code} ${tile.querySelector(".tn")?.textContent ?? tile.querySelector(".face-name")?.textContent ?? ""}`;
    panel.hidden = false;
    for (const button of panel.querySelectorAll("[data-hand=top], [data-hand=remove]")) {
      /** @type {HTMLElement} */ (button).hidden = !hand.fromStack;
    }
  }
  const text = await ask(`${base}/fits?tile=${encodeURIComponent(code)}`, { quiet: true });
  if (!text || hand?.code !== code) return;
  answers = new Map(JSON.parse(text).map((/** @type {any} */ each) => [each.place, each]));
  showAnswers();
}

function release() {
  hand = null;
  answers = new Map();
  for (const each of tiles()) each.setAttribute("aria-pressed", "false");
  const panel = document.getElementById("hand");
  if (panel) panel.hidden = true;
  showAnswers();
}

// On a small screen the stacks are out of sight: the panel lists them.
function listPlaces() {
  const list = document.getElementById("hand-places");
  if (!list) return;
  list.replaceChildren();
  for (const [place, answer] of hand ? answers : []) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn";
    button.disabled = !answer.allowed;
    button.dataset.put = place;
    const stack = document.querySelector(`[data-stack="${place}"]`);
    button.append(place === "new" ? "" : `${place}. `, stack?.querySelector("h2, button")?.textContent?.trim() ?? place);
    const words = document.createElement("span");
    words.textContent = place === "new" && answer.allowed ? "" : answer.words;
    button.append(words);
    list.append(button);
  }
}

function showAnswers() {
  listPlaces();
  for (const stack of stacks()) {
    const answer = hand && answers.get(stack.dataset.stack ?? "");
    stack.classList.toggle("yes", Boolean(answer?.allowed));
    stack.classList.toggle("no", Boolean(answer && !answer.allowed));
    const words = /** @type {HTMLElement | null} */ (stack.querySelector("[data-answer]"));
    if (!words) continue;
    words.hidden = !answer || (answer.allowed && stack.dataset.stack === "new");
    words.textContent = answer?.words ?? "";
  }
}

/** @param {string} script */
async function edit(script) {
  release();
  await send(`${base}/edit`, { method: "post", body: { edit: script } });
}

/** @param {string} place */
function put(place) {
  if (!hand) return;
  const answer = answers.get(place);
  const word = hand.fromStack ? "move" : "add";
  void edit(answer?.edit ?? `${word} ${hand.code} to ${place}`);
}

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (!target) return;
  const wanted = target.closest("[data-hand]");
  if (wanted instanceof HTMLElement && hand) {
    if (wanted.dataset.hand === "top") void edit(`top ${hand.code}`);
    else if (wanted.dataset.hand === "remove") void edit(`remove ${hand.code}`);
    else release();
    return;
  }
  const chosen = target.closest("[data-put]");
  if (chosen instanceof HTMLElement) return put(chosen.dataset.put ?? "");
  const opener = target.closest("[data-open]");
  if (opener instanceof HTMLElement) return void open(opener.dataset.open ?? "");
  const tile = target.closest("[data-tile]");
  const stack = target.closest("[data-stack]");
  if (stack instanceof HTMLElement && hand && hand.code !== tile?.getAttribute("data-tile")) {
    const place = stack.dataset.stack ?? "";
    if (answers.has(place) || !tile) return put(place);
  }
  if (tile instanceof HTMLElement) {
    if (hand?.code === tile.dataset.tile) release();
    else void take(tile);
  }
});

/** @param {string} name */
async function open(name) {
  const dialog = document.getElementById(name);
  if (!(dialog instanceof HTMLDialogElement)) return;
  if (name === "share") await send(`${base}/share`, {});
  dialog.showModal();
}

// A form in a dialog closes it: its answer is behind.
document.addEventListener("submit", (event) => {
  if (event.target instanceof Element && event.target.hasAttribute("data-swap")) event.target.closest("dialog")?.close();
});
document.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("[data-dismiss]")) event.target.closest("dialog")?.close();
});

// Paper and ink are part of the address of every sheet.
document.addEventListener("change", (event) => {
  if (!(event.target instanceof Element) || !event.target.matches("[data-print]")) return;
  const choices = /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll("[data-print]"));
  const query = new URLSearchParams([...choices].map((each) => [each.dataset.print ?? "", each.value]));
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".b-sheets a"))) {
    link.href = `${link.pathname}?${query}`;
  }
});

draggable({
  root: document.body,
  item: "[data-tile]",
  place: "[data-stack], .b-box",
  grab: () => isOwn,
  start: (item) => void take(item),
  over: (item, place) => {
    if (!place) return false;
    if (place.classList.contains("b-box")) return Boolean(hand?.fromStack);
    return answers.get(place.dataset.stack ?? "")?.allowed ?? true;
  },
  drop: (item, place) => {
    if (!hand) return;
    if (place.classList.contains("b-box")) {
      if (hand.fromStack) void edit(`remove ${hand.code}`);
      else release();
    } else put(place.dataset.stack ?? "");
  },
});

onKeys({
  Escape: release,
  u: () => isOwn && void edit("undo"),
  b: () => isOwn && void open("auto"),
  n: () => put("new"),
  t: () => hand?.fromStack && void edit(`top ${hand.code}`),
  Delete: () => hand?.fromStack && void edit(`remove ${hand.code}`),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => [String(n), () => put(String(n))])),
});

// The box: filters, and what every tile is used for.

const find = /** @type {HTMLInputElement | null} */ (document.getElementById("find"));
const trait = /** @type {HTMLSelectElement | null} */ (document.getElementById("trait"));
const cost = /** @type {HTMLSelectElement | null} */ (document.getElementById("cost"));
const isOn = (/** @type {string} */ selector) => document.querySelector(selector)?.getAttribute("aria-pressed") === "true";

function filter() {
  const words = (find?.value ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const faces = [...document.querySelectorAll("[data-face][aria-pressed=true]")].map((each) => /** @type {HTMLElement} */ (each).dataset.face ?? "");
  let shown = 0;
  for (const tile of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".b-tile"))) {
    const { search = "", black = "", white = "", traits = "", fits, dp, checked, in: unit } = tile.dataset;
    const matches =
      words.every((word) => search.includes(word)) &&
      faces.every((face) => (face[0] === "b" ? black : white).includes(face[1])) &&
      (!trait?.value || traits.split(" ").includes(trait.value)) &&
      (!cost?.value || dp === cost.value) &&
      (!isOn("[data-filter=checked]") || checked === "true") &&
      (!isOn("[data-filter=fits]") || fits === "true") &&
      (!isOn("[data-filter=free]") || unit === "0");
    /** @type {HTMLElement} */ (tile.parentElement).hidden = !matches;
    shown += Number(matches);
  }
  const none = /** @type {HTMLElement | null} */ (document.querySelector(".b-none"));
  if (none) none.hidden = shown > 0;
}

function applyState() {
  const state = document.querySelector("[data-part=box-state]");
  if (!(state instanceof HTMLElement)) return;
  /** @type {Record<string, [number, boolean]>} */
  const now = JSON.parse(state.dataset.state ?? "{}");
  for (const tile of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".b-tile"))) {
    const [unit, fits] = now[tile.dataset.tile ?? ""] ?? [0, false];
    tile.dataset.in = String(unit);
    tile.dataset.fits = String(fits);
    const badge = tile.querySelector(".b-in");
    if (badge) badge.textContent = unit ? (tile.dataset.unitWords ?? "#").replace("#", String(unit)) : "";
  }
  filter();
}

find?.addEventListener("input", filter);
for (const each of [trait, cost]) each?.addEventListener("change", filter);
for (const button of document.querySelectorAll("[data-filter], [data-face]")) {
  button.addEventListener("click", () => {
    button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
    filter();
  });
}

// Versions.

document.addEventListener("input", (event) => {
  const slider = event.target;
  if (!(slider instanceof HTMLInputElement) || slider.id !== "version") return;
  const form = slider.form;
  const numbers = (slider.dataset.versions ?? "").split(" ");
  const label = form?.querySelectorAll("datalist option")[Number(slider.value)]?.getAttribute("label") ?? "";
  const output = form?.querySelector("output");
  if (output) output.textContent = label;
  const hidden = /** @type {HTMLInputElement | null} */ (form?.querySelector("input[name=version]"));
  if (hidden) hidden.value = numbers[Number(slider.value)] ?? "";
  for (const button of form?.querySelectorAll("button[data-restore]") ?? []) /** @type {HTMLButtonElement} */ (button).disabled = slider.value === slider.defaultValue;
  clearTimeout(comparing);
  comparing = setTimeout(compare, 200);
});
let comparing = 0;
/** Show what differs between the version of the slider and the one it is compared with. */
function compare() {
  const slider = /** @type {HTMLInputElement | null} */ (document.getElementById("version"));
  const other = /** @type {HTMLSelectElement | null} */ (document.getElementById("version-with"));
  if (!slider || !other) return;
  const from = (slider.dataset.versions ?? "").split(" ")[Number(slider.value)];
  void send(`${base}/versions?from=${from}&to=${other.value}`, { quiet: true });
}
document.addEventListener("change", (event) => event.target instanceof Element && event.target.id === "version-with" && compare());

// What needs a moment, when the list has settled: the playtest, then suggestions. The answer to a
// question that was asked before a later post is dropped, so the post comes first.

function settle() {
  clearTimeout(settled);
  settled = setTimeout(async () => {
    if (isOwn) await send(`${base}/measure`, { method: "post", quiet: true });
    void send(`${base}/suggestions`, { quiet: true });
  }, SETTLE);
}

let state = document.querySelector("[data-part=box-state]")?.getAttribute("data-state");
document.addEventListener("pbbuild:swapped", () => {
  applyState();
  // The stacks may be new elements: the answers to the tile in hand belong on them.
  showAnswers();
  const now = document.querySelector("[data-part=box-state]")?.getAttribute("data-state");
  const stacked = document.querySelector("[data-part=stacks]")?.textContent;
  if (now !== state || stacked !== drawn) settle();
  state = now;
  drawn = stacked;
});
let drawn = document.querySelector("[data-part=stacks]")?.textContent;
// What the player holds or has moved must not be replaced behind his back.
function isBusy() {
  const slider = /** @type {HTMLInputElement | null} */ (document.getElementById("version"));
  return hand !== null || (slider !== null && slider.value !== slider.defaultValue);
}
/** Show what happened while the stream was closed, unless the player began something meanwhile. */
async function refresh() {
  if (isBusy()) return;
  const html = await ask(base, { quiet: true });
  // The slider may have been moved while the server answered: an old answer must not reset it.
  if (html !== null && !isBusy()) await swap(html);
}
listen(`build-${id}`, () => void send(`${base}/measure`, { quiet: true }), () => void refresh());
applyState();
settle();
