// The line that lets anybody check the shuffle: the commitments, the players' numbers, and the seeds.

import { answeredNonce, answerTo } from "../shuffle.js";
import { copyText } from "../copying.js";
import { el, fill, find, setHidden, icon, writeText } from "./dom.js";

export function makeFair({ store, names, send }) {
  const line = find(".fair");
  const dialog = find("#fair-dialog");
  const deals = new Map(); // deal → {commitment, seed}
  let nonces = null; // by seat

  line.addEventListener("click", () => {
    renderDeals();
    dialog.showModal();
  });

  /** Send this player's number for the next match, once. */
  function answer() {
    const { me, fair } = store.table;
    if (me === null || !fair || fair.added) return;
    send({ t: "nonce", commitment: fair.commitment, nonce: answerTo(fair.match, fair.commitment) });
  }

  /** The number to send when sitting down, as that may begin the match. */
  function nonce() {
    const { fair } = store.table;
    return fair ? answerTo(fair.match, fair.commitment) : "";
  }

  function promise({ deal, commitment, nonces: added }) {
    deals.set(deal, {
      commitment,
      seed: deals.get(deal)?.commitment === commitment ? deals.get(deal).seed : null,
    });
    if (added) nonces = added;
    render();
  }

  function reveal({ deal, seed }) {
    deals.set(deal, { commitment: deals.get(deal)?.commitment ?? "", seed });
    render();
  }

  function forget() {
    deals.clear();
    nonces = null;
    render();
  }

  function render() {
    setHidden(line, deals.size === 0);
    if (dialog.open) renderDeals();
  }

  function renderDeals() {
    const boards = store.fair?.boards; // of deals shared by several tables, as in a tournament
    const later = boards
      ? gettext("The seed is shown when the tournament is over.")
      : gettext("The seed is shown when the deal is over.");
    find(".fair-deals", dialog).replaceChildren(
      ...[...deals]
        .sort(([a], [b]) => b - a)
        .map(([deal, { commitment, seed }]) =>
          el(
            "li",
            {},
            el("h3", {}, fill(gettext("Deal %(n)s"), { n: deal + 1 })),
            secret(gettext("Fingerprint"), commitment),
            seed ? secret(gettext("Seed"), seed) : el("p.small.quiet", {}, later),
          ),
        ),
    );
    find(".fair-nonces", dialog).replaceChildren(
      ...(nonces ?? []).map((each, seat) =>
        el(
          "li",
          {},
          each
            ? secret(names.name(seat), each)
            : el("p.small.quiet", {}, fill(gettext("%(name)s: none"), { name: names.name(seat) })),
        ),
      ),
    );
    setHidden(find(".fair-people", dialog), nonces === null);
    for (const each of dialog.querySelectorAll(".fair-own")) setHidden(each, Boolean(boards));
    for (const each of dialog.querySelectorAll(".fair-shared")) setHidden(each, !boards);
    writeText(find(".fair-boards", dialog), boards ?? "");
    const outcome = verdict();
    const place = find(".fair-mine", dialog);
    setHidden(place, outcome === null);
    if (outcome) {
      place.className = `fair-mine note ${outcome.isRight ? "ok" : "bad"}`;
      writeText(place, outcome.text);
    }
    find(".fair-match", dialog).textContent = store.match ?? "";
  }

  /**
   * Compare the commitment seen and the number sent by this browser with those that the match was dealt with.
   */
  function verdict() {
    if (!nonces || store.me === null) return null;
    const mine = answeredNonce(store.match, nonces);
    if (!mine) return null;
    if (nonces[store.me] !== mine.nonce)
      return { isRight: false, text: gettext("The number that your browser sent is not in these cards.") };
    const first = deals.get(0)?.commitment;
    if (first && mine.commitment && first !== mine.commitment)
      return {
        isRight: false,
        text: gettext("Your number was for a different fingerprint from the one of the first deal."),
      };
    return {
      isRight: true,
      text: gettext(
        "The number that your browser picked is in these cards: nobody could choose them without it.",
      ),
    };
  }

  function secret(label, value) {
    const done = el("span", { role: "status" });
    const button = el(
      "button.btn.ghost.icon-only",
      {
        type: "button",
        "aria-label": fill(gettext("Copy: %(what)s"), { what: label }),
        onclick: async () => (done.textContent = (await copyText(value)) ? gettext("Copied") : ""),
      },
      icon("share"),
    );
    return el("p.secret", {}, el("span.tiny.quiet", {}, label, " ", done), el("code", {}, value), button);
  }

  return { answer, nonce, promise, reveal, forget };
}
