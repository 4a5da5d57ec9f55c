// The end of a match: who won, how it went, and the ways on.

import { capital, el, figure, fill, find, setHidden, icon, setAttribute, signed, writeText } from "./dom.js";
import { findStrangers, makeAskButton } from "./friends.js";
import { post } from "./people.js";
import { thead, tr } from "./rows.js";
import { concessionSentence, hasWon, resultSentence, winners } from "./sentences.js";

const SEEN = 1_500; // ms before a key may dismiss the result
const RECKONED = [600, 1_500, 4_000]; // ms before each request for the new rating

/**
 * `circle` is the API's address for the player's friends, `event` the page of the tournament, if the table belongs to one, and `result` that of the player's result
 * in it, if it has one; `matches` the API's address for matches; `said` the message with which the page has
 * opened, such as that an account is ready.
 */
export function makeFinale({
  store,
  game,
  names,
  levels,
  send,
  sound,
  onFill,
  onAgain,
  lobby,
  circle,
  event,
  result,
  replay,
  matches,
  share,
  said = "",
}) {
  const root = find(".finale");
  /** Its page leads on; the deal of the day has a result instead. */
  const isOfTournament = Boolean(event) && !result;
  let shownFor = null; // the match whose end is drawn
  let drawn = 0; // the time when it was drawn
  /** @type {HTMLElement | null} */
  let again = null;
  /** @type {HTMLElement | null} */
  let bots = null;
  /** @type {HTMLElement | null} */
  let status = null;
  /** @type {HTMLElement | null} */
  let gain = null;

  function render() {
    const { view, table } = store;
    const ended =
      view &&
      (view.phase === "over" || store.isBrokenOff) &&
      table.match === store.match &&
      table.status !== "open";
    const over = ended && (store.seated || free() === 0 || isClosed());
    setHidden(root, !over);
    if (!over) {
      shownFor = null;
      return;
    }
    if (shownFor !== store.match) {
      shownFor = store.match;
      drawn = performance.now();
      draw(view);
      said = "";
      if (store.seated && view.places) sound(isWon(view) ? "won" : "beaten");
      find("h2", root).focus({ preventScroll: true });
    }
    renderRematch();
  }

  const isClosed = () => store.table.status === "closed";
  const free = () => store.table.seats.filter(({ state }) => state === "empty").length;
  const isPublic = () => store.table.watchable && !store.table.private;
  /** By the rules of the replay. */
  const isReadable = () => !store.table.boards_closed && (isPublic() || store.seated);
  const isWon = ({ places }) => store.seated && hasWon(names, places);

  function draw(view) {
    again = el("button.btn.primary", {
      type: "button",
      "data-rematch": true,
      "aria-keyshortcuts": "Enter",
      onclick: ask,
    });
    bots = el(
      "button.btn.brass",
      { type: "button", onclick: onFill },
      icon("bot"),
      gettext("Fill with bots"),
    );
    status = el("p.small", {});
    const read = isAlone() ? readLevel : isRated() ? readGain : null;
    gain = read && el("p.gain.num", { role: "status", "data-lines": read === readLevel ? 2 : null });
    if (read) showGain(store.match, read);
    root.replaceChildren(
      el(
        "section.dialog",
        { "aria-labelledby": "fin-h", "data-won": isWon(view) },
        said && el("p.note.small", {}, icon("info"), el("span", {}, said)),
        el(
          "header.stack",
          { style: "--gap:.3rem" },
          el("p.quiet", {}, el("i", {}, `${store.table.called}, ${names.aim()}`)),
          store.concededBy !== undefined && el("p", {}, concessionSentence(names, store.concededBy)),
          el("h2", { id: "fin-h", tabindex: -1 }, resultSentence(names, view.places, store.isAnnulled)),
        ),
        score(view),
        gain,
        el(
          "div.fin-actions",
          {},
          store.table.hosted ? event && onwards() : isClosed() ? anew() : store.seated && [again, bots],
          seeingAgain(),
          sharing(),
          keeping(),
          el(
            "a.btn.ghost",
            { href: isOfTournament ? event : lobby },
            isOfTournament ? gettext("Go to the tournament") : gettext("Go to the tables"),
          ),
        ),
        status,
        befriending(),
        view.sheet.length > 0 && el("hr.filetto"),
        parts(view),
        view.sheet.length > 0 &&
          el(
            "div.table-box",
            { tabindex: 0, role: "group", "aria-label": gettext("Points by deal") },
            deals(view),
          ),
      ),
    );
  }

  /** The way on in a tournament: a player's result or next table, or the page of the event for spectators. */
  function onwards() {
    const [href, name] = !store.seated
      ? [event, gettext("Rounds and standings")]
      : result
        ? [result, gettext("See and share your result")]
        : [`${event}tavolo/`, gettext("Next table or standings")];
    return el("a.btn.primary", { href, "data-next": true }, icon("table"), name);
  }

  /** The button that plays the same again where the table is closed. */
  const anew = () =>
    el(
      "button.btn.primary",
      { type: "button", "data-again": true, onclick: playAgain },
      icon("rematch"),
      gettext("Play again"),
    );

  async function playAgain() {
    const refused = await onAgain();
    if (refused && status) writeText(status, refused.message);
  }

  /** The way to the replay: for a player of a match with a result, to the cards that cost them most, whose
   *  review begins now. */
  function seeingAgain() {
    if (!isReadable()) return null;
    const href = replay(store.match);
    if (!store.seated || !store.view.places || root.dataset.reviewed === undefined)
      return el("a.btn", { href, "data-review": true }, icon("history"), gettext("Replay the match"));
    const review = async (click) => {
      click.preventDefault();
      await post(`${matches}${store.match}/review/`); // of a refusal the page says more
      location.assign(`${href}#tre`);
    };
    return el(
      "a.btn.wide",
      { href: `${href}#tre`, "data-review": true, onclick: review },
      icon("search"),
      gettext("What could I have done better?"),
    );
  }

  /**
   * The button to share the match: by its own address if it is public, otherwise by a link that a player
   * makes.
   */
  function sharing() {
    if (!isReadable()) return null;
    const from = isPublic() ? { link: replay(store.match) } : { made: `${matches}${store.match}/share/` };
    return el(
      "button.btn",
      { type: "button", "data-share": true, onclick: () => share.open(from) },
      icon("share"),
      gettext("Share"),
    );
  }

  const isRated = () => store.seated && !store.table.casual && !store.table.seats[store.me].guest;

  /** True for a player against bots of the site, whose level such a match changes. */
  const isAlone = () =>
    store.seated && store.table.seats.every(({ seat, level }) => seat === store.me || Boolean(level));

  /** Show what the match has changed as soon as it is computed: `read` returns null until then. */
  async function showGain(match, read) {
    for (const wait of RECKONED) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      const parts = store.match === match && gain ? await read(match).catch(() => null) : [];
      if (parts) return gain?.replaceChildren(...parts);
    }
  }

  const readJson = async (address) => {
    const answer = await fetch(address);
    return answer.ok ? answer.json() : {};
  };

  /** The change of the player’s rating among people; nothing if the match is not rated. */
  async function readGain(match) {
    const { results = [] } = await readJson(`${matches}${match}/`);
    if (!results.length) return null;
    const mine = results.find(({ seat }) => seat === store.me)?.gain ?? null;
    return mine === null ? [] : [`${gettext("Your rating:")} ${signed(mine)}`];
  }

  /** The level that the player matches, the change of their rating against bots, and the way to its page. */
  async function readLevel(match) {
    const { results = [] } = await readJson(root.dataset.levels);
    const own = results.find(({ latest }) => latest === match);
    if (!own) return null;
    const level = levels.find(({ name }) => name === own.suggested)?.title;
    const says = own.provisional
      ? ngettext(
          "After %(n)s match against bots your level is still taking shape.",
          "After %(n)s matches against bots your level is still taking shape.",
          own.matches,
        )
      : gettext("Against bots you play at about the “%(level)s” level.");
    return [
      fill(says, { level, n: own.matches }),
      // a provisional value is nobody's yet, and neither is its change
      !own.provisional && ` ${signed(own.gain)}`,
      " ",
      el("a", { href: root.dataset.level }, gettext("My level against the bots")),
    ].filter(Boolean);
  }

  /** A guest's way to an account, which keeps their matches. */
  const keeping = () =>
    store.seated &&
    store.table.seats[store.me].guest &&
    el(
      "a.btn",
      { href: root.dataset.signup, "data-offer": true },
      icon("user"),
      gettext("Save with an account"),
    );

  /** The buttons to ask those one has played with to be friends, once it is known who is none yet. */
  function befriending() {
    const buttons = el("div.btn-group", { "data-friends": true, hidden: true });
    findStrangers(store.table, circle).then((names) => {
      buttons.replaceChildren(...names.map((name) => makeAskButton(name, circle)));
      setHidden(buttons, !names.length);
    });
    return buttons;
  }

  /**
   * Click the primary button for Enter; return false if there is none, or the result has only just appeared.
   */
  function goOn() {
    const next = find(".btn.primary:not([hidden], [aria-pressed='true'])", root);
    if (root.hidden || !next || performance.now() < drawn + SEEN) return false;
    next.click();
    return true;
  }

  const isRanked = (view) => !names.inPairs() && names.count() > 2 && Boolean(view.places);

  /** The parts of the score as the game counts them, a row for each. */
  function parts(view) {
    const rows = isRanked(view) ? null : game.parts(view);
    if (!rows) return null;
    const order = names.order();
    const column = (side) => (side === names.mySide() ? ".me" : "");
    return el(
      "table.table.tight.parts",
      {},
      el("caption.sr", {}, gettext("What the score is made of")),
      thead(
        null,
        order.map((side) => [names.short(side), column(side)]),
      ),
      el(
        "tbody",
        {},
        rows.map(([title, row]) =>
          tr(
            capital(title),
            order.map((side) => el(`td.n${column(side)}`, {}, row[side])),
          ),
        ),
      ),
    );
  }

  /** The parts of one side's score in a line, which breaks only between them. */
  const partsOf = (view, side) =>
    game.parts(view)?.flatMap(([title, row], i) => [i > 0 && " · ", el("span", {}, `${title} ${row[side]}`)]);

  /** The places, if everybody plays alone; otherwise the score. */
  function score(view) {
    if (!isRanked(view)) return sums(view);
    const ranked = names.order().toSorted((a, b) => view.places[a] - view.places[b]);
    return el(
      "ol.places",
      { "aria-label": gettext("Places") },
      ranked.map((side) => {
        const [own, paid] = [partsOf(view, side), game.payment(view, side)];
        return el(
          "li",
          { "data-place": view.places[side], "data-me": side === names.mySide() },
          el("span.place.num", {}, fill(pgettext("place", "%(n)s."), { n: view.places[side] })),
          el("span", {}, names.short(side), own && el("small.num", {}, own), paid && el("small", {}, paid)),
          el("b.num", {}, figure(view.totals[side])),
        );
      }),
    );
  }

  function sums(view) {
    const best = winners(names, view.places);
    const between = Math.min(...view.totals) < 0 ? "·" : "–"; // a dash would swallow the minus
    const parts = names
      .order()
      .map((side) =>
        el(
          "span",
          { "data-best": best.includes(side), "data-me": side === names.mySide() },
          el("b", {}, figure(view.totals[side])),
          el("small", {}, names.together(side)),
        ),
      );
    return el(
      "p.big-score.num",
      { "data-sides": parts.length },
      parts.flatMap((part, i) => (i ? [el("i", { "aria-hidden": "true" }, between), part] : [part])),
    );
  }

  function deals(view) {
    return el(
      "table.table.tight",
      {},
      el("caption.sr", {}, gettext("Points by deal")),
      thead(
        gettext("Deal"),
        view.sheet.map((_, i) => fill(gettext("no. %(n)s"), { n: i + 1 })),
      ),
      el(
        "tbody",
        {},
        names.order().map((side) =>
          tr(
            names.short(side),
            view.sheet.map((line) => el("td.n", {}, game.dealScore(line)[side])),
            side === names.mySide() ? ".me" : "",
          ),
        ),
      ),
    );
  }

  function ask() {
    send({ t: "rematch", wants: !store.table.seats[store.me].rematch });
  }

  function renderRematch() {
    if (store.table.hosted || isClosed()) return;
    const { seats } = store.table;
    const people = seats.filter(({ state }) => !["bot", "empty"].includes(state));
    const wanting = people.filter(({ rematch }) => rematch);
    const others = wanting.filter(({ seat }) => !names.isMe(seat)).map(({ name }) => name);
    if (store.seated && again && bots) {
      const mine = seats[store.me].rematch;
      setAttribute(again, "aria-pressed", String(mine));
      setHidden(again, store.table.status !== "over" || free() > 0);
      setHidden(bots, store.table.status !== "over" || free() === 0);
      const asked =
        people.length > 1 &&
        el("span.num", {}, fill(gettext("%(n)s of %(all)s"), { n: wanting.length, all: people.length }));
      again.replaceChildren(
        icon("rematch"),
        mine
          ? gettext("Rematch asked")
          : people.length > 1 && store.view.places
            ? gettext("Rematch")
            : gettext("Play again"),
        ...(asked ? [asked] : []),
      );
    }
    if (!status) return;
    if (free())
      return writeText(status, gettext("Somebody has left. The next match begins when every seat is taken."));
    writeText(
      status,
      others.length
        ? fill(
            ngettext(
              "%(names)s has asked for a rematch.",
              "%(names)s have asked for a rematch.",
              others.length,
            ),
            { names: others.join(", ") },
          )
        : "",
    );
  }

  return { render, goOn };
}
