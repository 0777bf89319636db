// Icons inside the document. One that is used from another file is drawn a moment after its element:
// every part that is swapped in would flicker. So the file is put into the page once.

const FILE = "/static/icons.svg";
let ready = false;

/** Let the icons of new elements come from this document. */
export function useOwnIcons(/** @type {ParentNode} */ root) {
  if (!ready) return;
  for (const use of root.querySelectorAll(`use[href^="${FILE}"]`)) {
    // Names of icons may be names of elements too.
    use.setAttribute("href", `#icon-${(use.getAttribute("href") ?? "").split("#")[1]}`);
  }
}

/** Put the file into the page; it is in the browser's cache, since the page has shown it. */
export async function keepIcons() {
  const address = document.querySelector(`use[href^="${FILE}"]`)?.getAttribute("href")?.split("#")[0];
  if (!address) return;
  try {
    const text = await (await fetch(address)).text();
    const file = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    for (const each of file.querySelectorAll("symbol")) each.id = `icon-${each.id}`;
    file.setAttribute("class", "sprite");
    file.setAttribute("aria-hidden", "true");
    document.body.append(document.adoptNode(file));
    ready = true;
    useOwnIcons(document);
  } catch {
    // Without it the icons come from their file, as before.
  }
}
