// What every choice in a position loses on average by what its player could know, or with all hands open.

import { fill, find, lang, setAttribute, writeText } from "../table/dom.js";
import { fetchThought } from "./thoughts.js";

/** `of` names the deal in requests; `choices.judge(seat, worths)` shows what each choice is worth, `choices.unjudge()` takes it away. */
export function makeJudgement({ of, choices }) {
  const buttons = [...document.querySelectorAll("[data-judge]")];
  const status = find("[data-judged]");
  const known = new Map(); // question → answer
  let asked = 0;
  let shown = { line: null, turns: [] };

  const isOn = (button) => button.getAttribute("aria-pressed") === "true";

  for (const button of buttons)
    button.addEventListener("click", (event) => {
      if (event.detail > 1) return; // the second of a double click would take the judgement away
      const wasOn = isOn(button);
      for (const each of buttons) setAttribute(each, "aria-pressed", String(each === button && !wasOn));
      render(shown.line, shown.turns);
    });

  /** `line` is the one shown, up to the position; `turns` says who may do what there. */
  function render(line, turns) {
    shown = { line, turns };
    const mine = ++asked;
    writeText(status, "");
    choices.unjudge();
    const kind = buttons.find(isOn)?.dataset.judge;
    if (!kind) return;
    const open = turns.filter(
      ({ seat, commands, picks }) => seat !== null && commands.length + picks.length > 1,
    );
    if (!open.length) writeText(status, nothing());
    for (const { seat } of open) judge(kind, seat, line, () => mine === asked);
  }

  async function judge(kind, seat, line, isWanted) {
    const fields = { ...of, start: line.start, actions: line.actions, seat };
    const key = JSON.stringify([kind, fields]);
    if (!known.has(key)) {
      writeText(status, gettext("The cards are being compared …"));
      const answer = await fetchThought(kind, fields, isWanted, (sentence) => writeText(status, sentence));
      if (!answer) return;
      if (answer.refused) return void writeText(status, answer.refused.message);
      known.set(key, answer);
    }
    const { choices: worths, basis } = known.get(key);
    writeText(status, sentence(worths, basis));
    choices.judge(seat, worths);
  }

  function sentence(worths, basis) {
    if (basis === "rules")
      return gettext("This position is not solved with all hands face up: too many cards are left.");
    if (!worths.length) return nothing();
    const good = worths.filter(({ clear }) => !clear).map(({ command }) => choices.nameOf(command));
    const names = new Intl.ListFormat(lang, { type: "disjunction" }).format(good.slice(0, 4));
    if (basis)
      return fill(basis === "optimum" ? solved() : settled(), { names: good.length > 4 ? many() : names });
    return good.length > 4
      ? gettext("By what the player could know, many choices are about as good.")
      : fill(gettext("Best by what the player could know: %(names)s."), { names });
  }

  return { render };
}

const nothing = () => gettext("There is nothing to compare here.");
const many = () => gettext("many cards");
const solved = () => gettext("Best with all hands face up, if both sides play perfectly: %(names)s.");
const settled = () =>
  gettext("Best with all hands face up, if everybody plays perfectly for themselves: %(names)s.");
