// The page of the deal of the day: copy the line with one's result, or send it with the picture.

import { copyingSentence, listenToCopying } from "../copying.js";

const said = /** @type {HTMLElement} */ (document.querySelector("[data-copied]"));
listenToCopying(document.body, (isCopied) => {
  said.textContent = copyingSentence(isCopied);
});
if ("share" in navigator) offerSending(); // only some browsers can

/** Show the button that sends, once the picture is here: browsers share only right after the tap. */
async function offerSending() {
  const send = /** @type {HTMLElement} */ (document.querySelector("[data-send]"));
  const picture = /** @type {HTMLImageElement} */ (document.querySelector(".day-result img"));
  const text = /** @type {HTMLTextAreaElement} */ (document.querySelector("#day-sentence")).value;
  const image = await (await fetch(picture.src)).blob();
  const files = [new File([image], "ludopoli.png", { type: image.type })];
  const shared = navigator.canShare?.({ files }) ? { text, files } : { text };
  send.addEventListener("click", () => navigator.share(shared).catch(() => {})); // changing one's mind is no error
  send.hidden = false;
}
