// Where the controls of a replay lead: one position on or back, or to the next trick or deal.

/** The step of each key, with the Shift key as a prefix. */
const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "on",
  ArrowUp: "dealBack",
  ArrowDown: "dealOn",
  "Shift+ArrowLeft": "trickBack",
  "Shift+ArrowRight": "trickOn",
  PageUp: "trickBack",
  PageDown: "trickOn",
  Home: "first",
  End: "last",
};

/** @type {(event: { key: string, shiftKey?: boolean }) => keyof Steps | undefined} */
export const stepOfKey = ({ key, shiftKey }) => KEYS[(shiftKey ? "Shift+" : "") + key];

/** @typedef {ReturnType<typeof makeSteps>["steps"]} Steps */

/**
 * `go(index)` goes to a position, also just outside `positions`; `visit(deal, place)` to one of the `deals` of
 * the match, of which those before `from` are not there. `current()` is the index of the position shown.
 */
export function makeSteps({ positions, deals, from, go, visit, current }) {
  const last = () => positions.length - 1;
  const deal = () => positions[current()].deal;
  const isStart = () => current() === 0 && deal() === from;
  const isEnd = () => current() === last() && deal() === deals - 1;
  const firstOf = (number) => positions.findIndex((each) => each.deal === number);
  const startsTrick = (index) => positions[index].at.endsWith("-c1");

  /** The next position from there that begins a trick, deals the cards or shows the points of a deal. */
  function seek(start, step) {
    let index = start;
    while (index > 0 && index < last() && !startsTrick(index) && /-[pa]/.test(positions[index].at))
      index += step;
    return index;
  }

  const steps = {
    first: () => visit(from),
    last: () => visit(deals - 1, last),
    back: () => isStart() || go(current() - 1),
    on: () => isEnd() || go(current() + 1),
    trickBack: () => isStart() || go(seek(current() - 1, -1)),
    trickOn: () => isEnd() || go(seek(current() + 1, 1)),
    dealBack: () => visit(Math.max(from, deal() - Number(current() === firstOf(deal())))),
    dealOn: () => (deal() < deals - 1 ? visit(deal() + 1) : steps.last()),
  };

  return { steps, deal, firstOf, isStart, isEnd };
}
