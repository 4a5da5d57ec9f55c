// The task of a puzzle or of a step of a lesson: a card of the hand on the board can be chosen as well as in the
// list below it. After the answer to a puzzle the right cards are marked.

import { find, set } from "../table/dom.js";

/** `me` is the seat that has to choose. */
export function makeTask({ me }) {
  const board = find(".board");
  const form = find(".task form");
  const radios = form ? [...form.querySelectorAll(".card-choices label:not([data-plain]) input")] : [];
  const right = find("#answers") ? JSON.parse(find("#answers").textContent).map(({ card }) => card) : [];
  const hand = () => [...board.querySelectorAll(`[data-seat="${me}"] .pcard[data-card]`)];

  const radioOf = (node) => radios.find(({ value }) => value.split(":")[0] === node?.dataset.card); // with what it takes

  board.addEventListener("click", ({ target }) => {
    const node = /** @type {Element} */ (target).closest(`[data-seat="${me}"] .pcard[data-card]`);
    const radio = radioOf(node);
    if (!radio) return;
    if (radio.checked && radio.type === "radio") return void form.requestSubmit();
    radio.checked = !radio.checked;
    mark();
  });
  form?.addEventListener("change", mark);

  function mark() {
    for (const node of hand()) {
      const radio = radioOf(node);
      set(node, "data-may", Boolean(radio));
      set(node, "data-chosen", Boolean(radio?.checked));
      set(node, "data-better", right.includes(node.dataset.card));
    }
  }

  /** Read out the outcome, once it is visible. */
  function ready() {
    find("#task-h[data-outcome]")?.focus();
  }

  return { render: mark, ready };
}
