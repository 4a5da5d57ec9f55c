// What is particular to Tressette: the words, the accuse, the score.

import { cardKeys, cardName, isMeant, makeSorter, suitNames, suitOf, theCard } from "../cards/italian40.js";
import { amount, sourceRows } from "../cards/thirds.js";
import { cardFace } from "../table/deck.js";
import { capital, el, fill, find } from "../table/dom.js";
import { describeDeclarations, makeDeclarations, saidName, saidSoFar } from "./tressette-declarations.js";

const sorted = makeSorter(JSON.parse(find("#words").textContent).ranks);

const many = () => ({ A: gettext("aces"), 2: gettext("twos"), 3: gettext("threes") });

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

/** An accusa in full: "three aces, without cups". */
const comboWhole = (accusa) => {
  const lacks = accusa.missing && fill(gettext("without %(suit)s"), { suit: suitNames[accusa.missing] });
  return lacks ? `${comboName(accusa)}, ${lacks}` : comboName(accusa);
};

const declarations = makeDeclarations({ suitOf: (card) => suitNames[suitOf(card)] });

/** The slips for declarations, signals and accuse. */
function slips(store, give, tools) {
  return [...declarations.slips(store, tools), ...accuseSlip(store, give)];
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
  const cards = sorted(accusa.cards).map((card) => el("span.pcard", {}, cardFace(card, cardName(card))));
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
      fill(gettext("Declare %(what)s, +%(n)s"), { what: comboShort(accusa), n: points }),
    ),
  ];
}

/** The announcements of an event that only this game has; none for the events of every game. */
function describe(event, names, view) {
  return event.kind === "accused" ? describeAccusa(event, names) : describeDeclarations(event, names, view);
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
      ? fill(gettext("you declare %(what)s: %(n)s points"), values)
      : fill(gettext("%(name)s declares %(what)s: %(n)s points"), values),
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
  if (line.accuse.some(Boolean))
    rows.push([gettext("Combinations"), line.accuse.map((points) => points || "–")]);
  if (line.score_points) rows.push([gettext("Deal won"), line.scores.map((won) => (won ? "✓" : "–"))]);
  return rows;
}

/** The sources of all points of the match, once it is over. */
function parts(view) {
  if (!view.sources) return null;
  const { accuse, score_points: inAll } = view.sources;
  return [
    ...sourceRows(view.sources),
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
  theCard,
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
  extras: declarations.extras,
  saidName,
  look: declarations.look,
  describe,
  changes,
  said: (view) => [...view.accuse.map(accused), ...saidSoFar(view)],
  dealScore,
  sheetRows,
  summaryRows,
  parts,
  totalLabel,
  amount,
  commandName: comboName,
  missed,
  actions: { A: () => find("[data-accuse]")?.focus(), ...declarations.actions },
  keys: () => [...cardKeys(), ["A", "accusa"], ...declarations.keys()],
};
