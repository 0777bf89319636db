// Dragging with mouse, pen or finger. Everything that can be dragged can also be clicked: this is
// only the shortcut.

const SLOP = 6;

/**
 * Make elements draggable. `grab` answers what an element stands for, or null; `over` is told what
 * is below the pointer and answers whether it can be dropped there; `drop` gets both.
 * @param {{
 *   root: Element,
 *   item: string,
 *   place: string,
 *   grab?: (item: HTMLElement) => boolean,
 *   start?: (item: HTMLElement) => void,
 *   over?: (item: HTMLElement, place: HTMLElement | null) => boolean,
 *   drop: (item: HTMLElement, place: HTMLElement) => void,
 *   end?: (item: HTMLElement) => void,
 * }} options
 */
export function draggable({ root, item, place, grab, start, over, drop, end }) {
  root.addEventListener("pointerdown", (event) => {
    if (!(event instanceof PointerEvent) || event.button !== 0 || !(event.target instanceof Element)) return;
    const held = event.target.closest(item);
    if (!(held instanceof HTMLElement) || (grab && !grab(held))) return;
    const from = { x: event.clientX, y: event.clientY };
    /** @type {HTMLElement | null} */
    let ghost = null;
    /** @type {HTMLElement | null} */
    let below = null;

    const move = (/** @type {PointerEvent} */ now) => {
      if (!ghost) {
        if (Math.hypot(now.clientX - from.x, now.clientY - from.y) < SLOP) return;
        const box = held.getBoundingClientRect();
        ghost = /** @type {HTMLElement} */ (held.cloneNode(true));
        ghost.removeAttribute("id");
        for (const each of [ghost, ...ghost.querySelectorAll("*")]) {
          for (const name of ["data-unit", "data-tile", "data-action"]) each.removeAttribute(name);
        }
        ghost.classList.add("ghost");
        ghost.setAttribute("aria-hidden", "true");
        ghost.style.width = `${box.width}px`;
        document.body.append(ghost);
        document.body.classList.add("dragging");
        if (held.hasPointerCapture?.(now.pointerId) === false) root.setPointerCapture?.(now.pointerId);
        start?.(held);
      }
      now.preventDefault();
      ghost.style.transform = `translate(${now.clientX}px, ${now.clientY}px) translate(-50%, -60%) rotate(-2deg)`;
      const found = document.elementsFromPoint(now.clientX, now.clientY).map((each) => each.closest(place));
      const next = /** @type {HTMLElement | null} */ (found.find((each) => each) ?? null);
      const allowed = over ? over(held, next) : true;
      if (next !== below) below?.classList.remove("drop-here");
      below = next;
      below?.classList.toggle("drop-here", allowed);
    };
    const finish = (/** @type {PointerEvent} */ now) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", finish);
      removeEventListener("pointercancel", finish);
      document.body.classList.remove("dragging");
      below?.classList.remove("drop-here");
      if (!ghost) return;
      ghost.remove();
      // The click that follows the release belongs to the drag.
      addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
      setTimeout(() => dispatchEvent(new Event("click")), 0);
      end?.(held);
      if (now.type === "pointerup" && below && (!over || over(held, below))) drop(held, below);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", finish);
    addEventListener("pointercancel", finish);
  });
}
