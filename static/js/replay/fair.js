// The commitment of a deal and its seed, and a button that recomputes the commitment in the browser.

import { el, find } from "../table/dom.js";
import { shuffleVerdict } from "./verdict.js";

/**
 * `fair` has `{commitment, seed}` by deal, as the server sends it; `shuffled_as` is the name that goes into
 * the fingerprint, `shuffle` the scheme (docs/record.md), and `nonces` the players' numbers by seat, if the
 * scheme has them.
 */
export function makeFair({ shuffled_as: name, fair, shuffle = 1, nonces = [], seats }) {
  const root = find(".fairness");
  const button = find("[data-verify]", root);
  const answer = find("[role=status]", root);
  /** @type {number | null} */
  let deal = null;

  button.addEventListener("click", async () => {
    const asked = deal;
    const outcome = await shuffleVerdict(fair, name, asked, shuffle);
    if (deal === asked)
      answer.replaceChildren(
        el(
          `p.note.${outcome.isRight ? "ok" : "bad"}`,
          { "data-right": String(outcome.isRight) },
          outcome.text,
        ),
      );
  });

  const added = find("[data-nonces]", root);
  added.hidden = nonces.length === 0;
  find("ul", added).append(
    ...nonces.map((nonce, seat) =>
      el("li", {}, `${seats[seat]?.name ?? ""}: `, el("code", {}, nonce ?? "–")),
    ),
  );

  function render(shown) {
    if (shown === deal) return;
    deal = shown;
    const { commitment, seed } = fair[shown];
    find("[data-commitment]", root).textContent = commitment ?? "–";
    find("[data-seed]", root).textContent = seed ?? "–";
    button.hidden = !commitment || !seed;
    answer.replaceChildren();
  }

  return { render };
}
