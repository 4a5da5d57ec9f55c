// The last trick, or in other games the last captures, to look at again.

import { cardFace } from "./deck.js";
import { el, fill, find, setHidden, setAttribute, writeText } from "./dom.js";

const MANY = 4; // more captures than this scroll

/** `reveal()` brings its panel into view. A touch on the line with a pile does so, the menu, and a key. */
export function makeLastTrick({ game, names, reveal, say }) {
  const root = find(".last");
  /** @type {Sent[]} */
  let kept = []; // the latest first; they stay when a new deal begins
  let isOlder = false;
  let drawn = ""; // key of the cards shown: they are redrawn only if they change
  const others = el("div.takings", { hidden: true });
  root.append(others);
  const inMenu = find("#menu-dialog [data-last]");
  inMenu.addEventListener("click", open);
  find(".felt").addEventListener(
    "click",
    ({ target }) => target.closest(".line:has(> .pile:not([hidden]))") && open(),
  );
  if (game.lastTitle) {
    writeText(find("h2", root), game.lastTitle);
    setAttribute(root, "aria-label", game.lastTitle);
    writeText(find("[data-last-key]"), game.lastTitle);
    writeText(find("span", inMenu), game.lastTitle);
  }

  function render(view) {
    const found = view && game.lastTaken(view);
    if (view)
      for (const node of [root, inMenu, find("[data-last-key]").closest("li")])
        setHidden(node, found === undefined);
    const latest = [found].flat().filter(Boolean);
    isOlder = !latest.length && kept.length > 0;
    if (latest.length) kept = latest;
    writeText(find("p", root), story());
    const key = JSON.stringify(kept.map(({ winner, cards }) => [names.name(winner), cards]));
    if (drawn === key) return;
    drawn = key;
    find(".cards", root).replaceChildren(...(kept.length ? faces(kept[0]) : []));
    const rest = kept.slice(1);
    setHidden(others, !rest.length);
    const scrolls = rest.length > MANY;
    setAttribute(others, "tabindex", scrolls ? 0 : null);
    setAttribute(others, "role", scrolls ? "group" : null);
    setAttribute(others, "aria-label", scrolls ? game.lastTitle : null);
    others.replaceChildren(
      ...rest.map((taking) =>
        el("div", {}, el("p.tiny.quiet", {}, sentence(taking)), el("div.cards", {}, ...faces(taking))),
      ),
    );
  }

  const faces = (taking) =>
    taking.cards.map((card, i) =>
      el(`span.pcard${i === best(taking) ? ".win" : ""}`, {}, cardFace(card, game.cardName(card))),
    );

  /** The index of the card that took: in a trick that of its winner, else the last. */
  const best = ({ seats, winner, cards }) => seats?.indexOf(winner) ?? cards.length - 1;

  function sentence(taking) {
    if (taking.story) return taking.story(names);
    const { winner, cards } = taking;
    const values = { name: names.name(winner), card: game.theCard(cards[best(taking)]) };
    return names.isMe(winner)
      ? fill(gettext("You took it with %(card)s"), values)
      : fill(gettext("%(name)s took it with %(card)s"), values);
  }

  function story() {
    if (!kept.length) return gettext("Nothing has been taken yet.");
    const text = sentence(kept[0]);
    return isOlder ? fill(gettext("Previous deal: %(story)s"), { story: text }) : text;
  }

  /** The cards, and who took them, for the voice. */
  function inWords() {
    const described = (taking, text) => `${taking.cards.map(game.cardName).join(", ")}. ${text}`;
    return kept.map((taking, i) => described(taking, i ? sentence(taking) : story())).join(". ") || story();
  }

  function open() {
    if (root.hidden) return;
    reveal();
    say(inWords());
  }

  function forget() {
    kept = [];
    render(null);
  }

  return { render, story, open, forget };
}
