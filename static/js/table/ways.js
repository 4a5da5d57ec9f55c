// The choice between several ways to play a card, such as the captures that it allows: by buttons, or by
// touching the cards on the cloth that it takes.

import { cardFace } from "./deck.js";
import { el, find, fill, setAttribute } from "./dom.js";

/**
 * The choice as a part of the prompt (prompt.js): `onChoose(command)` gets one of the `ways`, or null to go
 * back.
 */
export function makeWays(ways, { game, say, onChoose }) {
  const title = game.waysTitle();
  const names = ways.map((command) => game.wayName(command, game));
  const buttons = ways.map((command, i) =>
    el(
      "button.way",
      {
        type: "button",
        "aria-label": names[i],
        "aria-keyshortcuts": i < 9 ? i + 1 : null,
        onclick: () => onChoose(command),
        onpointerenter: () => point(command),
        onfocus: () => point(command),
      },
      el("span.key", { "aria-hidden": "true" }, i < 9 ? i + 1 : ""),
      ...(command.take ?? []).map((card) => el("span.pcard", {}, cardFace(card))),
    ),
  );
  const node = el(
    "section.slip.ways",
    { "aria-label": title },
    el("h2", {}, title),
    el("div.row.g-1", {}, ...buttons),
    el("button.btn", { type: "button", onclick: () => onChoose(null) }, gettext("Another card")),
  );

  const cloth = find(".trick");
  const touched = new Set();
  let pointed = null; // the way that is pointed at, rather than the cards touched
  const takes = (command, card) => (command.take ?? []).includes(card);
  const left = () => ways.filter((command) => [...touched].every((card) => takes(command, card)));

  /** Highlight the cards on the cloth that a way takes, or those touched; `isOpen` while they may be touched. */
  function point(command = null, isOpen = true) {
    pointed = command;
    for (const node of cloth.querySelectorAll("[data-card]")) {
      const { card } = node.dataset;
      setAttribute(node, "data-meant", command ? takes(command, card) : touched.has(card));
      setAttribute(node, "data-choice", isOpen && ways.some((way) => takes(way, card)));
    }
  }

  /**
   * Touch a card on the cloth, or let it go. One that no way takes together with those touched begins anew.
   * If only one way is left, and takes no other cards, it is chosen.
   */
  function touch({ target }) {
    const card = target.closest("[data-choice]")?.dataset.card;
    if (!card) return;
    if (!touched.delete(card)) touched.add(card);
    if (!left().length) {
      touched.clear();
      touched.add(card);
    }
    const [way, another] = left();
    if (!another && way.take.length === touched.size) onChoose(way);
    else point();
  }

  return {
    node,
    press(key) {
      const button = buttons[Number(key) - 1];
      button?.click();
      return button !== undefined;
    },
    update: () => point(pointed), // the cards on the cloth may have been laid anew
    close() {
      cloth.removeEventListener("click", touch);
      touched.clear();
      point(null, false);
    },
    begin() {
      cloth.addEventListener("click", touch);
      point();
      const choices = names.map((name, i) => fill(gettext("%(n)s: %(what)s"), { n: i + 1, what: name }));
      say(`${title} ${choices.join(". ")}`);
      buttons[0].focus({ preventScroll: true });
    },
  };
}
