// The result of a deal, over the cloth until it is closed: the new hand waits for that.

import { countUp } from "./count.js";
import { el, figure, fill, find, setHidden, icon } from "./dom.js";
import { prefs } from "./prefs.js";
import { thead, tr } from "./rows.js";
import { times } from "./stage.js";

const AGAIN = 1_000; // ms

export function makeSummary({ store, game, names }) {
  const root = find(".summary");
  let timer = 0;
  let whenClosed = Promise.resolve();
  let release = () => {};
  let count = { finish: () => false };

  function show(event, view) {
    root.replaceChildren(
      el(
        "div.sheet-title",
        {},
        el("h2", {}, fill(gettext("Deal %(n)s"), { n: event.deal + 1 })),
        el(
          "button.btn.ghost.icon-only",
          { type: "button", "aria-label": gettext("Go on"), onclick: close },
          icon("close"),
        ),
      ),
      el("table.table.tight", {}, summaryTable(event, view, { game, names })),
    );
    setHidden(root, false);
    count = countUp(root, game.countsBy);
    whenClosed = new Promise((resolve) => (release = resolve));
    timer = setTimeout(end, times.summary + count.ms);
  }

  /**
   * Close the result when its time is over. Readers who prefer to close it themselves may take longer, unless
   * their clock runs.
   */
  function end() {
    const isTimed = store.window !== null || (store.clock?.seats.some(names.isMe) ?? false);
    if (prefs.results === "wait" && !isTimed) timer = setTimeout(end, AGAIN);
    else close();
  }

  function close() {
    clearTimeout(timer);
    count.finish();
    setHidden(root, true);
    release();
  }

  root.addEventListener("click", () => count.finish() || close());

  return { show, close, isOpen: () => !root.hidden, whenClosed: () => whenClosed };
}

/** The points of one deal, as the parts of a table; its caption names the teams, if each deal has its own. */
export function summaryTable(event, view, { game, names }) {
  if (game.summary) return game.summary(event, names);
  const numbers = (row) =>
    names
      .order()
      .map((side) => el("td.n", { "data-count": Number.isInteger(row[side]) ? row[side] : null }, row[side]));
  return [
    event.teams
      ? el("caption", {}, names.against(event.teams))
      : el("caption.sr", {}, gettext("Points of this deal")),
    thead(null, names.order().map(names.short)),
    el("tbody", {}, ...game.summaryRows(event).map(([title, row]) => tr(title, numbers(row)))),
    el(
      "tfoot",
      {},
      tr(
        game.totalLabel(view),
        names.order().map((side) => el("td.n", {}, figure(event.totals[side]))),
      ),
    ),
  ];
}
