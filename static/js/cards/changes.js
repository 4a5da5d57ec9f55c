// Functions that apply an event to a view, at a live table and in a replay alike. The view that the server
// sends is the truth; until it comes, these only move and count cards.

const common = {
  dealt(view, { deal, dealer, counts, hand, more, stock }) {
    Object.assign(view, { counts: [...counts] });
    if (hand) view.hand = [...hand];
    if (more) return void Object.assign(view, { stock });
    Object.assign(view, { deal, dealer, taken: view.taken.map(() => 0) });
    if (view.trick) Object.assign(view, { tricks: [], trick: empty(view.trick) });
    if (view.teams) view.teams = view.teams.map(() => null);
  },
  teamed(view, { teams }) {
    view.teams = teams;
  },
  played(view, { seat, card }) {
    putDown(view, seat, [card]);
    if (view.table) view.table = [...view.table, card];
    if (view.trick) {
      const { seats, cards } = view.trick;
      const leader = seats[0] ?? seat;
      view.trick = { ...view.trick, leader, seats: [...seats, seat], cards: [...cards, card] };
    }
    Object.assign(view, { phase: "play", to_act: [] });
  },
  taken(view, { seat, side }) {
    view.tricks = [...view.tricks, { ...view.trick, winner: seat }];
    view.taken = view.taken.with(side, view.taken[side] + 1);
    view.trick = empty(view.trick);
  },
  captured(view, { side, cards }) {
    view.table = view.table.filter((card) => !cards.includes(card));
    view.taken = view.taken.with(side, view.taken[side] + cards.length);
  },
  drawn(view, { seat, count, stock, cards }) {
    view.counts = view.counts.with(seat, view.counts[seat] + count);
    view.stock = stock;
    if (view.hand && cards) view.hand = [...view.hand, ...cards];
  },
  scored(view, { kind, seq, deal, ...line }) {
    view.sheet = [...view.sheet.slice(0, deal), line];
    Object.assign(view, { totals: line.totals, to_act: [] });
  },
  finished(view, { places }) {
    view.places = places;
  },
};

const empty = (trick) => ({ ...trick, seats: [], cards: [] });

/**
 * Remove `count` cards from a hand; `cards` are those known: of the reader's own hand, or of an open one in a
 * replay.
 */
export function putDown(view, seat, cards, count = cards.length) {
  const without = (hand) => hand.filter((card) => !cards.includes(card));
  view.counts = view.counts.with(seat, view.counts[seat] - count);
  if (view.hand) view.hand = without(view.hand);
  if (view.own?.[seat]) view.own[seat].hand = without(view.own[seat].hand);
}

/** True if an event moves cards from the cloth to a side: it has both. */
export const isTaking = ({ side, cards }) => side !== undefined && cards !== undefined;

export const copyOf = (view) => view && structuredClone(view);

/** Apply an event to a view: first what is common to all games, then the game's own `changes`. */
export function applyEvent(view, event, { changes }) {
  if (!view) return;
  common[event.kind]?.(view, event);
  changes[event.kind]?.(view, event);
}
