// The bidding of Tarocchi: what was called, how it closed, and the window in which all three speak.

import { el, fill, find, setHidden, setAttribute, signed, writeText } from "../table/dom.js";
import { prefs, setPreference } from "../table/prefs.js";
import { pageWords } from "./tarocchi-cards.js";

const TICK = 200; // ms
const LAST_SECONDS = 5;
const FIRST_OFFER = 3; // the points on the button until the player changes them

export const callOf = (view, seat) => view.calls.find((each) => each.seat === seat);

/** A call in words: "offro 4". */
export const said = ({ call, points }) => (points ? `${call} ${points}` : call);

/** The end of the bidding in a sentence. */
export function closing({ why, result, seat, from, points }, { name, isMe }) {
  const values = { name: name(seat), from: name(from), n: points };
  if (why === "tengo")
    return fill(
      isMe(seat)
        ? gettext("You say tengo: the deal is played")
        : gettext("%(name)s says tengo: the deal is played"),
      values,
    );
  if (why === "silence") return gettext("Somebody stayed silent: the deal is played");
  if (why === "vado") return gettext("All three say vado: the deal is thrown in, nobody scores");
  if (why === "unanswered")
    return result === "play"
      ? gettext("Nobody takes the offer: the deal is played")
      : gettext("Nobody takes the offer: the deal is thrown in, nobody scores");
  if (isMe(seat))
    return fill(
      ngettext(
        "You take %(n)s point from %(from)s: the deal is thrown in",
        "You take %(n)s points from %(from)s: the deal is thrown in",
        points,
      ),
      values,
    );
  if (isMe(from))
    return fill(
      ngettext(
        "%(name)s takes %(n)s point from you: the deal is thrown in",
        "%(name)s takes %(n)s points from you: the deal is thrown in",
        points,
      ),
      values,
    );
  return fill(
    ngettext(
      "%(name)s takes %(n)s point from %(from)s: the deal is thrown in",
      "%(name)s takes %(n)s points from %(from)s: the deal is thrown in",
      points,
    ),
    values,
  );
}

/**
 * The bidding window: the four words and the clock that all three share. Returns `{node, press, update,
 * close}`.
 */
export function bidding(store, give, tools) {
  const title = el("h2", { id: "call-h" });
  const seconds = el("b");
  const time = el("span.small.num", { role: "timer", "aria-label": gettext("Time left for all three") });
  const fuse = el("i");
  const fuseBox = el("div.fuse", { "aria-hidden": "true" }, fuse);
  const why = el("p.tiny", { id: "call-why" });
  const vado = word("vado", "Vado", gettext("I propose to throw it in"), { call: "vado" });
  const offro = el(
    "button",
    { type: "button", "data-call": "offro", onclick: () => call({ call: "offro", points: offered }) },
    el("b", {}, "Offro ", el("output", { "aria-live": "off" })),
    el("span", {}, gettext("to the player who takes them")),
  );
  const steps = [step(-1, "−", gettext("One point less")), step(1, "+", gettext("One point more"))];
  const offer = el("div.word.offer", { role: "group" }, steps[0], offro, steps[1]);
  const takes = el("div.takes");
  const tengo = word("tengo", "Tengo", gettext("the deal is played, for all"), { call: "tengo" });
  const choice = el("div.words", {}, vado, offer, takes, tengo);
  const listen = el(
    "button.btn.small",
    { type: "button", onclick: () => tools.listen() },
    gettext("Hear the others first"),
  );
  const node = el(
    "section.slip.callbox",
    { "aria-labelledby": "call-h" },
    el("header", {}, title, time),
    fuseBox,
    choice,
    listen,
    why,
  );
  let offered = FIRST_OFFER;
  /** @type {string | null} */
  let takesFor = null; // key of the offers that have buttons now
  /** @type {{ word?: string, message?: string } | null} */
  let refused = null; // the word that must wait, or the server's refusal
  /** @type {number | null} */
  let spokenSecond = null;
  let wasOpen = store.leftOf("open_in_ms") === 0;

  time.append(seconds, ` ${gettext("s for all three")}`);

  function word(name, label, what, command) {
    return el(
      "button.word",
      { type: "button", "data-call": name, onclick: () => call(command) },
      el("b", {}, label),
      el("span", {}, what),
    );
  }

  function step(by, sign, label) {
    return el(
      "button",
      { type: "button", "data-step": by, "aria-label": label, onclick: () => setOffer(offered + by, true) },
      sign,
    );
  }

  const mayOffer = () => store.legal.flatMap(({ call: name, points }) => (name === "offro" ? [points] : []));

  /** Offer this many points, or the most that is allowed below that. */
  function setOffer(points, isAloud = false) {
    const free = mayOffer();
    offered = free.findLast((each) => each <= points) ?? free[0] ?? points;
    writeText(find("output", offro), offered);
    for (const [i, button] of steps.entries())
      setAttribute(button, "aria-disabled", offered === [free[0], free.at(-1)][i] ? "true" : null);
    if (isAloud) tools.say(fill(gettext("offro %(n)s"), { n: offered }));
  }

  const hasSpoken = () => !store.view.to_act.includes(store.me);
  const isNew = () => store.seated && !prefs.learned.includes("first_word");

  /** Return why a word cannot be said yet, or an empty string. */
  function bar(name) {
    const opens = store.leftOf("open_in_ms");
    if (opens) return waits(pageWords.refusals.bidding_not_open, opens);
    if (name === "piglio" && !store.view.offers.length) return gettext("Nobody has offered anything yet.");
    const locked = store.view.window.locked.includes(name) ? store.leftOf("lock_left_ms") : 0;
    return locked ? waits(pageWords.refusals.offer_too_fresh, locked) : "";
  }

  const waits = (reason, ms) => `${reason} ${fill(gettext("%(n)s s more."), { n: Math.ceil(ms / 1000) })}`;

  async function call(command) {
    const barred = bar(command.call);
    if (barred) return refuse({ word: command.call }, barred);
    if (node.hasAttribute("data-sent")) return;
    setAttribute(node, "data-sent", true);
    const answer = await give({ do: "call", ...command });
    setAttribute(node, "data-sent", null);
    if (answer) refuse({ message: answer.message });
    else if (isNew()) setPreference("learned", [...prefs.learned, "first_word"]);
  }

  function refuse(given, aloud = "") {
    refused = given;
    tick();
    if (!aloud) return;
    tools.sound("refused");
    tools.say(aloud);
  }

  function update() {
    const { offers } = store.view;
    const isOver = hasSpoken();
    const key = JSON.stringify(offers);
    if (takesFor !== key) {
      takesFor = key;
      const focused = takes.contains(document.activeElement) ? document.activeElement?.dataset.from : null;
      takes.replaceChildren(
        ...(offers.length
          ? offers.map(take)
          : [word("piglio", "Piglio", gettext("if somebody offers"), { call: "piglio" })]),
      );
      if (focused !== null)
        (find(`[data-from="${focused}"]`, takes) ?? takes.firstChild).focus({ preventScroll: true });
      refused = null;
    }
    setAttribute(
      offer,
      "aria-label",
      fill(gettext("Offer, up to %(n)s points"), { n: mayOffer().at(-1) ?? offered }),
    );
    if (isOver && choice.contains(document.activeElement)) tools.leave();
    if (isOver && listen === document.activeElement) tools.leave();
    setHidden(choice, isOver);
    tick();
  }

  function heading(opens) {
    if (hasSpoken())
      return store.seated
        ? fill(gettext("You have said %(word)s"), { word: said(callOf(store.view, store.me)) })
        : gettext("The bidding");
    return opens ? gettext("Look at your cards") : gettext("Speak when you like");
  }

  function take({ seat, points }) {
    const button = word(
      "piglio",
      "Piglio",
      fill(gettext("from %(name)s: %(n)s to you"), { name: store.table.seats[seat].name, n: signed(points) }),
      { call: "piglio", from: seat },
    );
    button.classList.add("yes");
    setAttribute(button, "data-from", seat);
    return button;
  }

  function tick() {
    if (!store.view.window) return; // it has closed, and this is a late answer or tick
    const opens = store.leftOf("open_in_ms");
    for (const node of [time, fuseBox]) setHidden(node, store.window.untimed ?? false);
    setHidden(listen, hasSpoken() || !store.window.bots_wait);
    if (!store.window.untimed) count();
    for (const button of [vado, offro, tengo, ...takes.children])
      setAttribute(button, "aria-disabled", bar(button.dataset.call) ? "true" : null);
    inform(opens);
    if (!opens && !wasOpen && !hasSpoken()) tools.say(gettext("the bidding is open"));
    wasOpen = !opens;
  }

  /** Count the time down that is left for all. */
  function count() {
    const left = store.leftOf("left_ms");
    writeText(seconds, Math.ceil(left / 1000));
    fuse.style.setProperty("--left", Math.min(1, left / store.view.window.ms).toFixed(3));
    setAttribute(time, "data-alarm", left <= LAST_SECONDS * 1000);
    warn(left);
  }

  /** Write the rule of the bidding, a newcomer's tip, or why a word must wait. */
  function inform(opens) {
    const tip =
      isNew() &&
      !hasSpoken() &&
      gettext(
        "With kings and many trumps say tengo. With a weak hand say vado, or offer a few points to anyone who takes them.",
      );
    const general = store.window.untimed
      ? gettext("One word each, in no set order. Take your time: no clock runs, and the bots wait for you.")
      : gettext("One word each, in no set order. If anybody stays silent to the end, the deal is played.");
    const waiting = hasSpoken() ? "" : bar("vado") || (store.view.offers.length ? bar("tengo") : "");
    const reason = refused && (refused.message ?? bar(refused.word));
    if (!reason) refused = null;
    setAttribute(why, "data-refused", Boolean(reason));
    setAttribute(why, "data-waits", Boolean(waiting));
    setAttribute(why, "data-tip", Boolean(tip));
    writeText(why, reason || tip || waiting || general);
    writeText(title, heading(opens));
  }

  function warn(left) {
    const second = Math.ceil(left / 1000);
    if (second > LAST_SECONDS || second === spokenSecond || !left) return;
    if (spokenSecond === null) tools.say(fill(gettext("%(n)s seconds"), { n: second }));
    spokenSecond = second;
    tools.sound("tick");
  }

  /** Handle a key: a letter focuses its word, a digit or a sign changes the offer. Enter then says it. */
  function press(key) {
    if (hasSpoken()) return false;
    if (/^[+\-1-9]$/.test(key)) {
      setOffer(key === "+" ? offered + 1 : key === "-" ? offered - 1 : Number(key), true);
      offro.focus({ preventScroll: true });
      return true;
    }
    const button = { V: vado, O: offro, I: nextTake(), E: tengo }[key.toUpperCase()];
    button?.focus({ preventScroll: true });
    return Boolean(button);
  }

  const nextTake = () =>
    takes.contains(document.activeElement)
      ? (document.activeElement?.nextSibling ?? takes.firstChild)
      : takes.firstChild;

  setOffer(offered);
  update();
  const timer = setInterval(tick, TICK);
  return { node, press, update, close: () => clearInterval(timer) };
}
