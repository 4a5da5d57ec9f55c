// The rows of tables of points: their heads, and a row with a title before its cells.

import { el } from "./dom.js";

/**
 * The head of a table: the title of its first column, if any, and of the others, `[title, kind]` or a title.
 * @type {(corner: Child, titles: (string | string[])[]) => HTMLElement}
 */
export const thead = (corner, titles) =>
  el(
    "thead",
    {},
    el(
      "tr",
      {},
      corner ? el("th", { scope: "col" }, corner) : el("td"),
      titles.map((each) => {
        const [title, kind = ""] = Array.isArray(each) ? each : [each];
        return el(`th.n${kind}`, { scope: "col" }, title);
      }),
    ),
  );

/** @type {(title: Child, cells: Child, kind?: string) => HTMLElement} */
export const tr = (title, cells, kind = "") => el(`tr${kind}`, {}, el("th", { scope: "row" }, title), cells);

/**
 * The head and body of a table with a row for each player; `cells(seat)` are those after the name.
 * @type {(names: Names, titles: (string | string[])[], cells: (seat: number) => Child) => HTMLElement[]}
 */
export const playerRows = (names, titles, cells) => [
  thead(el("span.sr", {}, gettext("Player")), titles),
  el(
    "tbody",
    {},
    names.order().map((seat) => tr(names.short(seat), cells(seat), names.isMe(seat) ? ".me" : "")),
  ),
];
