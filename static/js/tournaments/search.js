// Searching in lists, without regard to case and accents.

/**
 * The words of a text as they are compared.
 *
 * @param {string} text
 * @returns {string[]}
 */
export const wordsOf = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
