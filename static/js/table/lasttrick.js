// The last trick, or in other games the last capture, to look at again.

import { face } from "./deck.js";
import { el, fill, find, hide, set, write } from "./dom.js";

export function makeLastTrick({ game, names }) {
  const root = find(".last");
  /** @type {Sent} */
  let kept = null; // it stays when a new deal begins
  let isOlder = false;
  /** @type {string | null} */
  let drawn = null; // key of the cards shown: they are redrawn only if they change
  if (game.lastTitle) {
    write(find("h2", root), game.lastTitle);
    set(root, "aria-label", game.lastTitle);
    write(find("[data-last-key]"), game.lastTitle);
  }

  function render(view) {
    const latest = view && game.lastTaken(view);
    if (view)
      for (const node of [root, find("[data-last-key]").closest("li")]) hide(node, latest === undefined);
    isOlder = !latest && kept !== null;
    kept = latest ?? kept;
    write(find("p", root), story());
    const key = kept ? `${kept.winner} ${kept.cards}` : "";
    if (drawn === key) return;
    drawn = key;
    find(".cards", root).replaceChildren(
      ...(kept?.cards ?? []).map((card, i) =>
        el(`span.pcard${i === best() ? ".win" : ""}`, {}, face(card, game.cardName(card))),
      ),
    );
  }

  /** The index of the card that took: in a trick that of its winner, else the last. */
  const best = () => kept.seats?.indexOf(kept.winner) ?? kept.cards.length - 1;

  function story() {
    if (!kept) return gettext("Nothing has been taken yet.");
    const values = { name: names.name(kept.winner), card: game.cardName(kept.cards[best()]) };
    const sentence = names.isMe(kept.winner)
      ? fill(gettext("You took it with %(card)s"), values)
      : fill(gettext("%(name)s took it with %(card)s"), values);
    return isOlder ? fill(gettext("Previous deal: %(story)s"), { story: sentence }) : sentence;
  }

  /** The cards, and who took them, for the voice. */
  function inWords() {
    return kept ? `${kept.cards.map(game.cardName).join(", ")}. ${story()}` : story();
  }

  function forget() {
    kept = null;
    render(null);
  }

  return { render, story, inWords, forget };
}
