// The cards that cost most, in the review of a match: the reader's own or, if they did not play, everybody's.

import { cardFace } from "../table/deck.js";
import { el, fill, icon, setAttribute } from "../table/dom.js";
import { dealOf } from "./address.js";

const MOST = 3;

/**
 * `named(command)` is the name of a choice, `inSentence(command)` the one inside a sentence, `cardsOf(command)` its cards,
 * `points(loss)` a loss in figures, `amountOf(loss)` one in words; `open(choice)` opens the position in which a choice
 * of the list was made.
 */
export function makeCostly({ names, named, inSentence, cardsOf, points, amountOf, open }) {
  /** @type {HTMLElement[]} */
  let buttons = [];

  const isPlayer = () => names.mySide() !== null;

  const title = () => (isPlayer() ? gettext("Your costliest choices") : gettext("The costliest choices"));

  /** Draw the list of those among all `choices`, the costliest first. */
  function draw(choices) {
    const shown = choices.filter(({ seat }) => !isPlayer() || names.isMe(seat)).slice(0, MOST);
    buttons = shown.map(button);
    if (!shown.length) return el("p.note.ok", {}, icon("check"), el("span", {}, none()));
    return el(
      "div",
      {},
      el("h3", {}, title()),
      el(
        "ol.costly",
        {},
        buttons.map((each) => el("li", {}, each)),
      ),
    );
  }

  function button(choice) {
    const { step, seat, command, better, loss } = choice;
    const [card] = cardsOf(command);
    return el(
      "button",
      { type: "button", "data-at": step, onclick: () => open(choice) },
      card && el("span.pcard", {}, cardFace(card)),
      el(
        "span",
        {},
        el("span.quiet", {}, fill(gettext("Deal %(n)s:"), { n: dealOf(step) + 1 }), " "),
        !isPlayer() && el("span.quiet", {}, `${names.name(seat)} `),
        el("b", {}, named(command)),
        el(
          "small",
          {},
          fill(gettext("better: %(card)s (%(points)s more)"), {
            card: inSentence(better),
            points: amountOf(loss),
          }),
        ),
      ),
      el("span.lapse", { "data-kind": "seen", "aria-hidden": "true" }, `−${points(loss)}`),
    );
  }

  const none = () =>
    isPlayer()
      ? gettext("You gave nothing away: from what you could know, no card was clearly better.")
      : gettext("Nobody gave anything away: by what could be known, no card was clearly better.");

  /** Mark the one that the board shows. */
  function render(at) {
    for (const each of buttons) setAttribute(each, "aria-current", each.dataset.at === at ? "true" : null);
  }

  return { title, draw, render, openFirst: () => buttons[0]?.click() };
}
