// What is particular to Tarocchi: the course of a deal, its display and announcements, the score.

import { putDown } from "../cards/changes.js";
import { cardFace } from "../table/deck.js";
import { capital, el, figure, fill, listed, signed } from "../table/dom.js";
import { playerRows } from "../table/rows.js";
import { bidding, callOf, closing, said } from "./tarocchi-calls.js";
import {
  cardName,
  cardNames,
  FUGGITIVO,
  isMeant,
  pageWords,
  pointsText,
  sorted,
  SUITS,
  suitName,
  theCard,
} from "./tarocchi-cards.js";
import { scarto } from "./tarocchi-scarto.js";
import { dutyLines, hint, question } from "./tarocchi-turn.js";

const WORD_STAYS = 6_000; // ms
const CLOSING_STAYS = 1_500;

/** How a card in the reader's hand is marked: `is` names the mark, `label` is its text. */
function mark(card, view) {
  if (view.forced?.some((force) => force.card === card)) return { is: "forced", label: gettext("forced") };
  return view.new?.includes(card) ? { is: "new", label: gettext("just dealt") } : {};
}

// ---- what is asked before a card is played

/** A key for what the prompt asks; the prompt stays as it is until the key changes. */
function asks({ view, seated }) {
  if (view.window) return "bid";
  return seated && view.discard ? "discard" : "";
}

const prompt = (store, give, tools) =>
  store.view.window ? bidding(store, give, tools) : scarto(store, give, tools);

// ---- the cloth and the seats

/** True if only this seat may act: a window of the bidding is open to all. */
const isOnTurn = (view, seat) => !view.window && view.to_act.includes(seat);

/** The tag of a seat while no card is played: its call, or what it is doing. */
function tags(view, seat, names) {
  if (view.phase === "bid") {
    const call = callOf(view, seat);
    return [
      call
        ? el("span.tag.said", {}, said(call))
        : el(
            "span.tag.line-only.said",
            {},
            names.isMe(seat) ? gettext("you can speak") : gettext("has not spoken"),
          ),
    ];
  }
  if (view.phase !== "discard") return [];
  return [
    seat === view.dealer
      ? el("span.tag.said", {}, gettext("discards"))
      : el("span.tag.line-only.said", {}, gettext("waits")),
  ];
}

const about = (view, seat) => (view.phase === "over" ? "" : pointsText(view.totals[seat]));

/** The notice in the middle of the cloth until the first card: how the bidding closed, and the monte. */
function notice(view, names) {
  if (!view.contract || !["closed", "discard"].includes(view.phase)) return null;
  const monte = view.phase === "discard" ? (view.monte ?? []) : [];
  const isDealer = names.isMe(view.dealer);
  const whose = fill(
    isDealer ? gettext("The monte is yours") : gettext("%(name)s takes the monte and discards three cards"),
    { name: names.name(view.dealer) },
  );
  return {
    key: `${view.deal} ${view.phase} ${monte}`,
    nodes: () =>
      [
        monte.length > 0 &&
          el(
            "div.monte",
            { role: "group", "aria-label": gettext("The monte") },
            ...monte.map((card) => el("span.pcard", {}, cardFace(card, cardName(card)))),
          ),
        el("p", {}, closing(view.contract, names), view.phase === "discard" && [el("br"), whose]),
      ]
        .flat()
        .filter(Boolean),
  };
}

/** The cards that the second dealing of a deal brought this reader; null for the first dealing. */
const dealtMore = ({ new: later = [], monte = [] }, view) => (view.contract ? [...later, ...monte] : null);

/** Functions that apply this game's own events to a view. */
const changes = {
  dealt(view, event) {
    const { new: later, monte } = event;
    if (dealtMore(event, view))
      Object.assign(view, {
        phase: "discard",
        window: null,
        monte,
        new: [...(later ?? []), ...(monte ?? [])],
      });
    else Object.assign(view, { phase: "bid", calls: [], offers: [], monte: undefined, opened: [] });
  },
  called(view, { seat, call, points, from }) {
    view.calls = [...view.calls, { seat, call, points, from }];
  },
  closed(view, { kind, seq, ...contract }) {
    Object.assign(view, { phase: "closed", contract, to_act: [] });
  },
  discarded(view, { seat, count, cards = [] }) {
    putDown(view, seat, cards, count);
    Object.assign(view, { phase: "play", new: [] });
  },
  scored(view) {
    Object.assign(view, { phase: "deal", contract: null });
  },
};

const keyOf = ({ seat }) => `${seat} call`;

const SOUNDS = { offro: "scrape", tengo: "scrape" };

const descriptions = {
  called(event, { name, isMe }) {
    const word = said(event);
    const voice = fill(isMe(event.seat) ? gettext("you say %(word)s") : gettext("%(name)s says %(word)s"), {
      name: name(event.seat),
      word,
    });
    return {
      seat: event.seat,
      said: word,
      key: keyOf(event),
      voice,
      sound: SOUNDS[event.call] ?? "said",
      stays: WORD_STAYS,
    };
  },
  closed: (event, names) => ({ voice: closing(event, names) }),
  dealt(event, { name, isMe }, view) {
    if (!dealtMore(event, view)) return null;
    const { new: later, monte } = event;
    const shown = monte ? fill(gettext("in the monte: %(cards)s"), { cards: cardNames(sorted(monte)) }) : "";
    const mine = later
      ? fill(gettext("five more cards come: %(cards)s"), { cards: cardNames(sorted(later)) })
      : gettext("five more cards each");
    const dealer = isMe(event.dealer)
      ? gettext("you take the monte")
      : fill(gettext("%(name)s takes the monte"), { name: name(event.dealer) });
    return { voice: capital([mine, dealer, shown].filter(Boolean).join("; ")) };
  },
  discarded({ seat, cards }, { name, isMe }) {
    if (!cards) return { voice: fill(gettext("%(name)s has discarded three cards"), { name: name(seat) }) };
    const laid = isMe(seat) ? gettext("you discard: %(cards)s") : gettext("%(name)s discards: %(cards)s");
    return { voice: fill(laid, { name: name(seat), cards: cardNames(sorted(cards)) }) };
  },
  played({ card }) {
    return card === FUGGITIVO
      ? {
          voice: gettext(
            "the Fuggitivo takes nothing: it goes back to its player, in exchange for a scartina",
          ),
        }
      : null;
  },
};

/** The event with its hidden part, for a reader who may see the seat's cards. */
const opened = (event, own) => (event.kind === "discarded" ? { ...event, cards: own.scarto } : event);

/** The announcement of an event that only this game has; null for the events of every game. */
const describe = (event, names, view) => descriptions[event.kind]?.(event, names, view) ?? null;

/** The calls so far, or the end of the bidding. */
function recap(view, names) {
  if (view.contract) return closing(view.contract, names);
  const line = gettext("%(name)s has said %(word)s");
  return (view.calls ?? [])
    .map((call) => fill(line, { name: names.short(call.seat), word: said(call) }))
    .join(", ");
}

// ---- the score

const dealScore = (line) => line.scores.map(signed);

/** A line of the sheet: the score, and below it the points in cards. */
const sheetRows = (line, deal) => [
  [
    fill(line.points ? gettext("no. %(n)s") : gettext("no. %(n)s, a monte"), { n: deal + 1 }),
    line.scores.map((score, seat) =>
      line.points ? el("span.two", {}, signed(score), el("small", {}, line.points[seat])) : signed(score),
    ),
  ],
];

const sheetNote = (view) =>
  pageWords.deals
    ? fill(gettext("deal %(n)s of %(all)s"), { n: view.deal + 1, all: pageWords.deals })
    : fill(gettext("Deal %(n)s"), { n: view.deal + 1 });

/**
 * The result of a deal: points less the 37 or 36 that each player owes, or the payment if it was thrown in.
 */
function summary({ points, owed, scores, totals, contract }, names) {
  const titles = points
    ? [gettext("points"), gettext("less"), gettext("deal"), gettext("total")]
    : [gettext("deal"), gettext("total")];
  return [
    el("caption", {}, closing(contract, names)),
    ...playerRows(names, titles, (seat) => [
      points && el("td.n", { "data-count": points[seat] }, points[seat]),
      points && el("td.n.quiet", {}, figure(-owed[seat])),
      el(
        "td.n",
        {
          "data-hit": scores[seat] > 0 ? "exact" : scores[seat] < 0 ? "missed" : null,
          "data-count": points ? null : scores[seat],
        },
        signed(scores[seat]),
      ),
      el("td.n", {}, figure(totals[seat])),
    ]),
  ];
}

/** The sources of all points of a finished match: cards taken, less what each player owes, and offers. */
function parts({ sources }) {
  if (!sources) return null;
  const { taken, owed, offered } = sources;
  return [
    [gettext("points taken"), taken],
    [gettext("less"), owed],
    ...(offered.some(Boolean) ? [[gettext("offers"), offered.map(signed)]] : []),
  ];
}

/** The score in the bar: a player's own; for a spectator everybody's, where there is room. */
function bar(view, names) {
  const mine = names.mySide();
  const score = (seat) => [signed(view.totals[seat]), " ", el("small", {}, names.shortInLine(seat))];
  if (mine !== null) return score(mine);
  return [el("span.only-wide", {}, ...names.order().flatMap((seat, i) => [i ? " · " : "", ...score(seat)]))];
}

/** The gain or loss of a seat, in play money. */
function payment({ payments }, seat) {
  const due = payments[seat];
  if (!due) return gettext("even");
  return fill(due > 0 ? gettext("%(n)s to receive, in play money") : gettext("%(n)s to pay, in play money"), {
    n: Math.abs(due),
  });
}

export default {
  countsBy: 3,
  windowName: "bidding",
  cardName,
  theCard,
  sorted,
  isMeant,
  suitName,
  sounds: {
    scrape: [
      ["noise", 0, 0.16, 420, 0.4],
      ["noise", 0.07, 0.12, 700, 0.2],
    ],
  },
  mark,
  question,
  dutyLines,
  hint,
  isOnTurn,
  asks,
  prompt,
  notice,
  dealtMore,
  tags,
  about,
  changes,
  pauses: { closed: CLOSING_STAYS },
  recap,
  describe,
  opened,
  laidAway: ({ scarto = [] }) => scarto,
  commandName: said,
  said: (view) => view.calls.map((call) => ({ seat: call.seat, said: said(call), key: keyOf(call) })),
  dealScore,
  sheetRows,
  sheetNote,
  summary,
  parts,
  bar,
  payment,
  keys: () => [
    ["V O I E", gettext("moves to vado, offro, piglio, tengo; Enter says it")],
    ["+ −, 1 … 9", gettext("how much to offer")],
    ["X", gettext("moves to the scarto button")],
    ["4 … 9, 0", gettext("cards with this number, trumps included")],
    ["R Q D", listed([gettext("King"), pgettext("above the knight", "Queen"), gettext("Maid")])],
    ["O C S B", listed(SUITS.map(suitName))],
    ["T F", gettext("trumps, Fuggitivo")],
  ],
};
