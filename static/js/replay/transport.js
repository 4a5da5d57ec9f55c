// The controls of a replay: buttons, the slider of the deal, keys, and autoplay.

import { el, fill, find, icon, isTyping, set } from "../table/dom.js";

const CARD_STAYS = 1_300;
const WORDS_STAY = 1_200;
const POINTS_STAY = 3_500;
const MARKS_NAMED = 13; // with more tricks only every fifth has its number
const PACE = { slow: 1.8, normal: 1, fast: 0.45 };

/**
 * `go(index)` goes to a position, also just outside `positions`; `visit(deal, place)` to one of the `deals`
 * of the match, of which those before `from` are not there. `current()` is the index of the position shown; `speaks(position)` is true if players said
 * something there. With `repeats` the deal that is shown plays by itself, again and again.
 */
export function makeTransport({ positions, deals: many, from, go, visit, current, speaks, repeats }) {
  const root = find(".transport");
  const slider = find("[name=card]", root);
  const marks = find(".marks", root);
  const deals = find("[name=deal]");
  const pace = find("[name=pace]", root);
  const playing = find("[data-go=play]", root);
  let timer = 0;

  const last = () => positions.length - 1;
  const deal = () => positions[current()].deal;
  const isStart = () => current() === 0 && deal() === from;
  const isEnd = () => current() === last() && deal() === many - 1;
  const firstOf = (number) => positions.findIndex((each) => each.deal === number);
  const startsTrick = (index) => positions[index].at.endsWith("-c1");

  const moves = {
    first: () => visit(from),
    last: () => visit(many - 1, last),
    back: () => isStart() || go(current() - 1),
    on: () => isEnd() || go(current() + 1),
    trickBack: () => isStart() || go(seek(current() - 1, -1)),
    trickOn: () => isEnd() || go(seek(current() + 1, 1)),
    dealBack: () => visit(Math.max(from, deal() - Number(current() === firstOf(deal())))),
    dealOn: () => (deal() < many - 1 ? visit(deal() + 1) : moves.last()),
  };

  /** The next position from there that begins a trick, deals the cards or shows the points of a deal. */
  function seek(from, step) {
    let index = from;
    while (index > 0 && index < last() && !startsTrick(index) && /-[pa]/.test(positions[index].at))
      index += step;
    return index;
  }

  function move(name) {
    stop();
    moves[name]();
  }

  // ---- autoplay

  function start() {
    if (isEnd()) moves.first();
    set(playing, "aria-pressed", "true");
    set(playing, "aria-label", gettext("Pause"));
    playing.replaceChildren(icon("pause"));
    wait();
  }

  function wait() {
    const here = positions[current()];
    const stays = here.at.endsWith("-fine") ? POINTS_STAY : CARD_STAYS + (speaks(here) ? WORDS_STAY : 0);
    timer = setTimeout(() => {
      const isOver = here.at.endsWith("-fine") || isEnd();
      if (repeats && isOver) visit(here.deal);
      else moves.on();
      if (isEnd() && !repeats) stop();
      else wait();
    }, stays * PACE[pace.value]);
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    set(playing, "aria-pressed", "false");
    set(playing, "aria-label", gettext("Play"));
    playing.replaceChildren(icon("play"));
  }

  const toggle = () => (timer ? stop() : start());

  // ---- buttons, slider, keys

  for (const button of root.querySelectorAll("[data-go]")) {
    button.addEventListener("click", () => (button === playing ? toggle() : move(button.dataset.go)));
  }
  slider.addEventListener("input", () => {
    stop();
    go(firstOf(positions[current()].deal) + Number(slider.value));
  });
  deals.addEventListener("change", () => {
    stop();
    visit(Number(deals.value));
  });

  const keys = {
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
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const target = /** @type {EventTarget} */ (event.target);
    if (
      (isTyping(target) && target !== slider) ||
      target.closest("dialog, .menu, .moves, .table-box, .card-choices:has(input)")
    )
      return;
    const name = keys[(event.shiftKey ? "Shift+" : "") + event.key];
    const isSpace = event.key === " " && !target.closest("button, a, summary");
    if (!name && !isSpace) return;
    event.preventDefault();
    if (name) move(name);
    else toggle();
  });

  // ---- the position shown

  deals.replaceChildren(
    ...Array.from({ length: many }, (_, number) =>
      el("option", { value: number }, fill(gettext("Deal %(n)s of %(all)s"), { n: number + 1, all: many })),
    ),
  );

  let marked = null;
  function render() {
    const start = firstOf(deal());
    const here = positions.filter((each) => each.deal === deal());
    if (marked !== deal()) {
      marked = deal();
      slider.max = here.length - 1;
      deals.value = deal();
      const tricks = Math.max(...here.map(({ trick }) => trick));
      marks.replaceChildren(
        ...here.flatMap((each, i) =>
          each.at.endsWith("-c1") ? [mark(each.trick, i / (here.length - 1), tricks)] : [],
        ),
      );
    }
    slider.value = current() - start;
    set(slider, "aria-valuetext", whereIs(positions[current()]));
    disable(["first", "back", "trickBack"], isStart());
    disable(["last", "on", "trickOn"], isEnd());
  }

  function disable(names, isThere) {
    for (const name of names) set(find(`[data-go=${name}]`, root), "aria-disabled", isThere ? "true" : null);
  }

  const mark = (trick, share, tricks) =>
    el(
      "i",
      { style: `--at:${share.toFixed(4)}` },
      tricks <= MARKS_NAMED || trick % 5 === 0 ? String(trick) : "",
    );

  stop();
  return { render, stop, forget: () => (marked = null), repeat: () => repeats && start() };
}

/** "deal 2, trick 3": where a position is. */
function whereIs({ at, deal, trick, view }) {
  const inTrick = view.tricks
    ? gettext("deal %(deal)s, trick %(trick)s, card %(card)s")
    : gettext("deal %(deal)s, round %(trick)s, card %(card)s");
  if (trick)
    return fill(inTrick, {
      deal: deal + 1,
      trick,
      card: at.split("-c")[1],
    });
  if (at.endsWith("-fine")) return fill(gettext("deal %(deal)s, the points"), { deal: deal + 1 });
  return fill(gettext("deal %(deal)s, before the cards"), { deal: deal + 1 });
}
