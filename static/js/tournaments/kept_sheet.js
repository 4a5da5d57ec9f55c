// A score sheet that is loaded again without network, from what the tab has kept. Scores that are written here are
// sent by the page itself once there is a network.

import { el } from "../table/dom.js";
import { eventHere, keepUnsent, keptSheet, unsent } from "./kept_scores.js";
import { filledIn } from "./unsent_forms.js";

const EVERY_MS = 8_000;

const place = /** @type {HTMLElement} */ (document.querySelector("[data-kept-sheet]"));
const event = eventHere();
const sheet = keptSheet(event);
let isTyped = false;

/** What was written last in a cell: not sent yet, or else as the page had it. */
function writtenIn(row, side) {
  const name = `score-${row.number}-${side}`;
  const waiting = unsent(event)
    .map(({ fields }) => Object.fromEntries(fields))
    .filter(({ table, entry, [name]: score }) => table === sheet?.table && entry === sheet?.entry && score);
  return waiting.at(-1)?.[name] ?? row.values[side];
}

/** @param {import("./kept_scores.js").Sheet} shown */
function draw(shown) {
  const { texts } = shown;
  const sides = shown.rows[0]?.values.map((_, side) => side) ?? [];
  const names = sides.map((side) => {
    if (side === shown.own) return texts.own;
    return sides.length > 2 ? `${texts.others} ${side + 1}` : texts.others;
  });
  const note = el("p.note", { role: "status" }, texts.waiting);
  const cell = (row, side) => {
    const value = writtenIn(row, side);
    if (!row.writes) return el("td", {}, el("b.num", {}, value));
    const label = `${row.title}, ${names[side]}`;
    const name = `score-${row.number}-${side}`;
    const attributes = {
      name,
      value,
      inputmode: "numeric",
      maxlength: 6,
      autocomplete: "off",
      "aria-label": label,
    };
    return el("td", {}, el("input.input", attributes));
  };
  const form = el(
    "form.stack.g-3",
    { method: "post" },
    el("input", { type: "hidden", name: "table", value: shown.table }),
    el("input", { type: "hidden", name: "entry", value: shown.entry }),
    el(
      "table.table.score-sheet",
      {},
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", { scope: "col" }, el("span.sr", {}, texts.deal)),
          ...names.map((name) => el("th", { scope: "col" }, name)),
        ),
      ),
      el(
        "tbody",
        {},
        ...shown.rows.map((row) =>
          el("tr", {}, el("th", { scope: "row" }, row.head), ...sides.map((side) => cell(row, side))),
        ),
      ),
    ),
    shown.brokenOff &&
      el(
        "label.check",
        {},
        el("input", { type: "checkbox", name: "broken_off", value: "1" }),
        el("span", {}, shown.brokenOff),
      ),
    shown.rows.some((row) => row.writes) && el("div", {}, el("button.btn.primary.tall", {}, texts.write)),
  );
  form.addEventListener("input", () => (isTyped = true));
  form.addEventListener("submit", (submitted) => {
    submitted.preventDefault();
    keepUnsent(event, [...unsent(event), filledIn(/** @type {HTMLFormElement} */ (form))]);
    isTyped = false;
    note.textContent = texts.kept ?? "";
  });
  document.documentElement.lang = shown.lang;
  document.title = `${shown.heading || shown.name} · Ludopoli`;
  const heading = shown.rows.length ? [el("h2", {}, shown.heading), form] : [];
  place.replaceChildren(el("h1", {}, shown.name), note, ...heading);
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

if (sheet) draw(sheet);
addEventListener("online", goOn);
setInterval(goOn, EVERY_MS);
