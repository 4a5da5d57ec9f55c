// How far the cloth has come: a copy of the view that each event moves on as it is shown.
// It only counts cards and tricks; when everything is shown it is replaced by the view itself.

const steps = {
  dealt(view, { deal, dealer, counts, hand }) {
    Object.assign(view, { deal, dealer, counts: [...counts], tricks: [], taken: view.taken.map(() => 0) });
    view.trick = { leader: (dealer + 1) % view.players, cards: [] };
    if (hand) view.hand = [...hand];
  },
  played(view, { seat, card }) {
    view.counts[seat] -= 1;
    if (view.hand) view.hand = view.hand.filter((each) => each !== card);
    view.trick = {
      leader: view.trick.cards.length ? view.trick.leader : seat,
      cards: [...view.trick.cards, card],
    };
  },
  taken(view, { seat, side, leader, cards }) {
    view.tricks = [...view.tricks, { leader, cards, winner: seat }];
    view.taken[side] += 1;
    view.trick = { leader: seat, cards: [] };
  },
  scored(view, { kind, seq, deal, totals, ...line }) {
    view.sheet = [...view.sheet.slice(0, deal), line];
    view.totals = totals;
  },
};

export const copyOf = (view) => view && structuredClone(view);

/** `more` is what a game adds to it. */
export function advance(view, event, more) {
  if (!view) return;
  steps[event.kind]?.(view, event);
  more?.(view, event);
}
