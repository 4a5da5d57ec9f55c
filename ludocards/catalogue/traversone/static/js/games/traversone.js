// What is particular to Tressette a perdere: the thirds of a point taken, the card that the dealer
// sets aside for the last trick, the cappotto. What each hook is for: `cards/game.js`.

import { putDown } from "../cards/changes.js";
import { cardKeys, cardName, isMeant, makeSorter, suitNames, theCard } from "../cards/italian40.js";
import { amount, points } from "../cards/thirds.js";
import { cardFace } from "../table/deck.js";
import { el, figure, fill, find, listed, setAttribute, writeText } from "../table/dom.js";
import { playerRows } from "../table/rows.js";

const words = JSON.parse(find("#words").textContent);

// ---- the card that the dealer sets aside

const isSettingAside = ({ legal }) => legal[0]?.do === "discard";

const question = (store) =>
  isSettingAside(store) ? gettext("your turn: set a card aside for the last trick") : null;

/** The prompt in which the dealer chooses the card to set aside, or null if the reader has none to choose. */
function prompt(store, give, tools) {
  if (!isSettingAside(store)) return null;
  /** @type {string | null} */
  let chosen = null;
  const slot = el("div.place", { "aria-hidden": "true" });
  const confirmButton = el("button.btn.primary", { type: "button", "data-discard": true, onclick: confirm });
  const node = el(
    "section.slip.laying",
    { "aria-labelledby": "laying-h" },
    el(
      "div.txt",
      {},
      el("b", { id: "laying-h" }, gettext("Choose a card to set aside")),
      el("span", {}, gettext("It goes to the player who takes the last trick.")),
    ),
    slot,
    confirmButton,
  );

  const buttonLabel = () =>
    chosen ? fill(gettext("Set aside %(card)s"), { card: theCard(chosen) }) : gettext("Choose a card");

  function toggle(card) {
    chosen = chosen === card ? null : card;
    tools.say(buttonLabel());
    render();
    tools.redraw();
  }

  function render() {
    slot.replaceChildren(chosen ? el("span.pcard", {}, cardFace(chosen)) : el("span.slot"));
    writeText(confirmButton, buttonLabel());
    setAttribute(confirmButton, "aria-disabled", chosen ? null : "true");
  }

  async function confirm() {
    if (!chosen) return tools.explain(buttonLabel());
    if (node.hasAttribute("data-sent")) return; // the answer to the first click is still on its way
    setAttribute(node, "data-sent", true);
    await give({ do: "discard", cards: [chosen] });
    setAttribute(node, "data-sent", null);
  }

  function press(key) {
    if (key.toUpperCase() !== "X") return false;
    confirmButton.focus({ preventScroll: true });
    return true;
  }

  render();
  return { node, press, picks: { has: (card) => card === chosen, bars: () => false, take: toggle } };
}

// ---- what happens

const changes = {
  dealt(view, { left }) {
    Object.assign(view, { phase: "play", left, thirds: view.taken.map(() => 0) });
    delete view.laid;
  },
  discarded(view, { seat, count, cards = [] }) {
    putDown(view, seat, cards, count);
    Object.assign(view, { phase: "play", left: count });
    if (view.hand && cards.length) view.laid = cards;
  },
  uncovered(view) {
    view.left = 0;
  },
  taken(view, { thirds }) {
    view.thirds = thirds;
  },
};

/** The sentence in which an event is announced, or null. */
function describe(event, { name, isMe }) {
  const { kind, seat, cards, cappotto } = event;
  if (kind === "discarded" && cards) {
    const line = isMe(seat) ? gettext("you set aside %(card)s") : gettext("%(name)s sets aside %(card)s");
    return { voice: fill(line, { name: name(seat), card: theCard(cards[0]) }) };
  }
  if (kind === "discarded")
    return { voice: fill(gettext("%(name)s sets a card aside"), { name: name(seat) }) };
  if (kind === "uncovered")
    return {
      voice: fill(gettext("the last trick also takes %(cards)s"), { cards: listed(cards.map(theCard)) }),
    };
  return kind === "scored" && cappotto !== null ? { voice: cappottoText(cappotto, { name, isMe }) } : null;
}

const cappottoText = (seat, { name, isMe }) =>
  fill(
    isMe(seat)
      ? gettext("you have taken everything: 0 points, and 11 for the others")
      : gettext("%(name)s has taken everything: 0 points, and 11 for the others"),
    { name: name(seat) },
  );

/** The event with the cards that it hides, for a reader who may see this seat's hand (`own`). */
const opened = (event, own) => (event.kind === "discarded" ? { ...event, cards: own.laid } : event);

// ---- the seats and the cloth

function tags(view, seat) {
  if (view.phase === "discard" && seat === view.dealer)
    return [el("span.tag.said", {}, gettext("sets a card aside"))];
  if (view.phase !== "play" || !view.thirds[seat]) return [];
  const meaning = el("span.sr", {}, ` ${gettext("points taken in this deal")}`);
  return [el("span.tag.thirds", {}, points(view.thirds[seat]), meaning)];
}

const leftOverText = ({ left }) =>
  left
    ? fill(
        ngettext(
          "%(n)s card lies face down for the last trick",
          "%(n)s cards lie face down for the last trick",
          left,
        ),
        { n: left },
      )
    : "";

function recap(view, { name }) {
  if (view.phase === "discard")
    return fill(gettext("%(name)s is setting a card aside"), { name: name(view.dealer) });
  return view.phase === "play" ? leftOverText(view) : "";
}

/** The pile that lies face down for the last trick; the dealer sees on it the card that they set aside. */
function upcard(view) {
  const { left, laid = [], phase } = view;
  if (!left || phase !== "play") return null;
  return {
    key: `${left} ${laid}`,
    isAside: true,
    node: () =>
      el(
        "div.left-over",
        {},
        laid.length
          ? el("span.pcard", {}, cardFace(laid[0], cardName(laid[0])))
          : el("span.pcard.back", { "aria-hidden": "true" }),
        el("p", {}, leftOverText(view)),
      ),
  };
}

// ---- the score

/** The result of a deal, by player: the points taken, those that this deal counts, and the new total. */
function summary({ points: thirds, scores, totals, cappotto }, names) {
  const titles = [gettext("points taken"), gettext("deal"), gettext("total")];
  return [
    cappotto === null
      ? el("caption.sr", {}, gettext("Points of this deal"))
      : el("caption", {}, cappottoText(cappotto, names)),
    ...playerRows(names, titles, (seat) => [
      el("td.n.quiet", {}, points(thirds[seat])),
      el("td.n", { "data-count": scores[seat] }, scores[seat]),
      el("td.n", {}, figure(totals[seat])),
    ]),
  ];
}

export default {
  countsBy: 1,
  cardName,
  theCard,
  suitName: (suit) => suitNames[suit],
  sorted: makeSorter(words.ranks),
  isMeant,
  question,
  asks: (store) => (isSettingAside(store) ? "discard" : ""),
  prompt,
  changes,
  describe,
  opened,
  laidAway: ({ laid = [] }) => laid,
  tags,
  recap,
  upcard,
  dealNote: words.left ? leftOverText : null,
  summary,
  amount,
  commandName: ({ cards }) => fill(gettext("set aside %(card)s"), { card: theCard(cards[0]) }),
  keys: () => [...cardKeys(), ["X", gettext("moves to the button that sets a card aside")]],
};
