// The scarto of Tarocchi: the dealer picks three cards of the hand and discards them.

import { cardFace } from "../table/deck.js";
import { capital, el, fill, setAttribute, writeText } from "../table/dom.js";
import { cardName, pageWords, theCard } from "./tarocchi-cards.js";

/** The window for the dealer's scarto. Returns `{node, press, picks}`. */
export function scarto(store, give, tools) {
  const { count, barred } = store.view.discard;
  let chosen = [];
  const slots = el("div.slots");
  const ok = el("button.btn.primary", { type: "button", "data-discard": true, onclick: confirm });
  const node = el(
    "section.slip.scarto",
    { "aria-labelledby": "sc-h" },
    el(
      "div.txt",
      {},
      el("b", { id: "sc-h" }, gettext("The scarto: choose three cards to discard")),
      el(
        "span",
        {},
        barred.length
          ? gettext("They count for you. Cards worth five or more cannot go.")
          : gettext("They count for you."),
      ),
    ),
    slots,
    ok,
  );

  function take(card) {
    if (barred.includes(card))
      return tools.explain(capital(fill(pageWords.refusals.barred_card, { card: theCard(card) })));
    if (chosen.includes(card)) chosen = chosen.filter((each) => each !== card);
    else if (chosen.length === count)
      return tools.explain(gettext("Three are already chosen: touch one of them to keep it."));
    else chosen = [...chosen, card];
    tools.say(
      `${cardName(card)}: ${chosen.includes(card) ? gettext("discarded") : gettext("kept")}. ${label()}`,
    );
    render();
    tools.redraw();
  }

  function label() {
    const missing = count - chosen.length;
    return missing
      ? fill(ngettext("%(n)s more card", "%(n)s more cards", missing), { n: missing })
      : gettext("Discard these three");
  }

  function render() {
    slots.replaceChildren(
      ...Array.from({ length: count }, (_, i) =>
        chosen[i]
          ? el(
              "button.pcard",
              {
                type: "button",
                "aria-label": fill(gettext("Keep %(card)s"), { card: theCard(chosen[i]) }),
                onclick: () => unpick(chosen[i]),
              },
              cardFace(chosen[i]),
            )
          : el("span.slot", { "aria-hidden": "true" }),
      ),
    );
    writeText(ok, label());
    setAttribute(ok, "aria-disabled", chosen.length < count ? "true" : null);
  }

  function unpick(card) {
    take(card);
    ok.focus({ preventScroll: true });
  }

  async function confirm() {
    if (chosen.length < count) return tools.explain(label());
    if (node.hasAttribute("data-sent")) return;
    setAttribute(node, "data-sent", true);
    await give({ do: "discard", cards: chosen });
    setAttribute(node, "data-sent", null);
  }

  function press(key) {
    if (key.toUpperCase() !== "X") return false;
    ok.focus({ preventScroll: true });
    return true;
  }

  render();
  return {
    node,
    press,
    picks: { has: (card) => chosen.includes(card), bars: (card) => barred.includes(card), take },
  };
}
