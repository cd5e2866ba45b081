import { text } from "../text/text.ts";
import { showToast } from "./toasts.tsx";

/** Copies a text and reports it. Plain HTTP has no clipboard API, so a selection is copied there. */
export async function copyText(value: string): Promise<void> {
  // Missing outside of secure contexts.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  const isCopied = await (clipboard?.writeText(value).then(
    () => true,
    () => copySelection(value),
  ) ?? copySelection(value));
  showToast(isCopied ? text.action.copied : text.action.notCopied);
}

function copySelection(value: string): boolean {
  const area = document.createElement("textarea");
  area.value = value;
  area.className = "visually-hidden";
  // Within an open dialog: everything outside of it cannot be selected.
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  return isCopied;
}
