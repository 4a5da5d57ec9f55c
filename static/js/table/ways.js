// The choice between several ways to play a card, such as the captures that it allows.

import { face } from "./deck.js";
import { el, find, fill, set } from "./dom.js";

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
      ...(command.take ?? []).map((card) => el("span.pcard", {}, face(card))),
    ),
  );
  const node = el(
    "section.slip.ways",
    { "aria-label": title },
    el("h2", {}, title),
    el("div.row.g-1", {}, ...buttons),
    el("button.btn", { type: "button", onclick: () => onChoose(null) }, gettext("Another card")),
  );

  /** Highlight the cards on the cloth that a way takes; none for null. */
  function point(command) {
    for (const card of find(".trick").querySelectorAll("[data-card]"))
      set(card, "data-meant", (command?.take ?? []).includes(card.dataset.card));
  }

  return {
    node,
    press(key) {
      const button = buttons[Number(key) - 1];
      button?.click();
      return button !== undefined;
    },
    close: () => point(null),
    begin() {
      const told = names.map((name, i) => fill(gettext("%(n)s: %(what)s"), { n: i + 1, what: name }));
      say(`${title} ${told.join(". ")}`);
      buttons[0].focus({ preventScroll: true });
    },
  };
}
