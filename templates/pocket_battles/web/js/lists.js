// The page of lists: a file goes to the server as it is, which reads it in memory.
import { toast } from "./messages.js";
import { send } from "./swap.js";

const form = document.querySelector(".import-list");
const chosen = document.getElementById("import-file");
if (form instanceof HTMLFormElement && chosen instanceof HTMLInputElement) {
  chosen.addEventListener("change", () => {
    const file = chosen.files?.[0];
    if (!file) return;
    if (file.size > Number(form.dataset.largest)) toast(form.dataset.tooLarge ?? "");
    else void send(form.action, { method: "post", body: file });
    // The same file may be chosen again after it was changed.
    chosen.value = "";
  });
}
