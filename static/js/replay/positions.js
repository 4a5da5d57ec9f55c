// The positions of a replay, made from the frames that the server sends.

import { copyOf, applyEvent } from "../cards/changes.js";

/**
 * Make a position of every frame: `{at, deal, trick, events, view, held}`. `view` is a spectator's, with the
 * visible cards by seat in `own`; `held` has all cards that each seat has held in this deal so far.
 */
export function positionsOf(frames, game) {
  let truth = {};
  /** @type {Sent} */
  let view = null;
  let held = {};
  return frames.map(({ at, events, patch }) => {
    const [, deal, trick] = at.match(/^s(\d+)(?:-p(\d+))?/);
    const isOver = !patch || events[0].kind === "scored"; // the engine is ahead: apply the events instead
    if (patch) truth = patched(truth, patch);
    view = isOver ? followed(view, events, game) : truth;
    held = keep(isDeal(at) ? {} : held, view.own);
    return { at, deal: Number(deal) - 1, trick: Number(trick ?? 0), events, view, held };
  });
}

const isDeal = (at) => /^s\d+$/.test(at);

/**
 * Apply a patch to a value; its forms are those of `patch` in games/archive/replay.py. Unchanged parts are
 * shared.
 */
function patched(value, patch) {
  if (!Array.isArray(patch)) {
    const next = { ...value };
    for (const [name, change] of Object.entries(patch)) {
      if (change[0] === "-") delete next[name];
      else next[name] = patched(next[name], change);
    }
    return next;
  }
  if (patch[0] === "=") return patch[1];
  const [, start, count, items] = patch;
  return value.toSpliced(start, count, ...items);
}

function followed(view, events, game) {
  const next = copyOf(view);
  delete next.so_far; // only the server counts it
  for (const event of events) applyEvent(next, event, game);
  return next;
}

function keep(held, own) {
  const next = { ...held };
  for (const [seat, { hand }] of Object.entries(own)) {
    const fresh = hand.filter((card) => !held[seat]?.includes(card));
    if (fresh.length || !held[seat]) next[seat] = [...(held[seat] ?? []), ...fresh];
  }
  return next;
}
