// What is particular to Briscola: the stock and the turned card, the exchange, the signs of partners, the score.

import { cardKeys, cardName, isMeant, makeSorter, suitNames, suitOf, theCard } from "../cards/italian40.js";
import { describeSignal, keepingPlace, makeSignals, signalled, signalName } from "../cards/signals.js";
import { cardFace } from "../table/deck.js";
import { el, fill, find, listed } from "../table/dom.js";

const words = JSON.parse(find("#words").textContent);
const signals = makeSignals();
const countsGames = words.unit === "games";
const hasSignals = Object.keys(words.signals).length > 0;

const shownCard = (card) => el("span.pcard", {}, cardFace(card, cardName(card)));

// ---- the exchange

function slips(store, give, tools) {
  const spoken = signals.slips(store, tools);
  const all = [...spoken, ...exchanges(store, give)];
  return hasSignals ? keepingPlace(all, store) : all;
}

const exchanges = ({ view, legal }, give) =>
  legal
    .filter(({ do: verb }) => verb === "exchange")
    .map(({ card }) =>
      el(
        "section.slip.exchange",
        { "aria-label": gettext("Exchange") },
        el(
          "button.btn.primary",
          {
            type: "button",
            "data-exchange": card,
            onclick(event) {
              event.currentTarget.disabled = true;
              give({ do: "exchange", card });
            },
          },
          fill(gettext("Take %(taken)s for %(card)s"), {
            taken: theCard(view.turned),
            card: theCard(card),
          }),
        ),
      ),
    );

// ---- what happens

const changes = {
  dealt(view, { turned, stock }) {
    const open = { turned, turned_to: null, trump: suitOf(turned), stock, exchanged: [], signalled: [] };
    Object.assign(view, { phase: "play", ...open });
    delete view.partner_hand;
  },
  drawn(view, { seat, stock }) {
    if (!stock) view.turned_to = seat;
  },
  played(view, { card }) {
    if (view.partner_hand) view.partner_hand = view.partner_hand.filter((each) => each !== card);
  },
  exchanged(view, { seat, card, taken }) {
    const swapped = (hand) => hand.map((each) => (each === card ? taken : each));
    Object.assign(view, { turned: card, exchanged: [...view.exchanged, { seat, card, taken }] });
    if (view.hand) view.hand = swapped(view.hand);
    if (view.own?.[seat]) view.own[seat].hand = swapped(view.own[seat].hand);
  },
  partners_shown(view, { cards }) {
    if (cards) view.partner_hand = cards;
  },
};

const exchanged = ({ seat, card, taken }) => ({
  seat,
  said: fill(gettext("%(card)s for %(taken)s"), { card: theCard(card), taken: theCard(taken) }),
  key: `${seat} exchanged ${card}`,
});

/** The announcements of an event. */
function describe(event, names, view) {
  const { seat, card, taken, stock, cards } = event;
  const ofMe = names.isMe(seat);
  if (event.kind === "exchanged") {
    const values = { name: names.name(seat), card: theCard(card), taken: theCard(taken) };
    const line = ofMe
      ? gettext("you take %(taken)s for %(card)s")
      : gettext("%(name)s takes %(taken)s for %(card)s");
    return { ...exchanged(event), voice: fill(line, values), sound: "exchanged" };
  }
  if (event.kind === "drawn") {
    if (stock || cards) return null;
    const values = { name: names.name(seat), card: theCard(view.turned) };
    return {
      seat,
      said: fill(gettext("%(card)s is mine"), values),
      voice: fill(gettext("%(name)s draws the turned card, %(card)s"), values),
      key: `${seat} turned`,
      sound: "said",
    };
  }
  if (event.kind === "partners_shown")
    return cards
      ? { voice: fill(gettext("your partner’s cards: %(cards)s"), { cards: inWords(cards, view) }) }
      : null;
  return describeSignal(event, names, view);
}

const said = (view) => [...view.exchanged.map(exchanged), ...view.signalled.map(signalled)];

const sorted = makeSorter(words.ranks);
const inWords = (cards, view) => listed(sorted(cards, view).map(cardName));

// ---- the stock

const left = (stock) =>
  stock
    ? fill(ngettext("%(n)s card to draw", "%(n)s cards to draw", stock), { n: stock })
    : gettext("nothing left to draw");

/** The stock with the turned card below it; then the trumps alone, and the partner’s last cards if shown. */
function upcard(view) {
  const { turned, stock, phase, partner_hand: partners = [] } = view;
  if (!turned || phase !== "play") return null;
  return {
    key: `${turned} ${stock} ${partners}`,
    isAside: true,
    node: () =>
      el(
        "div.stock",
        { "data-left": stock },
        stock > 0 &&
          el(
            "span.heap",
            {},
            stock > 1 && el("span.pcard.back", { "aria-hidden": "true" }),
            shownCard(turned),
          ),
        el(
          "p",
          {},
          el("span", {}, gettext("trumps (briscola)")),
          el("b", {}, suitNames[suitOf(turned)]),
          el("span.left", {}, left(stock)),
        ),
        partners.length > 0 &&
          el(
            "span.partners",
            { role: "group", "aria-label": gettext("Your partner’s cards") },
            el("span.title", { "aria-hidden": "true" }, gettext("partner")),
            ...sorted(partners, view).map(shownCard),
          ),
      ),
  };
}

const dealNote = ({ turned }) =>
  turned
    ? fill(gettext("%(card)s is turned up, %(suit)s are trumps"), {
        card: theCard(turned),
        suit: suitNames[suitOf(turned)],
      })
    : "";

function recap(view) {
  if (!view.turned) return "";
  const trumps = fill(gettext("%(suit)s are trumps"), { suit: suitNames[view.trump] });
  const partners = view.partner_hand?.length
    ? [fill(gettext("your partner’s cards: %(cards)s"), { cards: inWords(view.partner_hand, view) })]
    : [];
  return [trumps, left(view.stock), ...partners].join(", ");
}

// ---- the score

const summaryRows = (line) => [[gettext("Points"), line.points]];

/** The winner of a game, with the points of all, the most first. */
function result({ scores, points }, names) {
  if (!countsGames) return "";
  const figures = [...points].sort((a, b) => b - a);
  const winner = scores.findIndex(Boolean);
  if (winner < 0) return fill(gettext("Nobody wins: %(points)s"), { points: figures.join(" – ") });
  const values = { name: names.together(winner), points: figures.join(" – ") };
  return winner === names.mySide()
    ? fill(gettext("You win, %(points)s"), values)
    : fill(gettext("Won by %(name)s, %(points)s"), values);
}

export default {
  cardName,
  theCard,
  suitName: (suit) => suitNames[suit],
  sorted,
  isMeant: (key, card, view) => (key === "T" ? suitOf(card) === view?.trump : isMeant(key, card)),
  sounds: {
    exchanged: [
      ["tone", 0, 0.08, 440, 0.25],
      ["tone", 0.12, 0.08, 392, 0.25],
    ],
  },
  slips,
  extras: signals.extras,
  saidName: ({ signal }) => signalName(signal),
  look: signals.look,
  changes,
  describe,
  said,
  upcard,
  dealNote,
  recap,
  dealScore: (line) => line.points,
  dealTitle: (deal) => fill(gettext("Deal %(n)s"), { n: deal + 1 }),
  result,
  summaryRows,
  totalLabel: () => (countsGames ? gettext("Deals won") : gettext("Total")),
  commandName: ({ card }) => fill(gettext("exchange %(card)s"), { card: theCard(card) }),
  actions: { E: () => find("[data-exchange]")?.focus() },
  keys: () => [
    ...cardKeys(),
    ["T", gettext("trumps (briscola)")],
    ...(words.exchange ? [["E", gettext("Exchange")]] : []),
  ],
};
