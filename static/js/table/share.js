// The dialog that shares a match: by the address of a public match, otherwise by a secret link that one of its
// players makes once they ask for it. In a replay the link opens at the position shown, and the dialog also has the
// code that embeds the replay in another page.

import { copyingSentence, listenToCopying } from "../copying.js";
import { find, setHidden } from "./dom.js";
import { sendRequest } from "./people.js";

/**
 * `positionName()` returns the name of the position at which the link opens, "" for the start.
 *
 * @param {{ positionName?: () => string }} [options]
 */
export function makeShare({ positionName = () => "" } = {}) {
  const dialog = find("#share-dialog");
  if (!dialog) return null; // a match from a file has no address
  const linkField = find("#share-link", dialog);
  const embedField = find("#share-embed", dialog);
  const status = find("[role=status]", dialog);
  let endpoint = null; // of the API, which makes and withdraws a secret link; null for a public match

  /** The address that opens a path at the position shown, from a seat (null: from none). */
  function addressAt(path, seat) {
    const url = new URL(path, location.href);
    if (seat) url.searchParams.set("posto", seat);
    if (positionName()) url.searchParams.set("dove", positionName());
    return url.href;
  }

  /** Open the dialog with the `link` of a public match, or with the endpoint `made` that makes a secret one. */
  function open({ link, made = null }) {
    endpoint = made;
    status.textContent = "";
    show(link);
    setHidden(find("[data-own]", dialog), !endpoint);
    if (embedField)
      embedField.value = `<iframe src="${addressAt(dialog.dataset.embed)}" title="${dialog.dataset.title}" width="100%" height="720" loading="lazy"></iframe>`;
    dialog.showModal();
  }

  async function make() {
    const { body, refused } = await sendRequest(endpoint, "POST");
    show(body?.url);
    status.textContent = refused?.message ?? "";
  }

  /** Show a link in a field from which it can be copied by hand; hide the field while there is no link. */
  function show(path) {
    for (const part of dialog.querySelectorAll("[data-link-field]")) setHidden(part, !path);
    setHidden(find("[data-unmade]", dialog), Boolean(path));
    setHidden(find("[data-send]", dialog), !navigator.share);
    setHidden(find("[data-withdraw]", dialog), !endpoint);
    if (!path) return;
    linkField.value = addressAt(path, new URLSearchParams(location.search).get("posto"));
    find("[data-whatsapp]", dialog).href = `https://wa.me/?text=${encodeURIComponent(linkField.value)}`;
    linkField.select();
  }

  async function withdraw() {
    const { refused } = await sendRequest(endpoint, "DELETE");
    if (!refused) show(null);
    status.textContent = refused?.message ?? gettext("Withdrawn: the link no longer works.");
  }

  async function send() {
    try {
      await navigator.share({ title: document.title, url: linkField.value });
      dialog.close();
    } catch (error) {
      // `AbortError`: the person has closed the system's own dialog.
      if (!(error instanceof DOMException && error.name === "AbortError"))
        status.textContent = gettext("It could not be sent. Copy the link.");
    }
  }

  listenToCopying(dialog, (isCopied) => (status.textContent = copyingSentence(isCopied)));
  dialog.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    if ("make" in button.dataset) make();
    else if ("send" in button.dataset) send();
    else if ("withdraw" in button.dataset) withdraw();
    else if ("close" in button.dataset) dialog.close();
  });

  return { open };
}
