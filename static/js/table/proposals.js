// What a player proposes to the others: its cards, its question, and the buttons for those who are asked.
// The server says what may be proposed, and who still has to answer.

import { cardFace } from "./deck.js";
import { el, fill, find, setHidden, icon, listed, writeText } from "./dom.js";

const ICONS = {
  claim: "eye",
  undo: "history",
  pause: "pause",
  concede: "flag",
  win: "check",
  annul: "warn",
};

/**
 * `send(frame)` sends to the server; `close()` closes the menu, from which a proposal is made; `leave()` moves the
 * focus to the hand.
 */
export function makeProposals({ store, game, names, send, close, leave }) {
  const root = find(".proposal");
  const menu = find("#menu-dialog [data-proposals]");
  const questioned = { claim: find("#claim-dialog"), concede: find("#concede-dialog") };
  const claim = find(".dock [data-claim]");
  let key = "";

  const buttons = Object.entries(titles()).map(([what, title]) =>
    el(
      "button.btn",
      { type: "button", hidden: true, "data-propose": what, onclick: () => begin(what) },
      icon(ICONS[what]),
      title,
    ),
  );
  menu.append(...buttons);
  claim.addEventListener("click", () => begin("claim"));
  for (const [what, dialog] of Object.entries(questioned))
    find("[data-confirms]", dialog).addEventListener("click", () => propose(what));

  /** Propose something; what nobody can undo, a match conceded or a hand shown, is confirmed first. */
  function begin(what) {
    close();
    if (what in questioned) questioned[what].showModal();
    else propose(what);
  }

  const propose = (what) => send({ t: "propose", what });

  /** The listener of a button that answers a proposal, once for a double click. */
  const answer = (proposal, agrees) => (event) => {
    if (event.detail < 2) send({ t: "answer", proposal: proposal.id, agrees });
  };

  /** Alone with bots nothing is timed, so that there is nothing to pause. */
  const isOffered = (what) => store.mayPropose.includes(what) && !(what === "pause" && store.isAlone);

  function render() {
    for (const button of buttons) setHidden(button, !isOffered(button.dataset.propose));
    setHidden(
      menu.parentElement,
      buttons.every((button) => button.hidden),
    );
    setHidden(find("#menu-dialog [data-if-two-sides]"), names.count() !== 2);
    const hadClaim = document.activeElement === claim;
    setHidden(claim, !store.isClaimCertain); // others are made from the menu
    renderQuestion();
    if (hadClaim && claim.hidden && !focus()) leave();
  }

  function renderQuestion() {
    const fresh = JSON.stringify([store.proposal, store.shown]);
    if (fresh === key) return;
    key = fresh;
    const hadFocus = root.contains(document.activeElement);
    root.replaceChildren(...store.shown.map(hand), ...(store.proposal ? question(store.proposal) : []));
    setHidden(root, !root.children.length);
    if (hadFocus) leave();
  }

  /** The cards that a seat has shown; they stay on the table for everybody until they are played. */
  function hand({ seat, cards }) {
    const text = names.isMe(seat)
      ? gettext("You have shown:")
      : fill(gettext("%(name)s has shown:"), { name: names.name(seat) });
    return el(
      "div.shown",
      { role: "group", "aria-label": `${text} ${listed(cards.map(game.cardName))}` },
      el("span.small", { "aria-hidden": "true" }, text),
      ...game
        .sorted(cards, store.view)
        .map((card) => el("span.mini", {}, cardFace(card, game.cardName(card)))),
    );
  }

  function question(proposal) {
    const { seat, what, asked } = proposal;
    const waits = listed(asked.map(names.name));
    const isAsked = store.me !== null && asked.includes(store.me);
    const isMine = store.me === seat;
    const text = isMine
      ? fill(gettext("%(title)s: waiting for %(names)s."), { title: titles()[what], names: waits })
      : fill(questions()[what], { name: names.name(seat) });
    return [
      el("p", {}, icon(ICONS[what]), " ", text),
      isAsked &&
        el(
          "div.btn-group",
          {},
          el(
            "button.btn.primary",
            { type: "button", "data-agree": true, onclick: answer(proposal, true) },
            gettext("Agree"),
          ),
          el(
            "button.btn",
            { type: "button", "data-decline": true, onclick: answer(proposal, false) },
            gettext("Decline"),
          ),
        ),
      isMine &&
        el(
          "button.btn",
          { type: "button", "data-back-out": true, onclick: answer(proposal, false) },
          gettext("Withdraw"),
        ),
    ].filter(Boolean);
  }

  /** Move the focus to the answer that is asked for, or to the claim; returns false if there is neither. */
  function focus() {
    const button = find("button", root) ?? find(".dock [data-claim]:not([hidden])");
    button?.focus();
    return Boolean(button);
  }

  writeText(claim.querySelector("span"), titles().claim);
  return { render, focus };
}

const titles = () => ({
  claim: gettext("The rest are mine"),
  undo: gettext("Take my card back"),
  pause: gettext("Pause"),
  concede: gettext("Concede the match"),
  win: gettext("End the match as won"),
  annul: gettext("Call the match off"),
});

const questions = () => ({
  claim: gettext("%(name)s claims all the remaining tricks. Do you agree?"),
  undo: gettext("%(name)s would like to take their last card back. Do you agree?"),
  pause: gettext("%(name)s would like a pause. Do you agree?"),
  concede: gettext("%(name)s would like to concede the match. Do you agree?"),
  win: gettext("Your opponents have left. %(name)s would like to end the match as won. Do you agree?"),
  annul: gettext("%(name)s would like to call the match off, so that it counts for nothing. Do you agree?"),
});
