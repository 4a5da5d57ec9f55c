// Recomputes the commitment of a deal in the browser from its seed.

/**
 * Return `{isRight, text}` for the commitment of a deal; the arguments are those of `makeFair`.
 */
export async function shuffleVerdict(fair, name, deal, shuffle) {
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
