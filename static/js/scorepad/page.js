// The score pad of a real table. Every entry is first kept in the browser and shown, and then sent, once there is
// a network: an entry has an id of its own, so that it is stored once however often it is sent.

import { token } from "../csrf.js";
import { el, figure } from "../table/dom.js";
import { addUp, asked, contradictoryRows, faultOfRow, leadingSides, standingEntries } from "./sums.js";

const EVERY_MS = 8_000;
const REFUSED = [400, 404, 409];
const ID_BYTES = 12;

const place = /** @type {HTMLElement} */ (document.querySelector("[data-scorepad]"));
const key = `ludopoli-scorepad-${location.pathname}`;
const sent = document.getElementById("scorepad-document");

let { doc, queue } = begin();
let isOnline = true;
let isSending = false;
let outcome = "";
let asking = ""; // what the form on the page asks for

function begin() {
  const stored = JSON.parse(localStorage.getItem(key) ?? "null");
  const kept = stored?.queue ?? [];
  return sent ? { doc: JSON.parse(sent.textContent), queue: kept } : { doc: stored?.doc, queue: kept };
}

function keep() {
  try {
    localStorage.setItem(key, JSON.stringify({ doc, queue }));
  } catch {
    // without storage the pad lasts as long as the page
  }
}

const fill = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => values[name]);
const known = () => new Set(doc.log.map((entry) => entry.id));

/** The entries stored, and those that are still to be sent. */
function log() {
  const stored = known();
  return [...doc.log, ...queue.filter((entry) => !stored.has(entry.id))];
}

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// ---- sending

function write(entry, said) {
  queue.push({ id: newId(), ...entry });
  note.replaceChildren();
  note.hidden = true;
  keep();
  render();
  say(said);
  send();
}

async function send() {
  if (isSending) return;
  isSending = true;
  try {
    while (queue.length && (await sendOne(queue[0])));
    if (!queue.length) await refresh();
    isOnline = true;
  } catch {
    isOnline = false;
  }
  isSending = false;
  keep();
  render();
}

/** Returns false if the server has to be asked again later. Throws without network. */
async function sendOne(entry) {
  const answer = await fetch(`${location.pathname}scrivi/`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token() },
    body: JSON.stringify(entry),
  });
  if (!answer.ok && !REFUSED.includes(answer.status)) return false;
  const body = await answer.json();
  if (answer.ok) doc.log = body.log;
  else refused(entry, body.message);
  queue = queue.filter((each) => each !== entry);
  return true;
}

async function refresh() {
  const answer = await fetch(location.pathname, {
    headers: { Accept: "application/json" },
    cache: "no-store",
  });
  if (answer.ok) doc = await answer.json();
}

function refused(entry, message) {
  const numbers = Object.entries(entry.rows ?? {}).map(
    ([row, each]) => `${doc.labels[row]} ${each.join(", ")}`,
  );
  const what = entry.rows
    ? fill(doc.words.not_kept, { deal: entry.deal + 1, numbers: numbers.join("; ") })
    : "";
  note.append(el("p", {}, `${message} ${what}`));
  note.hidden = false;
}

// ---- the page

const note = el("div.note.bad", { role: "alert", hidden: true });
const spoken = el("p.sr", { role: "status" });
const network = el("p.small.quiet", {});
const score = el("ol.pad-score", {});
const ask = el("div", {});
const history = el("div", {});
const undo = /** @type {HTMLButtonElement} */ (el("button.btn", { type: "button", onclick: takeBack }));

const say = (text) => spoken.replaceChildren(text);

/** The names of each side. */
function sides() {
  const list = new Intl.ListFormat(doc.lang, { type: "conjunction" });
  const names = [...new Set(doc.pad.sides)].map((side) =>
    doc.names.filter((_, i) => doc.pad.sides[i] === side),
  );
  return names.map((each) => list.format(each));
}

function takeBack() {
  const entries = standingEntries(log());
  const [last] = entries.slice(-1);
  write({ strikes: last.id }, fill(doc.words.undone, { deal: entries.length }));
  focusFirst();
}

const focusFirst = () =>
  /** @type {HTMLElement | null} */ (place.querySelector("input[type=number]"))?.focus();

function render() {
  const match = addUp(doc.pad, log());
  const names = sides();
  const ahead = leadingSides(doc.pad, match.totals);
  score.replaceChildren(
    ...names.map((name, side) =>
      el(
        "li",
        { "data-ahead": ahead.length === 1 && ahead[0] === side },
        el("span", {}, name),
        el("b.num", {}, figure(match.totals[side])),
      ),
    ),
  );
  renderForm(match, names);
  undo.hidden = !match.lines.length;
  undo.textContent = fill(doc.words.undo, { deal: match.lines.length });
  history.replaceChildren(match.lines.length ? table(match, names) : el("p.quiet", {}, doc.words.none));
  network.textContent = isOnline && !queue.length ? doc.words.stored : doc.words.waiting;
}

function renderForm(match, names) {
  outcome ||= doc.pad.outcomes[0].name;
  const shown = match.isOver ? "over" : `${match.deal} ${outcome}`;
  if (shown === asking) return;
  asking = shown;
  ask.replaceChildren(match.isOver ? ended(match, names) : form(match, names));
}

function ended(match, names) {
  const [winner, ...others] = leadingSides(doc.pad, match.totals);
  if (others.length) return el("p.lead", {}, doc.words.over);
  const isPair = names.length < doc.names.length;
  return el("p.lead", {}, fill(isPair ? doc.words.won_by_pair : doc.words.won, { name: names[winner] }));
}

function form(match, names) {
  const rows = asked(doc.pad, outcome, match.deal);
  const fields = rows.map((row) => rowOf(row, names));
  const ends = outcome;
  const written = () =>
    Object.fromEntries(
      rows.map((row, i) => [row.name, fields[i].inputs.map((input) => Number(input.value))]),
    );

  /** Mark the first row of those that contradict each other, unless a row alone is wrong already. */
  function check() {
    for (const field of fields) field.check();
    const found = contradictoryRows(doc.pad, ends, written());
    const field = found && fields[rows.findIndex(({ name }) => found.includes(name))];
    if (!field || fields.some(({ inputs }) => inputs.some(({ validity }) => !validity.valid))) return;
    const labels = found.map((name) => doc.labels[name]).join(", ");
    field.inputs[0].setCustomValidity(fill(doc.words.contradiction, { rows: labels }));
  }

  return el(
    "form.stack",
    {
      oninput: check,
      onsubmit: (event) => {
        event.preventDefault();
        const numbers = written();
        const entry = { deal: match.deal, outcome, rows: numbers };
        outcome = "";
        write(entry, fill(doc.words.written, { deal: match.deal + 1 }));
        focusFirst();
      },
    },
    el("h2.flush", {}, fill(doc.words.deal, { deal: match.deal + 1 })),
    el("p.hint", {}, fill(doc.words.deals, { name: doc.names[match.dealer] })),
    doc.pad.outcomes.length > 1 && choice(),
    ...fields.map((field) => field.node),
    el("button.btn.primary.tall", {}, doc.words.write),
  );
}

function choice() {
  const options = doc.pad.outcomes.map(({ name }) =>
    el(
      "label",
      {},
      el("input", {
        type: "radio",
        name: "outcome",
        value: name,
        checked: name === outcome,
        onchange: () => {
          outcome = name;
          render();
          /** @type {HTMLElement} */ (place.querySelector(`input[value="${name}"]`)).focus();
        },
      }),
      doc.labels[name],
    ),
  );
  return el("fieldset.bare", {}, el("legend.label", {}, doc.words.ended), el("div.seg", {}, ...options));
}

/** A number for each side. If the sum is known, the last one that is empty fills itself. */
function rowOf(row, names) {
  const inputs = names.map(
    (name) =>
      /** @type {HTMLInputElement} */ (
        el("input.input.num", {
          type: "number",
          inputmode: row.least < 0 ? null : "numeric",
          min: row.least,
          max: row.most,
          step: row.step,
          required: true,
          value: row.usual,
          "aria-label": `${doc.labels[row.name]}: ${name}`,
          oninput: (event) => row.total !== null && complete(event.target),
        })
      ),
  );
  const isFilled = new Set();
  const sumOf = (some) => some.reduce((sum, input) => sum + Number(input.value), 0);

  function complete(changed) {
    isFilled.delete(changed);
    const empty = inputs.filter((input) => input.value === "" || isFilled.has(input));
    const left = row.total - sumOf(inputs.filter((input) => !empty.includes(input)));
    if (empty.length === 1 && left >= row.least && left <= row.most) {
      empty[0].value = String(left);
      isFilled.add(empty[0]);
    }
  }

  function check() {
    const isWhole = inputs.every((input) => input.value !== "");
    const numbers = inputs.map((input) => Number(input.value));
    const [word, values] = (isWhole && faultOfRow(row, numbers)) || [];
    inputs[0].setCustomValidity(word ? fill(doc.words[word], values) : "");
  }

  check();
  const cells = inputs.map((input, side) => el("label", {}, el("span.small", {}, names[side]), input));
  const legend = el("legend.label", {}, doc.labels[row.name]);
  return { inputs, check, node: el("fieldset.bare", {}, legend, el("div.pad-row", {}, ...cells)) };
}

function table(match, names) {
  const head = el(
    "tr",
    {},
    el("th", { scope: "col" }, "#"),
    ...names.map((name) => el("th", { scope: "col" }, name)),
  );
  const lines = match.lines.map(({ scores, totals, entry }, deal) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, String(deal + 1)),
      ...totals.map((total, side) =>
        el(
          "td",
          {},
          el("b.num", {}, figure(total)),
          el("span.small.quiet", {}, ` ${detail(entry, side, scores[side])}`),
        ),
      ),
    ),
  );
  return el(
    "div.table-box",
    { tabindex: 0, role: "region", "aria-label": doc.words.history },
    el("table.table", {}, el("thead", {}, head), el("tbody", {}, ...lines)),
  );
}

/** What a side had in a deal: "+9 (its rows by name)". */
function detail(entry, side, scored) {
  const numbers = Object.entries(entry.rows).map(([name, row]) => `${doc.labels[name]} ${figure(row[side])}`);
  return `${scored > 0 ? "+" : ""}${figure(scored)} (${numbers.join(", ")})`;
}

function open() {
  document.title = `${doc.title} · Ludopoli`;
  document.documentElement.lang = doc.lang;
  place.replaceChildren(
    note,
    el("section.panel.stack", { "aria-label": doc.words.score }, score, network, spoken),
    el("section.panel.stack", {}, ask, undo),
    el("section.stack", {}, el("h2", {}, doc.words.history), history),
  );
  keep();
  render();
  send();
  addEventListener("online", send);
  document.addEventListener("visibilitychange", look);
  setInterval(look, EVERY_MS);
}

const look = () => document.hidden || send();

if (doc) open();
