// The controls of a replay: buttons, the slider of the deal, keys, and autoplay.

import { el, fill, find, icon, isTyping, setAttribute } from "../table/dom.js";
import { makeAutoplay } from "./autoplay.js";
import { makeSteps, stepOfKey } from "./steps.js";

const MARKS_NAMED = 13; // with more tricks only every fifth has its number

/**
 * `go`, `visit`, `current`, `deals` and `from` are those of `makeSteps`, `speaks` and `repeats` those of
 * `makeAutoplay`.
 */
export function makeTransport({ positions, deals: many, from, go, visit, current, speaks, repeats }) {
  const root = find(".transport");
  const slider = find("[name=card]", root);
  const marks = find(".marks", root);
  const deals = find("[name=deal]");
  const pace = find("[name=pace]", root);
  const playing = find("[data-go=play]", root);
  const walk = makeSteps({ positions, deals: many, from, go, visit, current });
  const { steps, deal, firstOf, isStart, isEnd } = walk;
  const { start, stop, toggle } = makeAutoplay({
    positions,
    current,
    speaks,
    pace: () => pace.value,
    repeats,
    visit,
    walk,
    show: showPlaying,
  });

  function showPlaying(isOn) {
    setAttribute(playing, "aria-pressed", String(isOn));
    setAttribute(playing, "aria-label", isOn ? gettext("Pause") : gettext("Play"));
    playing.replaceChildren(icon(isOn ? "pause" : "play"));
  }

  function move(name) {
    stop();
    steps[name]();
  }

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

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const target = /** @type {EventTarget} */ (event.target);
    if (
      (isTyping(target) && target !== slider) ||
      target.closest("dialog, .menu, .moves, .table-box, .card-choices:has(input)")
    )
      return;
    const name = stepOfKey(event);
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
    setAttribute(slider, "aria-valuetext", whereIs(positions[current()]));
    disable(["first", "back", "trickBack"], isStart());
    disable(["last", "on", "trickOn"], isEnd());
  }

  function disable(names, isThere) {
    for (const name of names)
      setAttribute(find(`[data-go=${name}]`, root), "aria-disabled", isThere ? "true" : null);
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
