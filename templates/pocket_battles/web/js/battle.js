// The battle: choosing units, aiming, dice, the enemy's steps. The server decides everything; this
// only shows which of its buttons is meant.
import { ask, send, swap } from "./swap.js";
import { onKeys } from "./keys.js";
import { draggable } from "./drag.js";
import { base, follow, isBetween, isShowing, keepText, now, onFocus, stopSteps, swapped, tapDie, tableClick, toggleText } from "./table.js";

let selected = "";

const $ = (/** @type {string} */ query, root = document) =>
  /** @type {HTMLElement | null} */ (root.querySelector(query));
const $$ = (/** @type {string} */ query, root = document) =>
  /** @type {HTMLElement[]} */ ([...root.querySelectorAll(query)]);
const panel = () => $('[data-part="panel"]');
const group = (/** @type {string} */ unit) => $(`[data-group="${unit}"]`);

// Choosing a unit.

/** Show the actions of a unit and light up where it can go and whom it can attack. */
function select(/** @type {string} */ unit, focus = false) {
  if (!group(unit)) return;
  selected = unit;
  for (const each of $$("[data-group]")) each.hidden = each.dataset.group !== unit;
  const overview = $("[data-overview]");
  if (overview) overview.hidden = true;
  light();
  if (focus) $("[data-action]", group(unit) ?? undefined)?.focus();
}

function unselect() {
  selected = "";
  for (const each of $$("[data-group]")) each.hidden = true;
  const overview = $("[data-overview]");
  if (overview) overview.hidden = false;
  light();
}

/** Mark units and zones that the visible actions reach. */
function light() {
  for (const each of $$(".unit")) each.classList.remove("selected", "target", "locked", "aimed", "can-act");
  for (const each of $$(".flag")) each.remove();
  for (const each of $$(".zone")) {
    each.classList.remove("reachable", "aimed");
    each.querySelector(".zone-chip")?.remove();
  }
  const decision = panel()?.dataset.decision;
  if (!decision || $(".looking")) return;
  for (const each of $$("[data-group]")) units(each.dataset.group ?? "").forEach((card) => card.classList.add("can-act"));
  // Where no unit is chosen first, all actions are shown at once.
  const shown = selected ? group(selected) : $("[data-group]") ? null : $(".rows-of-options", panel() ?? undefined);
  units(selected).forEach((card) => card.classList.add("selected"));
  if (!shown) return;
  for (const option of $$("[data-target]", shown)) {
    for (const card of units(option.dataset.target ?? "")) {
      card.classList.add("target");
      const chance = option.querySelector(".w-chance")?.textContent;
      const before = card.querySelector(".flag");
      if (chance && !before) card.append(chip("flag", chance));
    }
  }
  for (const option of $$("[data-to]", shown)) {
    const zone = $(`[data-zone="${option.dataset.to}"]`);
    if (!zone) continue;
    zone.classList.add("reachable");
    const price = (option.querySelector(".o-price .unseen") ?? option.querySelector(".o-price"))?.textContent?.trim();
    if (price && !zone.querySelector(".zone-chip")) zone.append(chip("zone-chip", price));
  }
  const own = selected[0];
  if (own && decision !== "deploy" && $("[data-target]", shown)) {
    for (const card of $$(".field .unit")) {
      const foe = card.dataset.unit?.[0] !== own;
      if (foe && !card.classList.contains("target")) card.classList.add("locked");
    }
  }
}

/** @param {string} kind @param {string} text */
function chip(kind, text) {
  const made = document.createElement("span");
  made.className = kind;
  made.textContent = text;
  made.setAttribute("aria-hidden", "true");
  return made;
}

const units = (/** @type {string} */ unit) => (unit ? $$(`.unit[data-unit="${unit}"]`) : []);

/** The button that stands for attacking a unit or going to a zone with the selected unit. */
function buttonFor(/** @type {string} */ query) {
  const shown = selected ? group(selected) : panel();
  if (!shown) return null;
  return $(`.option${query}:not([data-action^="redeploy"])`, shown) ?? $(`.option${query}`, shown);
}

/** Aim at something: the first click shows what it costs and brings, the second does it. */
function aim(/** @type {HTMLElement | null} */ button) {
  if (!button) return false;
  if (document.activeElement === button) button.click();
  else button.focus();
  return true;
}

onFocus((target) => {
  const unit = target.closest("[data-unit]");
  if (unit instanceof HTMLElement && unit.dataset.unit) {
    const name = unit.dataset.unit;
    if (isBetween() && group(name)) {
      // The player goes on: the steps need not be watched to their end.
      now();
      $(`.field [data-unit="${name}"]`)?.focus();
    }
    if (name !== selected) select(name);
  }
  const option = target.closest(".option");
  if (!target.closest("[data-do-it]")) offer(option instanceof HTMLElement ? option : null);
  showAim(option instanceof HTMLElement ? option : null);
});
// Browsers also report a mouse at rest when the page changes below it: that is no new aim.
let restsAt = "";
const pointOf = (/** @type {MouseEvent} */ event) => `${event.screenX} ${event.screenY}`;
document.addEventListener("mousemove", (event) => { restsAt = pointOf(event); }, true);
document.addEventListener("mouseover", (event) => {
  if (pointOf(event) === restsAt) return;
  const option = event.target instanceof Element && event.target.closest(".option");
  if (option instanceof HTMLElement) showAim(option);
});

/** Mark what an option aims at and draw its card; without an option, remove both. */
function showAim(/** @type {HTMLElement | null} */ option) {
  for (const each of $$(".aimed")) each.classList.remove("aimed");
  // The card makes room for the units that are marked.
  units(option?.dataset.target ?? "").forEach((card) => card.classList.add("aimed"));
  if (option?.dataset.to) $(`[data-zone="${option.dataset.to}"]`)?.classList.add("aimed");
  drawAim(option);
}

// The one large button: it does what is aimed at, also where Enter and hovering don't exist.
/** @type {HTMLElement | null} */
let aimed = null;
function offer(/** @type {HTMLElement | null} */ option) {
  const button = $("[data-do-it]");
  aimed = option;
  if (!button) return;
  button.hidden = !option;
  if (!option) return;
  const charge = option.dataset.intent ? option.closest(".intents")?.previousElementSibling : null;
  const part = (/** @type {string} */ query) => (charge ?? option).querySelector(query)?.textContent?.trim() ?? "";
  const name = option.querySelector(".o-words")?.textContent ?? "";
  const way = option.closest(".places")?.querySelector(".places-title")?.firstElementChild?.nextSibling?.textContent?.trim();
  const words = charge ? `${part(".o-words")}: ${name}` : way ? `${way}: ${name}` : name;
  const price = part(".o-price .unseen") || part(".o-price");
  $("b", button)?.replaceChildren(price ? `${words} · ${price}` : words);
}

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  if (event.target.closest("[data-do-it]")) return aimed?.click();
  const unit = event.target.closest("[data-unit]");
  if (unit instanceof HTMLElement) return clickUnit(unit.dataset.unit ?? "");
  const pick = event.target.closest("[data-pick]");
  if (pick instanceof HTMLElement) return select(pick.dataset.pick ?? "", true);
  if (event.target.closest("[data-unpick]")) return unselect();
  if (tableClick(event.target)) return;
  if (event.target.closest("[data-show-hint]")) return showHint();
  if (event.target.closest("#chance-toggle")) return toggleChance();
  const zone = event.target.closest(".zone.reachable");
  if (zone instanceof HTMLElement) return void aim(buttonFor(`[data-to="${zone.dataset.zone}"]`));
});

function clickUnit(/** @type {string} */ unit) {
  if (group(unit)) {
    if (matchMedia("(max-width: 900px)").matches) select(unit);
    else select(unit, false);
    return;
  }
  if (aim(buttonFor(`[data-target="${unit}"]`))) return;
  if (selected && unit[0] !== selected[0]) {
    void ask(`${base}/why?unit=${selected}&other=${unit}`, { quiet: true }).then((html) => html && swap(html));
  }
}

// A click on a target of a charge sends the charge and names the target in advance.
document.addEventListener("click", (event) => {
  const intent = event.target instanceof Element && event.target.closest("[data-intent]");
  if (!(intent instanceof HTMLButtonElement) || !intent.form) return;
  event.preventDefault();
  const data = new FormData(intent.form);
  data.set("action", intent.dataset.intent ?? "");
  data.set("target", intent.value);
  void send(intent.form.getAttribute("action") ?? "", { method: "post", body: data });
});

// Keys.

const clickIf = (/** @type {string} */ query) => $(query)?.click();
const shownOptions = () => $$(".option").filter((each) => each.offsetParent !== null);
onKeys({
  ...Object.fromEntries(["c", "s", "m", "l", "p", "k"].map((key) => [key, () => shownOptions().find((each) => each.dataset.key === key)?.focus()])),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => [String(n), () => number(n)])),
  u: () => clickIf("#undo"),
  w: () => toggleChance(),
  h: () => clickIf("#hint"),
  t: () => toggleText(),
  " ": (event) => {
    if (!$("#player")?.hidden && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault();
      clickIf("#player-pause");
    }
  },
  Escape: () => (isShowing() ? now() : unselect()),
  ArrowLeft: (event) => moveBetween(event, -1, 0),
  ArrowRight: (event) => moveBetween(event, 1, 0),
  ArrowUp: (event) => moveBetween(event, 0, -1),
  ArrowDown: (event) => moveBetween(event, 0, 1),
});

function number(/** @type {number} */ n) {
  if ($("[data-face]")) return tapDie(String(n));
  $$("[data-target]").filter((each) => each.offsetParent !== null && each.classList.contains("option"))[n - 1]?.focus();
}

/** Arrows go from unit to unit over the field. */
function moveBetween(/** @type {KeyboardEvent} */ event, /** @type {number} */ x, /** @type {number} */ y) {
  const here = document.activeElement instanceof HTMLElement ? document.activeElement.closest(".field .unit") : null;
  if (!here) return;
  event.preventDefault();
  const from = here.getBoundingClientRect();
  let best = null;
  let least = Infinity;
  for (const each of $$(".field .unit")) {
    const box = each.getBoundingClientRect();
    const along = (box.x - from.x) * x + (box.y - from.y) * y;
    const aside = Math.abs((box.x - from.x) * y) + Math.abs((box.y - from.y) * x);
    if (along > 8 && along + 2 * aside < least) [best, least] = [each, along + 2 * aside];
  }
  best?.focus();
}

// The chance to win: asked for only while the bar is shown.

const CHANCE = "show-chance";
let chanceOn = false;
try { chanceOn = localStorage.getItem(CHANCE) === "1"; } catch { /* private windows may refuse */ }
let chanceAt = "";
function toggleChance() {
  chanceOn = !chanceOn;
  try { localStorage.setItem(CHANCE, chanceOn ? "1" : ""); } catch { /* private windows may refuse */ }
  chanceAt = "";
  showChance();
}
function showChance() {
  document.body.classList.toggle("with-chance", chanceOn);
  $("#chance-toggle")?.setAttribute("aria-pressed", String(chanceOn));
  const bar = $('[data-part="chance"]');
  if (bar) bar.hidden = !chanceOn;
  const moment = panel()?.dataset.moment ?? "";
  if (!chanceOn || isShowing() || chanceAt === moment || !panel()?.dataset.decision) return;
  chanceAt = moment;
  void ask(`${base}/chance`, { quiet: true }).then((html) => html !== null && chanceOn && swap(html));
}

// Aiming: an arrow on the field, and the price and worth of the attack beside its target.

// The places that are tried, in pixels, and how much area of other units a pixel nearer is worth.
const STEP = 16;
const NEARNESS = 50;

function drawAim(/** @type {HTMLElement | null} */ option) {
  const layer = $("#aim");
  if (!layer) return;
  layer.replaceChildren();
  const target = option?.dataset.target;
  const card = target ? $(`.field .unit[data-unit="${target}"]`) : null;
  if (!option || !card || matchMedia("(max-width: 900px)").matches) return;
  const area = layer.getBoundingClientRect();
  const goal = card.getBoundingClientRect();
  const from = selected ? $(`.field .unit[data-unit="${selected}"]`)?.getBoundingClientRect() : undefined;
  // Units in contact stand so near that an arrow would only hide them.
  if (from && Math.min(Math.abs(from.top - goal.bottom), Math.abs(from.bottom - goal.top)) > 60) layer.append(arrow(area, from, goal));
  const made = document.createElement("div");
  made.className = "aim-card";
  const title = document.createElement("b");
  title.textContent = option.querySelector(".o-words")?.textContent ?? "";
  made.append(title);
  const row = document.createElement("p");
  const price = option.querySelector(".o-price") ?? option.closest(".intents")?.previousElementSibling?.querySelector(".o-price");
  for (const part of [price, option.querySelector(".w-chance"), option.querySelector(".w-points")]) {
    if (part?.textContent?.trim()) row.append(part.cloneNode(true));
  }
  made.append(row);
  const warning = option.querySelector(".detail .warn");
  if (warning) made.append(warning.cloneNode(true));
  layer.append(made);
  const place = freePlace(area, goal, made.offsetWidth, made.offsetHeight);
  made.style.left = `${place.x}px`;
  made.style.top = `${place.y}px`;
}
/**
 * Where a card near `goal` hides the least: it never hides the target or its attacker if there is another place.
 * @param {DOMRect} area @param {DOMRect} goal @param {number} width @param {number} height
 */
function freePlace(area, goal, width, height) {
  const cards = $$(".field .unit").map((each) => ({
    box: each.getBoundingClientRect(),
    weight: each.matches(".selected, .aimed, .target") ? 12 : 4,
  }));
  const [x, y] = [goal.x - area.x + goal.width / 2, goal.y - area.y + goal.height / 2];
  let best = { x: 4, y: 4 };
  let least = Infinity;
  for (let left = 4; left <= area.width - width - 4; left += STEP) {
    for (let top = 4; top <= area.height - height - 4; top += STEP) {
      // Below every unit there may be its flag.
      const hidden = cards.reduce((sum, { box, weight }) => {
        const wide = Math.min(box.right - area.x, left + width) - Math.max(box.x - area.x, left);
        const high = Math.min(box.bottom + 14 - area.y, top + height) - Math.max(box.y - 4 - area.y, top);
        return sum + weight * Math.max(0, wide) * Math.max(0, high);
      }, 0);
      const price = hidden + NEARNESS * Math.hypot(left + width / 2 - x, top + height / 2 - y);
      if (price < least) [best, least] = [{ x: left, y: top }, price];
    }
  }
  return best;
}
/** @param {DOMRect} area @param {DOMRect} from @param {DOMRect} goal */
function arrow(area, from, goal) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const up = goal.top < from.top;
  const [x1, y1] = [from.x + from.width / 2 - area.x, (up ? from.top : from.bottom) - area.y];
  const [x2, y2] = [goal.x + goal.width / 2 - area.x, (up ? goal.bottom + 30 : goal.top - 14) - area.y];
  const line = document.createElementNS(svg.namespaceURI, "path");
  line.setAttribute("d", `M${x1} ${y1}C${x1} ${(y1 + y2) / 2} ${x2} ${(y1 + y2) / 2} ${x2} ${y2}`);
  const head = document.createElementNS(svg.namespaceURI, "path");
  const way = up ? 1 : -1;
  head.setAttribute("d", `M${x2 - 10} ${y2 + 6 * way}L${x2} ${y2 - 12 * way}L${x2 + 10} ${y2 + 6 * way}Z`);
  head.setAttribute("class", "aim-head");
  svg.append(line, head);
  return svg;
}

function showHint() {
  const action = $("[data-hint]")?.dataset.hint ?? "";
  const button = $(`[data-action="${CSS.escape(action)}"]`);
  const unit = button?.closest("[data-group]");
  if (unit instanceof HTMLElement) select(unit.dataset.group ?? "");
  button?.focus();
}

// Hits: the marks on the tiles follow the chosen way; a click on a tile takes the next way that
// treats it differently.

function markTiles() {
  const chosen = /** @type {HTMLInputElement | null} */ ($("input[name=plan]:checked"));
  if (!chosen) return;
  const marks = new Map((chosen.dataset.marks ?? "").trim().split(/\s+/).map((each) => /** @type {[string, string]} */ (each.split("="))));
  for (const mark of $$("[data-mark]")) {
    const state = marks.get(mark.dataset.mark ?? "") ?? "spared";
    const tile = mark.closest(".hit-tile");
    if (tile instanceof HTMLElement) tile.dataset.state = state;
    mark.textContent = panel()?.querySelector(`[data-word="${state}"]`)?.textContent ?? mark.textContent;
  }
}
document.addEventListener("change", (event) => {
  if (event.target instanceof HTMLInputElement && event.target.name === "plan") markTiles();
});
document.addEventListener("click", (event) => {
  const tile = event.target instanceof Element && event.target.closest(".hit-tile");
  if (!(tile instanceof HTMLElement)) return;
  const ways = /** @type {HTMLInputElement[]} */ ($$("input[name=plan]"));
  const at = ways.findIndex((way) => way.checked);
  const state = (/** @type {HTMLInputElement} */ way) => new RegExp(`${tile.dataset.tile}=(\\w+)`).exec(way.dataset.marks ?? "")?.[1] ?? "spared";
  for (let step = 1; step < ways.length; step += 1) {
    const way = ways[(at + step) % ways.length];
    if (state(way) !== state(ways[at])) {
      way.checked = true;
      return markTiles();
    }
  }
});

// What happens after every swap.

function begin() {
  const current = panel();
  if (!current) return;
  swapped();
  markTiles();
  const active = document.activeElement?.closest(".option");
  offer(active instanceof HTMLElement ? active : null);
  showChance();
  const focused = document.activeElement?.closest("[data-unit]");
  const unit = focused instanceof HTMLElement && group(focused.dataset.unit ?? "") ? focused.dataset.unit : "";
  const chosen = unit || (selected && group(selected) ? selected : "");
  const only = $$("[data-group]");
  if (chosen) select(chosen);
  else if (current.dataset.decision === "deploy" && only[0]) select(only[0].dataset.group ?? "");
  else unselect();
  // After the units are marked again: marking them removes the marks of an aim.
  showAim(active instanceof HTMLElement && active.offsetParent !== null ? active : null);
  if (current.dataset.handover) stopSteps();
}
document.addEventListener("pbbuild:swapped", begin);
document.addEventListener("pbbuild:now", begin);
keepText();

follow();

const table = $(".table-side");
if (table) {
  draggable({
    root: document.body,
    item: ".unit.can-act",
    place: ".zone, .unit",
    start: (item) => select(item.dataset.unit ?? ""),
    over: (item, place) => Boolean(place && (place.classList.contains("reachable") || place.classList.contains("target"))),
    drop: (item, place) => {
      const query = place.classList.contains("unit") ? `[data-target="${place.dataset.unit}"]` : `[data-to="${place.dataset.zone}"]`;
      buttonFor(query)?.focus();
    },
  });
}
begin();
