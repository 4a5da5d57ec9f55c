// News or links to send: each section copies its text, or sends it with its picture.

import { copyingSentence, listenToCopying } from "../copying.js";

for (const section of document.querySelectorAll(".to-send")) {
  const said = /** @type {HTMLElement} */ (section.querySelector("[data-copied]"));
  listenToCopying(section, (isCopied) => {
    said.textContent = copyingSentence(isCopied);
  });
  if ("share" in navigator && section.querySelector("[data-send]")) offerSending(section); // only some browsers can
}

/**
 * Show the button that sends, once the picture is here: browsers share only right after the tap.
 * @param {Element} section
 */
async function offerSending(section) {
  const send = /** @type {HTMLElement} */ (section.querySelector("[data-send]"));
  const picture = /** @type {HTMLImageElement} */ (section.querySelector("img"));
  const text = /** @type {HTMLTextAreaElement} */ (section.querySelector("textarea")).value;
  const image = await (await fetch(picture.src)).blob();
  const files = [new File([image], "ludopoli.png", { type: image.type })];
  const shared = navigator.canShare?.({ files }) ? { text, files } : { text };
  send.addEventListener("click", () => navigator.share(shared).catch(() => {})); // changing one's mind is no error
  send.hidden = false;
}
