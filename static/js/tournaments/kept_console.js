// The console of an evening while there is no network, drawn from the desk that this tab has stored: forms for the
// scores of the round's tables, and for the entries. What they send waits on the page until the network is back.

import { el } from "../table/dom.js";
import { keepActs } from "./console_acts.js";
import { consoleHere, keptDesk } from "./kept_desk.js";
import { writtenLast } from "./unsent_acts.js";

const EVERY_MS = 8_000;
const ON_PEOPLE = ["correct", "substitute", "missed", "take-fee"]; // acts that say whom the director saw

const root = /** @type {HTMLElement} */ (document.querySelector("[data-kept-console]"));
const { event, rest } = consoleHere();
const desk = keptDesk(event);
let isTyped = false; // true while something is written that has not been handed in

/** A form whose data are stored until they can be sent; `title` names it in the list of what waits. */
function form(url, title, action, ...fields) {
  return el(
    "form.stack.g-3",
    { method: "post", action: url, "data-kept-as": title },
    ...fields,
    el("div", {}, el("button.btn", {}, action)),
  );
}

const hidden = (name, value) => el("input", { type: "hidden", name, value });

/** A field as the server describes it; a place is that of one of these `people`. */
function field({ name, label, type, ...attributes }, people = []) {
  if (type === "checkbox")
    return el("label.check", {}, el("input", { type, name, value: "1" }), el("span", {}, label));
  const control =
    name === "place"
      ? el("select.input", { name }, ...people.map(([value, who]) => el("option", { value }, who)))
      : el(type === "textarea" ? "textarea.input" : "input.input", {
          name,
          type,
          autocomplete: "off",
          ...attributes,
        });
  return el("label.field", {}, el("span.label", {}, label), control);
}

/**
 * The form of an act, for these people: their places, names, and whether these can be corrected. Names are shown as
 * they were last written, sent or not.
 */
function actForm(act, url, title, people = [], written = {}, ...further) {
  const { does, button, fields } = desk.forms[act];
  const nameAt = (place, name) => written[`name-${place}`] ?? name;
  const shown = fields.flatMap((each) =>
    each.name === "names"
      ? people
          .filter(([, , isNamed]) => isNamed)
          .map(([place, name]) => field({ ...each, name: `name-${place}`, value: nameAt(place, name) }))
      : [field(each, people)],
  );
  const seen = (ON_PEOPLE.includes(act) ? people : []).map(([place, name]) =>
    hidden(`was-name-${place}`, nameAt(place, name)),
  );
  const made = form(url, `${title}${does}`, button, ...further, ...seen, ...shown);
  return fields.length ? el("details.fold", {}, el("summary", {}, does), made) : made;
}

/** The form for the scores of a table; a cell has what was last written in it, sent or not. */
function tableForm(table, unsent) {
  const { texts, round } = desk;
  const written = writtenLast(unsent.read(), table.url);
  const row = (scores, at) => {
    const number = at + 1;
    const cell = (sideName, side) => {
      const name = `score-${number}-${side}`;
      const label = `${table.titles[at]}, ${sideName}`;
      const value = written[name] ?? scores[side] ?? "";
      const seen = hidden(`was-${number}-${side}`, value);
      const attributes = { name, value, inputmode: "numeric", maxlength: 6, autocomplete: "off" };
      return el("td", {}, seen, el("input.input", { ...attributes, "aria-label": label }));
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
  const atPlaces = () => hidden("places", table.places.join("-"));
  const fields = [
    atPlaces(),
    cells,
    desk.byMatch && el("label.check", {}, ...brokenOff),
    table.isOver && field(desk.forms.remove.fields[0]),
  ];
  const name = `${texts.table} ${table.number}`;
  const isAddressed = rest[0] === "tavoli" && rest[2] === String(table.number);
  const title = `${texts.round} ${round.number}, ${name}`;
  return el(
    "details.fold",
    { open: isAddressed },
    el("summary", {}, `${name}: ${table.sides.join(" – ")}`, table.isOver && ` (${texts.over})`),
    form(table.url, title, texts.enter, ...fields),
    table.missed && actForm("missed", table.missed, `${title}: `, table.people, {}, atPlaces()),
  );
}

/** The forms for what may be done with an entry. */
function entryForms({ number, name, people, acts }, unsent) {
  const isAddressed = rest[0] === "iscritti" && rest[1] === String(number);
  const title = `${desk.texts.entry} ${number}: `;
  const forms = Object.entries(acts).map(([act, url]) =>
    actForm(act, url, title, people, writtenLast(unsent.read(), url)),
  );
  return el("details.fold", { open: isAddressed }, el("summary", {}, `${number}. ${name}`), ...forms);
}

function render() {
  const { texts, name, round, tables, entries, enter } = desk;
  const section = el("section.panel.stack.g-2", { "aria-label": texts.heading });
  Object.assign(section.dataset, texts);
  const board = el("div.stack");
  document.documentElement.lang = desk.lang;
  document.title = `${name} · Ludopoli`;
  root.replaceChildren(el("h1", {}, name), section, board);
  const unsent = keepActs(section, {
    onKept(url) {
      isTyped = false;
      if (url === round?.start) show();
    },
  });

  function show() {
    const isStartUnsent = round?.start && unsent.read().some(({ url }) => url === round.start);
    const canStart = round?.start && !isStartUnsent; // scores can be entered once it is started here
    board.replaceChildren(
      el("h2", {}, round ? `${texts.round} ${round.number}` : ""),
      canStart
        ? form(
            round.start,
            `${texts.round} ${round.number}: ${texts.start}`,
            texts.start,
            hidden("round", round.number),
          )
        : "",
      el("div.stack.g-2", {}, ...(canStart ? [] : tables.map((table) => tableForm(table, unsent)))),
      el("h2", {}, texts.entries),
      el(
        "div.stack.g-2",
        {},
        enter && actForm("enter", enter, ""),
        ...entries.map((each) => entryForms(each, unsent)),
      ),
    );
  }
  board.addEventListener("input", () => (isTyped = true));
  show();
}

/** Load the real page as soon as the server answers, unless the director is writing. */
async function reloadOnline() {
  if (isTyped) return;
  try {
    await fetch(location.href, { method: "HEAD", redirect: "manual" });
    location.reload();
  } catch {
    // still no network
  }
}

if (desk) render();
addEventListener("online", reloadOnline);
setInterval(reloadOnline, EVERY_MS);
