// What may be done in a position of the board: a button for every command, the cards of the hand on turn, and
// cards to pick where a command takes several.

import { choiceName } from "../cards/choices.js";
import { cardFace } from "../table/deck.js";
import { capital, el, fill, find, lang, setAttribute, writeText } from "../table/dom.js";

/** `play(action)` plays a command, `{seat, do, …}`. */
export function makeChoices({ root, game, names, play }) {
  const board = find(".board");
  let turns = []; // of the position shown
  let key = "";
  let buttons = []; // {seat, command, node} of every command
  let picked = []; // cards chosen for a command that takes several
  /** @type {Sent | null} */
  let words = null; // what goes with the next card, `{said, cards}`

  function render(now) {
    turns = now;
    const fresh = JSON.stringify(now);
    if (fresh !== key) draw(fresh);
    mark();
  }

  function draw(fresh) {
    const hadFocus = root.contains(document.activeElement);
    key = fresh;
    picked = [];
    words = null;
    buttons = [];
    root.replaceChildren(...turns.map((turn) => group(turn, turns.length > 1)));
    if (hadFocus) (root.querySelector("button") ?? find(".analysis h2")).focus({ preventScroll: true });
  }

  function group({ seat, commands, picks, words: offered }, isNamed) {
    const whose = seat === null ? gettext("The clock") : names.name(seat);
    return el(
      "div.card-choices",
      { role: "group", "aria-label": whose },
      isNamed && el("b.whose", {}, whose),
      ...commands.map((command) => button(seat, command, commands)),
      ...picks.map((pick) => picker(seat, pick)),
      offered.length > 0 && speaker(offered),
    );
  }

  /** The words that may go with a card: once some are chosen, only cards that they go with may be played. */
  function speaker(offered) {
    const options = offered.map(({ said }, i) => el("option", { value: i }, capital(game.saidName(said))));
    return el(
      "label.field.said",
      {},
      el("span", {}, gettext("Say with the card")),
      el(
        "select.input",
        {
          onchange: ({ currentTarget }) => {
            words = offered[currentTarget.value] ?? null;
            mark();
          },
        },
        el("option", { value: "" }, gettext("nothing")),
        ...options,
      ),
    );
  }

  const isBarred = (command) =>
    words !== null && command.do === "play" && !words.cards.includes(command.card);

  function give(seat, command) {
    if (!isBarred(command)) play({ ...actionOf(seat, command), ...(command.do === "play" && words?.said) });
  }

  function button(seat, command, all) {
    const isCard = command.do === "play";
    const ways = all.filter((other) => other.do === "play" && other.card === command.card);
    const name = isCard ? game.cardName(command.card) : nameOf(command);
    const node = el(
      "button",
      {
        type: "button",
        "data-plain": !isCard,
        "data-plays": isCard && command.card,
        onclick: () => give(seat, command),
      },
      isCard && el("span.pcard", {}, cardFace(command.card)),
      el("span", {}, isCard && ways.length > 1 ? `${name}, ${game.wayName(command, game)}` : name),
    );
    buttons.push({ seat, command, node });
    return node;
  }

  const nameOf = (command) =>
    command.do === "timeout" ? gettext("Nobody says anything more") : game.commandName(command);

  const actionOf = (seat, command) => (seat === null ? command : { seat, ...command });

  // ---- commands that take several cards

  function picker(seat, { do: verb, cards, count }) {
    const done = el("button.btn.primary", { type: "button", onclick: () => send(seat, verb, count) });
    const toggle = (card) =>
      el(
        "button",
        { type: "button", "data-pick": card, "aria-pressed": "false", onclick: () => take(card, count) },
        el("span.pcard", {}, cardFace(card)),
        el("span", {}, game.cardName(card)),
      );
    return el("div.card-choices.picker", { "data-count": count }, ...cards.map(toggle), done);
  }

  function take(card, count) {
    if (picked.includes(card)) picked = picked.filter((each) => each !== card);
    else if (picked.length < count) picked = [...picked, card];
    mark();
  }

  function send(seat, verb, count) {
    if (picked.length === count) play({ seat, do: verb, cards: picked });
  }

  // ---- the cards on the board

  const commandsOf = (node) => {
    const seat = Number(node.closest("[data-seat]").dataset.seat);
    const commands = turns.find((turn) => turn.seat === seat)?.commands ?? [];
    return commands.filter(({ do: verb, card }) => verb === "play" && card === node.dataset.card);
  };

  const mayBePlayed = (node) => commandsOf(node).some((command) => !isBarred(command));

  const pickOf = (node) => {
    const seat = Number(node.closest("[data-seat]").dataset.seat);
    return turns
      .find((turn) => turn.seat === seat)
      ?.picks.find(({ cards }) => cards.includes(node.dataset.card));
  };

  board.addEventListener("click", ({ target }) => {
    const node = /** @type {Sent} */ (target).closest(".open-hand .pcard[data-card]");
    if (!node) return;
    const pick = pickOf(node);
    if (pick) return void take(node.dataset.card, pick.count);
    const ways = commandsOf(node);
    const seat = Number(node.closest("[data-seat]").dataset.seat);
    if (ways.length === 1) give(seat, ways[0]);
    else if (ways.length) find("button", root).focus();
  });

  function mark() {
    for (const node of board.querySelectorAll(".open-hand .pcard[data-card]")) {
      setAttribute(node, "data-may", mayBePlayed(node) || Boolean(pickOf(node)));
      setAttribute(node, "data-chosen", picked.includes(node.dataset.card));
    }
    for (const { command, node } of buttons) setAttribute(node, "aria-disabled", isBarred(command) && "true");
    for (const node of root.querySelectorAll("[data-pick]"))
      setAttribute(node, "aria-pressed", String(picked.includes(node.dataset.pick)));
    for (const node of root.querySelectorAll(".picker")) {
      const missing = Number(node.dataset.count) - picked.length;
      const done = find(".btn", node);
      setAttribute(done, "aria-disabled", missing ? "true" : null);
      writeText(
        done,
        missing
          ? fill(ngettext("%(n)s more card", "%(n)s more cards", missing), { n: missing })
          : gettext("Put these cards away"),
      );
    }
  }

  /** Take away what choices are worth. */
  function unjudge() {
    for (const node of root.querySelectorAll("[data-worth]")) node.remove();
    for (const node of board.querySelectorAll("[data-better]")) setAttribute(node, "data-better", null);
  }

  /** Show what each choice of a seat is worth. */
  function judge(seat, worths) {
    for (const { command, loss, clear } of worths) {
      const isGood = !clear;
      buttons
        .filter((each) => each.seat === seat && matches(each.command, command))
        .forEach(({ node }) => {
          node.append(
            el(
              "small.worth",
              { "data-worth": isGood ? "good" : "bad" },
              isGood ? gettext("good") : fill(gettext("loses %(n)s"), { n: shown(loss) }),
            ),
          );
        });
      if (isGood && command.card)
        setAttribute(
          find(`[data-seat="${seat}"] .pcard[data-card="${command.card}"]`, board),
          "data-better",
          true,
        );
    }
  }

  const shown = (loss) => loss.toLocaleString(lang, { minimumFractionDigits: 1, maximumFractionDigits: 2 });

  /** True if a command is the one that was judged, the words beside it aside. */
  const matches = (command, judged) =>
    Object.entries(judged).every(([name, value]) => JSON.stringify(command[name]) === JSON.stringify(value));

  const wordsOf = (command) => choiceName(command, game.cardName) || nameOf(command);

  return { render, judge, unjudge, nameOf: wordsOf };
}
