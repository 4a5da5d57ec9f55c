// The console of an evening without network, from what the tab has kept: the tables of the round, whose scores can
// be entered, and the entries. Everything waits on the page until it can be sent.

import { el } from "../table/dom.js";
import { keepActs } from "./console_acts.js";
import { consoleHere, keptDesk } from "./kept_desk.js";
import { writtenLast } from "./unsent_acts.js";

const EVERY_MS = 8_000;

const place = /** @type {HTMLElement} */ (document.querySelector("[data-kept-console]"));
const { event, rest } = consoleHere();
const desk = keptDesk(event);
let isTyped = false;

/** A form that is kept; `waits` names it in the list of what waits. */
function form(url, waits, does, ...fields) {
  return el(
    "form.stack.g-3",
    { method: "post", action: url, "data-kept-as": waits },
    ...fields,
    el("div", {}, el("button.btn", {}, does)),
  );
}

const reason = (text) =>
  el("label.field", {}, text, el("input.input", { name: "reason", maxlength: 300, required: true }));

/** The score sheet of a table, with what was written last in each cell. */
function sheet(table, unsent) {
  const { texts, round } = desk;
  const written = writtenLast(unsent.read(), table.url);
  const row = (scores, at) => {
    const number = at + 1;
    const cell = (names, side) => {
      const name = `score-${number}-${side}`;
      const label = `${table.titles[at]}, ${names}`;
      const value = written[name] ?? scores[side] ?? "";
      const was = { type: "hidden", name: `was-${number}-${side}`, value };
      const attributes = { name, value, inputmode: "numeric", maxlength: 6, autocomplete: "off" };
      return el("td", {}, el("input", was), el("input.input", { ...attributes, "aria-label": label }));
    };
    return el("tr", {}, el("th", { scope: "row" }, table.titles[at]), ...table.sides.map(cell));
  };
  const head = [texts.deal, ...table.sides].map((name) => el("th", { scope: "col" }, name));
  const cells = el(
    "table.table.score-sheet",
    {},
    el("thead", {}, el("tr", {}, ...head)),
    el("tbody", {}, ...table.rows.map(row)),
  );
  const brokenOff = [el("input", { type: "checkbox", name: "broken_off", value: "1" }), texts.brokenOff];
  const fields = [
    cells,
    desk.byMatch && el("label.check", {}, ...brokenOff),
    table.isOver && reason(texts.reason),
  ];
  const name = `${texts.table} ${table.number}`;
  const isAsked = rest[0] === "tavoli" && rest[2] === String(table.number);
  return el(
    "details.fold",
    { open: isAsked },
    el("summary", {}, `${name}: ${table.sides.join(" – ")}`, table.isOver && ` (${texts.over})`),
    form(table.url, `${texts.round} ${round.number}, ${name}`, texts.enter, ...fields),
  );
}

function entry({ number, name, acts }) {
  const isAsked = rest[0] === "iscritti" && rest[1] === String(number);
  const forms = acts.map(({ url, does, asks }) =>
    form(url, `${desk.texts.entry} ${number}: ${does}`, does, asks && reason(desk.texts.reason)),
  );
  return el("details.fold", { open: isAsked }, el("summary", {}, `${number}. ${name}`), ...forms);
}

function draw() {
  const { texts, name, round, tables, entries } = desk;
  const section = el("section.panel.stack.g-2", { "aria-label": texts.heading });
  Object.assign(section.dataset, texts);
  const board = el("div.stack");
  document.documentElement.lang = desk.lang;
  document.title = `${name} · Ludopoli`;
  place.replaceChildren(el("h1", {}, name), section, board);
  const unsent = keepActs(section, {
    onKept(url) {
      isTyped = false;
      if (url === round?.start) show();
    },
  });

  function show() {
    const begins = round?.start && unsent.read().some(({ url }) => url === round.start);
    const waits = round?.start && !begins;
    board.replaceChildren(
      el("h2", {}, round ? `${texts.round} ${round.number}` : ""),
      waits ? form(round.start, `${texts.round} ${round.number}: ${texts.start}`, texts.start) : "",
      el("div.stack.g-2", {}, ...(waits ? [] : tables.map((table) => sheet(table, unsent)))),
      el("h2", {}, texts.entries),
      el("div.stack.g-2", {}, ...entries.map(entry)),
    );
  }
  board.addEventListener("input", () => (isTyped = true));
  show();
}

/** Load the page itself once it answers, unless somebody is writing. */
async function goOn() {
  if (isTyped) return;
  try {
    await fetch(location.href, { method: "HEAD", redirect: "manual" });
    location.reload();
  } catch {
    // still no network
  }
}

if (desk) draw();
addEventListener("online", goOn);
setInterval(goOn, EVERY_MS);
