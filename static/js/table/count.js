// The points of a deal, counted up as at the table: by thirds, by threes, or one by one.

import { setAttribute, writeText } from "./dom.js";
import { speed } from "./prefs.js";

const TICK = 90; // ms between two steps
const LONGEST = 1_800; // ms: a great number counts faster
const THIRDS = ["", "⅓", "⅔"];

/**
 * Count all cells with a `data-count` from zero up to it, in steps of `by`; they end on their present text.
 * Returns `{ms, finish}`.
 */
export function countUp(root, by) {
  const cells = [...root.querySelectorAll("[data-count]")].map((node) => ({
    node,
    goal: Number(node.dataset.count),
    text: node.textContent,
  }));
  const steps = Math.ceil(Math.max(0, ...cells.map(({ goal }) => Math.abs(goal))) / by - 0.01);
  const tick = Math.min(TICK, LONGEST / steps) * speed();
  if (!steps || !tick || document.hidden) return { ms: 0, finish: () => false };
  let step = 0;
  const timer = setInterval(next, tick);
  setAttribute(root, "data-counting", true);
  next();

  function next() {
    if (step > steps) return void finish();
    for (const { node, goal, text } of cells)
      writeText(
        node,
        step * by >= Math.abs(goal) ? text : `${sign(text)}${inThirds(Math.round(3 * step * by))}`,
      );
    step += 1;
  }

  /** Jump to the end; return false if it was reached already. */
  function finish() {
    if (!root.hasAttribute("data-counting")) return false;
    clearInterval(timer);
    setAttribute(root, "data-counting", null);
    for (const { node, text } of cells) writeText(node, text);
    return true;
  }

  return { ms: (steps + 1) * tick, finish };
}

const sign = (text) => text.match(/^[+−]?/)[0];

/** A number of thirds in words: 17 are "5⅔". */
export function inThirds(count) {
  const [whole, third] = [Math.floor(count / 3), THIRDS[count % 3]];
  return whole === 0 && third ? third : `${whole}${third}`;
}
