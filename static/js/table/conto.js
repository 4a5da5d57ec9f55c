// The score: the sheet of the match in the side column, the sum in the bar, and the line that lets
// anybody check the shuffle.

import { copy, el, fill, find, icon, set } from "./dom.js";

export function makeConto({ store, game, names }) {
  const sheet = find(".side .conto");
  const sum = find(".tscore");
  const impronta = find(".fair");
  const dialog = find("#fair-dialog");
  const deals = new Map(); // deal → {commitment, seed}

  impronta.addEventListener("click", () => {
    renderDeals();
    dialog.showModal();
  });

  function render(view) {
    find("table", sheet).replaceChildren(...(view ? table(view) : []));
    find("h2 + span", sheet).textContent = names.aim();
    renderSum(view);
  }

  function table(view) {
    const order = names.order();
    const numbers = (row) => order.map((side) => el("td.n", {}, row[side]));
    const rows = view.sheet.flatMap((line, deal) => game.sheetRows(line, deal)).map(([title, row]) =>
      el("tr", {}, el("th", { scope: "row" }, title), ...numbers(row)));
    return [
      el("caption.sr", {}, gettext("Points by deal")),
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, el("span.sr", {}, gettext("Deal"))),
        ...order.map((side) => el("th.n", { scope: "col" }, names.short(side))))),
      el("tbody", {}, ...(rows.length ? rows : [el("tr", {}, el("td.quiet", { colspan: order.length + 1 }, gettext("The first deal is being played.")))])),
      el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, game.totalLabel(view)), ...numbers(view.totals))),
    ];
  }

  function renderSum(view) {
    if (!view) return sum.replaceChildren();
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
