// Messages: short ones at the edge of the page, and words for screen readers.

/**
 * Let a screen reader say something once.
 * @param {string} text
 */
export function announce(text) {
  const place = document.getElementById("announcer");
  if (!place) return;
  place.textContent = "";
  setTimeout(() => (place.textContent = text), 30);
}

/**
 * Show a message; it goes after a while unless it `stays`.
 * @param {string} text
 * @param {{stays?: boolean}} options
 */
export function toast(text, { stays = false } = {}) {
  const place = document.getElementById("toasts");
  if (!place || [...place.children].some((each) => each.firstChild?.textContent === text)) return;
  const box = document.createElement("div");
  box.className = "toast";
  const words = document.createElement("p");
  words.append(...withLinks(text));
  const close = document.createElement("button");
  close.className = "btn small";
  close.textContent = document.body.dataset.close ?? "OK";
  close.addEventListener("click", () => box.remove());
  box.append(words, close);
  place.append(box);
  if (!stays) setTimeout(() => box.remove(), 9000);
}

/**
 * The text with the ids of clauses as links to the page of rules.
 * @param {string} text
 */
function withLinks(text) {
  return text.split(/\b([A-Z]{2}-(?:T|\d+)(?:\.\d+)*)\b/).map((part, n) => {
    if (n % 2 === 0) return part;
    const link = document.createElement("a");
    link.className = "clause";
    link.href = `/rules#${part}`;
    link.textContent = part;
    return link;
  });
}

/** Say that the server is gone, and keep the page as it is; `back` is called when it answers. */
export function showLost(back = () => location.reload()) {
  const banner = document.getElementById("lost");
  if (!banner || !banner.hidden) return;
  banner.hidden = false;
  const retry = banner.querySelector("[data-retry]");
  if (retry instanceof HTMLButtonElement) retry.onclick = () => void isAlive().then((alive) => alive && back());
}
/** Hide the banner: the server answers again. */
export function hideLost() {
  const banner = document.getElementById("lost");
  if (banner) banner.hidden = true;
}
/** Whether the server answers. */
export async function isAlive() {
  try {
    return (await fetch("/static/favicon.svg", { cache: "no-store" })).status > 0;
  } catch {
    return false;
  }
}
