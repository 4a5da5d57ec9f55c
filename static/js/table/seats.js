// The places around the cloth: who sits there, in what state, whose turn, how many cards and tricks.

import { el, fill, find, setHidden, icon, lang, renewChildren, setAttribute, svg, writeText } from "./dom.js";

const BALLOON_STAYS = 4_000;

export function makeSeats({ store, game, names, levels, onSit, onRemove }) {
  const titleOf = (level) => levels.find(({ name }) => name === level)?.title.toLocaleLowerCase(lang);
  const cloth = find(".cloth");
  const dock = find(".dock");
  const places = store.table.seats.map(({ seat }) => place(seat));

  function place(seat) {
    const initial = el("span");
    const ring = clockRing();
    const puck = el(
      "span.puck",
      { title: gettext("dealer"), hidden: true },
      el("span", { "aria-hidden": "true" }, gettext("D")),
      el("span.sr", {}, gettext("dealer")),
    );
    const name = el("b");
    const about = el("span.opt");
    const tags = el("span.tags");
    const time = el("span.tag.num", { hidden: true, "data-clock": true });
    const bank = el("span.tag.line-only.num.bank", { hidden: true });
    const pile = el("span.pile", { hidden: true });
    const avatar = el("span.avatar", { "aria-hidden": "true" }, initial, ring);
    const plate = el("div.plate", {}, name, about, el("span.line", {}, tags, time, bank, pile));
    const backs = el("span.backs", { "aria-hidden": "true" });
    const sit = el("button.sit", { type: "button", hidden: true, onclick: () => onSit(seat) });
    const out = el(
      "button.out",
      { type: "button", hidden: true, onclick: () => onRemove(seat) },
      icon("close"),
    );
    const node = el("div.seat", { "data-seat": seat }, avatar, puck, plate, backs, sit, out);
    return {
      seat,
      node,
      avatar,
      initial,
      ring,
      puck,
      name,
      about,
      tags,
      time,
      bank,
      pile,
      backs,
      sit,
      out,
      balloon: null,
    };
  }

  /**
   * Draw all seats. `shown` is the view as far as the animation has come, which may lag behind the truth;
   * `waits` is true while the result of a deal hides the turn of the next.
   */
  function render(shown, { waits = false } = {}) {
    const piles = pileHolders();
    for (const each of places) renderPlace(each, shown, piles, waits);
  }

  function renderPlace(each, shown, piles, waits) {
    const { seat, node } = each;
    const person = store.table.seats[seat];
    const position = names.position(seat);
    setAttribute(node, "data-pos", position);
    const home = position === 0 ? dock : cloth;
    if (node.parentElement !== home) home.insertBefore(node, home.firstElementChild?.nextSibling ?? null);
    setAttribute(node, "data-state", person.state === "here" ? null : person.state);
    setAttribute(node, "data-turn", Boolean(store.view && !waits && game.isOnTurn(store.view, seat)));
    setAttribute(each.avatar, "class", `avatar c${((person.hue + 5) % 6) + 1}`);
    drawInitial(each, person);
    drawName(each, person);
    writeText(each.about, aboutOf(person, shown));
    setAttribute(each.about, "data-score", Boolean(shown && game.about));
    drawTags(each, person, shown);
    setHidden(each.puck, !shown || shown.dealer !== seat || person.state === "empty");
    drawPile(each, piles.has(seat) && game.hasPiles ? shown?.taken[names.side(seat)] : null);
    drawBacks(each, position === 0 && store.seesHand ? 0 : (shown?.counts[seat] ?? 0));
    drawButtons(each, person);
  }

  function drawInitial({ initial }, { state, name, program }) {
    const free = store.seated || !canSit() ? "" : "plus"; // where the reader can sit down
    const sign = program ? "bot" : ({ bot: "bot", empty: free }[state] ?? "");
    if (initial.dataset.sign === sign + name) return;
    initial.dataset.sign = sign + name;
    initial.replaceChildren(sign ? icon(sign) : name.charAt(0).toUpperCase());
  }

  function drawName({ seat, name }, person) {
    const text =
      person.state !== "empty"
        ? person.name
        : store.seated || !canSit()
          ? gettext("Free")
          : gettext("Sit here");
    const key = `${names.isMe(seat)} ${text}`;
    if (name.dataset.key === key) return;
    name.dataset.key = key;
    name.replaceChildren(...(names.isMe(seat) ? [gettext("You"), el("span.nick", {}, `, ${text}`)] : [text]));
  }

  function aboutOf({ seat, state, guest, you, got_up: hasGotUp }, shown) {
    const absences = {
      empty: gettext("nobody yet"),
      away: hasGotUp ? gettext("left the table") : gettext("absent"),
    };
    if (!absences[state] && shown && game.about) return game.about(shown, seat);
    return absences[state] ?? (guest && !you ? gettext("guest") : "");
  }

  function drawTags({ seat, tags }, { state, program, level, coming }, shown) {
    const role = names.role(seat, shown);
    const list = [
      ...(shown ? game.tags(shown, seat, names) : []),
      role && el("span.tag.brass", {}, role),
      (state === "bot" || program) &&
        el("span.tag.line-only.is-bot", {}, [gettext("bot"), titleOf(level)].filter(Boolean).join(" · ")),
      coming && el("span.tag.line-only", {}, icon("user"), fill(gettext("then %(name)s"), { name: coming })),
      state === "away" && el("span.tag.line-only", {}, icon("coffee"), gettext("the bot plays")),
      state === "lost" &&
        el(`span.tag.${store.isByDays ? "line-only" : "alarm"}`, {}, icon("plug"), gettext("offline")),
    ].filter(Boolean);
    renewChildren(tags, ...list);
  }

  /** Tricks lie with one player of each side, as at a real table. */
  function pileHolders() {
    if (!store.view) return new Set();
    return new Set(
      names.order().map((side) => {
        const members = names.members(side);
        return members.find((seat) => !names.isMe(seat)) ?? members[0];
      }),
    );
  }

  function drawPile({ pile }, count) {
    setHidden(pile, count === null || count === undefined);
    if (pile.hidden || pile.dataset.count === String(count)) return;
    pile.dataset.count = count;
    pile.replaceChildren(String(count), el("span.unit", {}, ` ${game.pileName(count)}`));
  }

  function drawBacks({ backs }, count) {
    while (backs.children.length > count) backs.lastChild.remove();
    while (backs.children.length < count) backs.append(el("i"));
  }

  const isClosed = "closed" in find(".room").dataset; // to readers who are not of the club

  const canSit = () => !isClosed && (store.table.status === "open" || store.table.status === "over");

  const canTake = ({ state, coming }) => state === "bot" && !coming && store.table.joinable && !isClosed;

  function drawButtons({ seat, sit, out }, person) {
    const { state, name } = person;
    setHidden(sit, store.seated || !((state === "empty" && canSit()) || canTake(person)));
    const label = state === "bot" ? gettext("Take the seat of %(name)s") : gettext("Sit here, seat %(n)s");
    if (!sit.hidden) setAttribute(sit, "aria-label", fill(label, { n: seat + 1, name }));
    const { status, hosted } = store.table;
    setHidden(out, !(state === "bot" && store.seated && status === "open" && !hosted));
    if (!out.hidden) setAttribute(out, "aria-label", fill(gettext("Take %(name)s away"), { name }));
  }

  /**
   * Show a player’s words beside their seat for a few seconds; with the name of a `trick`, until that is over, too. The
   * voice has read them out already.
   */
  function speak(seat, text, stays = BALLOON_STAYS, { aside = false, trick = null } = {}) {
    const each = places[seat];
    if (!each.balloon?.isConnected) {
      each.balloon = el("p.balloon", { "aria-hidden": "true" });
      each.node.append(each.balloon);
    }
    const line = el(aside ? "span.aside" : "span", { "data-trick": trick }, text);
    each.balloon.append(line);
    setTimeout(() => {
      setAttribute(line, "data-read", true);
      takeAway(line);
    }, stays);
  }

  /** Let the words of all tricks go, but of the one with this name. */
  function goOn(trick = "") {
    for (const line of document.querySelectorAll(".balloon > [data-trick]")) {
      if (line.dataset.trick === trick) continue;
      line.removeAttribute("data-trick");
      takeAway(line);
    }
  }

  function takeAway(line) {
    if (line.matches("[data-trick], :not([data-read])")) return;
    const balloon = line.parentElement;
    (balloon.children.length > 1 ? line : balloon).remove();
  }

  /** The backs of a seat's cards, or only the last `count`, for `travelFrom`, each after `late(i)` ms. */
  function travellers(seat, late, count = 0) {
    return [...places[seat].backs.children].slice(-count).map((back, i) => [back, late(i)]);
  }

  return {
    render,
    speak,
    goOn,
    travellers,
    place: (seat) => places[seat],
    rectangle: (seat) => places[seat].node.getBoundingClientRect(),
  };
}

function clockRing() {
  const ring = svg("ring", { viewBox: "0 0 36 36", "aria-hidden": "true" }, "");
  const circle = (name) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    for (const [key, value] of Object.entries({ cx: 18, cy: 18, r: 16, pathLength: 100, class: name }))
      node.setAttribute(key, value);
    return node;
  };
  ring.replaceChildren(circle("all"), circle("go"));
  ring.style.display = "none";
  return ring;
}
