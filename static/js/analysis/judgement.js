// The judgement of every choice in a position: what it loses on average, by what its player could know.

import { fill, find, lang, set, write } from "../table/dom.js";
import { think } from "./thoughts.js";

/** `of` names the deal in requests; `choices.judge(seat, worths)` shows what each choice is worth, `choices.unjudge()` takes it away. */
export function makeJudgement({ of, choices }) {
  const button = find("[data-judge]");
  const status = find("[data-judged]");
  const known = new Map(); // question → answer
  let asked = 0;
  let shown = { line: null, turns: [] };

  const isOn = () => button.getAttribute("aria-pressed") === "true";

  button.addEventListener("click", () => {
    set(button, "aria-pressed", String(!isOn()));
    render(shown.line, shown.turns);
  });

  /** `line` is the one shown, up to the position; `turns` says who may do what there. */
  function render(line, turns) {
    shown = { line, turns };
    const mine = ++asked;
    write(status, "");
    choices.unjudge();
    if (!isOn()) return;
    for (const { seat, commands, picks } of turns)
      if (seat !== null && commands.length + picks.length > 1) judge(seat, line, () => mine === asked);
  }

  async function judge(seat, line, isWanted) {
    const fields = { ...of, start: line.start, actions: line.actions, seat };
    const key = JSON.stringify(fields);
    if (!known.has(key)) {
      write(status, gettext("The cards are being compared …"));
      const answer = await think("judgement", fields, isWanted);
      if (!answer) return;
      if (answer.refused) return void write(status, answer.refused.message);
      known.set(key, answer.choices);
    }
    const worths = known.get(key);
    write(status, sentence(worths));
    choices.judge(seat, worths);
  }

  function sentence(worths) {
    if (!worths.length) return gettext("There is nothing to compare here.");
    const good = worths.filter(({ clear }) => !clear).map(({ command }) => choices.nameOf(command));
    const names = new Intl.ListFormat(lang, { type: "disjunction" }).format(good.slice(0, 4));
    return good.length > 4
      ? gettext("By what the player could know, many choices are about as good.")
      : fill(gettext("Best by what the player could know: %(names)s."), { names });
  }

  return { render };
}
