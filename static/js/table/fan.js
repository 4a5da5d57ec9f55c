// The layout of a hand, at the table and on every board: how many cards stand in a row.

/** Lay out the cards of a hand, the items of `list`, of which there were `dealt` when the deal began. */
export function arrangeHand(list, dealt) {
  const count = list.children.length;
  const most = columns(count, dealt);
  const rows = Math.max(1, Math.ceil(count / most));
  style(list, "--n", count);
  style(list, "--c-s", most);
  style(list, "--c-l", least(dealt));
  style(list, "--c-f", Math.ceil(count / rows) || 1);
  style(list, "--c-m", Math.ceil(count / 2));
  list.toggleAttribute("data-many", count > 13);
  list.toggleAttribute("data-few", dealt <= 7);
  list.toggleAttribute("data-large", least(dealt) < 5);
  for (const [i, item] of [...list.children].entries()) style(item, "--i", i);
}

const style = (node, name, value) =>
  node.style.getPropertyValue(name) === String(value) || node.style.setProperty(name, value);

/**
 * The most cards in a row of the narrow hand: rows are as even as possible, no card gets smaller during a deal,
 * and up to seven cards dealt make one row.
 */
function columns(count, dealt) {
  if (dealt <= 7) return Math.max(count, least(dealt));
  if (count <= 10) return 5;
  if (count <= 12 || (dealt > 14 && count <= 18)) return 6;
  return count > 21 ? 8 : 7;
}

/** The fewest places in a row, which a card never exceeds: hands of three and four have larger cards than others. */
const least = (dealt) => (dealt && dealt < 5 ? Math.max(dealt, 3) : 5);
