// The replay of a match: reads what the server sent, and connects the parts.

import { makeFair } from "./fair.js";
import * as address from "./address.js";
import { makeBoard } from "./board.js";
import { makeMoves } from "./moves.js";
import { makePortions } from "./portions.js";
import { positionsOf } from "./positions.js";
import { makeReview } from "./review.js";
import { makeStory } from "./sentences.js";
import { makeTask } from "./task.js";
import { makeTransport } from "./transport.js";
import { loadGame } from "../cards/game.js";
import { nextTask } from "../next-task.js";
import { sheetTable } from "../table/conto.js";
import { el, find, setAttribute, setHidden, writeText } from "../table/dom.js";
import { makeNames } from "../table/names.js";
import { makeShare } from "../table/share.js";

const data = JSON.parse(find("#frame").textContent);
const game = await loadGame(data.game);
await nextTask();

const positions = positionsOf(data.frames, game);
const store = {
  table: { seats: data.seats, players: data.players, rules: data.rules, called: data.called },
  me: data.me,
  seated: data.me !== null,
  view: positions[0].view,
  legal: [],
  get near() {
    return seat ?? data.me ?? 0;
  },
};
const portions = makePortions({ data, positions, game });
const opened = address.readPlace(address.here() || (data.at ?? ""), data.eyes);
const atFirst = address.dealOf(opened.at);
if (atFirst < data.deals && (portions.has(atFirst) || (await portions.fetch(atFirst))))
  portions.turnTo(atFirst);
let current = address.indexOf(opened.at, positions);
let wanted = null; // the deal being fetched
let scored = ""; // key of the score shown
let seat = data.eyes.length === 1 ? data.eyes[0] : opened.seat; // the viewpoint; null for all hands

const names = makeNames(store);
const isSeen = (each) => data.eyes.includes(each) && (seat === null || seat === each);
const story = makeStory({ game, names, isSeen });
const isTask = find(".board .task") !== null;
const review = find(".review")
  ? makeReview({ positions, game, names, goTo, current: () => current, changed })
  : { render() {}, mark: () => null };
const task = isTask ? makeTask({ me: data.me }) : { asks: false, render() {}, ready() {} };
/** True where a task asks for a choice: nothing lies there but the cards on the table now. */
const isSettled = (position) => task.asks && position === positions.at(-1);
const board = makeBoard({ store, game, names, story, isSeen, keepsPlayed: !isTask, isSettled });
const moves = makeMoves({ game, names, story, go: (index) => goTo(positions[index].at), mark: review.mark });
const fair = find(".fairness") ? makeFair(data) : { render() {} };
const transport = makeTransport({
  positions,
  deals: data.deals,
  from: data.from ?? 0,
  go,
  visit,
  current: () => current,
  speaks: (position) => story.wordsOf(position).length > 0,
  repeats: new URLSearchParams(location.search).has("ripeti"),
});

const analysis = find(".analysis")
  ? (await import("../analysis/board.js")).makeAnalysis({
      positions,
      game,
      names,
      current: () => current,
      go,
      replace,
    })
  : { render() {}, ready() {} };

/** Go to a position; an index just outside `positions` leads to the deals before or after them. */
function go(index) {
  if (index < 0) return void visit(positions[0].deal - 1, () => positions.length - 1);
  if (index >= positions.length) return void visit(positions.at(-1).deal + 1, () => 0, true);
  show(index, index === current + 1);
}

/** Go to a position or, with `isBefore`, to the one before it in its deal, where its choice was still open. */
function goTo(at, isBefore = false) {
  visit(address.dealOf(at), () => Math.max(0, address.indexOf(at, positions) - Number(isBefore)));
  const { top, bottom } = find(".board").getBoundingClientRect();
  const end = document.querySelector(".tabbar")?.getBoundingClientRect().top || innerHeight; // 0 at a desk
  if (top < 0 || bottom > end) find(".stage").scrollIntoView(); // the reader wants to see it
}

/** Go to a position of a deal, by default its start; fetch the deal first if it is not here. */
async function visit(deal, place = () => positions.findIndex((each) => each.deal === deal), isNext = false) {
  wanted = deal;
  const isHere = portions.has(deal) || (await portions.fetch(deal));
  if (wanted !== deal) return; // the reader is somewhere else by now
  if (!isHere) {
    transport.stop();
    return void writeText(find("#voce"), gettext("These deals could not be loaded. Try again in a moment."));
  }
  portions.turnTo(deal);
  show(place(), isNext);
}

function show(index, isNext) {
  wanted = null;
  current = index;
  render(isNext);
  portions.lookAhead(positions[current].deal);
  address.writePlace(positions[current], data.eyes.length > 1 ? seat : null);
}

/** Show other positions of the same deal, at the one that `place()` then returns. */
function replace(frames, place, isNext) {
  positions.splice(0, positions.length, ...positionsOf(frames, game));
  moves.forget();
  transport.forget();
  show(place(), isNext);
}

/** Redraw with the marks of a review that has come. */
function changed() {
  moves.forget();
  render();
}

function render(isNext = false) {
  const position = positions[current];
  board.render(position, saidSoFar(), isNext);
  moves.render(positions, current);
  transport.render();
  fair.render(position.deal);
  renderScore(position.view);
  if (isEnd()) for (const total of document.querySelectorAll("[data-final]")) setHidden(total, false);
  review.render(position);
  task.render();
  analysis.render();
  writeText(find("#voce"), `${story.sentencesOf(position).join(". ")}.`);
}

/** True at the last position of the match: only from there on the result is known. */
const isEnd = () => current === positions.length - 1 && positions[current].deal === data.deals - 1;

/** The words said in this trick so far, or before the first one. */
function saidSoFar() {
  let from = current;
  while (from > 0 && positions[from].at.includes("-") && !positions[from].at.endsWith("-c1")) from -= 1;
  return positions.slice(from, current + 1).flatMap(story.wordsOf);
}

/** Draw the sheet and the card turned up, only if they have changed. */
function renderScore(view) {
  const card = game.upcard(view);
  const key = JSON.stringify([view.deal, view.sheet.length, view.totals, view.so_far, card?.key]);
  if (scored === key) return;
  scored = key;
  setHidden(find(".score"), isTask && !view.sheet.length);
  const table = find(".score table");
  table.replaceChildren(
    ...sheetTable(view, { game, names, first: data.first, carried: positions[0].view.totals }),
  );
  setAttribute(table, "data-sides", names.count());
  find(".turned").replaceChildren(...(card ? [card.node()] : []));
}

// ---- whose cards, and the link

const who = find("[name=seat]");
who.closest(".field").hidden = data.eyes.length < 2;
who.append(
  ...data.eyes.map((each) =>
    el("option", { value: each }, names.isMe(each) ? gettext("You") : names.name(each)),
  ),
);
who.value = seat ?? "";
who.addEventListener("change", () => {
  seat = who.value === "" ? null : Number(who.value);
  render();
  address.writePlace(positions[current], seat);
});

const hidesResult = find("[data-final]") !== null; // then a link to the start names it, to hide the result, too
const share = makeShare({
  positionName: () =>
    positions[current].at === "s1" && seat === null && !hidesResult
      ? ""
      : address.name(positions[current], data.eyes.length > 1 ? seat : null),
});
for (const button of document.querySelectorAll("[data-share]"))
  button.addEventListener("click", () => share?.open(button.dataset));

for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-analyse]")))
  link.addEventListener("click", () => {
    const { at } = positions[current];
    link.href = analysed(link.pathname, at);
  });

/**
 * The address of the analysis board at a position. A deal of a record from a file is in the address itself.
 * @param {string} path
 * @param {string} at
 */
function analysed(path, at) {
  const sent = find("#sent-deals");
  const deal = sent && JSON.parse(sent.textContent)[Number(at.slice(1).split("-")[0]) - 1];
  return `${deal ? path.replace(/[^/]+\/$/, `${deal}/`) : path}?dove=${at}`;
}

addEventListener("hashchange", () => {
  const asked = address.readPlace(address.here(), data.eyes);
  if (data.eyes.length > 1) {
    seat = asked.seat;
    who.value = seat ?? "";
  }
  goTo(asked.at);
});

await nextTask(); // the parts are made
render();
find(".replay").removeAttribute("aria-busy");
await nextTask();
task.ready();
analysis.ready();
transport.repeat();
if (data.over === false)
  (await import("./follow.js")).followMatch({ data, positions, current: () => current, replace });
