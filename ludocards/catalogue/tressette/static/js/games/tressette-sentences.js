// Declarations where nobody checks them: the slip with their sentences as buttons, which write them in the chat.

import { el, fill, find } from "../table/dom.js";

/** @type {{ title: string, length: number | null, said: string[] }[]} */
const groups = JSON.parse(find("#words").textContent).sentences;

/** True at a table with manual declarations. */
export const hasSentences = groups.length > 0;

/** `suitOf(card)` names the suit of a card. */
export function makeSentences({ suitOf }) {
  /** @type {Sent} */
  let view = null;
  /** @type {any} */
  let tools = null; // `say` for the voice, `write` for the chat
  let turn = ""; // key of the turn: a sentence is said once in it
  let chosen = ""; // the card raised, hovered or in focus
  let open = null; // the group whose sentences are shown
  let items = el("div.items");
  let nodes = [];
  let said = new Set();

  /** The slip of the seat that leads, in a list. */
  function slips(store, given) {
    view = store.view;
    tools = given;
    const fresh = hasSentences && isLeading(store) ? `${store.match} ${view.deal} ${view.tricks.length}` : "";
    if (fresh !== turn) {
      turn = fresh;
      said = new Set();
      nodes = fresh ? [slip()] : [];
      show(groupOf(chosen));
    }
    return nodes;
  }

  function slip() {
    items = el("div.items");
    return el(
      "fieldset.slip.decl.sentences",
      {},
      el("legend", {}, gettext("Do you declare?"), " ", el("span.tiny.quiet", {}, gettext("in the chat"))),
      items,
    );
  }

  /** Show the sentences of a group, or the groups. */
  function show(group) {
    open = group;
    items.replaceChildren(...(group ? [back(), ...group.said.map(sentence)] : groups.map(opener)));
  }

  const opener = (group) =>
    el("button.chip", { type: "button", "data-group": "", onclick: () => enter(group) }, group.title);

  const back = () => el("button.chip", { type: "button", onclick: () => enter(null) }, gettext("Others …"));

  const sentence = (text) =>
    el(
      "button.chip",
      { type: "button", lang: "it", "data-sentence": text, disabled: said.has(text), onclick: declare },
      el("b", {}, text),
    );

  /** Go to a group, or back, with the focus. */
  function enter(group) {
    show(group);
    items.querySelector("[data-sentence]:enabled, [data-group]")?.focus();
  }

  function declare({ currentTarget }) {
    const text = currentTarget.dataset.sentence;
    if (!tools.write(text)) return;
    said.add(text);
    const hadFocus = currentTarget === document.activeElement;
    currentTarget.disabled = true;
    if (hadFocus) items.querySelector("button:enabled")?.focus({ preventScroll: true });
    tools.say(fill(gettext("you declare: %(text)s"), { text }));
  }

  /** Show the sentences that fit the suit of a card. */
  function look(card) {
    if (chosen === card) return;
    chosen = card;
    if (turn && card && !items.contains(document.activeElement)) show(groupOf(card));
  }

  /** The group of as many cards as the hand has of the suit of one of its cards; null for another card. */
  function groupOf(card) {
    if (!view.hand?.includes(card)) return null;
    const many = view.hand.filter((each) => suitOf(each) === suitOf(card)).length;
    return groups.findLast(({ length }) => length !== null && length <= many) ?? null;
  }

  return {
    slips,
    look,
    /** Give the focus to the sentences shown. */
    focus() {
      if (turn) enter(open);
      else tools?.say(gettext("not now"));
    },
  };
}

/** Players at a quiet table write nothing. */
const isLeading = ({ legal, table, view }) =>
  legal.length > 0 && view.phase === "play" && !view.trick.cards.length && !table.quiet;
