// The dialog that shares a match: by its own address if it is public, otherwise by a link that a player
// makes. In a replay the link opens at the position shown, and the dialog also has the code to embed the
// viewer.

import { copyingSentence, listenToCopying } from "../copying.js";
import { find, setHidden } from "./dom.js";
import { sendRequest } from "./people.js";

/**
 * `place()` returns the name of the position shown, "" for none.
 *
 * @param {{ place?: () => string }} [options]
 */
export function makeShare({ place = () => "" } = {}) {
  const dialog = find("#share-dialog");
  if (!dialog) return null; // a match from a file has no address
  const link = find("#share-link", dialog);
  const embed = find("#share-embed", dialog);
  const done = find("[role=status]", dialog);
  let made = null; // the address that makes and withdraws the link

  function address(path, seat) {
    const url = new URL(path, location.href);
    if (seat) url.searchParams.set("posto", seat);
    if (place()) url.searchParams.set("dove", place());
    return url.href;
  }

  /** Open the dialog with a public `link`, or with the address `made` that makes one. */
  async function open({ link: known, made: at = null }) {
    made = at;
    done.textContent = "";
    show(known);
    setHidden(find("[data-own]", dialog), !made);
    if (embed)
      embed.value = `<iframe src="${address(dialog.dataset.embed)}" title="${dialog.dataset.title}" width="100%" height="720" loading="lazy"></iframe>`;
    dialog.showModal();
    if (!made) return;
    const { body, refused } = await sendRequest(made, "POST");
    show(body?.url);
    done.textContent = refused?.message ?? "";
  }

  /** Show the link in a field where it can be selected by hand; nothing while there is none. */
  function show(path) {
    for (const part of dialog.querySelectorAll("[data-link-field]")) setHidden(part, !path);
    setHidden(find("[data-send]", dialog), !navigator.share);
    setHidden(find("[data-withdraw]", dialog), !made);
    if (!path) return;
    link.value = address(path, new URLSearchParams(location.search).get("posto"));
    link.select();
  }

  async function withdraw() {
    const { refused } = await sendRequest(made, "DELETE");
    if (!refused) show(null);
    done.textContent = refused?.message ?? gettext("Withdrawn: the link no longer works.");
  }

  async function send() {
    try {
      await navigator.share({ title: document.title, url: link.value });
      dialog.close();
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError"))
        done.textContent = gettext("It could not be sent. Copy the link.");
    }
  }

  listenToCopying(dialog, (isCopied) => (done.textContent = copyingSentence(isCopied)));
  dialog.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    if ("send" in button.dataset) send();
    else if ("withdraw" in button.dataset) withdraw();
    else if ("close" in button.dataset) dialog.close();
  });

  return { open };
}
