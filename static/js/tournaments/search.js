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

/**
 * Let the field with `data-search` show only the entries whose text has every word that is sought at the
 * beginning of a word, also once parts of the page were renewed.
 */
export function searchEntries(page) {
  let sought = "";

  function search() {
    const field = page.querySelector("[data-search]");
    if (!field) return;
    field.hidden = false;
    const words = wordsOf(sought);
    for (const row of page.querySelectorAll(".entries > li")) {
      const has = wordsOf(row.textContent);
      row.hidden = !words.every((word) => has.some((each) => each.startsWith(word)));
    }
  }

  page.addEventListener("input", ({ target }) => {
    if (!target.matches("[data-search]")) return;
    sought = target.value;
    search();
  });
  page.addEventListener("shown", search);
  search();
}
