// What is particular to Scopone and Scopa: what a card takes, scope, the stock, and the points of a deal.

import { cardKeys, cardName, isMeant, suitNames, suitOf, SUITS, theCard } from "../cards/italian40.js";
import { el, figure, fill, find, listed, setAttribute } from "../table/dom.js";
import { makeOpenCards } from "../table/opencards.js";
import { thead, tr } from "../table/rows.js";

const words = JSON.parse(find("#words").textContent);

const THROWN_IN = 3; // kings on the table
const KINGS_STAY = 2_500; // ms
const SCOPA_STAYS = 900; // ms

const ascending = [...words.ranks].reverse();
const place = (card) => ascending.indexOf(card[0]) * SUITS.length + SUITS.indexOf(suitOf(card));

/** By number, so that equal cards lie side by side and sums are easily seen. */
const byNumber = (cards) => [...cards].sort((a, b) => place(a) - place(b));

// ---- what a card takes

/** @type {{ legal: Sent[] }} */
let current = { legal: [] }; // the store of the table or replay
/** @type {string | null} */
let raised = null;

const waysOf = (card) => current.legal.filter((command) => command.do === "play" && command.card === card);

/** The open cards; those that the raised card would take are marked. */
function makeCloth(parts) {
  const area = makeOpenCards({ ...parts, ordered: byNumber });
  current = parts.store;
  return {
    ...area,
    show(view) {
      area.show(view);
      look(raised);
    },
    invite(isOn) {
      area.invite(isOn);
      look(raised);
    },
  };
}

/** Mark the cards that a card would take: `sure` if there is no choice. */
function look(card) {
  raised = card;
  const ways = card ? waysOf(card) : [];
  for (const node of document.querySelectorAll(".trick [data-card]")) {
    const { length } = ways.filter(({ take = [] }) => take.includes(node.dataset.card));
    setAttribute(node, "data-taken-by", !length ? null : length === ways.length ? "sure" : "maybe");
  }
}

/** What the card would do, for readers who do not see the table. */
function mark(card) {
  const ways = waysOf(card);
  if (!ways.length) return null;
  const [{ take = [] }] = ways;
  if (ways.length > 1)
    return { is: "choice", label: fill(gettext("takes in %(n)s ways"), { n: ways.length }) };
  return {
    label: take.length
      ? fill(gettext("takes %(cards)s"), { cards: listed(take.map(theCard)) })
      : gettext("stays on the table"),
  };
}

// ---- what happens

const changes = {
  dealt(view, { table, stock }) {
    if (table) Object.assign(view, { table, stock, turns: [], scope: view.scope.map(() => 0), last: null });
  },
  played(view, { seat, card }) {
    view.turns = [...view.turns, { seat, card, take: [], scopa: false }];
  },
  captured(view, { seat, side, cards, scopa, rest }) {
    const turn = { seat, card: rest ? null : cards.at(-1), take: rest ? cards : cards.slice(0, -1), scopa };
    view.turns = rest ? [...view.turns, turn] : view.turns.with(-1, turn);
    view.last = seat;
    if (scopa) view.scope = view.scope.with(side, view.scope[side] + 1);
  },
};

const hasKings = (table = []) => table.filter((card) => card.startsWith("R")).length >= THROWN_IN;

/** Words that a player should have time to see: a scopa, and kings that end a deal. */
const pauses = {
  dealt: ({ table }) => (hasKings(table) ? KINGS_STAY : 0),
  captured: ({ scopa }) => (scopa ? SCOPA_STAYS : 0),
};

/** The announcements of an event: a scopa, the rest, the last cards of the stock, a void deal. */
function describe({ kind, seat, scopa, rest, more, stock, scored }, { name, isMe }) {
  if (kind === "captured" && scopa)
    return { seat, said: words.scopa, voice: words.scopa, key: `${seat} scopa` };
  if (kind === "captured" && rest)
    return {
      seat,
      said: gettext("the rest"),
      voice: isMe(seat)
        ? gettext("the cards left on the table are yours: you took last")
        : fill(gettext("the cards left on the table go to %(name)s, who took last"), { name: name(seat) }),
      key: `${seat} rest`,
    };
  if (kind === "dealt" && more && !stock)
    return { voice: gettext("the stock is empty: these are the last cards") };
  return kind === "scored" && !scored ? { voice: words.void } : null;
}

// ---- the seats and the cloth

/** The scope of a side in this deal, beside its pile. */
function tags(view, seat, names) {
  const members = names.members(names.side(seat));
  const holder = members.find((each) => !names.isMe(each)) ?? members[0];
  const count = view.scope[view.sides[seat]];
  if (view.phase !== "play" || !count || seat !== holder) return [];
  const made = fill(ngettext("%(n)s scopa", "%(n)s scope", count), { n: count });
  return [el("span.tag.scope", {}, members.length > 1 ? `${names.short(names.side(seat))}: ${made}` : made)];
}

/** A scopa stays on the empty cloth until the next card. */
function notice({ turns, table }, { name, isMe }) {
  const last = turns.at(-1);
  if (!last?.scopa || table.length) return null;
  const text = isMe(last.seat)
    ? gettext("Scopa: your point")
    : fill(gettext("Scopa: a point for %(name)s"), { name: name(last.seat) });
  return { key: `${turns.length} scopa`, nodes: () => [el("p.sweep", {}, text)] };
}

const inStock = (n) => fill(ngettext("%(n)s card in the stock", "%(n)s cards in the stock", n), { n });

function upcard({ stock, phase }) {
  if (!stock || phase !== "play") return null;
  const back = () => el("span.pcard.back");
  return {
    key: `${stock}`,
    isAside: true,
    node: () =>
      el(
        "div.talon",
        { "data-left": stock },
        el("span.heap", { "aria-hidden": "true" }, back(), back()),
        el("p", {}, inStock(stock)),
      ),
  };
}

/** The last capture of each side, or with `review: all` every capture of the deal, the latest first. */
function lastTaken({ turns, sides, review }) {
  const captures = turns.filter(({ take }) => take.length).reverse();
  const isLast = ({ seat }, i) => captures.findIndex((other) => sides[other.seat] === sides[seat]) === i;
  return captures.filter((turn, i) => review === "all" || isLast(turn, i)).map(taking);
}

const taking = ({ seat, card, take, scopa }) => ({
  winner: seat,
  cards: card ? [...byNumber(take), card] : byNumber(take),
  story({ name, isMe }) {
    const values = { name: name(seat), card: card && theCard(card) };
    if (!card)
      return isMe(seat) ? gettext("You took the rest") : fill(gettext("%(name)s took the rest"), values);
    const text = isMe(seat) ? gettext("You took with %(card)s") : gettext("%(name)s took with %(card)s");
    return [fill(text, values), scopa && words.scopa].filter(Boolean).join(": ");
  },
});

function recap(view, names) {
  if (view.phase !== "play") return "";
  const bySide = (numbers) =>
    names
      .order()
      .map((side) => `${names.short(side)} ${numbers[side]}`)
      .join(", ");
  return [
    view.stock ? inStock(view.stock) : "",
    fill(gettext("cards taken: %(taken)s"), { taken: bySide(view.taken) }),
    view.scope.some(Boolean) ? fill(gettext("scope: %(scope)s"), { scope: bySide(view.scope) }) : "",
  ]
    .filter(Boolean)
    .join("; ");
}

// ---- the score

/** The numbers that a point is about, by side; a point without any is only won or not. */
const counted = { carte: "points", denari: "denari", primiera: "primiera" };

/** The result of a deal: what each side has of everything, and the points for it. */
function summary(line, names) {
  const { scored, scores, totals } = line;
  const order = names.order();
  const numbers = (row) => order.map((side) => el("td.n", {}, figure(row[side])));
  const total = tr(gettext("Total"), numbers(totals));
  if (!scored)
    return [el("caption", {}, words.void), thead(null, order.map(names.short)), el("tfoot", {}, total)];
  return [
    el("caption.sr", {}, gettext("Points of this deal")),
    thead(null, order.map(names.short)),
    el(
      "tbody",
      {},
      Object.entries(scored).map(([point, won]) =>
        tr(
          words.scored[point],
          order.map((side) => el("td.n", {}, ...result(line[counted[point]]?.[side], won, side))),
        ),
      ),
    ),
    el("tfoot", {}, tr(gettext("This deal"), numbers(scores)), total),
  ];
}

/** What a side has, and the points that it gets for it. */
function result(has, won, side) {
  const points = Array.isArray(won) ? won[side] : Number(won === side);
  const mark = points
    ? el("b.won", {}, `+${points}`, el("span.sr", {}, ` ${ngettext("point", "points", points)}`))
    : el("span.won", {}, has === undefined ? "–" : "");
  return has === undefined ? [mark] : [el("span.quiet", {}, has ?? "–"), mark];
}

export default {
  area: makeCloth,
  cardName,
  theCard,
  suitName: (suit) => suitNames[suit],
  sorted: byNumber,
  isMeant,
  look,
  mark,
  changes,
  pauses,
  describe,
  lastTaken,
  lastTitle: words.last,
  tags,
  notice,
  upcard,
  recap,
  pileName: (count) => ngettext("card", "cards", count),
  summary,
  keys: cardKeys,
};
