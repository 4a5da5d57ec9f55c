// The board of a replay, an analysis, a puzzle or a lesson: all hands, laid out as at the table, with the trick
// between them and the players' words.

import { isTaking } from "../cards/changes.js";
import { cardFace } from "../table/deck.js";
import { el, fill, find, setHidden, icon, renewChildren, setAttribute } from "../table/dom.js";
import { arrangeHand } from "../table/fan.js";
import { speed } from "../table/prefs.js";
import { summaryParts } from "../table/summary.js";
import { makeTrick } from "../table/trick.js";

/**
 * `names.position(seat)` is where a seat is drawn; `isSeen(seat)` whether its cards lie open; `keepsPlayed` whether
 * the cards that have left a hand keep their places in it; `isSettled(position)` whether the cards
 * just taken no longer lie on the table.
 */
export function makeBoard({ store, game, names, story, isSeen, keepsPlayed, isSettled }) {
  const root = find(".board");
  const summary = find(".replay .summary");
  const trick = (game.area ?? makeTrick)({ store, game, names });
  const places = store.table.seats.map(place);

  function place({ seat, name, bot, hue }) {
    const avatar = el(
      `span.avatar.c${hue}`,
      { "aria-hidden": "true" },
      bot ? icon("bot") : name.charAt(0).toUpperCase(),
    );
    const tags = el("span.tags");
    const dealer = el(
      "span.puck",
      { title: gettext("dealer"), hidden: true },
      el("span", { "aria-hidden": "true" }, gettext("D")),
      el("span.sr", {}, gettext("dealer")),
    );
    const cards = el("ul");
    const words = el("p.balloon", { "aria-hidden": "true", hidden: true });
    const person = el("b", {}, names.isMe(seat) ? gettext("You") : name);
    const who = el("p.who", {}, el("span", {}, avatar, person, dealer), tags);
    const node = el("div.open-hand", { "data-seat": seat }, who, el("div", {}, cards), words);
    root.append(node);
    return { seat, node, cards, tags, dealer, words };
  }

  /**
   * `said` lists the words of this trick so far; `isNext` is true if the reader went one position forward.
   */
  function render(position, said, isNext) {
    store.view = position.view;
    for (const each of places) renderPlace(each, position, said);
    renderTrick(position, isNext);
    renderSummary(position);
  }

  function renderPlace({ seat, node, cards, tags, dealer, words }, { view, held, events }, said) {
    setAttribute(node, "data-pos", names.position(seat));
    setAttribute(node, "data-turn", game.isOnTurn(view, seat));
    setHidden(dealer, view.dealer !== seat);
    const role = view.teams && names.role(seat, view);
    renewChildren(tags, ...game.tags(view, seat, names), ...(role ? [el("span.tag.brass", {}, role)] : []));
    const own = isSeen(seat) ? view.own[seat] : null;
    const count = own ? own.hand.length : view.counts[seat];
    setAttribute(
      cards,
      "aria-label",
      fill(ngettext("%(name)s, %(n)s card", "%(name)s, %(n)s cards", count), {
        name: names.name(seat),
        n: count,
      }),
    );
    const played = events.find((event) => event.kind === "played" && event.seat === seat)?.card;
    const isOwn = names.position(seat) === 0;
    setAttribute(cards.parentElement, "class", isOwn ? "hand-box" : null);
    setAttribute(cards, "class", isOwn ? "hand" : "cards");
    setAttribute(cards, "data-closed", !own);
    const shown = own ? game.sorted(staying(own, held[seat], view), view) : Array(count).fill("");
    const nodes = lay(cards, shown, isOwn);
    arrangeHand(cards, own && view.stock === undefined ? held[seat].length : count);
    if (own) dress(nodes, own, played);
    setHidden(words, !said.some((each) => each.seat === seat));
    renewChildren(
      words,
      ...said.filter((each) => each.seat === seat).map(({ said: text }) => el("span", {}, text)),
    );
  }

  /** The cards that have a place in a hand; where new cards are drawn, those played leave none. */
  const staying = (own, held, view) =>
    keepsPlayed && view.stock === undefined ? held : [...own.hand, ...game.laidAway(own)];

  /** Show exactly these cards, face up or, without a name, face down; rebuild them only if they differ. */
  function lay(root, cards, isOwn) {
    const key = `${isOwn} ${cards}`;
    if (root.dataset.key !== key)
      root.replaceChildren(...cards.map((card) => el("li", {}, card ? open(card, isOwn) : closed())));
    root.dataset.key = key;
    return [...root.children].map(({ firstChild }) => firstChild);
  }

  const open = (card, isOwn) =>
    el(isOwn ? "span.card.pcard" : "span.pcard", { "data-card": card }, cardFace(card, game.cardName(card)));
  const closed = () => el("span.pcard.back", { "aria-hidden": "true" });

  /** Mark the cards that have left the hand: played, put aside or played just now. */
  function dress(nodes, own, played) {
    const aside = game.laidAway(own);
    for (const node of nodes) {
      const { card } = node.dataset;
      const isHeld = own.hand.includes(card);
      const isLaid = aside.includes(card);
      setAttribute(node, "data-gone", !isHeld);
      setAttribute(node, "data-laid", isLaid);
      setAttribute(node, "data-now", card === played);
      setAttribute(node, "aria-hidden", isHeld || isLaid ? null : "true");
      const name = game.cardName(card);
      setAttribute(
        node.firstChild,
        "aria-label",
        isLaid ? fill(gettext("%(card)s, discarded"), { card: name }) : name,
      );
    }
  }

  function renderTrick(position, isNext) {
    const { view, events } = position;
    const taking = isSettled(position) ? null : events.find(isTaking);
    const taken = taking && { ...view.tricks?.at(-1), ...taking };
    const played = events.find(({ kind }) => kind === "played");
    const isOver = events[0].kind === "scored";
    if (isNext && played && speed() > 0) {
      if (isOpening(view, taken)) trick.clear();
      trick.fly(played.seat, played.card);
    } else trick.show(isOver ? null : view, taken);
    if (taken) trick.mark(taken, taken.seat);
  }

  /** True if the card opens its trick, so that the previous trick still lies there. */
  const isOpening = (view, taken) => (taken ?? view.trick)?.cards.length === 1;

  function renderSummary(position) {
    const scored = position.events.find(({ kind }) => kind === "scored");
    setHidden(summary, !scored);
    if (!scored) return;
    const headline = position.events.some(({ kind }) => kind === "finished")
      ? story.sentencesOf(position).at(-1)
      : null;
    summary.replaceChildren(
      el("h2", {}, headline ?? game.dealTitle(scored.deal)),
      ...summaryParts(scored, position.view, { game, names }),
    );
  }

  return { render };
}
