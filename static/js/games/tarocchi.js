// What is particular to Tarocchi: the deck, the words, the shared bidding, the scarto, the forced cards.

import { face } from "../table/deck.js";
import { capital, el, figure, fill, find, listed, set, signed, write } from "../table/dom.js";

const words = JSON.parse(find("#words").textContent);

const SUITS = ["O", "C", "S", "B"];
const RANKS = ["R", "Q", "C", "D", "10", "9", "8", "7", "6", "5", "4"];
const TRUMPS = "T";
const FUGGITIVO = "F";
const FIRST_HAND = 15;
const TICK = 200; // ms
const LAST_SECONDS = 5;
const WORD_STAYS = 6_000;

const suitNames = { O: "oro", C: "coppe", S: "spade", B: "bastoni" };

const isTrump = (card) => card.startsWith(TRUMPS);
const suitOf = (card) => (isTrump(card) ? TRUMPS : card.slice(-1)); // the Fuggitivo is a suit of its own
const rankOf = (card) => (isTrump(card) ? card.slice(1) : card.slice(0, -1));
const cardName = (card) => words.cards[card];
const cardNames = (cards) => listed(cards.map(cardName));
const pointsOf = (n) => fill(ngettext("%(n)s point", "%(n)s points", Math.abs(n)), { n: figure(n) });

/** The trumps first and the Fuggitivo after them, then suit by suit; the strongest first. */
function sorted(cards) {
  const place = (card) => {
    if (card === FUGGITIVO) return 100;
    if (isTrump(card)) return 50 - Number(rankOf(card));
    return 200 + SUITS.indexOf(suitOf(card)) * RANKS.length + RANKS.indexOf(rankOf(card));
  };
  return [...cards].sort((a, b) => place(a) - place(b));
}

/** Whether a key (upper case) means this card: a digit its number, R Q D a figure, another letter its suit. */
function isMeant(key, card) {
  if ([FUGGITIVO, TRUMPS, ...SUITS].includes(key)) return suitOf(card) === key;
  return rankOf(card) === (key === "0" ? "10" : key);
}

/** What is particular to a card of one's own now, and how it is told. */
function mark(card, view) {
  if (view.forced?.some((force) => force.card === card)) return { is: "forced", told: gettext("forced") };
  const isNew = view.phase === "discard" && view.hand.indexOf(card) >= FIRST_HAND;
  return isNew ? { is: "new", told: gettext("just dealt") } : null;
}

// ---- one's turn

const ledSuit = ({ trick }) => {
  const led = trick.cards.find((card) => card !== FUGGITIVO);
  return led && suitOf(led);
};

/** What the card must be: of the suit in `follow`, or a trump where the suit is void; the Fuggitivo always may. */
function duty({ view, legal }) {
  const led = ledSuit(view);
  const suits = legal.filter(({ card }) => card && card !== FUGGITIVO).map(({ card }) => suitOf(card));
  if (!led || !suits.length || suits.some((suit) => suit !== suits[0])) return {};
  if (suits[0] === led) return led === TRUMPS ? { follow: TRUMPS } : { follow: led };
  return suits[0] === TRUMPS ? { trump: true } : {};
}

/** The card that this trick forces, `{card, suit, why}`; who leads may still choose another suit. */
const forcedNow = (view) => (ledSuit(view) ? view.forced?.[0] : undefined);

const theForced = () => ({ re: gettext("the Re"), cavallo: gettext("the Cavallo"), fanta: gettext("the Donna") });

/** The words in the empty place of one's own card, in lines. */
function invitation(state) {
  const force = forcedNow(state.view);
  if (force) return [gettext("you must play"), theForced()[force.why]];
  const { follow, trump } = duty(state);
  if (follow === TRUMPS) return [gettext("follow"), gettext("with a trump")];
  if (follow) return [gettext("follow"), fill(gettext("with %(suit)s"), { suit: suitNames[follow] })];
  return trump ? [gettext("trump"), gettext("with a trump")] : [gettext("your"), gettext("turn")];
}

const whyForced = () => ({
  re: gettext("First trick of %(suit)s: whoever has the Re must play it."),
  cavallo: gettext("First trick of %(suit)s: with the Cavallo and one numeral, the Cavallo must be played."),
  fanta: gettext("The Re of %(suit)s has been played: your Donna must follow it."),
});

/** What binds this turn, while the card is looked for. */
function hint({ view }) {
  const force = forcedNow(view);
  return force ? fill(whyForced()[force.why], { suit: suitNames[force.suit] }) : "";
}

/** The same for the voice. */
function turnSentence(state) {
  const { view } = state;
  if (view.phase === "bid") return gettext("bidding is open to all: vado, offro or tengo, one word each");
  if (view.phase === "discard") return fill(gettext("your turn: lay %(n)s cards away"), { n: view.discard.count });
  const force = forcedNow(view);
  if (force) return `${gettext("your turn")}: ${cardName(force.card)}. ${hint(state)}`;
  const { follow, trump } = duty(state);
  if (follow === TRUMPS || trump) return follow ? gettext("your turn: follow with a trump") : gettext("your turn: you must trump");
  if (follow) return fill(gettext("your turn: follow with %(suit)s"), { suit: suitNames[follow] });
  if (view.trick.cards.length && !ledSuit(view)) return gettext("your turn: the Fuggitivo was led, your card sets the suit");
  if (!view.trick.cards.length && view.forced.length) {
    return `${gettext("your turn")}. ${fill(gettext("Whoever opens their suits must do it with: %(cards)s."), { cards: cardNames(view.forced.map(({ card }) => card)) })}`;
  }
  return gettext("your turn");
}

// ---- what is asked before a card is played

/** A word for what is asked: as long as it stays, so does the window. */
function asks({ view, seated }) {
  if (view.window) return "bid";
  return seated && view.discard ? "discard" : "";
}

const prompt = (store, give, tools) => (store.view.window ? bidding(store, give, tools) : scarto(store, give, tools));

/** The bidding of all three: the words, and the time that is everybody's. `{node, press, update, close}` */
function bidding(store, give, tools) {
  const most = store.legal.reduce((all, { points = 0 }) => Math.max(all, points), 1);
  const title = el("h2", { id: "call-h" });
  const seconds = el("b");
  const time = el("span.small.num", { role: "timer", "aria-label": gettext("Time for all three") });
  const fuse = el("i");
  const why = el("p.tiny", { id: "call-why" });
  const vado = word("vado", "Vado", gettext("I propose to throw it in"), { call: "vado" });
  const offro = el("button", { type: "button", "data-call": "offro", onclick: () => call({ call: "offro", points: offered }) },
    el("b", {}, "Offro ", el("output", { "aria-live": "off" })), el("span", {}, gettext("to whoever takes them")));
  const steps = [step(-1, "−", gettext("One point less")), step(1, "+", gettext("One point more"))];
  const offer = el("div.word.offer", { role: "group", "aria-label": fill(gettext("Offer, from 1 to %(n)s points"), { n: most }) }, steps[0], offro, steps[1]);
  const takes = el("div.takes");
  const tengo = word("tengo", "Tengo", gettext("it is played, for all"), { call: "tengo" });
  const choice = el("div.words", {}, vado, offer, takes, tengo);
  const node = el("section.slip.callbox", { "aria-labelledby": "call-h" },
    el("header", {}, title, time), el("div.fuse", { "aria-hidden": "true" }, fuse), choice, why);
  let offered = Math.min(3, most);
  let takesFor = null; // the offers that the buttons are made of
  let refused = null; // the word that was not heard, and what the server said of it
  let spokenSecond = null;
  let wasOpen = store.leftOf("open_in_ms") === 0;

  time.append(seconds, ` ${gettext("s for all three")}`);

  function word(name, label, what, command) {
    return el("button.word", { type: "button", "data-call": name, onclick: () => call(command) }, el("b", {}, label), el("span", {}, what));
  }

  function step(by, sign, label) {
    return el("button", { type: "button", "data-step": by, "aria-label": label, onclick: () => setOffer(offered + by, true) }, sign);
  }

  function setOffer(points, isAloud = false) {
    offered = Math.min(most, Math.max(1, points));
    write(find("output", offro), offered);
    steps.forEach((button, i) => set(button, "aria-disabled", offered === [1, most][i] ? "true" : null));
    if (isAloud) tools.say(fill(gettext("offro %(n)s"), { n: offered }));
  }

  const hasSpoken = () => !store.view.to_act.includes(store.me);

  /** Why a word is not heard yet. */
  function bar(name) {
    const opens = store.leftOf("open_in_ms");
    if (opens) return waits(words.refusals.bidding_not_open, opens);
    if (name === "piglio" && !store.view.offers.length) return gettext("Nobody has offered anything yet.");
    const locked = ["piglio", "tengo"].includes(name) ? store.leftOf("lock_left_ms") : 0;
    return locked ? waits(words.refusals.offer_too_fresh, locked) : "";
  }

  const waits = (reason, ms) => `${reason} ${fill(gettext("%(n)s s more."), { n: Math.ceil(ms / 1000) })}`;

  async function call(command) {
    const barred = bar(command.call);
    if (barred) return refuse({ word: command.call }, barred);
    if (node.hasAttribute("data-sent")) return;
    set(node, "data-sent", true);
    const answer = await give({ do: "call", ...command });
    set(node, "data-sent", null);
    if (answer) refuse({ message: answer.message });
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
      const focused = takes.contains(document.activeElement) ? document.activeElement.dataset.from : null;
      takes.replaceChildren(...(offers.length ? offers.map(take) : [word("piglio", "Piglio", gettext("if somebody offers"), { call: "piglio" })]));
      if (focused !== null) (find(`[data-from="${focused}"]`, takes) ?? takes.firstChild).focus({ preventScroll: true });
      refused = null;
    }
    if (isOver && choice.contains(document.activeElement)) tools.leave();
    choice.hidden = isOver;
    tick();
  }

  function heading(opens) {
    if (hasSpoken()) return store.seated ? fill(gettext("You have said %(word)s"), { word: said(callOf(store.view, store.me)) }) : gettext("The bidding");
    return opens ? gettext("Look at your cards") : gettext("Whoever wants to, speaks");
  }

  function take({ seat, points }) {
    const button = word("piglio", "Piglio", fill(gettext("from %(name)s: %(n)s to you"), { name: store.table.seats[seat].name, n: signed(points) }), { call: "piglio", from: seat });
    button.classList.add("yes");
    set(button, "data-from", seat);
    return button;
  }

  function tick() {
    if (!store.view.window) return; // it has closed, and an answer or the clock comes after it
    const left = store.leftOf("left_ms");
    const opens = store.leftOf("open_in_ms");
    write(seconds, Math.ceil(left / 1000));
    fuse.style.setProperty("--left", Math.min(1, left / store.view.window.ms).toFixed(3));
    set(time, "data-alarm", left <= LAST_SECONDS * 1000);
    for (const button of [vado, offro, tengo, ...takes.children]) set(button, "aria-disabled", bar(button.dataset.call) ? "true" : null);
    inform(opens);
    if (!opens && !wasOpen && !hasSpoken()) tools.say(gettext("now one may speak"));
    wasOpen = !opens;
    warn(left);
  }

  /** What everybody should know, or why one must wait. */
  function inform(opens) {
    const general = gettext("One word each, in no order. If somebody is silent to the end, it is played.");
    const waiting = hasSpoken() ? "" : bar("vado") || (store.view.offers.length ? bar("tengo") : "");
    const told = refused && (refused.message ?? bar(refused.word));
    if (!told) refused = null;
    set(why, "data-told", Boolean(told));
    set(why, "data-waits", Boolean(waiting));
    write(why, told || waiting || general);
    write(title, heading(opens));
  }

  function warn(left) {
    const second = Math.ceil(left / 1000);
    if (second > LAST_SECONDS || second === spokenSecond || !left) return;
    if (spokenSecond === null) tools.say(fill(gettext("%(n)s seconds"), { n: second }));
    spokenSecond = second;
    tools.sound("tick");
  }

  /** A letter goes to its word, a digit or a sign changes the offer; Enter says it. */
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

  const nextTake = () => takes.contains(document.activeElement) ? document.activeElement.nextSibling ?? takes.firstChild : takes.firstChild;

  setOffer(offered);
  update();
  const timer = setInterval(tick, TICK);
  return { node, press, update, close: () => clearInterval(timer) };
}

/** The scarto of the dealer: three cards of the hand, picked there. `{node, press, picks}` */
function scarto(store, give, tools) {
  const { count, barred } = store.view.discard;
  let chosen = [];
  const slots = el("div.slots");
  const ok = el("button.btn.primary", { type: "button", "data-discard": true, onclick: confirm });
  const node = el("section.slip.scarto", { "aria-labelledby": "sc-h" },
    el("div.txt", {}, el("b", { id: "sc-h" }, gettext("The scarto: choose three cards")),
      el("span", {}, barred.length ? gettext("They count for you. What is worth five or more stays.") : gettext("They count for you."))),
    slots, ok);

  function take(card) {
    if (barred.includes(card)) return tools.explain(fill(words.refusals.barred_card, { card: cardName(card) }));
    if (chosen.includes(card)) chosen = chosen.filter((each) => each !== card);
    else if (chosen.length === count) return tools.explain(gettext("Three are chosen already: touch one of them to keep it."));
    else chosen = [...chosen, card];
    tools.say(`${cardName(card)}: ${chosen.includes(card) ? gettext("laid away") : gettext("kept")}. ${label()}`);
    render();
    tools.redraw();
  }

  function label() {
    const missing = count - chosen.length;
    return missing ? fill(ngettext("%(n)s card is missing", "%(n)s cards are missing", missing), { n: missing }) : gettext("Lay these three away");
  }

  function render() {
    slots.replaceChildren(...Array.from({ length: count }, (_, i) => chosen[i]
      ? el("button.pcard", { type: "button", "aria-label": fill(gettext("Keep %(card)s"), { card: cardName(chosen[i]) }), onclick: () => unpick(chosen[i]) }, face(chosen[i]))
      : el("span.slot", { "aria-hidden": "true" })));
    write(ok, label());
    set(ok, "aria-disabled", chosen.length < count ? "true" : null);
  }

  function unpick(card) {
    take(card);
    ok.focus({ preventScroll: true });
  }

  async function confirm() {
    if (chosen.length < count) return tools.explain(label());
    if (node.hasAttribute("data-sent")) return;
    set(node, "data-sent", true);
    await give({ do: "discard", cards: chosen });
    set(node, "data-sent", null);
  }

  function press(key) {
    if (key.toUpperCase() !== "X") return false;
    ok.focus({ preventScroll: true });
    return true;
  }

  render();
  return { node, press, picks: { has: (card) => chosen.includes(card), bars: (card) => barred.includes(card), take } };
}

// ---- the cloth and the seats

const callOf = (view, seat) => view.calls.find((each) => each.seat === seat);

/** "offro 4". */
const said = ({ call, points }) => (points ? `${call} ${points}` : call);

/** What a seat has said or does, while no card is played. */
function tags(view, seat, names) {
  if (view.phase === "bid") {
    const call = callOf(view, seat);
    return [call ? el("span.tag.said", {}, said(call)) : el("span.tag.line-only.said", {}, names.isMe(seat) ? gettext("you may speak") : gettext("has not spoken"))];
  }
  if (view.phase !== "discard") return [];
  return [seat === view.dealer ? el("span.tag.said", {}, gettext("lays away")) : el("span.tag.line-only.said", {}, gettext("waits"))];
}

const about = (view, seat) => (view.phase === "over" ? "" : pointsOf(view.totals[seat]));

/** How the bidding closed, in a sentence. */
function closing({ why, result, seat, from, points }, { name, isMe }) {
  const values = { name: name(seat), from: name(from), n: points };
  if (why === "tengo") return fill(isMe(seat) ? gettext("You hold: it is played") : gettext("%(name)s holds: it is played"), values);
  if (why === "silence") return gettext("Somebody is silent: it is played");
  if (why === "vado") return gettext("All say vado: a monte, nobody scores");
  if (why === "unanswered") return result === "play" ? gettext("Nobody takes the offer: it is played") : gettext("Nobody takes the offer: a monte, nobody scores");
  if (isMe(seat)) return fill(ngettext("You take %(n)s point from %(from)s: a monte", "You take %(n)s points from %(from)s: a monte", points), values);
  if (isMe(from)) return fill(ngettext("%(name)s takes %(n)s point from you: a monte", "%(name)s takes %(n)s points from you: a monte", points), values);
  return fill(ngettext("%(name)s takes %(n)s point from %(from)s: a monte", "%(name)s takes %(n)s points from %(from)s: a monte", points), values);
}

/** In the middle of the cloth, until the first card: how the bidding closed, and the monte. */
function notice(view, names) {
  if (!view.contract || !["closed", "discard"].includes(view.phase)) return null;
  const monte = view.phase === "discard" ? view.monte ?? [] : [];
  const isDealer = names.isMe(view.dealer);
  const whose = fill(isDealer ? gettext("The monte is yours") : gettext("%(name)s takes the monte and lays three cards away"), { name: names.name(view.dealer) });
  return {
    key: `${view.deal} ${view.phase} ${monte}`,
    nodes: () => [
      monte.length > 0 && el("div.monte", { role: "group", "aria-label": gettext("The monte") }, ...monte.map((card) => el("span.pcard", {}, face(card, cardName(card))))),
      el("p", {}, closing(view.contract, names), view.phase === "discard" && [el("br"), whose]),
    ].flat().filter(Boolean),
  };
}

/** The cards that a second dealing brought this reader; null for the first one of a deal. */
function dealtMore({ counts = [], new: later = [], monte = [] }) {
  return counts.some((count) => count > FIRST_HAND) ? [...later, ...monte] : null;
}

const steps = {
  dealt(view, event) {
    if (dealtMore(event)) return Object.assign(view, { phase: "discard", window: null, monte: event.monte });
    return Object.assign(view, { phase: "bid", calls: [], offers: [], contract: null, monte: undefined, opened: [] });
  },
  called(view, { seat, call, points, from }) {
    view.calls = [...view.calls, { seat, call, points, from }];
  },
  closed(view, { kind, seq, ...contract }) {
    Object.assign(view, { phase: "closed", contract });
  },
  discarded(view, { seat, count, cards }) {
    view.counts = view.counts.with(seat, view.counts[seat] - count);
    if (cards && view.hand) view.hand = view.hand.filter((card) => !cards.includes(card));
    view.phase = "play";
  },
  scored(view) {
    view.phase = "scored";
  },
};

/** How a view of this game follows an event, besides what is so in every game. */
const advance = (view, event) => steps[event.kind]?.(view, event);

const keyOf = ({ seat }) => `${seat} call`;

const tellers = {
  called(event, { name, isMe }) {
    const word = said(event);
    const voice = fill(isMe(event.seat) ? gettext("you say %(word)s") : gettext("%(name)s says %(word)s"), { name: name(event.seat), word });
    return { seat: event.seat, said: word, key: keyOf(event), voice, sound: "bid", stays: WORD_STAYS };
  },
  closed: (event, names) => ({ voice: closing(event, names) }),
  dealt(event, { name, isMe }) {
    const more = dealtMore(event);
    if (!more) return null;
    const { new: later, monte } = event;
    const shown = monte ? fill(gettext("in the monte: %(cards)s"), { cards: cardNames(sorted(monte)) }) : "";
    const mine = later ? fill(gettext("five more cards come: %(cards)s"), { cards: cardNames(sorted(later)) }) : gettext("five more cards each");
    const dealer = isMe(event.dealer) ? gettext("you take the monte") : fill(gettext("%(name)s takes the monte"), { name: name(event.dealer) });
    return { voice: capital([mine, dealer, shown].filter(Boolean).join("; ")) };
  },
  discarded({ seat, cards }, { name, isMe }) {
    if (!cards) return { voice: fill(gettext("%(name)s has laid three cards away"), { name: name(seat) }) };
    const laid = isMe(seat) ? gettext("you lay away: %(cards)s") : gettext("%(name)s lays away: %(cards)s");
    return { voice: fill(laid, { name: name(seat), cards: cardNames(sorted(cards)) }) };
  },
  played({ card }) {
    return card === FUGGITIVO ? { voice: gettext("the Fuggitivo takes nothing, and goes back to its owner for a scartina") } : null;
  },
};

/** The event with what who sees the seat's cards knows of it. */
const opened = (event, own) => (event.kind === "discarded" ? { ...event, cards: own.scarto } : event);

/** How an event of this game alone is told; null for the events of every game. */
const tell = (event, names) => tellers[event.kind]?.(event, names) ?? null;

// ---- the score

const dealScore = (line) => line.scores.map(signed);

/** A line of the sheet: what was won, and under it the points in cards. */
const sheetRows = (line, deal) => [[
  fill(line.points ? gettext("no. %(n)s") : gettext("no. %(n)s, a monte"), { n: deal + 1 }),
  line.scores.map((score, seat) => (line.points ? el("span.two", {}, signed(score), el("small", {}, line.points[seat])) : signed(score))),
]];

const sheetNote = (view) => (words.deals ? fill(gettext("deal %(n)s of %(all)s"), { n: view.deal + 1, all: words.deals }) : fill(gettext("Deal %(n)s"), { n: view.deal + 1 }));

/** The points of the deal that is over, less the 37 or 36 that everybody owes; or how it was abandoned. */
function summary({ points, scores, totals, contract }, names) {
  const titles = points ? [gettext("points"), gettext("less"), gettext("deal"), gettext("total")] : [gettext("deal"), gettext("total")];
  return [
    el("caption", {}, closing(contract, names)),
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, el("span.sr", {}, gettext("Player"))), ...titles.map((title) => el("th.n", { scope: "col" }, title)))),
    el("tbody", {}, ...names.order().map((seat) => el(`tr${names.isMe(seat) ? ".me" : ""}`, {},
      el("th", { scope: "row" }, names.short(seat)),
      ...(points ? [el("td.n", {}, points[seat]), el("td.n.quiet", {}, figure(scores[seat] - points[seat]))] : []),
      el("td.n", { "data-hit": scores[seat] > 0 ? "exact" : scores[seat] < 0 ? "over" : null }, signed(scores[seat])),
      el("td.n", {}, figure(totals[seat]))))),
  ];
}

/** In the bar: one's own score; who watches has everybody's where there is room. */
function bar(view, names) {
  const mine = names.mySide();
  const score = (seat) => [signed(view.totals[seat]), " ", el("small", {}, names.shortInLine(seat))];
  if (mine !== null) return score(mine);
  return [el("span.only-wide", {}, ...names.order().flatMap((seat, i) => [i ? " · " : "", ...score(seat)]))];
}

/** What the end costs or brings, in play money. */
function payment({ payments }, seat) {
  const due = payments[seat];
  if (!due) return gettext("even");
  return fill(due > 0 ? gettext("receives %(n)s in play money") : gettext("pays %(n)s in play money"), { n: Math.abs(due) });
}

export default {
  deck: "sicilian63",
  hasPiles: true,
  cardName,
  sorted,
  isMeant,
  mark,
  invitation,
  hint,
  turnSentence,
  slips: () => [],
  asks,
  prompt,
  notice,
  dealtMore,
  tags,
  about,
  advance,
  tell,
  opened,
  said: (view) => view.calls.map((call) => ({ seat: call.seat, said: said(call), key: keyOf(call) })),
  dealScore,
  sheetRows,
  sheetNote,
  summary,
  totalLabel: () => gettext("Total"),
  bar,
  payment,
  keys: () => [
    ["V O I E", gettext("to vado, offro, piglio, tengo; Enter says it")],
    ["+ −, 1 … 9", gettext("how much to offer")],
    ["X", gettext("to the button of the scarto")],
    ["4 … 9, 0", gettext("the cards of this number, trumps too")],
    ["R Q D", "Re, Regina, Donna"],
    ["O C S B", listed(Object.values(suitNames))],
    ["T F", gettext("trumps, Fuggitivo")],
  ],
};
