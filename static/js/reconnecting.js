// The pauses before a lost socket is opened again: each is twice the one before, with some variation. When its
// process restarts another one takes over, or it is back in a moment: the first attempt comes almost at once.

const FIRST_MS = 1_000;
const RESTART_MS = 300; // not all pages return at the same moment
export const RESTART = 1_012; // the close code

/** `after(code)` is the next pause in ms; `succeeded()` starts again with the first. */
export function makePauses(longest) {
  let next = FIRST_MS;
  return {
    after(code) {
      if (code === RESTART) return shortly();
      const pause = next * (0.75 + Math.random() / 2);
      next = Math.min(next * 2, longest);
      return pause;
    },
    succeeded: () => (next = FIRST_MS),
  };
}

export const shortly = () => Math.random() * RESTART_MS;
