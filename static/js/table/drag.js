// Dragging a card onto the cloth. Dropped anywhere else it goes back; a touch that does not move stays a tap.

import { find } from "./dom.js";

const MOVED = 10; // px

export function dragToPlay({ list, isPlayable, onDrop, onBarred }) {
  const cloth = find(".cloth");
  /** @type {{ button: HTMLElement, id: number, x: number, y: number, moving: boolean } | null} */
  let held = null;

  list.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("[data-card]");
    if (!button || event.button !== 0 || held) return;
    held = { button, id: event.pointerId, x: event.clientX, y: event.clientY, moving: false };
  });

  addEventListener("pointermove", (event) => {
    if (event.pointerId !== held?.id) return;
    const dx = event.clientX - held.x;
    const dy = event.clientY - held.y;
    if (!held.moving && Math.hypot(dx, dy) < MOVED) return;
    if (!held.moving) begin(held);
    held.button.style.setProperty("--dx", `${dx}px`);
    held.button.style.setProperty("--dy", `${dy}px`);
    cloth.toggleAttribute("data-drop", isOver(event));
  });

  addEventListener("pointerup", (event) => {
    if (event.pointerId !== held?.id) return;
    const { button, moving } = held;
    const over = moving && isOver(event);
    end(button, over && isPlayable(button.dataset.card));
    if (!moving) return;
    addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", stop, { capture: true }));
    if (over) (isPlayable(button.dataset.card) ? onDrop : onBarred)(button.dataset.card);
  });

  addEventListener("pointercancel", (event) => event.pointerId === held?.id && end(held.button, false));
  list.addEventListener("dragstart", (event) => event.preventDefault());

  function begin(pull) {
    pull.moving = true;
    pull.button.classList.add("dragged");
    pull.button.setPointerCapture(pull.id);
  }

  // A card that was dropped to be played lies there until the server answers.
  function end(button, stays) {
    held = null;
    cloth.removeAttribute("data-drop");
    if (!stays) return button.classList.remove("dragged");
    const answered = new MutationObserver(() => {
      if (button.hasAttribute("data-sent")) return;
      answered.disconnect();
      setTimeout(() => button.classList.remove("dragged"), 150);
    });
    answered.observe(button, { attributeFilter: ["data-sent"] });
  }

  function isOver({ clientX, clientY }) {
    const { left, right, top, bottom } = cloth.getBoundingClientRect();
    return clientX > left && clientX < right && clientY > top && clientY < bottom;
  }
}

const stop = (event) => {
  event.stopPropagation();
  event.preventDefault();
};
