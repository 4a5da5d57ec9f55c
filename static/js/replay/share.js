// The dialog that sends a position on: a link that opens there, and the viewer for somebody else's page.

import { copy, find, set } from "../table/dom.js";

/** `place()` is the name of the position that is shown, "" for the start. */
export function makeShare({ place }) {
  const dialog = find("#share-dialog");
  if (!dialog) return; // a match from a file has no address
  const link = find("#share-link", dialog);
  const embed = find("#share-embed", dialog);
  const send = find("[data-send]", dialog);
  const done = find("[role=status]", dialog);

  function address(path) {
    const url = new URL(path, location.href);
    const seat = new URLSearchParams(location.search).get("posto");
    if (seat && path === dialog.dataset.link) url.searchParams.set("posto", seat);
    if (place()) url.searchParams.set("dove", place());
    return url.href;
  }

  find("[data-share]").addEventListener("click", () => {
    link.value = address(dialog.dataset.link);
    if (embed) embed.value = `<iframe src="${address(dialog.dataset.embed)}" title="${dialog.dataset.title}" width="100%" height="720" loading="lazy"></iframe>`;
    set(send, "hidden", !navigator.share);
    done.textContent = "";
    dialog.showModal();
  });

  dialog.addEventListener("click", async ({ target }) => {
    if (target.closest("[data-close]")) return void dialog.close();
    const button = target.closest("[data-copy]");
    if (!button) return;
    const field = find(`#${button.dataset.copy}`, dialog);
    if (await copy(field.value)) return void (done.textContent = gettext("Copied"));
    field.select();
    done.textContent = gettext("This browser does not let the page copy: the text is selected.");
  });

  send.addEventListener("click", async () => {
    try {
      await navigator.share({ title: document.title, url: link.value });
      dialog.close();
    } catch (error) {
      if (error.name !== "AbortError") done.textContent = gettext("It could not be sent. Copy the link.");
    }
  });
}
