// The score: the sheet of the match in the side column, the sum in the bar, and the line that lets
// anybody check the shuffle.

import { copy, el, figure, fill, find, icon, set, write } from "./dom.js";

export function makeConto({ store, game, names }) {
  const sheet = find(".side .conto");
  const sum = find(".tscore");
  const impronta = find(".fair");
  const dialog = find("#fair-dialog");
  let earlier = null;
  const deals = new Map(); // deal → {commitment, seed}

  impronta.addEventListener("click", () => {
    renderDeals();
    dialog.showModal();
  });

  function render(view) {
    const board = view && game.board?.(view, names);
    find("table", sheet).replaceChildren(...(board ? board.table : view ? sheetTable(view, { game, names }) : []));
    set(sheet, "data-board", Boolean(board));
    if (board) write(find("h2", sheet), board.title);
    write(find("h2 + span", sheet), board ? board.note : (view && game.sheetNote?.(view)) ?? names.aim());
    if (board) renderEarlier(view);
    renderSum(view);
  }

  /** Where a board of this deal is shown, the deals before are in a fold under it. */
  function renderEarlier(view) {
    earlier ??= el("details.fold.earlier", {}, el("summary", {}, gettext("Deal by deal")), el("div.table-box", { tabindex: 0, role: "group", "aria-label": gettext("Points by deal") }, el("table.table.tight")));
    if (!earlier.isConnected) find(".conto-lines", sheet).after(earlier);
    earlier.hidden = view.sheet.length === 0;
    const rows = find("table", earlier);
    if (rows.dataset.lines !== `${view.sheet.length}`) rows.replaceChildren(...sheetTable(view, { game, names }));
    rows.dataset.lines = view.sheet.length;
    set(rows, "data-sides", names.count());
  }

  function renderSum(view) {
    if (!view) return sum.replaceChildren();
    if (game.bar) return sum.replaceChildren(...game.bar(view, names));
    const parts = names.order().map((side) => [view.totals[side], " ", el("small", {}, names.shortInLine(side))]);
    set(sum, "data-sides", parts.length);
    set(sum, "data-named", !store.seated);
    sum.replaceChildren(...parts.flatMap((part, i) => (i ? [parts.length > 2 ? " · " : " – ", ...part] : part)));
  }

  // ---- the shuffle

  function promise({ deal, commitment }) {
    deals.set(deal, { commitment, seed: deals.get(deal)?.commitment === commitment ? deals.get(deal).seed : null });
    renderImpronta();
  }

  function reveal({ deal, seed }) {
    deals.set(deal, { commitment: deals.get(deal)?.commitment ?? "", seed });
    renderImpronta();
  }

  function forget() {
    deals.clear();
    renderImpronta();
  }

  function renderImpronta() {
    const latest = Math.max(...deals.keys());
    impronta.hidden = deals.size === 0;
    if (deals.size) find("code", impronta).textContent = `${deals.get(latest).commitment.slice(0, 8)}…`;
    if (dialog.open) renderDeals();
  }

  function renderDeals() {
    find(".fair-deals", dialog).replaceChildren(...[...deals].sort(([a], [b]) => b - a).map(([deal, { commitment, seed }]) =>
      el("li", {},
        el("h3", {}, fill(gettext("Deal %(n)s"), { n: deal + 1 })),
        secret(gettext("Fingerprint (impronta)"), commitment),
        seed ? secret(gettext("Seed"), seed) : el("p.small.quiet", {}, gettext("The seed is shown when the deal is over.")))));
    find(".fair-match", dialog).textContent = store.match ?? "";
  }

  function secret(label, value) {
    const done = el("span", { role: "status" });
    const button = el("button.btn.ghost.icon-only", {
      type: "button",
      "aria-label": fill(gettext("Copy: %(what)s"), { what: label }),
      onclick: async () => (done.textContent = (await copy(value)) ? gettext("Copied") : ""),
    }, icon("share"));
    return el("p.secret", {}, el("span.tiny.quiet", {}, label, " ", done), el("code", {}, value), button);
  }

  return { render, promise, reveal, forget };
}

/** The points of every deal and their sum, as the parts of a table. */
export function sheetTable(view, { game, names }) {
  const order = names.order();
  const numbers = (row) => order.map((side) => el("td.n", {}, row[side]));
  const rows = view.sheet.flatMap((line, deal) => game.sheetRows(line, deal)).map(([title, row]) =>
    el("tr", {}, el("th", { scope: "row" }, title), ...numbers(row)));
  return [
    el("caption.sr", {}, gettext("Points by deal")),
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, el("span.sr", {}, gettext("Deal"))),
      ...order.map((side) => el("th.n", { scope: "col" }, el("span", {}, names.short(side)))))),
    el("tbody", {}, ...(rows.length ? rows : [el("tr", {}, el("td.quiet", { colspan: order.length + 1 }, gettext("The first deal is being played.")))])),
    el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, game.totalLabel(view)), ...numbers(view.totals.map(figure)))),
  ];
}
