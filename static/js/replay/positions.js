// From the frames that the server sends to what stands on the table at each of them.

import { copyOf, follow } from "../cards/changes.js";

/**
 * One position for every frame: `{at, deal, trick, events, view, held, said}`. `view` is that of a spectator
 * with `own`, the cards that may be seen by seat; `held` all cards that a seat has held in this deal so far.
 */
export function positionsOf(frames, game) {
  let truth = {};
  /** @type {Sent} */
  let view = null;
  let held = {};
  return frames.map(({ at, events, patch }) => {
    const [, deal, trick] = at.match(/^s(\d+)(?:-p(\d+))?/);
    const isOver = !patch || events[0].kind === "scored"; // the engine is further: the view follows the events
    if (patch) truth = patched(truth, patch);
    view = isOver ? followed(view, events, game) : truth;
    held = keep(isDeal(at) ? {} : held, view.own);
    return { at, deal: Number(deal) - 1, trick: Number(trick ?? 0), events, view, held };
  });
}

const isDeal = (at) => /^s\d+$/.test(at);

/** Apply a patch to a value; its forms are those of `patch` in games/archive/replay.py. Unchanged parts are shared. */
export function patched(value, patch) {
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
  for (const event of events) follow(next, event, game);
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
