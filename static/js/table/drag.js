// Dragging a card onto the cloth plays it. A card that is dropped anywhere else goes back, and a press that hardly
// moves stays a click.

import { find } from "./dom.js";

const DRAG_THRESHOLD = 10; // px

/**
 * Let the cards of a `list` be dragged. `onDrop` is called with a playable card that is dropped on the cloth, and
 * `onBarred` with one that may not be played.
 */
export function dragToPlay({ list, isPlayable, onDrop, onBarred }) {
  const cloth = find(".cloth");
  /** @type {{ button: HTMLElement, id: number, x: number, y: number, isDragged: boolean } | null} */
  let held = null; // the card under the pointer

  list.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("[data-card]");
    if (!button || event.button !== 0 || held) return;
    held = { button, id: event.pointerId, x: event.clientX, y: event.clientY, isDragged: false };
  });

  addEventListener("pointermove", (event) => {
    if (event.pointerId !== held?.id) return;
    const dx = event.clientX - held.x;
    const dy = event.clientY - held.y;
    if (!held.isDragged && Math.hypot(dx, dy) < DRAG_THRESHOLD) return;
    if (!held.isDragged) startDrag(held);
    held.button.style.setProperty("--dx", `${dx}px`);
    held.button.style.setProperty("--dy", `${dy}px`);
    cloth.toggleAttribute("data-drop", isOver(event));
  });

  addEventListener("pointerup", (event) => {
    if (event.pointerId !== held?.id) return;
    const { button, isDragged } = held;
    const isDropped = isDragged && isOver(event);
    endDrag(button, isDropped && isPlayable(button.dataset.card));
    if (!isDragged) return;
    // Most browsers now send a click to the card, which would choose it. If none comes at once, there will be none.
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    if (isDropped) (isPlayable(button.dataset.card) ? onDrop : onBarred)(button.dataset.card);
  });

  addEventListener("pointercancel", (event) => event.pointerId === held?.id && endDrag(held.button, false));
  list.addEventListener("dragstart", (event) => event.preventDefault()); // the browser's own dragging of pictures

  function startDrag(drag) {
    drag.isDragged = true;
    drag.button.classList.add("dragged");
    drag.button.setPointerCapture(drag.id);
  }

  // A card that `stays` lies where it was dropped until the server has answered.
  function endDrag(button, stays) {
    held = null;
    cloth.removeAttribute("data-drop");
    if (!stays) return button.classList.remove("dragged");
    const answerObserver = new MutationObserver(() => {
      if (button.hasAttribute("data-sent")) return;
      answerObserver.disconnect();
      setTimeout(() => button.classList.remove("dragged"), 150);
    });
    answerObserver.observe(button, { attributeFilter: ["data-sent"] });
  }

  function isOver({ clientX, clientY }) {
    const { left, right, top, bottom } = cloth.getBoundingClientRect();
    return clientX > left && clientX < right && clientY > top && clientY < bottom;
  }
}

const swallow = (event) => {
  event.stopPropagation();
  event.preventDefault();
};
