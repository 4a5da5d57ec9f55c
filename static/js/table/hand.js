// The player's own cards: a fan to look at, raise, and play. `legal` says which may be played.

import { cardFace } from "./deck.js";
import { el, fill, find, setHidden, icon, setAttribute, writeText } from "./dom.js";
import { dragToPlay } from "./drag.js";
import { arrangeHand } from "./fan.js";
import { followPreference, setPreference, prefs } from "./prefs.js";

const WHY_STAYS = 4_000; // ms
const LAST_AFTER = 700;

/**
 * `give(command)` sends a command and resolves to its refusal or null. `picks()`, `choose` and `putAway`
 * belong to the prompt, which may ask for cards of the hand, or how a card is played: see `makePrompt`.
 */
export function makeHand({
  store,
  game,
  give,
  isBusy,
  picks,
  choose: chooseWay,
  putAway,
  say,
  sound,
  onTouch,
}) {
  const list = find(".hand");
  const why = el("p.why", { hidden: true, "aria-hidden": "true" });
  find(".dock .end").prepend(why);
  const items = new Map(); // card → {li, button}
  let shown = [];
  let dealt = 0; // the number of cards at first: the hand keeps the space for them
  let raised = null;
  let current = null; // the card that Tab reaches
  let whyTimer = 0;
  let lastTimer = 0;
  let explained = 0; // time of the frame whose rule or refusal is shown beside the hand; the next frame hides it

  followPreference("sorted", () => shown.length && render(shown));

  function render(cards) {
    if (cards.length > shown.length)
      dealt = cards.length + (isRefilled() ? 0 : (store.view?.tricks?.length ?? 0));
    shown = cards;
    const order = prefs.sorted ? game.sorted(cards, store.view) : cards;
    for (const card of [...items.keys()]) if (!cards.includes(card)) remove(card, order);
    for (const card of order) if (!items.has(card)) items.set(card, item(card));
    arrange(order);
    const playable = plays();
    const isBarred = playable.size > 0 && !playable.has(raised);
    if (raised && (!items.has(raised) || isBarred || picks())) raised = null;
    if (!items.has(current)) current = order[0] ?? null;
    for (const card of order) dress(card, playable);
    setAttribute(
      list,
      "data-turn",
      cards.some((card) => playable.has(card)),
    );
    setAttribute(list, "data-picks", picks() !== null);
    setAttribute(
      list,
      "aria-label",
      fill(ngettext("Your hand, %(n)s card", "Your hand, %(n)s cards", cards.length), { n: cards.length }),
    );
    if (explained !== store.version) hideWhy();
    if (prefs.auto_last && order.length === 1 && playable.size === 1 && store.legal.length === 1)
      playLast(order[0], store.version);
  }

  /**
   * Play the last card automatically, a moment after the turn begins, unless something else happens first.
   */
  function playLast(card, version) {
    clearTimeout(lastTimer);
    lastTimer = setTimeout(() => store.version === version && plays().has(card) && play(card), LAST_AFTER);
  }

  /** True in a game in which cards are drawn for those played, so that the hand stays as large as it is. */
  const isRefilled = () => store.view?.stock !== undefined;

  const plays = () => new Set(store.legal.filter((command) => command.do === "play").map(({ card }) => card));

  function item(card) {
    const button = el(
      "button.card",
      { type: "button", "data-card": card, "aria-pressed": "false", onclick: () => choose(card) },
      cardFace(card),
    );
    return { li: el("li", {}, button), button };
  }

  function arrange(order) {
    order.forEach((card, i) => {
      const { li } = items.get(card);
      if (list.children[i] !== li) list.insertBefore(li, list.children[i] ?? null);
    });
    arrangeHand(list, dealt);
  }

  function dress(card, playable) {
    const { button } = items.get(card);
    const asking = picks();
    const locked = asking?.bars(card) ?? false;
    const barred = locked || (playable.size > 0 && !playable.has(card));
    const { is = null, label = "" } = game.mark(card, store.view) ?? {};
    const name = label ? `${game.cardName(card)}, ${label}` : game.cardName(card);
    setAttribute(button, "aria-disabled", barred ? "true" : null);
    setAttribute(
      button,
      "aria-label",
      locked
        ? fill(gettext("%(card)s, stays"), { card: name })
        : barred
          ? fill(gettext("%(card)s, not playable"), { card: name })
          : name,
    );
    setAttribute(button, "aria-pressed", String(asking ? asking.has(card) : card === raised));
    setAttribute(button, "data-mark", is);
    const hasLock = button.children.length > 1;
    if (locked && !hasLock) button.append(lock());
    else if (!locked && hasLock) button.lastChild.remove();
    setAttribute(button, "tabindex", card === current ? 0 : -1);
  }

  function lock() {
    const sign = icon("lock");
    sign.classList.add("lock");
    return sign;
  }

  function remove(card, order) {
    const { li, button } = items.get(card);
    const hadFocus = button === document.activeElement;
    const place = [...list.children].indexOf(li);
    li.remove();
    items.delete(card);
    if (current === card) current = order[Math.min(place, order.length - 1)] ?? null;
    if (hadFocus) requestAnimationFrame(() => (current ? items.get(current)?.button : list)?.focus());
  }

  // ---- choosing

  /**
   * Raise a card, or play it if raised. A barred card is sent for the refusal. If the prompt asks for cards,
   * pick it.
   */
  function choose(card) {
    if (isBusy() || !store.seated) return;
    onTouch();
    focus(card);
    const asking = picks();
    if (asking) asking.take(card);
    else if (items.get(card).button.hasAttribute("aria-disabled")) ask(card);
    else if (card === raised || (prefs.one_tap && plays().has(card))) play(card);
    else raise(card);
  }

  function raise(card) {
    if (card !== raised) putAway();
    raised = card;
    game.look(card);
    for (const [each, { button }] of items) setAttribute(button, "aria-pressed", String(each === card));
  }

  /** Put the raised card back; returns whether there was one. */
  function lower() {
    if (raised === null) return false;
    raise(null);
    return true;
  }

  async function play(card) {
    if (isBusy() || !items.has(card)) return;
    const ways = store.legal.filter((command) => command.do === "play" && command.card === card);
    if (ways.length > 1) chooseWay(ways, (way) => send(card, way));
    else await send(card, { ...(ways[0] ?? { do: "play", card }), ...game.extras(card) });
  }

  async function send(card, command) {
    if (isBusy() || !items.has(card)) return;
    const { button } = items.get(card);
    setAttribute(button, "data-sent", true);
    const refused = await give(command);
    button.removeAttribute("data-sent");
    if (raised === card) raise(null); // it may be dealt again
    if (refused) explain(refused.message);
  }

  async function ask(card) {
    const refused = await give({ do: "play", card });
    if (refused) explain(refused.message);
  }

  /** Show a refusal beside the hand, and read it out. */
  function explain(message) {
    sound("refused");
    writeText(why, message);
    setHidden(why, false);
    say(message);
    clearTimeout(whyTimer);
    whyTimer = setTimeout(hideWhy, WHY_STAYS);
    explained = store.version;
  }

  /**
   * Show the rule that binds this turn beside the hand, until it has passed. The voice reads it with the
   * turn.
   */
  function hint(message) {
    if (!message) return;
    clearTimeout(whyTimer);
    writeText(why, message);
    setHidden(why, false);
    explained = store.version;
  }

  function hideWhy() {
    setHidden(why, true);
  }

  // ---- moving in the hand

  function focus(card) {
    if (!items.has(card)) return;
    current = card;
    for (const [each, { button }] of items) setAttribute(button, "tabindex", each === card ? 0 : -1);
    items.get(card).button.focus({ preventScroll: true });
  }

  const inOrder = () => [...list.querySelectorAll("[data-card]")].map((button) => button.dataset.card);

  function move(step) {
    const order = inOrder();
    if (!order.length) return;
    const from = list.contains(document.activeElement)
      ? order.indexOf(current)
      : step > 0
        ? -1
        : order.length;
    focus(order[(from + step + order.length) % order.length]);
  }

  function ends(last) {
    focus(inOrder().at(last ? -1 : 0));
  }

  /** Focus the next card that the key means; return false if it means none. */
  function jump(key) {
    const order = inOrder();
    const matches = order.filter((card) => game.isMeant(key, card, store.view));
    if (!matches.length) return false;
    const from = list.contains(document.activeElement) ? order.indexOf(current) : -1;
    focus(matches.find((card) => order.indexOf(card) > from) ?? matches[0]);
    return true;
  }

  // ---- being dealt

  /** The cards, or `only` some, for `travelFrom`, each after `late(i)` ms; they can be played meanwhile. */
  function travellers(late, only) {
    return (only ?? inOrder())
      .filter((card) => items.has(card))
      .map((card, i) => [items.get(card).li, late(i)]);
  }

  // Let the game react to the card that the player looks at: the one raised, or else hovered or in focus.
  for (const kind of ["pointerover", "pointerleave", "focusin"]) {
    list.addEventListener(kind, ({ target }) =>
      game.look(raised ?? target.closest("[data-card]")?.dataset.card ?? null),
    );
  }

  dragToPlay({
    list,
    isPlayable: (card) =>
      store.myTurn && !picks() && !items.get(card)?.button.hasAttribute("aria-disabled") && !isBusy(),
    onDrop(card) {
      raise(card);
      play(card);
    },
    onBarred: choose,
  });

  return {
    render,
    redraw() {
      hideWhy();
      render(shown);
    },
    travellers,
    explain,
    hint,
    move,
    ends,
    jump,
    lower,
    has: (card) => items.has(card),
    rectangle: (card) => items.get(card)?.button.getBoundingClientRect() ?? null,
    toggleSort: () => setPreference("sorted", !prefs.sorted),
    focusFirst: () => (current ? focus(current) : list.focus()),
  };
}
