// Copying to the clipboard. A button or link with `data-copy`, the id of a field, copies the text of the field.

/**
 * Copy a text to the clipboard; return false if the browser refuses.
 * @param {string} text
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Copy the text of a field. If the browser refuses, show the field with its text selected and return false.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 */
export async function copyField(field) {
  if (await copyText(field.value)) return true;
  field.hidden = false;
  field.select();
  return false;
}

/**
 * Copy what the buttons of a part of the page name; `report` shows whether it was copied.
 * @param {Element} root
 * @param {(isCopied: boolean, button: Sent) => void} report
 */
export function listenToCopying(root, report) {
  root.addEventListener("click", async (event) => {
    const button = /** @type {Element} */ (event.target).closest("[data-copy]");
    if (!(button instanceof HTMLElement)) return;
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.copy ?? ""));
    report(await copyField(field), button);
  });
}

/** @type {(isCopied: boolean) => string} */
export const copyingSentence = (isCopied) =>
  isCopied
    ? gettext("Copied")
    : gettext("It could not be copied here. The text is selected: copy it yourself.");
