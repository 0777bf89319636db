// Swapping parts of a page: a form or link with `data-swap` is sent by a script, and every element
// with `data-part` in the answer replaces the element of that name on the page.
import { useOwnIcons } from "./icons.js";
import { announce, hideLost, showLost, toast } from "./messages.js";

const HEADER = "x-pbbuild-fragment";
const SHOW_BUSY_AFTER = 300;
let open = 0;
let posts = 0;
let posting = 0;
// The moment of the game that a change on its way is about.
let postedMoment = "";
/** @type {Map<string, number>} */
const newest = new Map();
let asked = 0;

/** Whether a change is on its way: its answer shows the page as it is then. */
export const isChanging = () => posting > 0;

/** Listen to forms and links with `data-swap`. */
export function start() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.hasAttribute("data-swap")) return;
    event.preventDefault();
    const data = new FormData(form);
    const button = event.submitter;
    if (button instanceof HTMLButtonElement && button.name) data.set(button.name, button.value);
    // A field called “action” would hide the property of that name.
    void send(form.getAttribute("action") ?? "", { body: data, method: form.getAttribute("method") ?? "get" });
  });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a[data-swap]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void send(/** @type {HTMLAnchorElement} */ (link).href, {});
  });
}

/**
 * Ask the server and put its answer into the page. Answers whether it succeeded.
 * @param {string} address
 * @param {{method?: string, body?: FormData | Blob | Record<string, string>, quiet?: boolean}} options
 */
export async function send(address, options) {
  if (isPost(options.method)) return change(address, options);
  const before = posts;
  const mine = (asked += 1);
  const html = await ask(address, options);
  // Answers may overtake each other: what was asked before a change, or before the answer that is
  // shown, is outdated.
  if (html === null || before !== posts || (newest.get(address) ?? 0) > mine) return false;
  newest.set(address, mine);
  await swap(html);
  return true;
}

/**
 * @param {string} address
 * @param {{method?: string, body?: FormData | Blob | Record<string, string>, quiet?: boolean}} options
 */
async function change(address, options) {
  const at = options.body instanceof FormData ? String(options.body.get("at") ?? "") : "";
  // The second click of two: the first has moved the game on, so that it could only be refused.
  if (at && at === postedMoment) return false;
  postedMoment = at;
  posts += 1;
  posting += 1;
  try {
    const html = await ask(address, options);
    if (html !== null) await swap(html);
    return html !== null;
  } finally {
    posting -= 1;
    if (at === postedMoment) postedMoment = "";
    document.dispatchEvent(new CustomEvent("pbbuild:changed"));
  }
}

const isPost = (method = "get") => method.toLowerCase() === "post";

/**
 * The text of the answer, or null after the reader was told why there is none.
 * @param {string} address
 * @param {{method?: string, body?: FormData | Blob | Record<string, string>, quiet?: boolean}} options
 * @returns {Promise<string | null>}
 */
export async function ask(address, { method = "get", body, quiet = false }) {
  const post = isPost(method);
  const sent = body instanceof Blob ? body : body && new URLSearchParams(/** @type {any} */ (body));
  const busy = document.getElementById("busy");
  const timer = setTimeout(() => busy && (busy.hidden = false), SHOW_BUSY_AFTER);
  open += 1;
  try {
    const target = post || !sent ? address : `${address.split("?")[0]}?${sent}`;
    const answer = await fetch(target, {
      method: post ? "POST" : "GET",
      body: post ? sent ?? "" : undefined,
      headers: { [HEADER]: "1", ...(body instanceof Blob ? { "content-type": "application/octet-stream" } : {}) },
      credentials: "same-origin",
    });
    hideLost();
    if (answer.redirected) {
      location.assign(answer.url);
      return null;
    }
    if (answer.ok) return await answer.text();
    if (!quiet) await refused(answer);
    return null;
  } catch {
    // The server is gone: nothing was lost, since every input is saved before it is answered.
    if (!quiet) showLost();
    return null;
  } finally {
    clearTimeout(timer);
    open -= 1;
    if (busy && open === 0) busy.hidden = true;
  }
}

/** @param {Response} answer */
async function refused(answer) {
  const text = await answer.text();
  try {
    const told = JSON.parse(text);
    toast([told.message, ...(told.lines ?? [])].join(" "), { stays: told.stays === true });
    if (told.stale) document.dispatchEvent(new CustomEvent("pbbuild:stale"));
  } catch {
    // The guard answers with a whole page, for example after the server was started again.
    location.reload();
  }
}

/**
 * Replace the parts of the page that `html` contains.
 * @param {string} html
 */
export async function swap(html) {
  const answer = new DOMParser().parseFromString(html, "text/html");
  useOwnIcons(answer);
  /** @type {string | null} */
  let key = null;
  let again = false;
  const replace = () => {
    const before = moment();
    const focused = document.activeElement;
    key = focused && focusKey(focused);
    for (const part of answer.querySelectorAll("[data-part]")) {
      if (part.parentElement?.closest("[data-part]")) continue;
      const old = document.querySelector(`[data-part="${CSS.escape(part.getAttribute("data-part") ?? "")}"]`);
      if (old) old.replaceWith(document.adoptNode(part));
    }
    again = before !== null && before === moment();
    if (!again) restoreFocus(key, again);
  };
  const moves = answer.querySelector("[data-moves]") && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (moves && "startViewTransition" in document && document.visibilityState === "visible") {
    const transition = /** @type {any} */ (document).startViewTransition(replace);
    // A transition that the next one cuts short has still changed the page.
    for (const each of [transition.finished, transition.ready]) each.catch(() => undefined);
    await transition.updateCallbackDone;
  } else {
    replace();
  }
  const said = answer.querySelector("[data-announce]");
  if (said) announce(said.textContent ?? "");
  document.dispatchEvent(new CustomEvent("pbbuild:swapped"));
  // What had the focus may have been hidden until the page's own script showed it again.
  restoreFocus(key, again);
}

/** @param {Element} element */
function focusKey(element) {
  for (const name of ["id", "data-focus", "data-unit", "data-action"]) {
    const value = element.getAttribute(name);
    if (value) return `[${name}="${CSS.escape(value)}"]`;
  }
  return "";
}

/** Which moment of a game the page shows, null where there is none. */
const moment = () => document.querySelector("[data-moment]")?.getAttribute("data-moment") ?? null;

/**
 * A new question takes the focus; one that is drawn again leaves it where the reader had it.
 * @param {string | null} key @param {boolean} again
 */
function restoreFocus(key, again) {
  if (document.activeElement && document.activeElement !== document.body) return;
  const asked = document.querySelector("[data-focus-here]");
  const own = key ? document.querySelector(key) : null;
  const found = again ? own ?? asked : asked ?? own;
  if (found instanceof HTMLElement) found.focus({ preventScroll: true });
}
