// Shows whether the number that this browser sent is among those that went into the shuffles of an event.

import { answeredNonce } from "../shuffle.js";

export function sayMine(root) {
  const list = root.querySelector("[data-nonces]");
  const note = list?.querySelector("[data-in]");
  if (!note) return;
  const nonces = [...list.querySelectorAll("[data-nonce]")].map((each) => each.textContent);
  const mine = answeredNonce(list.dataset.nonces, nonces);
  note.hidden = !mine;
  if (!mine) return;
  const isOther = mine.commitment !== list.dataset.commitment;
  const isIn = nonces.includes(mine.nonce);
  note.classList.add(isIn && !isOther ? "ok" : "bad");
  note.textContent = isOther ? note.dataset.other : isIn ? note.dataset.in : note.dataset.missing;
}
