// Autoplay: the replay goes on by itself, and stays at each position as long as a reader needs.

const CARD_STAYS = 1_300;
const WORDS_STAY = 1_200;
const POINTS_STAY = 3_500;
const PACE = { slow: 1.8, normal: 1, fast: 0.45 };

/**
 * `speaks(position)` is true if players said something there, `pace()` one of the names above. `show(isOn)`
 * shows whether it runs. With `repeats` the deal that is shown plays again and again.
 */
export function makeAutoplay({ positions, current, speaks, pace, repeats, visit, walk, show }) {
  const { steps, isEnd } = walk;
  let timer = 0;

  function start() {
    if (isEnd()) steps.first();
    show(true);
    wait();
  }

  function wait() {
    const here = positions[current()];
    const isScored = here.at.endsWith("-fine");
    const stays = isScored ? POINTS_STAY : CARD_STAYS + (speaks(here) ? WORDS_STAY : 0);
    timer = setTimeout(() => {
      if (repeats && (isScored || isEnd())) visit(here.deal);
      else steps.on();
      if (isEnd() && !repeats) stop();
      else wait();
    }, stays * PACE[pace()]);
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    show(false);
  }

  return { start, stop, toggle: () => (timer ? stop() : start()) };
}
