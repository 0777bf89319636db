// The tracker of a battle: every number is kept in the browser's own storage for this page.
"use strict";
(() => {
  const body = document.body;
  const key = "pbbuild-" + body.dataset.key;
  /**
   * `lost` holds the round in which each troop was lost: its tokens come back in the next. PB-7.3.
   * @typedef {{counters: Record<string, number>, wounds: Record<string, number>, lost: Record<string, number>}} Kept
   * @returns {Kept}
   */
  const fresh = () => ({ counters: { round: 1 }, wounds: {}, lost: {} });
  const least = (name) => (name === "round" ? 1 : 0);
  const one = (selector) => document.querySelector(selector);
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  const numbers = (kept) => kept && typeof kept === "object" && Object.values(kept).every(Number.isInteger);

  /** @returns {Kept} */
  const load = () => {
    try {
      const kept = JSON.parse(localStorage.getItem(key) || "null");
      return kept && numbers(kept.counters) && numbers(kept.wounds) && numbers(kept.lost) ? kept : fresh();
    } catch {
      return fresh();
    }
  };
  let state = load();
  const counter = (name) => state.counters[name] || least(name);

  const keep = () => {
    let saved = true;
    try {
      localStorage.setItem(key, JSON.stringify(state));
    } catch {
      saved = false; // The tracker works on until the page is closed.
    }
    one("[data-unsaved]").hidden = saved;
    show();
  };

  /** What the next order to a unit costs: its order tokens and the least step of its troops. PB-4.5. */
  const orderCost = (unit) => {
    const alive = all(".troop:not(.gone)", unit);
    const step = Math.min(1, ...alive.map((troop) => Number(troop.dataset.orderStep)));
    return Math.max(1, counter("orders-" + unit.dataset.unit) + step);
  };

  const show = () => {
    const round = counter("round");
    let lost = 0;
    let unused = Number(body.dataset.tokens) - counter("passed");
    for (const troop of all("[data-troop]")) {
      const { troop: code, dp, tokens } = troop.dataset;
      const gone = state.lost[code] || 0;
      const wounds = state.wounds[code] || 0;
      troop.classList.toggle("gone", gone > 0);
      troop.classList.toggle("hurt", wounds > 0);
      troop.querySelector("[data-lose]").setAttribute("aria-pressed", String(gone > 0));
      lost += gone ? Number(dp) : 0;
      // What a lost troop carried is set aside, and its own token counts, until the round ends.
      unused -= gone && gone < round ? Number(tokens) : wounds;
      const shown = troop.querySelector("[data-wound] output");
      if (shown) shown.textContent = String(wounds);
    }
    for (const unit of all("[data-unit]")) {
      const orders = counter("orders-" + unit.dataset.unit);
      unit.classList.toggle("gone", !unit.querySelector(".troop:not(.gone)"));
      unit.classList.toggle("ordered", orders > 0);
      unit.querySelector("[data-cost]").textContent = "+" + orderCost(unit);
      unused -= orders;
    }
    for (const unit of all("[data-unit]")) {
      unit.querySelector("[data-order]").classList.toggle("short", orderCost(unit) > unused);
    }
    for (const each of all("[data-counter]")) {
      each.querySelector("output").textContent = String(counter(each.dataset.counter));
    }
    const enemy = counter("enemy");
    const figures = { round, tokens: Math.max(0, unused), lost, enemy };
    for (const [name, value] of Object.entries(figures)) one(`[data-show=${name}]`).textContent = String(value);
    one("[data-bar=lost]").value = lost;
    one("[data-bar=enemy]").value = enemy;
    one("[data-verdict=won]").hidden = enemy < Number(body.dataset.enemyHalf);
    one("[data-verdict=beaten]").hidden = lost < Number(body.dataset.half);
  };

  const copy = async (button) => {
    const text = one("pre");
    try {
      await navigator.clipboard.writeText(text.textContent);
      const words = button.textContent;
      button.textContent = button.dataset.copied;
      setTimeout(() => { button.textContent = words; }, 2000);
    } catch {
      // Without the clipboard the text is selected, so that one press copies it.
      getSelection().selectAllChildren(text);
    }
  };

  let sure = 0;
  /** A first tap asks, a second one within four seconds resets. */
  const reset = (button) => {
    const words = one("[data-reset]").dataset.words || button.textContent;
    button.dataset.words = words;
    clearTimeout(sure);
    if (sure) {
      state = fresh();
      sure = 0;
      button.textContent = words;
    } else {
      button.textContent = button.dataset.sure;
      sure = setTimeout(() => { button.textContent = words; sure = 0; }, 4000);
    }
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if ("copy" in button.dataset) {
      copy(button);
      return;
    }
    if (button.dataset.step) {
      const name = button.closest("[data-counter]").dataset.counter;
      state.counters[name] = Math.max(least(name), counter(name) + Number(button.dataset.step));
    } else if ("order" in button.dataset) {
      const unit = button.closest("[data-unit]");
      const name = "orders-" + unit.dataset.unit;
      state.counters[name] = counter(name) + orderCost(unit);
    } else if ("wound" in button.dataset) {
      const { troop, wp } = button.closest("[data-troop]").dataset;
      state.wounds[troop] = ((state.wounds[troop] || 0) + 1) % Number(wp);
    } else if ("lose" in button.dataset) {
      const code = button.closest("[data-troop]").dataset.troop;
      state.lost[code] = state.lost[code] ? 0 : counter("round");
    } else if ("newRound" in button.dataset) {
      state.counters.round = counter("round") + 1;
      state.counters.passed = 0;
      for (const name of Object.keys(state.counters)) {
        if (name.startsWith("orders-")) state.counters[name] = 0;
      }
    } else if ("reset" in button.dataset) {
      reset(button);
    }
    keep();
  });
  document.documentElement.classList.add("runs");
  show();
})();
