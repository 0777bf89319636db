// Keys: one table per page, off while typing.

/**
 * Call `table[key]` when a key is pressed anywhere but in a field; `event.key` names it.
 * @param {Record<string, (event: KeyboardEvent) => void>} table
 */
export function onKeys(table) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target;
    if (target instanceof Element && target.closest("input:not([type=radio]):not([type=range]), textarea, select, dialog[open]")) return;
    const action = table[event.key] ?? table[event.key.toLowerCase()];
    if (action) action(event);
  });
}

/** Close an open menu by Escape or by a click beside it. */
export function closeMenus() {
  const close = (/** @type {EventTarget | null} */ target) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!(target instanceof Node && menu.contains(target))) menu.removeAttribute("open");
    }
  };
  document.addEventListener("click", (event) => close(event.target));
  document.addEventListener("keydown", (event) => event.key === "Escape" && close(null));
}
