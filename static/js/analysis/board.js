// The analysis board: cards are played on from the position shown, by the reader or by bots. The server
// plays every line with the engine; this script knows which commands are legal only from its answers.

import { makeBranches } from "./branches.js";
import { makeChoices } from "./choices.js";
import { makeComments } from "./comments.js";
import { makeJudgement } from "./judgement.js";
import { isSame, starts } from "./lines.js";
import { makeStudy } from "./study.js";
import { pause, fetchThought } from "./thoughts.js";
import { SITE_PATH } from "../site-path.js";
import { capital, fill, find, setHidden, writeText } from "../table/dom.js";
import { sendRequest } from "../table/people.js";

const API = `${SITE_PATH}api/v1/analysis/`;
const PACE = 600; // ms that a bot takes at least

/**
 * `go(index)` goes to a position of the line shown, `replace(frames, place, isNext)` shows another line.
 */
export function makeAnalysis({ positions, game, names, current, go, replace }) {
  const root = find(".analysis");
  const heading = find("h2", root);
  const status = find("[data-told]", root);
  const back = find("[data-undo]", root);
  const bots = [...document.querySelectorAll("[name=bot]")];
  const level = find("[name=level]");
  const {
    of,
    record,
    turns: ofRecord,
    branches: kept,
    comments: said,
    reviewed,
  } = JSON.parse(find("#board").textContent);

  /** The line shown: the first `start` commands of the record, then its own. */
  const asPlayed = { key: "record", start: record.length, actions: [] };
  let line = asPlayed;
  let turns = ofRecord;
  let thought = 0; // counts what the bots were asked, so that late answers are dropped

  const whole = ({ start, actions }) => [...record.slice(0, start), ...actions];

  /** The number of commands before the position shown. */
  const here = () => positions.slice(1, current() + 1).filter(({ at }) => !at.endsWith("-fine")).length;

  /** The index of the position after so many commands. */
  const indexOf = (many) => {
    let seen = 0;
    return positions.findIndex(({ at }, index) => {
      seen += Number(index > 0 && !at.endsWith("-fine"));
      return seen === many;
    });
  };

  const turn = () => (positions[current()].at.endsWith("-fine") ? [] : (turns[here()] ?? []));

  const choices = makeChoices({ root: find("[data-choices]", root), game, names, play });
  const list = makeBranches({ of, record, kept, open, draft: () => (line.key === "draft" ? line : null) });

  const judgement = reviewed ? makeJudgement({ of, choices }) : null;
  const comments = of.study
    ? makeComments({
        token: of.study,
        said,
        commandsOf(branch) {
          const found = list.lineOf(branch);
          return found && whole(found);
        },
        open: (branch, number) => show(list.lineOf(branch), number),
        holder: (commands) => (starts(record, commands) ? null : list.holder(commands)),
      })
    : null;

  /** The line up to the position after so many commands. */
  const cut = ({ start, actions }, many) =>
    many <= start ? { start: many, actions: [] } : { start, actions: actions.slice(0, many - start) };

  // ---- playing

  /**
   * Play a command of a seat on turn: the next one of the line, or another, which begins a branch. Bots answer
   * every command, so with them the line ends there.
   */
  async function play(action) {
    thought += 1;
    const all = whole(line);
    const next = all[here()];
    if (next && isSame(action, next) && !bots.some(({ checked }) => checked)) return void go(current() + 1);
    await show(drafted([...all.slice(0, here()), action]), here() + 1, true);
  }

  /** A line of its own with these commands. */
  function drafted(all) {
    const parting = all.findIndex((each, i) => !record[i] || !isSame(each, record[i]));
    const start = parting < 0 ? all.length : parting;
    if (line.key === "draft" && here() < whole(line).length) list.setAside(line);
    return { key: "draft", start, actions: all.slice(start) };
  }

  /** Show a line at the position after `many` commands; returns whether the server accepted it. */
  async function show(next, many, isNext = false) {
    const { body, refused } = await sendRequest(API, "POST", {
      ...of,
      start: next.start,
      actions: next.actions,
    });
    if (refused) {
      writeText(status, refused.message);
      return false;
    }
    accept(next, body, many, isNext);
    return true;
  }

  function accept(next, board, many, isNext) {
    line = next;
    turns = board.turns;
    replace(board.frames, () => indexOf(many), isNext);
  }

  /** Open a branch, or the record, where it parts from what is shown. */
  async function open(next) {
    thought += 1;
    if (next.key === line.key) return;
    if (line.key === "draft" && line.actions.length) list.setAside(line);
    const [mine, other] = [whole(line), whole(next)];
    const parting = other.findIndex((each, i) => !mine[i] || !isSame(each, mine[i]));
    await show(next, Math.min(parting < 0 ? other.length : parting + 1, other.length));
  }

  /** Take back the last command of a branch of the reader's; elsewhere go back by one. */
  back.addEventListener("click", async () => {
    thought += 1;
    const many = here();
    if (line.key !== "draft" || many < whole(line).length || !line.actions.length)
      return void go(current() - 1);
    const rest = line.actions.slice(0, -1);
    await show(rest.length ? { ...line, actions: rest } : asPlayed, many - 1);
  });

  // ---- bots

  const isBot = (seat) => bots.some(({ value, checked }) => checked && Number(value) === seat);

  /** Let a bot answer if one is on turn at the end of the line. */
  async function answer() {
    const seat = turn().find((each) => each.seat !== null && isBot(each.seat))?.seat;
    if (seat === undefined || here() < whole(line).length) return;
    const mine = ++thought;
    const isWanted = () => mine === thought;
    const began = performance.now();
    writeText(status, fill(gettext("%(name)s is thinking …"), { name: capital(names.name(seat)) }));
    const asked = { ...of, start: line.start, actions: line.actions, seat, level: level.value };
    const found = await fetchThought("choice", asked, isWanted, (sentence) => writeText(status, sentence));
    if (found?.refused) return void writeText(status, found.refused.message);
    await pause(PACE - (performance.now() - began));
    if (found && isWanted()) follow(found);
  }

  function follow({ board }) {
    const all = whole(line);
    const next = drafted([...all, board.actions.at(-1)]);
    accept(next, board, all.length + 1, true);
  }

  for (const each of [...bots, level]) each.addEventListener("change", goOn);

  /** Go on with these bots: one that is on turn answers here, whatever the line has there. */
  async function goOn() {
    const isAsked = turn().some(({ seat }) => seat !== null && isBot(seat));
    if (!isAsked || here() === whole(line).length) return void render();
    if (line.key === "draft") list.setAside(line);
    await show({ key: "draft", ...cut(line, here()) }, here());
  }

  // ---- the position shown

  function render() {
    thought += 1;
    writeText(status, "");
    const now = turn();
    const seats = now.filter(({ seat }) => seat !== null).map(({ seat }) => seat);
    writeText(heading, headline(seats));
    choices.render(now);
    list.render(line);
    setHidden(back, here() === 0);
    judgement?.render(cut(line, here()), now);
    comments?.render(whole(line).slice(0, here()));
    answer();
  }

  function headline(seats) {
    if (!seats.length) return gettext("This deal is over");
    if (seats.length > 1) return gettext("Several players may speak");
    return names.isMe(seats[0])
      ? gettext("It is your turn")
      : fill(gettext("It is %(name)s’s turn"), { name: names.name(seats[0]) });
  }

  if (document.querySelector(".study")) makeStudy(of.study);
  return { render, ready: () => list.asked() && open(list.asked()) };
}
