// The notice of the game in the middle of the cloth.

import { el, find, setHidden } from "./dom.js";

export function makeNotice({ game, names }) {
  const root = el("div.calls", { hidden: true });
  find(".cloth").append(root);
  let key = null;

  function render(view) {
    const now = view && game.notice(view, names);
    if (now?.key === key) return;
    key = now?.key;
    setHidden(root, now === null);
    root.replaceChildren(...(now?.nodes() ?? []));
  }

  return { render };
}
