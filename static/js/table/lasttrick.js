// The last trick, to look at again.

import { face } from "./deck.js";
import { el, fill, find, write } from "./dom.js";

export function makeLastTrick({ store, game, names }) {
  const root = find(".last");
  let kept = null; // also when a new deal has begun
  let isOlder = false;
  let drawn = null; // what lies there: drawings of cards are made anew only for other cards

  function render(view) {
    const latest = view?.tricks?.at(-1);
    isOlder = !latest && kept !== null;
    kept = latest ?? kept;
    write(find("p", root), story());
    const key = kept ? `${kept.leader} ${kept.cards}` : "";
    if (drawn === key) return;
    drawn = key;
    find(".cards", root).replaceChildren(
      ...(kept?.cards ?? []).map((card, i) =>
        el(`span.pcard${seatAt(i) === kept.winner ? ".win" : ""}`, {}, face(card, game.cardName(card))),
      ),
    );
  }

  const seatAt = (i) => (kept.leader + i) % store.table.players;

  function story() {
    if (!kept) return gettext("No trick has been taken yet.");
    const at = (kept.winner - kept.leader + store.table.players) % store.table.players;
    const values = { name: names.name(kept.winner), card: game.cardName(kept.cards[at]) };
    const told = names.isMe(kept.winner)
      ? fill(gettext("You took it with %(card)s"), values)
      : fill(gettext("%(name)s took it with %(card)s"), values);
    return isOlder ? fill(gettext("Previous deal: %(story)s"), { story: told }) : told;
  }

  /** All of it in one sentence, for the voice. */
  function told() {
    return kept ? `${kept.cards.map(game.cardName).join(", ")}. ${story()}` : story();
  }

  function forget() {
    kept = null;
    render(null);
  }

  return { render, story, told, forget };
}
