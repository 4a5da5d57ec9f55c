// The commitment of a deal and its seed, and a button that recomputes the commitment in the browser.

import { el, find } from "../table/dom.js";

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
    const outcome = await verdict(fair, name, asked, shuffle);
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

async function verdict(fair, name, deal, shuffle) {
  const { commitment, seed } = fair[deal];
  if (!crypto.subtle) {
    return {
      isRight: false,
      text: gettext(
        "This browser computes fingerprints only on a secure connection (https). Nothing was checked.",
      ),
    };
  }
  const computed = await fingerprint(seed, name, deal, shuffle);
  if (shuffle === 2 && deal > 0 && fair[deal - 1].seed !== commitment) {
    return {
      isRight: false,
      text: gettext("It is wrong: the fingerprint is not the seed of the deal before."),
    };
  }
  if (computed === commitment)
    return {
      isRight: true,
      text: gettext("It is right: this seed makes exactly the fingerprint that was promised."),
    };
  return {
    isRight: false,
    text: `${gettext("It is wrong: this seed makes another fingerprint.")} ${computed}`,
  };
}

/** SHA-256(seed ‖ name ‖ deal), in the second scheme SHA-256(seed ‖ name): see docs/record.md. */
async function fingerprint(seed, name, deal, shuffle) {
  const number = new Uint8Array(shuffle === 2 ? 0 : 4);
  if (number.length) new DataView(number.buffer).setUint32(0, deal);
  const bytes = [...fromHex(seed), ...new TextEncoder().encode(name), ...number];
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(bytes));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const fromHex = (text) => text.match(/../g).map((pair) => Number.parseInt(pair, 16));
