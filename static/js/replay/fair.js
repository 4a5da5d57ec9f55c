// The promise of a deal and its seed, and a button that makes the one from the other, here.

import { el, find } from "../table/dom.js";

/** `fair` as the server sends it: by deal `{commitment, seed}`; `shuffled_as` is the name in the fingerprint. */
export function makeFair({ shuffled_as: name, fair }) {
  const root = find(".fairness");
  const button = find("[data-verify]", root);
  const answer = find("[role=status]", root);
  let deal = null;

  button.addEventListener("click", async () => {
    const asked = deal;
    const told = await verdict(fair[asked], name, asked);
    if (deal === asked) answer.replaceChildren(el(`p.note.${told.isRight ? "ok" : "bad"}`, { "data-right": String(told.isRight) }, told.text));
  });

  function render(shown) {
    if (shown === deal) return;
    deal = shown;
    const { commitment, seed } = fair[deal];
    find("[data-commitment]", root).textContent = commitment ?? "–";
    find("[data-seed]", root).textContent = seed ?? "–";
    button.hidden = !commitment || !seed;
    answer.replaceChildren();
  }

  return { render };
}

async function verdict({ commitment, seed }, name, deal) {
  if (!crypto.subtle) {
    return { isRight: false, text: gettext("This browser computes fingerprints only on a secure connection (https). Nothing was checked.") };
  }
  const computed = await fingerprint(seed, name, deal);
  if (computed === commitment) return { isRight: true, text: gettext("It is right: this seed makes exactly the fingerprint that was promised.") };
  return { isRight: false, text: `${gettext("It is wrong: this seed makes another fingerprint.")} ${computed}` };
}

/** SHA-256(seed ‖ name ‖ deal), see games/engine/shuffle.py. */
async function fingerprint(seed, name, deal) {
  const number = new Uint8Array(4);
  new DataView(number.buffer).setUint32(0, deal);
  const bytes = [...fromHex(seed), ...new TextEncoder().encode(name), ...number];
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(bytes));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const fromHex = (text) => text.match(/../g).map((pair) => Number.parseInt(pair, 16));
