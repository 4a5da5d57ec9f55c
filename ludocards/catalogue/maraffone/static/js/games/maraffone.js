// What is particular to Maraffone: naming the trumps, the words of the leader, the cricca, the score.

import {
  cardKeys,
  cardName,
  isMeant,
  makeSorter,
  SUITS,
  suitNames,
  suitOf,
  theCard,
} from "../cards/italian40.js";
import { describeSignal, keepingPlace, makeSignals, signalled, signalName } from "../cards/signals.js";
import { amount, points, sourceRows } from "../cards/thirds.js";
import { asset, el, fill, find, setAttribute, svg } from "../table/dom.js";

const words = JSON.parse(find("#words").textContent);
const signals = makeSignals();
const countsFigures = words.scoring === "figures";

const PIPS = { B: "bastoni", C: "coppe", D: "denari", S: "spade" };
const sign = (suit) =>
  svg("icon suit-sign", { "aria-hidden": "true" }, `${asset("cards/pips.svg")}#pip-${PIPS[suit]}`);

// ---- naming the trumps

const isNaming = ({ legal }) => legal[0]?.do === "name";

function question(store) {
  if (isNaming(store)) return gettext("your turn: name the trumps");
  return leadsCricca(store) ? fill(gettext("your turn. %(hint)s"), { hint: criccaHint(store.view) }) : null;
}

/** The window in which the namer chooses a suit: `{node, press}`, or null while nothing is named. */
function prompt(store, give) {
  if (!isNaming(store)) return null;
  const { view } = store;
  const held = (suit) => view.hand.filter((card) => suitOf(card) === suit).length;
  const counts = (suit) => view.cricca_by !== "none" && holdsCricca(view, suit);
  const buttons = SUITS.map((suit) =>
    el(
      "button.suit",
      { type: "button", "data-suit": suit, "aria-keyshortcuts": suit, onclick: () => name(suit) },
      sign(suit),
      el("b", {}, suitNames[suit]),
      el("small", {}, fill(ngettext("%(n)s card", "%(n)s cards", held(suit)), { n: held(suit) })),
      ...(counts(suit) ? [el("small.held", {}, "cricca")] : []),
    ),
  );
  const node = el(
    "section.slip.naming",
    { "aria-labelledby": "naming-h" },
    el("h2", { id: "naming-h" }, gettext("Which suit is trumps?")),
    el("div.suits", { role: "group", "aria-labelledby": "naming-h", onkeydown: walk }, ...buttons),
  );

  async function name(suit) {
    if (node.hasAttribute("data-sent")) return;
    setAttribute(node, "data-sent", true);
    await give({ do: "name", suit });
    setAttribute(node, "data-sent", null);
  }

  function walk(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    focus(SUITS.indexOf(event.target.dataset.suit) + step);
  }

  /** A letter moves the focus to its suit, and Enter names it. */
  function press(key) {
    const place = SUITS.indexOf(key.toUpperCase());
    if (place >= 0) focus(place);
    return place >= 0;
  }

  const focus = (place) => buttons.at(place % buttons.length)?.focus({ preventScroll: true });

  return { node, press };
}

// ---- the cricca: the namer shows it by leading the ace, or anyone may accuse it

const holdsCricca = ({ hand }, suit) => words.honours.every((rank) => hand.includes(`${rank}${suit}`));

/** Whether the ace of trumps, led now, would show the cricca. */
const leadsCricca = ({ view, legal }) =>
  view.cricca_by === "namer" &&
  legal[0]?.do === "play" &&
  view.tricks.length + view.trick.cards.length === 0 &&
  holdsCricca(view, view.trump);

const criccaHint = ({ trump }) =>
  fill(gettext("You hold the cricca of %(suit)s: lead the ace, +%(n)s"), {
    suit: suitNames[trump],
    n: words.cricca,
  });

const mayAccuse = (legal) => legal.some(({ do: verb }) => verb === "accuse");

function slips(store, give, tools) {
  const spoken = signals.slips(store, tools);
  const all = [
    ...(leadsCricca(store)
      ? [el("section.slip.cricca", { "aria-label": "Cricca" }, el("p", {}, criccaHint(store.view)))]
      : []),
    ...spoken,
    ...(mayAccuse(store.legal) ? [cricca(store.view, give)] : []),
  ];
  return Object.keys(words.signals).length ? keepingPlace(all, store) : all;
}

const cricca = (view, give) =>
  el(
    "section.slip.cricca",
    { "aria-label": "Cricca" },
    el(
      "button.btn.primary",
      {
        type: "button",
        "data-accuse": true,
        onclick(event) {
          event.currentTarget.disabled = true;
          give({ do: "accuse", combo: "cricca" });
        },
      },
      fill(gettext("Declare %(what)s, +%(n)s"), { what: criccaOf(view.trump), n: words.cricca }),
    ),
  );

const criccaOf = (suit) => fill(gettext("cricca of %(suit)s"), { suit: suitNames[suit] });

// ---- what happens

const changes = {
  dealt(view, { namer }) {
    Object.assign(view, { phase: "name", namer, trump: null, cricca: null, signalled: [] });
  },
  named(view, { suit }) {
    Object.assign(view, { phase: "play", trump: suit });
  },
  accused(view, { seat, totals }) {
    Object.assign(view, { cricca: seat, totals });
  },
};

const named = ({ seat, suit }) => ({
  seat,
  said: fill(gettext("%(suit)s are trumps"), { suit: suitNames[suit] }),
  key: `${seat} named ${suit}`,
});

const accused = ({ seat, suit }) => ({ seat, said: criccaOf(suit), key: `${seat} cricca` });

/** The announcements of an event. */
function describe(event, names, view) {
  const { isMe, name } = names;
  const values = { name: name(event.seat), suit: suitNames[event.suit] };
  if (event.kind === "named")
    return {
      ...named(event),
      voice: fill(
        isMe(event.seat) ? gettext("you name %(suit)s") : gettext("%(name)s names %(suit)s"),
        values,
      ),
      sound: "named",
    };
  if (event.kind === "accused")
    return {
      ...accused(event),
      voice: fill(
        isMe(event.seat)
          ? gettext("you have the cricca of %(suit)s: %(n)s points")
          : gettext("%(name)s has the cricca of %(suit)s: %(n)s points"),
        { ...values, n: inPoints(event.points) },
      ),
      sound: "accusa",
      stays: 6_000,
    };
  return describeSignal(event, names, view);
}

/** What was said in this deal so far. */
const said = (view) => [
  ...(view.trump ? [named({ seat: view.namer, suit: view.trump })] : []),
  ...(view.cricca === null ? [] : [accused({ seat: view.cricca, suit: view.trump })]),
  ...view.signalled.map(signalled),
];

// ---- the cloth and the seats

/** The trumps of the deal, beside the hand. */
function upcard({ trump, phase }) {
  if (!trump || phase !== "play") return null;
  return {
    key: trump,
    isAside: true,
    node: () =>
      el(
        "div.trumps",
        {},
        sign(trump),
        el("p", {}, el("span", {}, gettext("trumps (briscola)")), el("b", {}, suitNames[trump])),
      ),
  };
}

/** The namer’s tag. */
function tags(view, seat) {
  if (seat !== view.namer || view.phase === "over") return [];
  if (view.trump) return [el("span.tag.brass.namer", {}, sign(view.trump), suitNames[view.trump])];
  return view.phase === "name" ? [el("span.tag.brass.namer", {}, gettext("names trumps"))] : [];
}

function recap(view, { name }) {
  if (view.phase === "name")
    return fill(gettext("%(name)s is naming the trumps"), { name: name(view.namer) });
  if (!view.trump) return "";
  return fill(gettext("%(suit)s are trumps, named by %(name)s"), {
    suit: suitNames[view.trump],
    name: name(view.namer),
  });
}

// ---- the score

const inPoints = (worth) => (countsFigures ? points(worth) : worth);

const bonus = (line) => line.cricca.map((worth) => worth || "–");

function sheetRows(line, deal) {
  const rows = [[fill(gettext("Deal %(n)s"), { n: deal + 1 }), line.cards]];
  if (line.cricca.some(Boolean))
    rows.push([fill(gettext("cricca, deal %(n)s"), { n: deal + 1 }), bonus(line)]);
  return rows;
}

function summaryRows(line) {
  const rows = [[countsFigures ? gettext("Figures in cards") : gettext("Points in cards"), line.cards]];
  if (line.cricca.some(Boolean)) rows.push(["Cricca", bonus(line)]);
  return rows;
}

/** The sources of all points of the match, once it is over. */
function parts({ sources }) {
  if (!sources) return null;
  return [
    ...sourceRows(sources),
    ...(sources.cricca.some(Boolean) ? [["cricca", sources.cricca.map(inPoints)]] : []),
  ];
}

const missed = ({ about, points: worth }) =>
  fill(gettext("A cricca was missed: %(suit)s, %(n)s points"), { suit: suitNames[about], n: worth });

export default {
  countsBy: countsFigures ? 1 : 1 / 3,
  cardName,
  theCard,
  suitName: (suit) => suitNames[suit],
  sorted: makeSorter(words.ranks),
  isMeant: (key, card, view) => (key === "T" ? suitOf(card) === view?.trump : isMeant(key, card)),
  sounds: {
    accusa: [
      ["tone", 0, 0.08, 440, 0.3],
      ["tone", 0.14, 0.1, 554, 0.3],
    ],
    named: [["tone", 0, 0.09, 392, 0.25]],
  },
  question,
  prompt,
  slips,
  extras: signals.extras,
  saidName: ({ signal }) => signalName(signal),
  look: signals.look,
  changes,
  describe,
  said,
  upcard,
  tags,
  recap,
  sheetRows,
  summaryRows,
  parts,
  totalLabel: () => (countsFigures ? gettext("Figures") : gettext("Total")),
  amount,
  commandName: ({ suit }) => suitNames[suit] ?? "cricca",
  missed,
  actions: { A: () => find("[data-accuse]")?.focus() },
  keys: () => [
    ...cardKeys(),
    ["T", gettext("trumps (briscola)")],
    ...(words.anyone ? [["A", "cricca"]] : []),
  ],
};
