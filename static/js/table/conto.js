// The score: the sheet of the match in the side column, and the sum in the bar.

import { el, figure, fill, find, setHidden, renewChildren, setAttribute, writeText } from "./dom.js";
import { thead, tr } from "./rows.js";
import { summaryTable } from "./summary.js";

export function makeConto({ store, game, names }) {
  const sheet = find(".side .conto");
  const sum = find(".tscore");
  const lines = find("table", sheet);
  const dialog = find("#deal-dialog");
  /** @type {HTMLElement | null} */
  let earlier = null;
  const drawn = new Map(); // table → key of the sheet in it

  function render(view) {
    const board = view && game.board?.(view, names);
    if (board) renewChildren(lines, ...board.table);
    else renderSheet(view);
    setAttribute(sheet, "data-board", Boolean(board));
    if (board) writeText(find("h2", sheet), board.title);
    writeText(find("h2 + span", sheet), board?.note ?? (view && game.sheetNote(view)) ?? names.aim());
    if (board) renderEarlier(view);
    renderSum(view);
  }

  /** Draw the earlier deals in a fold under the board of this deal. */
  function renderEarlier(view) {
    const fold = earlier ?? foldOfDeals();
    earlier = fold;
    if (!fold.isConnected) find(".conto-lines", sheet).after(fold);
    setHidden(fold, view.sheet.length === 0);
    const rows = find("table", fold);
    renderSheet(view, rows);
    setAttribute(rows, "data-sides", names.count());
  }

  /** Draw the sheet only if it has changed: one of its buttons may have the focus. */
  function renderSheet(view, table = lines) {
    const key =
      view && JSON.stringify([store.match, view.sheet, view.totals, names.order().map(names.short)]);
    if (drawn.get(table) === key) return;
    drawn.set(table, key);
    table.replaceChildren(
      ...(view ? sheetTable(view, { game, names, onDeal: (deal) => openDeal(view, deal) }) : []),
    );
    const box = table.closest(".conto-lines");
    if (box && view?.sheet.length) box.scrollTop = box.scrollHeight; // the latest deal is the last line
  }

  /** Show the result of an earlier deal. */
  function openDeal(view, deal) {
    writeText(find("h2", dialog), game.dealTitle(deal));
    find("table", dialog).replaceChildren(
      ...summaryTable({ ...view.sheet[deal], deal }, view, { game, names }),
    );
    dialog.showModal();
  }

  function renderSum(view) {
    if (!view) return sum.replaceChildren();
    if (game.bar) return renewChildren(sum, ...game.bar(view, names));
    const sides = names.order();
    const isDashed = sides.length === 2 && Math.min(...view.totals) >= 0; // a dash would swallow a minus
    const between = el("i", {}, isDashed ? " – " : " · ");
    const part = (side) => el("span", {}, figure(view.totals[side]), " ", el("small", {}, names.brief(side)));
    setAttribute(sum, "data-sides", sides.length);
    setAttribute(sum, "data-named", !store.seated);
    renewChildren(
      sum,
      ...sides.flatMap((side, i) => (i ? [between.cloneNode(true), part(side)] : [part(side)])),
    );
  }

  return { render };
}

const foldOfDeals = () =>
  el(
    "details.fold.earlier",
    {
      ontoggle: ({ currentTarget: fold }) => {
        fold.lastElementChild.scrollTop = fold.lastElementChild.scrollHeight; // the latest deal is the last line
        if (fold.open) fold.scrollIntoView({ block: "nearest" });
      },
    },
    el("summary", {}, gettext("Deal by deal")),
    el(
      "div.table-box",
      { tabindex: 0, role: "group", "aria-label": gettext("Points by deal") },
      el("table.table.tight"),
    ),
  );

/** The note that something of the deal in play counts in the total already. */
function soFar({ deal, sheet, totals }) {
  const before = sheet.at(-1)?.totals ?? totals.map(() => 0);
  if (String(before) === String(totals)) return [];
  return [" ", el("small", {}, fill(gettext("with deal %(n)s so far"), { n: deal + 1 }))];
}

/**
 * The points of every deal and their sum, as the parts of a table. With `onDeal(deal)` each deal can be
 * opened. A sheet that begins with a later deal, `first`, starts with the points `carried` over; in a replay it ends
 * with those of the deal in play so far.
 *
 * @param {Sent} view
 * @param {{ game: any, names: any, onDeal?: ((deal: number) => void) | null, first?: number, carried?: number[] }} options
 */
export function sheetTable(view, { game, names, onDeal = null, first = 0, carried = [] }) {
  const order = names.order();
  const numbers = (row) => order.map((side) => el("td.n", {}, row[side]));
  const titled = (title, deal, i) =>
    onDeal && i === 0
      ? el("button.deal", { type: "button", "data-deal": deal, onclick: () => onDeal(deal) }, title)
      : title;
  const teamsOf = ({ teams }) => (teams ? [" ", el("small", {}, names.against(teams))] : []);
  const lines = view.sheet.flatMap((line, i) =>
    game
      .sheetRows(line, first + i, game)
      .map(([title, row], part) =>
        tr([titled(title, first + i, part), ...(part ? [] : teamsOf(line))], numbers(row)),
      ),
  );
  const before = tr(gettext("Carried over"), numbers(carried.map(figure)));
  const counted = view.so_far && [
    tr(
      [game.dealTitle(view.deal), " ", el("small", {}, gettext("so far"))],
      numbers(view.so_far.map((points) => game.amount(points) ?? figure(points))),
    ),
  ];
  const rows = [...(first ? [before] : []), ...lines, ...(counted ?? [])];
  return [
    el("caption.sr", {}, gettext("Points by deal")),
    thead(
      el("span.sr", {}, gettext("Deal")),
      order.map((side) => el("span", {}, names.short(side))),
    ),
    el(
      "tbody",
      {},
      ...(rows.length
        ? rows
        : [
            el(
              "tr",
              {},
              el("td.quiet", { colspan: order.length + 1 }, gettext("The first deal is being played.")),
            ),
          ]),
    ),
    el(
      "tfoot",
      {},
      tr([game.totalLabel(view), ...(first ? [] : soFar(view))], numbers(view.totals.map(figure))),
    ),
  ];
}
