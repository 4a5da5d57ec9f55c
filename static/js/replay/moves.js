// The deal as a list: every card and everything said, to read and to jump to.

import { isTaking } from "../cards/changes.js";
import { cardFace } from "../table/deck.js";
import { el, find, setAttribute } from "../table/dom.js";

/** `go(index)` goes to a position; `mark(position)` returns the review's mark for it, or null. */
export function makeMoves({ game, names, story, go, mark }) {
  const list = find(".moves");
  let deal = null; // the one that is listed
  let buttons = new Map(); // index of a position → its line

  function render(positions, current) {
    const here = positions[current];
    if (here.deal !== deal) {
      deal = here.deal;
      draw(positions);
    }
    for (const [index, line] of buttons)
      setAttribute(line, "aria-current", index === current ? "true" : null);
    const line = buttons.get(current);
    if (line) requestAnimationFrame(() => centre(line));
  }

  function centre(line) {
    list.scrollTop = line.offsetTop - list.offsetTop - (list.clientHeight - line.offsetHeight) / 2;
  }

  function draw(positions) {
    buttons = new Map();
    for (const [index, position] of positions.entries())
      if (position.deal === deal) buttons.set(index, item(position, index));
    list.replaceChildren(...buttons.values());
  }

  function item(position, index) {
    const played = position.events.find(({ kind }) => kind === "played");
    const starts = position.at.endsWith("-c1");
    return el(
      "li",
      {},
      el("span.quiet.num", {}, starts ? position.trick : ""),
      el(
        "button",
        { type: "button", "data-at": position.at, onclick: () => go(index) },
        ...(played ? card(position, played) : plain(position)).filter(Boolean),
      ),
    );
  }

  function card(position, { seat, card: code }) {
    const { own, others } = story.quotesOf(position, seat);
    const takes = position.events.find(isTaking);
    return [
      el("span.pcard", {}, cardFace(code)),
      el(
        "span",
        {},
        el("span.quiet", {}, names.isMe(seat) ? gettext("You") : names.name(seat)),
        " ",
        game.cardName(code),
        ...own.flatMap((word) => [" ", el("i", {}, word)]),
        takes && el("small", {}, " ", story.sentencesOf({ ...position, events: [takes] })[0]),
        ...others.flatMap((words) => [" ", el("small", {}, el("i", {}, words))]),
      ),
      mark(position),
    ];
  }

  const plain = (position) => [el("span", {}, story.sentencesOf(position).join(". ")), mark(position)];

  return { render, forget: () => (deal = null) };
}
