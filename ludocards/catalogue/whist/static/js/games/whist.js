// What is particular to Whist: the words, the bidding window, the board of bids and tricks.

import { dutySentence } from "../cards/turn.js";
import { cardFace } from "../table/deck.js";
import { el, figure, fill, listed, setAttribute, signed } from "../table/dom.js";
import { playerRows, tr } from "../table/rows.js";
import {
  cardName,
  isMeant,
  LETTERS,
  RANKS,
  rankNames,
  sign,
  sorted,
  suitName,
  suitNames,
  suitOf,
  theCard,
} from "./whist-cards.js";

/**
 * @typedef {object} View What a player of this game sees
 * @property {string} phase
 * @property {number} deal
 * @property {number[]} schedule the number of cards in each deal
 * @property {number} cards
 * @property {{ suit: string, card: string } | null} trump
 * @property {(number | null)[]} bids by seat, like those below
 * @property {number} bids_sum
 * @property {number[]} taken
 * @property {number[]} counts how many cards are held
 * @property {{ cards: unknown[] }} trick
 * @property {number[]} totals
 * @property {number[]} to_act
 * @property {{ made: Sums, missed: Sums } | null} sources
 *
 * @typedef {{ points: number[], bids: number[] }} Sums The points of each seat, and of how many bids
 * @typedef {{ do: "bid", tricks: number } | { do: "play", card: string }} Command
 * @typedef {{ view: View, legal: Command[], duty: (Duty & { tricks: number }) | null }} Store
 * @typedef {{ bids: number[], made: number[], scores: number[], totals: number[] }} Line A finished deal
 */

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const SECOND_DIGIT = 900; // ms in which a 0 after a 1 means 10

// ---- one's turn

/** @type {(legal: Command[]) => number[]} */
const bidsOf = (legal) => legal.filter((command) => command.do === "bid").map(({ tricks }) => tricks);

/**
 * The announcement of a turn to bid; null while cards are played.
 * @type {(store: Store) => string | null}
 */
const question = (store) =>
  bidsOf(store.legal).length
    ? `${gettext("your turn: how many tricks will you take?")} ${standing(store)}`
    : null;

// ---- bidding

/** The highest and the lowest rank, which tables choose: nobody bids on an ace without knowing. */
const extremes = () =>
  fill(gettext("%(high)s high, %(low)s low"), {
    high: rankNames()[RANKS[0]],
    low: rankNames()[/** @type {string} */ (RANKS.at(-1))],
  });

/**
 * The bids so far or, for the last bidder, the forbidden bid.
 * @param {Store} store
 */
function standing(store) {
  const { bids, bids_sum: sum, cards } = store.view;
  if (store.duty) return dutySentence(store, { theCard, suitName });
  if (bids.every((bid) => bid === null)) return gettext("You bid first.");
  return fill(gettext("Bid so far: %(sum)s of %(cards)s."), { sum, cards });
}

/**
 * The bidding window, or null when there is nothing to bid.
 * @param {Store} store
 * @param {(command: Command) => Promise<{ message: string } | null>} give
 * @returns {Asking | null}
 */
function prompt(store, give) {
  const { view, legal, duty } = store;
  const free = bidsOf(legal);
  if (!free.length) return null;
  /** @type {number | null} */
  let chosen = null;
  let since = 0; // when the last digit was pressed
  const why = el("p.small", { id: "bid-why" }, standing(store));
  const ok = el(
    "button.btn.primary",
    { type: "button", "data-bid-ok": true, "aria-disabled": "true", onclick: confirm },
    gettext("Choose a number"),
  );
  const numbers = [...free, ...(duty ? [duty.tricks] : [])].sort((a, b) => a - b);
  const buttons = numbers.map((tricks) => {
    const forbidden = !free.includes(tricks);
    return el(
      "button.bid.num",
      {
        type: "button",
        "data-bid": tricks,
        "aria-pressed": "false",
        "aria-disabled": forbidden ? "true" : null,
        "aria-describedby": forbidden ? "bid-why" : null,
        "aria-label": forbidden ? fill(gettext("%(n)s, forbidden"), { n: tricks }) : null,
        onclick: () => (tricks === chosen ? confirm() : choose(tricks)),
      },
      String(tricks),
    );
  });
  const node = el(
    "section.slip.bidwin",
    { "aria-labelledby": "bid-h", style: `--all:${buttons.length};--half:${Math.ceil(buttons.length / 2)}` },
    el(
      "header",
      {},
      el("h2", { id: "bid-h" }, gettext("How many tricks will you take?")),
      el(
        "span.small.quiet.num",
        {},
        view.trump && [sign(view.trump.suit), gettext("trumps"), ", "],
        extremes(),
      ),
    ),
    el(
      "div.bids",
      {
        role: "group",
        "aria-label": fill(gettext("Tricks, from 0 to %(n)s"), { n: numbers.at(-1) }),
        onkeydown: walk,
      },
      ...buttons,
    ),
    el("div.row.between", {}, why, ok),
  );

  const buttonOf = (/** @type {number} */ tricks) => buttons[numbers.indexOf(tricks)];

  /** @param {number} tricks */
  function choose(tricks) {
    const button = buttonOf(tricks);
    button.focus({ preventScroll: true });
    if (button.hasAttribute("aria-disabled")) return void bid(tricks); // the refusal says why not
    chosen = tricks;
    for (const each of buttons) setAttribute(each, "aria-pressed", String(each === button));
    setAttribute(ok, "aria-disabled", null);
    ok.textContent = fill(gettext("I bid %(n)s"), { n: tricks });
  }

  function confirm() {
    if (chosen === null) buttonOf(free[0]).focus({ preventScroll: true });
    else bid(chosen);
  }

  /** @param {number} tricks */
  async function bid(tricks) {
    if (node.hasAttribute("data-sent")) return;
    setAttribute(node, "data-sent", true);
    const refused = await give({ do: "bid", tricks });
    setAttribute(node, "data-sent", null);
    if (!refused) return;
    why.textContent = refused.message;
    setAttribute(why, "data-refused", true);
  }

  /** @param {KeyboardEvent} event */
  function walk(event) {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const from = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    buttons[(from + step + buttons.length) % buttons.length].focus();
  }

  /**
   * Choose the bid of a digit; Enter then confirms it.
   * @param {string} key
   */
  function press(key) {
    if (!/^\d$/.test(key)) return false;
    const isSecond = chosen === 1 && key === "0" && performance.now() - since < SECOND_DIGIT;
    const tricks = isSecond ? 10 : Number(key);
    since = performance.now();
    if (buttonOf(tricks)) choose(tricks);
    return true;
  }

  return { node, press };
}

// ---- the cloth and the seats

/**
 * "7 cards, hearts are trumps".
 * @param {View} view
 */
function dealNote({ cards, trump }) {
  if (!trump) return fill(gettext("%(n)s cards, no trumps"), { n: cards });
  return fill(gettext("%(n)s cards, %(suit)s are trumps"), { n: cards, suit: suitNames[trump.suit] });
}

/**
 * The card turned up for trumps: in the middle during the bidding, aside during play.
 * @param {View} view
 */
function upcard({ phase, trump }) {
  if (!trump || phase === "over" || phase === "deal") return null;
  return {
    key: trump.card,
    isAside: phase === "play",
    node: () =>
      el(
        "div.briscola",
        {},
        el("span.pcard", {}, cardFace(trump.card, cardName(trump.card))),
        el("p", {}, el("span", {}, gettext("trumps")), el("b", {}, suitNames[trump.suit])),
      ),
  };
}

/**
 * The bid of a seat and, once cards are played, its tricks.
 * @param {View} view
 * @param {number} seat
 * @param {Names} names
 */
function tags(view, seat, names) {
  const bid = view.bids[seat];
  if (bid === null || bid === undefined || view.phase === "over") return [];
  const made = view.taken[seat];
  if (view.phase !== "play") {
    return [
      el(
        "span.tag.madebid",
        {},
        fill(names.isMe(seat) ? gettext("you bid %(n)s") : gettext("bids %(n)s"), { n: bid }),
      ),
    ];
  }
  return [
    el(
      `span.tag.madebid${MARKS[hit(view, seat) ?? ""] ?? ""}`,
      { "data-made": made },
      el("span.sr", {}, `${gettext("tricks made:")} `),
      fill(gettext("%(made)s of %(bid)s"), { made, bid }),
    ),
  ];
}

/** @type {(view: View, seat: number) => string} */
const about = (view, seat) =>
  fill(ngettext("%(n)s point", "%(n)s points", Math.abs(view.totals[seat])), {
    n: figure(view.totals[seat]),
  });

/** Functions that apply this game's own events to a view. */
const changes = {
  /**
   * @param {View} view
   * @param {{ deal: number, turned: string | null }} event
   */
  dealt(view, { deal, turned }) {
    const trump = turned ? { suit: suitOf(turned), card: turned } : null;
    const bids = view.bids.map(() => null);
    Object.assign(view, { phase: "bid", cards: view.schedule[deal], trump, bids, bids_sum: 0 });
  },
  /**
   * @param {View} view
   * @param {{ seat: number, tricks: number, bids_sum: number }} event
   */
  bid(view, { seat, tricks, bids_sum }) {
    Object.assign(view, { bids: view.bids.with(seat, tricks), bids_sum });
  },
};

/**
 * The announcement of an event that only this game has; null for the events of every game.
 * @param {{ kind: string, seat: number, tricks: number }} event
 * @param {Names} names
 */
function describe(event, { name, isMe }) {
  if (event.kind !== "bid") return null;
  const values = { name: name(event.seat), n: event.tricks };
  return {
    seat: event.seat,
    said: event.tricks
      ? fill(ngettext("%(n)s trick", "%(n)s tricks", event.tricks), values)
      : gettext("no tricks"),
    voice: fill(isMe(event.seat) ? gettext("you bid %(n)s") : gettext("%(name)s bids %(n)s"), values),
    sound: "said",
  };
}

/**
 * Each player’s bid and the tricks they have taken, in a sentence.
 * @param {View} view
 * @param {Names} names
 */
function recap(view, { order, short }) {
  const bidders = order().filter((seat) => view.bids[seat] !== null);
  const values = (/** @type {number} */ seat) => ({
    name: short(seat),
    bid: view.bids[seat],
    made: view.taken[seat],
  });
  const line =
    view.phase === "play"
      ? gettext("%(name)s has taken %(made)s of %(bid)s tricks")
      : gettext("%(name)s has bid %(bid)s");
  return bidders.map((seat) => fill(line, values(seat))).join(", ");
}

// ---- the score

/** @type {(line: Line) => string[]} */
const dealScore = (line) => line.scores.map(signed);

/**
 * A line of the sheet: the points, and tricks made out of tricks bid.
 * @type {(line: Line, deal: number) => [string, HTMLElement[]][]}
 */
const sheetRows = (line, deal) => [
  [
    fill(gettext("no. %(n)s"), { n: deal + 1 }),
    line.scores.map((points, seat) =>
      el(
        "span.two",
        { "data-hit": isMade(line, seat) },
        signed(points),
        el("small", {}, `${line.made[seat]}/${line.bids[seat]}`),
      ),
    ),
  ],
];

/** @type {(line: Line, seat: number) => boolean} */
const isMade = ({ bids, made }, seat) => made[seat] === bids[seat];

/**
 * The sources of all points of the match, once it is over: the bids made exactly, and the others.
 * @param {View} view
 */
function parts({ sources }) {
  if (!sources) return null;
  const row = (/** @type {Sums} */ { points, bids }) =>
    points.map((sum, seat) => fill(gettext("%(points)s in %(n)s"), { points: signed(sum), n: bids[seat] }));
  return [
    [gettext("bids made"), row(sources.made)],
    [gettext("bids missed"), row(sources.missed)],
  ];
}

/** @type {Record<string, string>} */
const MARKS = { exact: ".brass", missed: ".missed" };

/**
 * Whether a bid is made as it stands, or missed for good: by too many tricks, or when the last one is taken.
 * @type {(view: View, seat: number) => "exact" | "missed" | null}
 */
function hit({ bids, taken, counts, trick }, seat) {
  const [bid, made] = [bids[seat], taken[seat]];
  if (bid === null) return null;
  if (made === bid) return "exact";
  return made > bid || ![...counts, trick.cards.length].some(Boolean) ? "missed" : null;
}

/**
 * The board: each player’s bid, tricks and points.
 * @param {View} view
 * @param {Names} names
 */
function board(view, names) {
  const isBidding = view.phase === "bid";
  const hasBids = view.bids.some((bid) => bid !== null);
  const waits = (/** @type {number} */ seat) => (isBidding && view.to_act.includes(seat) ? "…" : "–");
  return {
    title: gettext("Bids and tricks"),
    note: fill(gettext("deal %(n)s of %(all)s"), { n: view.deal + 1, all: view.schedule.length }),
    table: [
      el("caption.sr", {}, gettext("Tricks bid and taken in this deal, and the total score")),
      ...playerRows(
        names,
        [pgettext("tricks", "bid"), pgettext("tricks", "made"), gettext("points")],
        (seat) => [
          el("td.n", {}, view.bids[seat] ?? waits(seat)),
          el("td.n", { "data-hit": isBidding ? null : hit(view, seat) }, view.taken[seat]),
          el("td.n", {}, figure(view.totals[seat])),
        ],
      ),
      el(
        "tfoot",
        {},
        tr(gettext("Total"), [
          el("td.n", {}, hasBids ? view.bids_sum : "–"),
          el("td.n", {}, fill(gettext("of %(n)s"), { n: view.cards })),
          el("td"),
        ]),
      ),
    ],
  };
}

/**
 * The board of a finished deal, with its points.
 * @param {Line} event
 * @param {Names} names
 */
function summary(event, names) {
  const titles = [pgettext("tricks", "bid"), pgettext("tricks", "made"), gettext("points"), gettext("total")];
  return [
    el("caption.sr", {}, gettext("Points of this deal")),
    ...playerRows(names, titles, (seat) => [
      el("td.n", {}, event.bids[seat]),
      el("td.n", {}, event.made[seat]),
      el(
        "td.n",
        { "data-hit": isMade(event, seat) ? "exact" : "missed", "data-count": event.scores[seat] },
        signed(event.scores[seat]),
      ),
      el("td.n", {}, figure(event.totals[seat])),
    ]),
  ];
}

/**
 * The text in the bar: the number of cards and the trumps.
 * @param {View} view
 */
function bar(view) {
  if (view.phase === "over") return [];
  const cards = fill(gettext("%(n)s cards"), { n: view.cards });
  if (!view.trump) return [el("small", {}, `${cards}, ${gettext("no trumps")}`)];
  return [
    el("small", {}, cards, el("span.only-wide", {}, `, ${gettext("trumps")}`)),
    sign(view.trump.suit),
    el("span.only-wide", {}, suitNames[view.trump.suit]),
    el("span.sr", {}, suitNames[view.trump.suit]),
  ];
}

export default {
  cardName,
  theCard,
  sorted,
  suitName,
  isMeant,
  hasPiles: false,
  question,
  dutyLines: {
    must_trump: (/** @type {{ suit: string }} */ { suit }) => [
      gettext("trump"),
      fill(gettext("with trumps: %(suit)s"), { suit: suitName(suit) }),
    ],
  },
  prompt,
  upcard,
  tags,
  about,
  changes,
  describe,
  dealNote,
  recap,
  dealScore,
  sheetRows,
  summary,
  parts,
  commandName: (/** @type {{ tricks: number }} */ { tricks }) =>
    fill(ngettext("%(n)s trick", "%(n)s tricks", tricks), { n: tricks }),
  board,
  bar,
  keys: () => [
    ["0 … 9", gettext("how many tricks to bid; again, or Enter, to confirm")],
    ["A, 2 … 9, 0", gettext("Ace to Ten")],
    ["J Q R", listed(["J", "Q", "K"].map((rank) => rankNames()[rank]))],
    ["P C D F", listed(Object.values(LETTERS).map((suit) => suitNames[suit]))],
    ["T", gettext("trumps")],
  ],
};
