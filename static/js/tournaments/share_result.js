// The page of the deal of the day: copy the line with one's result.

import { copyingSentence, listenToCopying } from "../copying.js";

const said = /** @type {HTMLElement} */ (document.querySelector("[data-copied]"));
listenToCopying(document.body, (isCopied) => {
  said.textContent = copyingSentence(isCopied);
});
