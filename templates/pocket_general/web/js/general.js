// Pocket General: choosing a unit, then a hex. The server decides everything; this only shows which
// of its buttons is meant.
import { ask, swap } from "./swap.js";
import { onKeys } from "./keys.js";
import { draggable } from "./drag.js";
import { base, follow, isBetween, isShowing, keepText, now, onFocus, swapped, tableClick, toggleText } from "./table.js";

let selected = "";

const $ = (/** @type {string} */ query, root = /** @type {ParentNode} */ (document)) =>
  /** @type {HTMLElement | null} */ (root.querySelector(query));
const $$ = (/** @type {string} */ query, root = /** @type {ParentNode} */ (document)) =>
  /** @type {HTMLElement[]} */ ([...root.querySelectorAll(query)]);
const panel = () => $('[data-part="panel"]');
const group = (/** @type {string} */ unit) => $(`[data-group="${unit}"]`);

function select(/** @type {string} */ unit, focus = false) {
  const found = group(unit);
  if (!found) return;
  selected = unit;
  for (const each of $$("[data-group]")) each.hidden = each !== found;
  const overview = $("[data-overview]");
  if (overview) overview.hidden = true;
  light();
  if (focus) $("[data-action]", found)?.focus();
}
function unselect() {
  selected = "";
  for (const each of $$("[data-group]")) each.hidden = true;
  const overview = $("[data-overview]");
  if (overview) overview.hidden = false;
  light();
}

/** Every spot of the board that a button is about; a map's location is a spot of its own too. */
function spots(/** @type {string} */ name) {
  const place = name.startsWith("place ") ? `, .map[data-own] [data-place="${name.slice(6)}"]` : "";
  const own = name.startsWith("edge ") ? ".map[data-own] " : "";
  return $$(`${own}[data-spot="${CSS.escape(name)}"]${place}`);
}

/** Mark units, hexes, edges and locations that the visible actions are about. */
function light() {
  for (const each of $$(".reachable, .aimed, .selected, .locked")) each.classList.remove("reachable", "aimed", "selected", "locked");
  for (const each of $$(".spot-chip")) each.remove();
  if (!panel()?.dataset.decision || $(".looking")) return;
  for (const each of $$("[data-group]")) $(`.hand [data-unit="${each.dataset.group}"]`)?.classList.add("can-act");
  if (panel()?.dataset.decision === "threat") $('.hand [data-unit="threat"]')?.classList.add("can-act");
  if (selected) $(`.hand [data-unit="${selected}"]`)?.classList.add("selected");
  const shown = selected ? group(selected) : $(".rows-of-options:not(.always)", panel() ?? document);
  if (!shown) return;
  for (const option of $$("[data-to]", shown)) {
    for (const spot of spots(option.dataset.to ?? "")) {
      spot.classList.add("reachable");
      const chance = option.querySelector(".w-chance")?.textContent;
      const gain = option.querySelector(".w-points")?.textContent?.trim();
      if (chance && spot.classList.contains("war-hex")) {
        const chip = document.createElement("span");
        chip.className = "spot-chip";
        chip.setAttribute("aria-hidden", "true");
        chip.textContent = gain ? `${gain} · ${chance}` : chance;
        spot.append(chip);
      }
    }
  }
  if (selected && panel()?.dataset.decision === "place") {
    for (const hex of $$(".war-hex:not(.none):not(.reachable)")) hex.classList.add("locked");
  }
}

/** The button that stands for a spot. */
function buttonFor(/** @type {HTMLElement} */ spot) {
  const shown = selected ? group(selected) : panel();
  if (!shown) return null;
  return $$("[data-to]", shown).find((each) => spots(each.dataset.to ?? "").includes(spot)) ?? null;
}
/** The first click shows what an action brings, the second does it. */
function aim(/** @type {HTMLElement | null} */ button) {
  if (!button) return;
  if (document.activeElement === button) button.click();
  else button.focus();
}
function point(/** @type {EventTarget | null} */ target) {
  const option = target instanceof Element ? target.closest(".option[data-to]") : null;
  for (const each of $$(".aimed")) each.classList.remove("aimed");
  if (option instanceof HTMLElement) spots(option.dataset.to ?? "").forEach((spot) => spot.classList.add("aimed"));
}

onFocus((target) => {
  const unit = target.closest(".hand [data-unit]");
  if (unit instanceof HTMLElement) {
    const name = unit.dataset.unit ?? "";
    if (isBetween() && group(name)) {
      now();
      $(`.hand [data-unit="${name}"]`)?.focus();
    }
    if (name !== selected) select(name);
  }
  point(target);
});
document.addEventListener("mouseover", (event) => point(event.target));
document.addEventListener("click", (event) => {
  const target = event.target;
  if (!(target instanceof Element)) return;
  const unit = target.closest(".hand [data-unit]");
  const pick = target.closest("[data-pick]");
  if (unit instanceof HTMLElement) return select(unit.dataset.unit ?? "");
  if (pick instanceof HTMLElement) return select(pick.dataset.pick ?? "", true);
  if (target.closest("[data-unpick]")) return unselect();
  if (tableClick(target)) return;
  if (target.closest("[data-show-hint]")) return showHint();
  const spot = target.closest(".reachable");
  if (spot instanceof HTMLElement) return aim(buttonFor(spot));
  const hex = target.closest(".war-hex.locked");
  if (hex instanceof HTMLElement) {
    void ask(`${base}/why?unit=${selected}&hex=${hex.dataset.zone}`, { quiet: true }).then((html) => html && swap(html));
  }
});

function showHint() {
  const action = $("[data-hint]")?.dataset.hint ?? "";
  const button = $(`[data-action="${CSS.escape(action)}"]`);
  const unit = button?.closest("[data-group]");
  if (unit instanceof HTMLElement) select(unit.dataset.group ?? "");
  button?.focus();
}

const clickIf = (/** @type {string} */ query) => $(query)?.click();
onKeys({
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => [String(n), () => $$(".option").filter((each) => each.offsetParent !== null)[n - 1]?.focus()])),
  u: () => clickIf("#undo"),
  h: () => clickIf("#hint"),
  t: () => toggleText(),
  " ": (event) => {
    if (!$("#player")?.hidden && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault();
      clickIf("#player-pause");
    }
  },
  Escape: () => (isShowing() ? now() : unselect()),
  ArrowLeft: (event) => along(event, -1),
  ArrowRight: (event) => along(event, 1),
});
/** Arrows go from unit to unit in the hand. */
function along(/** @type {KeyboardEvent} */ event, /** @type {number} */ by) {
  const here = document.activeElement?.closest(".hand [data-unit]");
  if (!here) return;
  event.preventDefault();
  const all = $$(".hand [data-unit]");
  all[(all.indexOf(/** @type {HTMLElement} */ (here)) + by + all.length) % all.length]?.focus();
}

function begin() {
  if (!panel()) return;
  swapped();
  // Units glide to their new place.
  for (const each of $$(".chip-unit, .hand [data-unit]")) {
    each.style.viewTransitionName = each.dataset.foe ? `foe-${each.dataset.foe}` : `own-${each.dataset.unit}`;
  }
  if (selected && group(selected)) select(selected);
  else unselect();
}
document.addEventListener("pbbuild:swapped", begin);
document.addEventListener("pbbuild:now", begin);
keepText();
follow();
draggable({
  root: document.body,
  item: ".hand .can-act",
  place: ".war-hex",
  start: (item) => select(item.dataset.unit ?? ""),
  over: (item, place) => Boolean(place?.classList.contains("reachable")),
  drop: (item, place) => buttonFor(place)?.focus(),
});
begin();
