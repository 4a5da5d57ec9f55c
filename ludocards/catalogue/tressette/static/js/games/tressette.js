// What is particular to Tressette: the deck, the order of a hand, the words, the accuse.

import { face } from "../table/deck.js";
import { capital, el, fill, find, listed } from "../table/dom.js";
import { makeManners, saidSoFar, tellManners } from "./tressette-manners.js";

const SUITS = ["B", "C", "D", "S"];
const RANKS = ["3", "2", "A", "R", "C", "F", "7", "6", "5", "4"];
const DIGITS = { 1: "A", 8: "F", 9: "C", 0: "R" };
const NAPOLETANA = ["3", "2", "A"];

const suitNames = { B: "bastoni", C: "coppe", D: "denari", S: "spade" };
const rankNames = () => ({
  A: gettext("Ace"),
  2: gettext("Two"),
  3: gettext("Three"),
  4: gettext("Four"),
  5: gettext("Five"),
  6: gettext("Six"),
  7: gettext("Seven"),
  F: gettext("Jack"),
  C: gettext("Knight"),
  R: gettext("King"),
});
const many = () => ({ A: gettext("aces"), 2: gettext("twos"), 3: gettext("threes") });

const rankOf = (card) => card[0];
const suitOf = (card) => card[1];
const cardName = (card) =>
  fill(gettext("%(rank)s of %(suit)s"), { rank: rankNames()[rankOf(card)], suit: suitNames[suitOf(card)] });

/** By suit, the strongest first. */
function sorted(cards) {
  const place = (card) => SUITS.indexOf(suitOf(card)) * RANKS.length + RANKS.indexOf(rankOf(card));
  return [...cards].sort((a, b) => place(a) - place(b));
}

/** Whether a key (upper case) means this card: a digit or a figure its rank, a letter its suit. */
function isMeant(key, card) {
  const rank = DIGITS[key] ?? key;
  if (SUITS.includes(key)) return suitOf(card) === key;
  return RANKS.includes(rank) && rank !== "A" ? rankOf(card) === rank : key === "1" && rankOf(card) === "A";
}

/** The suit that every card one may play has in common with the card led, or undefined. */
function suitToFollow({ view, legal }) {
  const led = view.trick.cards[0];
  const plays = legal.filter((command) => command.do === "play");
  return led && plays.every(({ card }) => suitOf(card) === suitOf(led)) ? suitNames[suitOf(led)] : undefined;
}

/** The words in the empty place of one's own card, in lines. */
function invitation(state) {
  const suit = suitToFollow(state);
  return suit
    ? [gettext("follow"), fill(gettext("with %(suit)s"), { suit })]
    : [gettext("your"), gettext("turn")];
}

/** The same for the voice. */
function turnSentence(state) {
  const suit = suitToFollow(state);
  return suit ? fill(gettext("your turn: follow with %(suit)s"), { suit }) : gettext("your turn");
}

// ---- accuse

function comboName({ combo, suit, rank }) {
  if (combo === "napoletana") return fill(gettext("napoletana of %(suit)s"), { suit: suitNames[suit] });
  return fill(combo === "four" ? gettext("four %(rank)s") : gettext("three %(rank)s"), {
    rank: many()[rank],
  });
}

function comboShort(command) {
  return command.combo === "napoletana" ? gettext("napoletana") : comboName(command);
}

const worth = ({ combo }) => (combo === "four" ? 4 : 3);

function comboCards({ combo, suit, rank }, hand) {
  if (combo === "napoletana") return NAPOLETANA.map((each) => each + suit);
  return SUITS.map((each) => rank + each).filter((card) => hand.includes(card));
}

function missing(command, hand) {
  if (command.combo !== "three") return "";
  const lacking = SUITS.find((suit) => !hand.includes(command.rank + suit));
  return fill(gettext("without %(suit)s"), { suit: suitNames[lacking] });
}

const manners = makeManners({ suitOf: (card) => suitNames[suitOf(card)] });

/** What can be said now besides playing a card. */
function slips(store, give, tools) {
  return [...manners.slips(store, tools), ...accuseSlip(store, give)];
}

/** A slip with a button for each accusa. */
function accuseSlip({ view, legal }, give) {
  const accuse = legal.filter((command) => command.do === "accuse");
  if (!accuse.length) return [];
  const points = accuse.reduce((sum, command) => sum + worth(command), 0);
  return [
    el(
      "section.slip.accuse",
      { "aria-label": "Accusa" },
      el(
        "h2",
        {},
        "Accusa ",
        el("span.worth", {}, fill(ngettext("+%(n)s point", "+%(n)s points", points), { n: points })),
      ),
      ...accuse.flatMap((command) => offer(command, view.hand, give)),
    ),
  ];
}

function offer(command, hand, give) {
  const cards = comboCards(command, hand).map((card) => el("span.pcard", {}, face(card, cardName(card))));
  const lacks = missing(command, hand);
  const told = capital(comboName(command)) + (lacks ? `, ${lacks}` : "");
  return [
    el("div.row", { style: "--gap:.7rem" }, el("span.trio", {}, ...cards), el("span.small", {}, told)),
    el(
      "button.btn.primary",
      {
        type: "button",
        "data-accuse": command.suit ?? command.rank,
        onclick: (event) => {
          event.currentTarget.disabled = true;
          give(command);
        },
      },
      fill(gettext("Accuse %(what)s, +%(n)s"), { what: comboShort(command), n: worth(command) }),
    ),
  ];
}

/** How an event of this game alone is told; nothing for the events of every game. */
function tell(event, names) {
  return event.kind === "accused" ? tellAccusa(event, names) : tellManners(event, names);
}

const accused = ({ seat, combo, suit, rank, missing: lacks }) => ({
  seat,
  said:
    comboName({ combo, suit, rank }) +
    (lacks ? `, ${fill(gettext("without %(suit)s"), { suit: suitNames[lacks] })}` : ""),
  key: `${seat} ${combo} ${suit ?? rank}`,
});

function tellAccusa(event, { name, isMe }) {
  const told = accused(event);
  const values = { name: name(event.seat), what: told.said, n: event.points };
  return {
    ...told,
    voice: isMe(event.seat)
      ? fill(gettext("you accuse %(what)s: %(n)s points"), values)
      : fill(gettext("%(name)s accuses %(what)s: %(n)s points"), values),
    sound: "accusa",
    stays: 6_000,
  };
}

// ---- the score

/** The points of a deal by side, accuse included. Where games are counted they are kept apart. */
const dealScore = (line) => line.score_points ?? line.scores;

const withoutAccuse = (line) => dealScore(line).map((points, side) => points - line.accuse[side]);

const isCountingGames = (view) => view.sheet.some((line) => line.score_points);

function sheetRows(line, deal) {
  const rows = [[fill(gettext("Deal %(n)s"), { n: deal + 1 }), withoutAccuse(line)]];
  if (line.accuse.some(Boolean))
    rows.push([
      fill(gettext("accusa, deal %(n)s"), { n: deal + 1 }),
      line.accuse.map((points) => points || "–"),
    ]);
  return rows;
}

function summaryRows(line) {
  const rows = [[gettext("Points in cards"), withoutAccuse(line)]];
  if (line.accuse.some(Boolean)) rows.push(["Accuse", line.accuse.map((points) => points || "–")]);
  if (line.score_points) rows.push([gettext("Deal won"), line.scores.map((won) => (won ? "✓" : "–"))]);
  return rows;
}

const FRACTIONS = ["", "⅓", "⅔"];

/** Thirds as points: 17 → "5⅔". */
const points = (thirds) =>
  `${thirds < 0 ? "−" : ""}${Math.trunc(Math.abs(thirds) / 3) || (thirds % 3 ? "" : 0)}${FRACTIONS[Math.abs(thirds) % 3]}`;

/** What all points of the match come from; null where a deal does not say it. */
function parts({ sheet, totals }) {
  if (!sheet.length || sheet.some((line) => !line.aces)) return null;
  const sums = (row) => totals.map((_, side) => sheet.reduce((sum, line) => sum + row(line)[side], 0));
  const accuse = sums((line) => line.accuse);
  const left = sums((line) => withoutAccuse(line).map((whole, side) => 3 * whole - line.points[side]));
  return [
    [gettext("aces"), sums((line) => line.aces).map(points)],
    [gettext("threes, twos and figures"), sums((line) => line.figures).map(points)],
    [gettext("last trick"), sums((line) => line.last_trick).map(points)],
    ...(left.some(Boolean)
      ? [
          [
            gettext("thirds rounded"),
            left.map((thirds) => (thirds > 0 ? `+${points(thirds)}` : points(thirds))),
          ],
        ]
      : []),
    ...(accuse.some(Boolean) ? [["accuse", accuse]] : []),
    ...(isCountingGames({ sheet }) ? [[gettext("points in all"), sums(dealScore)]] : []),
  ];
}

const totalLabel = (view) => (isCountingGames(view) ? gettext("Deals won") : gettext("Total"));

export default {
  deck: "italian40",
  countsBy: 1 / 3,
  cardName,
  comboName,
  sorted,
  isMeant,
  invitation,
  turnSentence,
  slips,
  extras: manners.extras,
  look: manners.look,
  tell,
  said: (view) => [...view.accuse.map(accused), ...saidSoFar(view)],
  dealScore,
  sheetRows,
  summaryRows,
  parts,
  totalLabel,
  actions: { A: () => find("[data-accuse]")?.focus(), ...manners.actions },
  keys: () => [
    ["1 … 7", gettext("Ace to Seven")],
    ["8 9 0, F R", listed(["F", "C", "R"].map((rank) => rankNames()[rank]))],
    ["B C D S", "bastoni, coppe, denari, spade"],
    ["A", "accusa"],
    ...manners.keys(),
  ],
};
