// What is particular to Tressette: the deck, the order of a hand, the words, the accuse.

import { inThirds } from "../table/count.js";
import { face } from "../table/deck.js";
import { capital, el, fill, find, listed } from "../table/dom.js";
import { makeManners, saidSoFar, describeManners } from "./tressette-manners.js";

const SUITS = ["B", "C", "D", "S"];
const { ranks: RANKS } = JSON.parse(find("#words").textContent); // from the strongest
const DIGITS = { 1: "A", 8: "F", 9: "C", 0: "R" };

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

/** Sort by suit, the strongest first. */
function sorted(cards) {
  const place = (card) => SUITS.indexOf(suitOf(card)) * RANKS.length + RANKS.indexOf(rankOf(card));
  return [...cards].sort((a, b) => place(a) - place(b));
}

/** True if a key (upper case) means this card: a digit or a figure its rank, a letter its suit. */
function isMeant(key, card) {
  const rank = DIGITS[key] ?? key;
  if (SUITS.includes(key)) return suitOf(card) === key;
  return RANKS.includes(rank) && rank !== "A" ? rankOf(card) === rank : key === "1" && rankOf(card) === "A";
}

// ---- accuse

function comboName({ combo, suit, rank }) {
  if (combo === "napoletana") return fill(gettext("napoletana of %(suit)s"), { suit: suitNames[suit] });
  return fill(combo === "four" ? gettext("four %(rank)s") : gettext("three %(rank)s"), {
    rank: many()[rank],
  });
}

function comboShort(accusa) {
  return accusa.combo === "napoletana" ? gettext("napoletana") : comboName(accusa);
}

/** An accusa in full: "three aces, without coppe". */
const comboWhole = (accusa) => {
  const lacks = accusa.missing && fill(gettext("without %(suit)s"), { suit: suitNames[accusa.missing] });
  return lacks ? `${comboName(accusa)}, ${lacks}` : comboName(accusa);
};

const manners = makeManners({ suitOf: (card) => suitNames[suitOf(card)] });

/** The slips for declarations, signals and accuse. */
function slips(store, give, tools) {
  return [...manners.slips(store, tools), ...accuseSlip(store, give)];
}

/** A slip with a button for each accusa. */
function accuseSlip({ view, legal }, give) {
  const accuse = legal.length ? (view.may_accuse ?? []) : [];
  if (!accuse.length) return [];
  return [
    el(
      "section.slip.accuse",
      { "aria-label": "Accusa" },
      el("h2", {}, "Accusa"),
      ...accuse.flatMap((accusa) => offer(accusa, give)),
    ),
  ];
}

function offer(accusa, give) {
  const { combo, suit, rank, points } = accusa;
  const cards = sorted(accusa.cards).map((card) => el("span.pcard", {}, face(card, cardName(card))));
  return [
    el(
      "div.row",
      { style: "--gap:.7rem" },
      el("span.trio", {}, ...cards),
      el("span.small", {}, capital(comboWhole(accusa))),
    ),
    el(
      "button.btn.primary",
      {
        type: "button",
        "data-accuse": suit ?? rank,
        onclick: (event) => {
          event.currentTarget.disabled = true;
          give({ do: "accuse", combo, ...(suit ? { suit } : { rank }) });
        },
      },
      fill(gettext("Accuse %(what)s, +%(n)s"), { what: comboShort(accusa), n: points }),
    ),
  ];
}

/** The announcements of an event that only this game has; none for the events of every game. */
function describe(event, names) {
  return event.kind === "accused" ? describeAccusa(event, names) : describeManners(event, names);
}

/** An accusa counts at once in a match played for points. */
const changes = {
  accused(view, { totals }) {
    if (totals) view.totals = totals; // older matches have none
  },
};

const accused = (accusa) => ({
  seat: accusa.seat,
  said: comboWhole(accusa),
  key: `${accusa.seat} ${accusa.combo} ${accusa.suit ?? accusa.rank}`,
});

function describeAccusa(event, { name, isMe }) {
  const call = accused(event);
  const values = { name: name(event.seat), what: call.said, n: event.points };
  return {
    ...call,
    voice: isMe(event.seat)
      ? fill(gettext("you accuse %(what)s: %(n)s points"), values)
      : fill(gettext("%(name)s accuses %(what)s: %(n)s points"), values),
    sound: "accusa",
    stays: 6_000,
  };
}

// ---- the score

/** The points of a deal by side, accuse included; in `score_points` if the match counts deals won. */
const dealScore = (line) => line.score_points ?? line.scores;

const isCountingGames = (view) => view.sheet.some((line) => line.score_points);

function sheetRows(line, deal) {
  const rows = [[fill(gettext("Deal %(n)s"), { n: deal + 1 }), line.cards]];
  if (line.accuse.some(Boolean))
    rows.push([
      fill(gettext("accusa, deal %(n)s"), { n: deal + 1 }),
      line.accuse.map((points) => points || "–"),
    ]);
  return rows;
}

function summaryRows(line) {
  const rows = [[gettext("Points in cards"), line.cards]];
  if (line.accuse.some(Boolean)) rows.push(["Accuse", line.accuse.map((points) => points || "–")]);
  if (line.score_points) rows.push([gettext("Deal won"), line.scores.map((won) => (won ? "✓" : "–"))]);
  return rows;
}

/** 17 thirds are "5⅔" points. */
const points = (thirds) => `${thirds < 0 ? "−" : ""}${inThirds(Math.abs(thirds))}`;

/** The sources of all points of the match, once it is over. */
function parts(view) {
  if (!view.sources) return null;
  const { aces, figures, last_trick: lastTrick, rounded, accuse, score_points: inAll } = view.sources;
  return [
    [gettext("aces"), aces.map(points)],
    [gettext("threes, twos and figures"), figures.map(points)],
    [gettext("last trick"), lastTrick.map(points)],
    ...(rounded.some(Boolean)
      ? [
          [
            gettext("thirds rounded"),
            rounded.map((thirds) => (thirds > 0 ? `+${points(thirds)}` : points(thirds))),
          ],
        ]
      : []),
    ...(accuse.some(Boolean) ? [["accuse", accuse]] : []),
    ...(isCountingGames(view) ? [[gettext("points in all"), inAll]] : []),
  ];
}

/** A sentence for something a player could have said and did not. */
function missed({ kind, about, points: worth }) {
  if (kind === "accusa")
    return fill(gettext("An accusa was missed: %(what)s, %(n)s points"), {
      what: comboName(about),
      n: worth,
    });
  return fill(kind === "signal" ? gettext("No signal: %(what)s") : gettext("Not declared: %(what)s"), {
    what: about.text ?? String(about).replaceAll("_", " "),
  });
}

const totalLabel = (view) => (isCountingGames(view) ? gettext("Deals won") : gettext("Total"));

export default {
  countsBy: 1 / 3,
  cardName,
  suitName: (suit) => suitNames[suit],
  sorted,
  isMeant,
  sounds: {
    accusa: [
      ["tone", 0, 0.08, 440, 0.3],
      ["tone", 0.14, 0.1, 554, 0.3],
    ],
    declared: [["tone", 0, 0.05, 494, 0.2]],
  },
  slips,
  extras: manners.extras,
  look: manners.look,
  describe,
  changes,
  said: (view) => [...view.accuse.map(accused), ...saidSoFar(view)],
  dealScore,
  sheetRows,
  summaryRows,
  parts,
  totalLabel,
  amount: (thirds) => (Number.isInteger(thirds) ? points(thirds) : null),
  missed,
  actions: { A: () => find("[data-accuse]")?.focus(), ...manners.actions },
  keys: () => [
    ["1 … 7", gettext("Ace to Seven")],
    ["8 9 0, F R", listed(["F", "C", "R"].map((rank) => rankNames()[rank]))],
    ["B C D S", "bastoni, coppe, denari, spade"],
    ["A", "accusa"],
    ...manners.keys(),
  ],
};
