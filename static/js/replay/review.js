// The review of a match: requesting it, following its progress, showing it card by card.

import { choiceName } from "../cards/choices.js";
import { dealOf } from "./address.js";
import { makeCostly } from "./costly.js";
import { placeAt, drawPlot } from "./plot.js";
import { el, fill, find, icon, isTyping, lang, setAttribute, writeText } from "../table/dom.js";
import { post } from "../table/people.js";
import { thead, tr } from "../table/rows.js";

const SOON = 1_500; // ms
const NAMED = 3; // cards that a verdict names

/** `goTo(at, isBefore)` goes to a position or the one before it; `changed()` is called when marks have come. */
export function makeReview({ positions, game, names, goTo, current, changed }) {
  const root = find(".review");
  const body = find(".review-body", root);
  const verdict = find("#giudizio");
  const grounds = find("#motivi");
  const address = root.dataset.review;
  const asked = new Set(); // deals whose review is being fetched: it comes in portions, as the cards do
  /** @type {Sent} */
  let review = null;
  let choices = new Map(); // step → the choice
  /** @type {{ step: string, command: Sent } | null} */
  let opened = null; // the choice of the list that the board is about to make
  let drawn = {}; // the parts that change from card to card
  /** @type {number | null} */
  let leadsOn = location.hash === "#tre" ? current() : null; // the position from which the answer leads on

  // ---- asking and waiting

  async function look() {
    const answer = await read(positions[current()].deal); // the answer has the deals around it too
    if (!answer?.ok) {
      if (find("progress", body))
        find("p", body).textContent = gettext("The server is not answering: the page keeps trying.");
      return void setTimeout(look, 4 * SOON);
    }
    const sent = await answer.json();
    if (sent.status === "done") return show(sent.review);
    if (sent.status === "waiting" || sent.status === "working") {
      wait(sent);
      return void setTimeout(look, SOON);
    }
    offer(sent.status);
  }

  const read = (deal) =>
    fetch(`${address}?deal=${deal}`, { headers: { Accept: "application/json" } }).catch(() => null);

  const isHere = (deal) => deal >= review.total || review.deals.some((each) => each.deal === deal);

  /** Fetch the review of a deal and those around it, unless it is here. */
  async function complete(deal) {
    if (isHere(deal) || asked.has(deal)) return;
    asked.add(deal);
    const answer = await read(deal);
    setTimeout(() => asked.delete(deal), 4 * SOON); // after a failure it may be fetched again
    if (!answer?.ok) return;
    add((await answer.json()).review);
    changed();
  }

  function add({ deals }) {
    review.deals.push(...deals.filter((fresh) => review.deals.every(({ deal }) => deal !== fresh.deal)));
    choices = new Map(review.deals.flatMap((deal) => deal.choices).map((choice) => [choice.step, choice]));
  }

  function offer(status) {
    root.hidden = status === "unknown";
    const words =
      status === "failed"
        ? gettext(
            "The review could not be made. Ask for it again; if it fails again, the people who run the site see why.",
          )
        : gettext(
            "What was better, and why: judged by what the player could know. It takes a few seconds a deal.",
          );
    const ask =
      root.dataset.signed === undefined
        ? el("a.btn", { href: root.dataset.login }, icon("key"), gettext("Sign in to have it reviewed"))
        : el("button.btn.primary", { type: "button", onclick: begin }, icon("search"), costly.title());
    body.replaceChildren(
      el(status === "failed" ? "p.note.warn" : "p.small", {}, words),
      el("p", {}, ask),
      el("p.small", { role: "status" }),
    );
  }

  async function begin({ currentTarget: button }) {
    button.disabled = true;
    leadsOn = current();
    const refused = await post(address);
    if (!refused) return void look();
    button.disabled = false;
    find("[role=status]", body).textContent = refused.message;
  }

  /** Show the progress and the estimated time left; at 0 % the bar is indeterminate. */
  function wait({ status, progress, ahead, seconds_left: left }) {
    const percent = Math.floor(100 * progress);
    const words = [
      standing(status, percent, ahead),
      left === null ? "" : fill(gettext("About %(time)s left."), { time: duration(left) }),
    ]
      .filter(Boolean)
      .join(" ");
    if (!find("progress", body)) {
      body.replaceChildren(
        el("p.small", {}),
        el("progress.going", { max: 100, "aria-label": gettext("How much of the match is reviewed") }),
        el("p.sr", { role: "status" }),
        el("p.small.quiet", {}, gettext("You can leave this page: the review stays with the match.")),
      );
      if (leadsOn !== null) root.scrollIntoView({ block: "nearest" });
    }
    setAttribute(find("progress", body), "value", percent || null);
    writeText(find("p", body), words);
    const voice = find("[role=status]", body);
    if (percent % 10 === 0 || !voice.textContent) writeText(voice, words); // screen readers hear every tenth
  }

  function standing(status, percent, ahead) {
    if (!percent && ahead)
      return fill(ngettext("%(n)s review goes first.", "%(n)s reviews go first.", ahead), { n: ahead });
    if (!percent && status === "waiting")
      return gettext("It is the next one, and begins as soon as there is room.");
    return fill(gettext("The match is being reviewed: %(n)s%."), { n: percent });
  }

  function duration(seconds) {
    const minutes = Math.round(seconds / 60);
    if (seconds >= 55) return fill(ngettext("%(n)s minute", "%(n)s minutes", minutes), { n: minutes });
    const fives = Math.max(5, 5 * Math.ceil(seconds / 5));
    return fill(ngettext("%(n)s second", "%(n)s seconds", fives), { n: fives });
  }

  // ---- what it says

  function show(found) {
    review = { ...found, deals: [] };
    add(found);
    drawn = {
      plot: el("figure.plot"),
      turn: el("span.num"),
      table: el("div.table-box", {
        tabindex: 0,
        role: "group",
        "aria-label": byRound().title,
      }),
    };
    body.replaceChildren(
      costly.draw(found.costly),
      el(
        "p.hint",
        {},
        gettext(
          "In the list of cards, a filled mark is what a card gave away; a hollow one is what it lost only because of how the cards lay, which nobody could know.",
        ),
      ),
      details(found),
    );
    changed();
    if (leadsOn === current()) costly.openFirst();
  }

  /** The figures, for readers who want them. */
  function details(found) {
    return el(
      "details.fold.figures",
      {},
      el("summary", {}, gettext("Details")),
      grounds,
      drawn.plot,
      ...(found.turns.length ? [turns()] : []),
      el("div.table-box", { tabindex: 0, role: "group", "aria-label": gettext("Accuracy") }, accuracy()),
      el(
        "p.hint",
        {},
        fill(
          gettext(
            "100 means that, from what the player could know, no card lost points; a card that loses %(half)s counts half.",
          ),
          { half: amountOf(found.half) },
        ),
        isEndings()
          ? ` ${gettext("For the last cards all hands are known and every continuation is tried; earlier cards are compared by how club players would play on.")}`
          : "",
      ),
      el("details.fold", {}, el("summary", {}, byRound().title), drawn.table),
    );
  }

  /**
   * True if the first cards of a deal are judged by heuristic playouts: only its ending is solved double
   * dummy.
   */
  const isEndings = () => [...choices.values()].some(({ open }) => open?.basis === "rules");
  /** Of some points a tenth says nothing: 11, but 0.4. */
  const points = (amount) => {
    const n = amount / review.point;
    return game.amount(amount) ?? n.toLocaleString(lang, { maximumFractionDigits: n < 3 ? 1 : 0 });
  };
  const cardsOf = ({ card, cards }) => cards ?? (card ? [card] : []);
  const named = (command) => choiceName(command, game.cardName) || game.commandName(command);
  const inSentence = (command) => choiceName(command, game.theCard) || game.commandName(command);
  const either = (words) => new Intl.ListFormat(lang, { type: "disjunction" }).format(words);

  /** The sentences of the verdict on the card of a position. */
  function sentences(at) {
    const choice = choices.get(at);
    if (!choice?.seen && !choice?.open) return [];
    const lines = [];
    const { seen, open } = choice;
    if (seen?.verdict === "worse") return [better(choice), ...missedAt(at)];
    if (seen?.verdict === "best")
      lines.push(gettext("By what the player could know there was nothing better"));
    const [loses, clean] = bases()[open?.basis] ?? [];
    if (open?.verdict === "worse")
      lines.push(
        fill(loses, {
          points: amountOf(open.loss),
          card: either(open.better.slice(0, NAMED).map(inSentence)),
        }),
      );
    else if (open?.verdict === "best") lines.push(clean);
    return [...lines, ...missedAt(at)];
  }

  /** What was better and, for the player who had the choice, why: in one sentence if that speaks of the card. */
  function better({ seat, seen }) {
    const values = { card: inSentence(seen.better), points: amountOf(seen.loss) };
    const said = fill(gettext("Better: %(card)s (%(points)s more)"), values);
    const [reason] = names.isMe(seat) ? (seen.reasons ?? []) : [];
    if (!reason) return said;
    const why = reason.replace(/\.$/, "");
    const topic = named(seen.better);
    return why.startsWith(`${topic}: `) ? said + why.slice(topic.length) : `${said}. ${why}`;
  }

  /** By basis of the judgement: the sentences for a card that loses points and for one that does not. */
  const bases = () => ({
    optimum: [
      gettext("With all hands face up it loses %(points)s; better: %(card)s"),
      gettext("With all hands face up it loses nothing"),
    ],
    each: [
      gettext("With all hands face up, everyone for themselves, it loses %(points)s; better: %(card)s"),
      gettext("With all hands face up, everyone for themselves, it loses nothing"),
    ],
    rules: [
      gettext("As the cards lay, with club players from there on, it loses %(points)s; better: %(card)s"),
      gettext("As the cards lay, with club players from there on, it loses nothing"),
    ],
  });

  function amountOf(amount) {
    const n = points(amount);
    return n === "1"
      ? gettext("one point")
      : fill(amount > review.point ? gettext("%(n)s points") : gettext("%(n)s of a point"), { n });
  }

  function missedAt(at) {
    const missed = review.deals.flatMap((deal) => deal.missed).filter((each) => each.step === at);
    return missed.map(game.missed).filter(Boolean);
  }

  /** The mark of a position in the list of moves, or null. */
  function mark({ at }) {
    const choice = choices.get(at);
    const kind = choice?.marked;
    if (!kind) return null;
    const isTurn = review.turns.some((turn) => turn.step === at);
    const words = kind === "seen" ? gettext("gives away") : gettext("loses with hands face up");
    return el(
      "span.lapse",
      { "data-kind": kind, "data-turn": isTurn },
      el("span.sr", {}, `, ${words} `),
      `−${points(choice[kind].loss)}`,
    );
  }

  // ---- drawing

  /**
   * The columns that are not empty: the title, the cell for a player and, if narrow pages hide it, the class.
   */
  const columns = () =>
    [
      [
        gettext("Accuracy"),
        ({ accuracy: share }) => el("b", {}, share === null ? "–" : share.toLocaleString(lang)),
      ],
      [gettext("Choices"), ({ choices: many }) => many, ".opt-col"],
      [gettext("Clean"), ({ clean }) => clean, ".opt-col"],
      [gettext("Given away"), ({ lost }) => points(lost)],
      review.players.some(({ lost_open: lost }) => lost !== null) && [
        isEndings() ? gettext("Endings face up") : gettext("Hands face up"),
        ({ lost_open: lost }) => (lost === null ? "–" : points(lost)),
        ".opt-col",
      ],
      review.players.some(({ missed }) => missed) && [
        gettext("Unsaid"),
        ({ missed, missed_points: worth }) => (worth ? `${missed} (${worth})` : missed),
      ],
    ].filter(Boolean);

  function accuracy() {
    const shown = /** @type {any[]} */ (columns());
    const row = (each) =>
      tr(
        names.isMe(each.seat) ? gettext("You") : names.name(each.seat),
        shown.map(([, cell, kind = ""]) => el(`td.n${kind}`, {}, cell(each))),
      );
    return el(
      "table.table.tight",
      {},
      el("caption.sr", {}, gettext("How well each has played")),
      thead(
        gettext("Player"),
        shown.map(([title, , kind]) => [title, kind]),
      ),
      el("tbody", {}, ...[...review.players].sort((a, b) => b.accuracy - a.accuracy).map(row)),
    );
  }

  function turns() {
    const step = (by, name, label) =>
      el(
        "button.btn.ghost.icon-only",
        { type: "button", "aria-label": label, onclick: () => turnTo(by) },
        icon(name),
      );
    return el(
      "div.turns",
      { role: "group", "aria-label": gettext("Turning points") },
      step(-1, "left", gettext("Previous turning point")),
      drawn.turn,
      step(1, "right", gettext("Next turning point")),
    );
  }

  /** The index of a position: before or after all of them if its deal is not among them. */
  function indexOf(at) {
    const index = positions.findIndex((each) => each.at === at);
    if (index >= 0) return index;
    return dealOf(at) < positions[0].deal ? -1 : positions.length;
  }

  function turnTo(by) {
    const next =
      by > 0
        ? review.turns.find(({ step }) => indexOf(step) > current())
        : review.turns.findLast(({ step }) => indexOf(step) < current());
    if (next) goTo(next.step);
  }

  addEventListener("keydown", (event) => {
    if (
      !review ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      event.defaultPrevented ||
      isTyping(event.target) ||
      /** @type {EventTarget} */ (event.target).closest("dialog")
    )
      return;
    if (event.key.toLowerCase() === "t") turnTo(event.shiftKey ? -1 : 1);
  });

  function render(position) {
    if (!review) return;
    complete(position.deal);
    const ahead = opened && positions[current() + 1]?.at === opened.step ? opened : null;
    const at = ahead?.step ?? position.at;
    const lines = sentences(at);
    if (ahead) lines.unshift(fill(gettext("Played: %(card)s"), { card: named(ahead.command) }));
    const choice = choices.get(at);
    verdict.hidden = false;
    writeText(verdict, lines.length ? `${lines.join(". ")}.` : "");
    setAttribute(verdict, "data-kind", lines.length ? (choice?.marked ?? "clean") : null);
    explain(choice);
    point(choice, ahead ? cardsOf(ahead.command) : []);
    const number = review.turns.findIndex(({ step }) => step === position.at) + 1;
    drawn.turn.textContent = number
      ? fill(gettext("Turning point %(n)s of %(all)s"), { n: number, all: review.turns.length })
      : fill(ngettext("%(n)s turning point", "%(n)s turning points", review.turns.length), {
          n: review.turns.length,
        });
    costly.render(at);
    renderCurve(position);
  }

  /** Say what speaks for the better choice, in sentences to the player who had it. */
  function explain(choice) {
    const reasons = choice?.seen?.reasons ?? [];
    grounds.hidden = !reasons.length;
    if (!reasons.length) return void grounds.replaceChildren();
    const title = names.isMe(choice.seat)
      ? gettext("Why, from what you could know")
      : fill(gettext("Why, from the place of %(name)s"), { name: names.name(choice.seat) });
    grounds.replaceChildren(
      el("b", {}, title),
      el("ul.reasons", {}, ...reasons.map((reason) => el("li", {}, reason))),
    );
  }

  /** Mark the cards of the hand that would have been better, and those `played` that are still in it. */
  function point(choice, played) {
    const better = [choice?.[choice.marked]?.better ?? []].flat().flatMap(cardsOf);
    for (const node of document.querySelectorAll(".open-hand .pcard[data-card]")) {
      const isTheirs = Number(node.closest(".open-hand").dataset.seat) === choice?.seat;
      setAttribute(node, "data-better", isTheirs && better.includes(node.dataset.card));
      setAttribute(node, "data-worse", isTheirs && played.includes(node.dataset.card));
    }
  }

  function renderCurve(position) {
    const curve = review.deals.find(({ deal }) => deal === position.deal)?.curve;
    drawn.plot.hidden = !curve;
    drawn.table.closest("details").hidden = !curve;
    if (!curve) return;
    const isShared = curve.total !== null; // one side's loss is the others' gain
    const sides = isShared && names.count() === 2 ? [names.order()[0]] : names.order();
    const upTo = positions.slice(0, current() + 1).findLast(({ at }) => curve.steps.includes(at));
    const here = upTo && upTo.deal === position.deal ? curve.steps.indexOf(upTo.at) : 0;
    const lines = sides.map((side) => curve.points.map((each) => each[side] / review.point));
    const least = Math.min(0, Math.floor(Math.min(...lines.flat())));
    const most = Math.max(
      least + 1,
      Math.ceil(Math.max(0, ...lines.flat(), (curve.total ?? 0) / review.point)),
    );
    const places = review.turns.filter(({ step }) => curve.steps.includes(step));
    const ends = names.order().map((side) =>
      fill(gettext("%(name)s: %(from)s at the start, %(to)s at the end"), {
        name: names.short(side),
        from: points(curve.points[0][side]),
        to: points(curve.points.at(-1)[side]),
      }),
    );
    const title = fill(gettext("Expected points of deal %(n)s"), { n: position.deal + 1 });
    const svg = drawPlot({
      lines,
      least,
      most,
      here,
      title,
      summary: ends.join("; "),
      tricks: curve.steps.flatMap((step, place) =>
        step.endsWith("-c1") ? [{ place: place - 1, name: Number(step.match(/-p(\d+)/)[1]) }] : [],
      ),
      turns: places.map(({ step, seat }) => ({
        place: curve.steps.indexOf(step),
        line: Math.max(0, sides.indexOf(names.side(seat))),
      })),
    });
    svg.addEventListener("click", (event) => goTo(curve.steps[placeAt(svg, event, curve.steps.length - 1)]));
    const basis =
      curve.basis === "open"
        ? gettext("with everybody’s best play, all hands face up")
        : gettext("as club players would play");
    const whose = sides.map((side, i) => el("span.key", { "data-line": i + 1 }, names.short(side)));
    drawn.plot.replaceChildren(
      el("figcaption", {}, el("b", {}, title), " ", el("span.quiet", {}, basis), ...whose),
      svg,
    );
    if (drawn.table.dataset.deal !== String(position.deal))
      drawn.table.replaceChildren(byTrick(curve, title));
    drawn.table.dataset.deal = position.deal;
  }

  /** The words of the table: a round is a trick, or a card of each player. */
  const byRound = () =>
    positions[0].view.tricks
      ? { title: gettext("Expected points by trick"), after: gettext("After trick") }
      : { title: gettext("Expected points by round"), after: gettext("After round") };

  function byTrick(curve, title) {
    const ends = curve.steps.flatMap((_, place) =>
      place === 0 || place === curve.steps.length - 1 || curve.steps[place + 1].endsWith("-c1")
        ? [place]
        : [],
    );
    return el(
      "table.table.tight",
      {},
      el("caption.sr", {}, title),
      thead(byRound().after, names.order().map(names.short)),
      el(
        "tbody",
        {},
        ends.map((place, trick) =>
          tr(
            trick || gettext("start"),
            names.order().map((side) => el("td.n", {}, points(curve.points[place][side]))),
          ),
        ),
      ),
    );
  }

  /** Open the board where a choice was made: with the cards that it was made from. */
  function open(choice) {
    opened = choice;
    goTo(choice.step, true);
  }

  const costly = makeCostly({ names, named, inSentence, cardsOf, points, amountOf, open });
  look();
  return { render, mark };
}
