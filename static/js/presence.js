// Tell the server that somebody uses the page: an open page alone is nobody's presence.

const SIGNS = ["pointerdown", "pointermove", "wheel", "keydown", "click"];
const REPORT_EVERY = 60_000;

/**
 * Send a frame when a visible page is touched, or returned to, at most once a minute. `send` returns whether it
 * could.
 */
export function reportTouches(send) {
  let next = 0;
  /** @param {Event & {movementX?: number, movementY?: number}} event */
  const report = ({ type, movementX, movementY }) => {
    if (type === "pointermove" && !movementX && !movementY) return; // the page has moved under a resting pointer
    if (document.hidden || performance.now() < next || !send({ t: "touched" })) return;
    next = performance.now() + REPORT_EVERY;
  };
  for (const sign of SIGNS) addEventListener(sign, report, { passive: true, capture: true });
  document.addEventListener("visibilitychange", report);
}
