// The queue of what is to be shown. Frames wait in it and their events are shown one by one; a new frame cuts
// the running animation short. Once the queue is empty, the view is drawn.

import { speed } from "./prefs.js";

/** How many times as long a taken trick lies: longer for a reader who wants it slow, never shorter. */
const patience = () => Math.max(1, speed());

/** Durations in ms: movements follow the reader’s speed, texts do not. */
export const times = {
  card: () => 340 * speed(),
  gather: () => 460 * speed(),
  draw: () => 180 * speed(),
  hold: () => 700 * patience(),
  holdAtLeast: () => 350 * patience(),
  summary: 4_000,
};

/**
 * `perform(event, pause, isOn)` shows one event. After each `await` it must stop if it was called off:
 * `isOn()` is false then, and `pause(ms, atLeast)` resolves to the same. `onStart()` is called when something
 * begins to move, `onSettled()` when the queue is empty.
 */
export function makeStage({ perform, onStart, onSettled }) {
  let frames = [];
  let rest = []; // events left of the frame being shown
  let run = 0; // a new number means that everything before was called off
  let running = false;
  let hurry = () => {};

  function play(events) {
    frames.push([...events]);
    hurry();
    if (!running) start();
  }

  async function start() {
    const mine = ++run;
    running = true;
    onStart();
    while (frames.length) {
      rest = frames.shift();
      while (rest.length) {
        const isOn = () => mine === run;
        await perform(rest.shift(), (ms, atLeast = 0) => pause(ms, atLeast, isOn), isOn);
        if (!isOn()) return;
      }
    }
    running = false;
    onSettled();
  }

  function pause(ms, atLeast, isOn) {
    const started = performance.now();
    return new Promise((resolve) => {
      const done = () => {
        hurry = () => {};
        resolve(isOn());
      };
      if (document.hidden) return done();
      let timer = setTimeout(done, frames.length ? Math.min(ms, atLeast) : ms);
      hurry = () => {
        clearTimeout(timer);
        timer = setTimeout(done, Math.max(0, started + Math.min(ms, atLeast) - performance.now()));
      };
    });
  }

  /** Call everything off, for a state without history. */
  function reset() {
    frames = [];
    rest = [];
    run += 1;
    running = false;
    hurry();
  }

  const awaits = (kind) => [rest, ...frames].some((events) => events.some((event) => event.kind === kind));

  return { play, reset, awaits, isIdle: () => !running };
}
