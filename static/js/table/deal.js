// Dealing: packet by packet, from the dealer's seat to everybody in turn.

const APART = 60; // ms between two packets, or two rounds of single cards

/**
 * Return a function of `i`: the ms until card no. `i` of a seat comes. `turn` seats are served before it in a
 * round.
 */
export function timeOf({ packet, players, turn }) {
  const round = packet > 1 ? APART * players : APART;
  return (i) => Math.floor(i / packet) * round + (turn * round) / players;
}

/** Animate nodes from a rectangle to where they are: of each pair `[node, late]` the node, after `late` ms. */
export function travelFrom(from, pairs) {
  const goals = pairs.map(([node]) => node.getBoundingClientRect()); // read all before the first is written
  pairs.forEach(([node, late], i) => {
    const to = goals[i];
    node.style.setProperty("--late", `${Math.round(late)}ms`);
    node.style.setProperty("--fx", `${Math.round(from.left + from.width / 2 - to.left - to.width / 2)}px`);
    node.style.setProperty("--fy", `${Math.round(from.top + from.height / 2 - to.top - to.height / 2)}px`);
    node.classList.add("dealt");
    node.addEventListener("animationend", () => node.classList.remove("dealt"), { once: true });
  });
}

/** End the animation of cards being dealt. */
export function finishDeal() {
  for (const node of document.querySelectorAll(".dealt")) node.classList.remove("dealt");
}
