// A card turned up beside the play: in the middle of the cloth, or beside the hand where the cloth is small.

import { find } from "./dom.js";

const small = matchMedia("(max-width: 63.99rem), (max-height: 52rem)");

export function makeUpcard({ game }) {
  const cloth = find(".cloth");
  const aside = find(".dock .end");
  /** @type {{ key: string, isAside: boolean, node: HTMLElement } | null} */
  let shown = null;

  function render(view) {
    const now = view && game.upcard(view);
    if (now?.key === shown?.key && now?.isAside === shown?.isAside) return;
    shown?.node.remove();
    shown = now && { ...now, node: now.node() };
    shown?.node.classList.add("upcard");
    place();
  }

  function place() {
    if (shown) (shown.isAside || small.matches ? aside : cloth).prepend(shown.node);
  }

  small.addEventListener("change", place);

  /** Where it lies, or null. */
  const rectangle = () => shown?.node.firstElementChild?.getBoundingClientRect() ?? null;

  return { render, rectangle };
}
