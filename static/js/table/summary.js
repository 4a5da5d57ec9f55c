// The result of a deal, shown over the cloth. The next deal is shown only once it is closed.

import { countUp } from "./count.js";
import { el, figure, find, setHidden } from "./dom.js";
import { prefs } from "./prefs.js";
import { thead, tr } from "./rows.js";
import { times } from "./stage.js";

const RECHECK = 1_000; // ms between two looks at whether a result may stay open

export function makeSummary({ store, game, names }) {
  const root = find(".summary");
  let timer = 0;
  let whenClosed = Promise.resolve();
  let announceClosed = () => {};
  let counting = { finish: () => false };

  function show(event, view) {
    root.replaceChildren(
      el(
        "div.sheet-title",
        {},
        el("h2", {}, game.dealTitle(event.deal)),
        el("button.btn.primary.small", { type: "button", onclick: close }, gettext("Next deal")),
      ),
      ...summaryParts(event, view, { game, names }),
    );
    setHidden(root, false);
    counting = countUp(root, game.countsBy);
    whenClosed = new Promise((resolve) => (announceClosed = resolve));
    timer = setTimeout(closeInTime, times.summary + counting.ms);
  }

  /** True while nobody has spoken in the open window. */
  const isSilent = () => store.view.to_act.length === store.table.seats.length;

  /**
   * Close the result when its time is over. Readers who prefer to close it themselves, and those who play
   * with bots alone, may take longer, unless their clock runs or the others speak in an open window.
   */
  function closeInTime() {
    const isSpeaking = store.window && !(store.window.untimed && isSilent());
    const isTimed = isSpeaking || (store.clock?.seats.some(names.isMe) ?? false);
    const mayStay = prefs.results === "wait" || store.isAlone;
    if (mayStay && !isTimed) timer = setTimeout(closeInTime, RECHECK);
    else close();
  }

  function close() {
    clearTimeout(timer);
    counting.finish();
    setHidden(root, true);
    announceClosed();
  }

  root.addEventListener("click", () => counting.finish() || close());

  return { show, close, isOpen: () => !root.hidden, whenClosed: () => whenClosed };
}

/** The result of a deal below its title: in a sentence, if the game has one, and as a table. */
export function summaryParts(event, view, { game, names }) {
  const said = game.result(event, names);
  return [
    ...(said ? [el("p.result", {}, said)] : []),
    el("table.table.tight", {}, summaryTable(event, view, { game, names })),
  ];
}

/**
 * The contents of a table with the points of one deal. If each deal has teams of its own, the caption names
 * them.
 */
export function summaryTable(event, view, { game, names }) {
  if (game.summary) return game.summary(event, names);
  const cells = (row) =>
    names
      .order()
      .map((side) => el("td.n", { "data-count": Number.isInteger(row[side]) ? row[side] : null }, row[side]));
  return [
    event.teams
      ? el("caption", {}, names.against(event.teams))
      : el("caption.sr", {}, gettext("Points of this deal")),
    thead(null, names.order().map(names.short)),
    el("tbody", {}, ...game.summaryRows(event).map(([title, row]) => tr(title, cells(row)))),
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
