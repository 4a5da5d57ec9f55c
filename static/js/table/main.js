// The table page: reads the first frame, loads what the game needs, and connects the parts.

import { makeBanner } from "./banner.js";
import { makeChat } from "./chat.js";
import { makeClock } from "./clock.js";
import { makeCommands } from "./commands.js";
import { makeConto } from "./conto.js";
import { useDeck } from "./deck.js";
import { el, fill, find } from "./dom.js";
import { makeFinale } from "./finale.js";
import { makeHand } from "./hand.js";
import { listenToKeys } from "./keys.js";
import { makeLastTrick } from "./lasttrick.js";
import { makeMenus, open } from "./menus.js";
import { makeNames } from "./names.js";
import { post } from "./people.js";
import { advance, copyOf } from "./progress.js";
import { makeSeats } from "./seats.js";
import { openSocket } from "./socket.js";
import { sound } from "./sounds.js";
import { makeStage, times } from "./stage.js";
import { makeStore, receive } from "./store.js";
import { makeSummary } from "./summary.js";
import { makeTrick } from "./trick.js";
import { makeVoice } from "./voice.js";
import { makeWaiting } from "./waiting.js";

const room = find(".room");
const first = JSON.parse(find("#frame").textContent);
const { default: game } = await import(`../games/${first.game}.js`);
useDeck(game.deck);

const store = makeStore(first);
const names = makeNames(store);
const say = makeVoice(find("#voce"));
let shown = null; // the view as far as the cloth has come
let spokenTurn = 0; // the version whose turn has been announced
let early = null; // the state of a match that the table has not told of yet
const flights = new Map(); // one's own card → where it was in the hand

// ---- parts

const seats = makeSeats({ store, names, onSit: sit, onRemove: (seat) => change("remove/", { seat }) });
const clock = makeClock({ store, seats, names, say, sound });
const trick = makeTrick({ store, game, names });
const hand = makeHand({ store, game, give, isBusy: () => commands.isWaiting(), say, sound });
const conto = makeConto({ store, game, names });
const lastTrick = makeLastTrick({ store, game, names });
const summary = makeSummary({ store, game, names });
const waiting = makeWaiting({ store, onFill: () => change("bots/") });
const finale = makeFinale({ store, game, names, send, sound, onFill: () => change("bots/"), lobby: room.dataset.lobby });
const stage = makeStage({ perform, onStart: () => room.setAttribute("data-moving", ""), onSettled: settle });
const banner = makeBanner({ store, names, onRetry: () => socket.retryNow(), onBack: () => send({ t: "back" }) });
const menus = makeMenus({
  store,
  onSort: hand.toggleSort,
  onLeave: leave,
  onSheet: () => menus.isChatInView() && chat.read(),
  onMute: (name) => chat.toggleMute(name),
});
const chat = makeChat({
  store, names, send, say, speak: seats.speak, isOpen: () => menus.isChatInView(), onUnread: (count) => menus.unread(count),
});
listenToKeys({
  hand,
  menus,
  summary,
  actions: {
    A: () => find("[data-accuse]")?.focus(),
    U: () => (menus.reveal(".last"), say(lastTrick.told())),
    K: () => menus.reveal(".side .conto").focus({ preventScroll: true }),
    "/": () => (menus.reveal(".chat"), chat.focus()),
    "?": () => open("help-dialog"),
  },
});
find("#help-dialog .game-keys").append(...game.keys().map(([keys, what]) => el("li", {}, el("kbd", {}, keys), el("span", {}, what))));

// ---- the wire

let connections = 0;
const socket = openSocket({
  url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/table/${store.table.code}/`,
  onFrame: hear,
  onStatus,
  position,
});
const commands = makeCommands({ send, version: () => store.version });

function position() {
  return { have: store.version, rev: store.rev, chat: store.chat };
}

function send(frame) {
  const sent = socket.send(frame);
  if (!sent && frame.t !== "do") explain(gettext("No connection: nothing has changed."));
  return sent;
}

function give(command) {
  return commands.give(command);
}

function onStatus(status) {
  banner.connection(status);
  if (status.up) {
    connections += 1;
    if (connections > 1) {
      say(gettext("connected again"));
      commands.resend();
    }
  } else if (connections) say(gettext("connection lost"));
}

function hear(frame) {
  hearers[frame.t]?.(frame);
}

const hearers = {
  table: onTable,
  state: onMatch,
  events: onMatch,
  chat: ({ messages }) => chat.add(messages),
  ack: (answer) => commands.settle(answer),
  error: onError,
  pong: onPong,
};

function onTable({ table, rev }) {
  const before = store.table;
  Object.assign(store, { table, rev });
  if (before.me !== table.me) chat.clear();
  tellChanges(before.seats, table.seats);
  drawTable();
  if (early?.match === table.match) onMatch(early);
}

function onMatch(frame) {
  early = null;
  if (frame.match !== store.table.match) {
    early = frame;
    return void socket.send({ t: "ping", ...position() });
  }
  const { kind, events } = receive(store, frame);
  if (kind === "gap") return void socket.send({ t: "resume", have: store.match === frame.match ? store.version : null });
  if (kind === "old") return;
  if (kind === "events") return follow(events);
  if (kind === "new") beginMatch();
  stage.reset();
  summary.close();
  settle();
  if (kind === "new" && isFreshDeal()) hand.deal(seats.rectangle(store.view.dealer));
}

function onError(answer) {
  if (!commands.settle(answer)) explain(answer.message);
}

function onPong({ version, rev }) {
  if (version > store.version && store.match) socket.send({ t: "resume", have: store.version });
  if (rev > store.rev) socket.send({ t: "ping", ...position() });
}

// ---- a match

function beginMatch() {
  commands.forget();
  lastTrick.forget();
  conto.forget();
  flights.clear();
  shown = null;
  const { deal, dealer } = store.view;
  if (store.view.phase === "play") chat.note(dealSentence(deal, dealer));
}

const isFreshDeal = () => store.view.phase === "play" && store.view.tricks.length === 0 && store.view.trick.cards.length === 0;

const dealSentence = (deal, dealer) => fill(gettext("deal %(n)s, dealer %(name)s"), { n: deal + 1, name: names.name(dealer) });

/** What just happened: one's own place is drawn at once, the cloth follows event by event. */
function follow(events) {
  for (const { kind, seat, card } of events) {
    if (kind === "played" && names.isMe(seat)) flights.set(card, hand.rectangle(card));
  }
  if (store.myTurn) summary.giveWay();
  stage.play(events);
  drawPlace();
}

/** One's own hand, turn and clock never wait for an animation. */
function drawPlace() {
  const dealt = stage.awaits("dealt") && !store.myTurn;
  hand.render((dealt ? shown?.hand : store.view?.hand) ?? []);
  find(".slips").replaceChildren(...(store.view ? game.slips(store, accuse) : []));
  seats.render(shown ?? store.view);
  trick.invite();
  clock.render();
  document.title = store.myTurn ? `${gettext("your turn")} · ${store.table.title}` : store.table.title;
}

/** Nothing moves any more: everything shows the view. */
function settle() {
  room.removeAttribute("data-moving");
  shown = copyOf(store.view);
  if (shown) {
    trick.show(shown.trick);
    if (store.fair) conto.promise(store.fair);
    lastTrick.render(shown);
  }
  conto.render(shown);
  drawPlace();
  finale.render();
  announceTurn();
}

function announceTurn() {
  if (!store.myTurn || spokenTurn === store.version) return;
  spokenTurn = store.version;
  say(game.turnSentence(store));
  sound("turn");
}

async function accuse(command) {
  const refused = await give(command);
  if (refused) {
    hand.explain(refused.message);
    drawPlace();
  }
}

// ---- what each event looks like

const scenes = {
  committed: (event) => conto.promise(event),
  revealed: (event) => conto.reveal(event),
  async dealt({ deal, dealer, hand: cards }, pause, isOn) {
    if (summary.isOpen() && !store.myTurn) await summary.whenClosed();
    if (!isOn()) return;
    trick.clear();
    drawPlace();
    hand.deal(seats.rectangle(dealer));
    sound("swept");
    chat.note(dealSentence(deal, dealer));
    say(dealSentence(deal, dealer));
    if (cards) say(fill(gettext("your cards: %(cards)s"), { cards: game.sorted(cards).map(game.cardName).join(", ") }));
  },
  async played({ seat, card }, pause) {
    summary.close();
    trick.fly(seat, card, flights.get(card));
    flights.delete(card);
    sound("card");
    const told = names.isMe(seat) ? gettext("you play %(card)s") : gettext("%(name)s plays %(card)s");
    say(fill(told, { name: names.name(seat), card: game.cardName(card) }));
    if (await pause(times.card())) trick.finish();
  },
  async taken({ seat, leader, cards }, pause) {
    trick.mark({ leader, cards }, seat);
    say(names.isMe(seat) ? gettext("you take the trick") : fill(gettext("%(name)s takes the trick"), { name: names.name(seat) }));
    if (!(await pause(times.hold, times.holdAtLeast))) return;
    trick.gather(seat);
    sound("swept");
    if (await pause(times.gather())) trick.clear();
    lastTrick.render(shown);
  },
  scored(event) {
    conto.render(shown);
    const scores = names.order().map((side) => `${names.short(side)} ${game.dealScore(event)[side]}`).join(", ");
    const told = fill(gettext("deal %(n)s: %(scores)s"), { n: event.deal + 1, scores });
    chat.note(told);
    say(told);
    if (!stage.awaits("finished")) summary.show(event, shown);
  },
  timed_out: ({ seat }) => note(gettext("time is up for %(name)s: the clock plays"), seat),
  away: ({ seat }) => note(gettext("%(name)s is absent: the bot plays"), seat),
  returned: ({ seat }) => note(gettext("%(name)s is back"), seat),
  finished: () => say(finale.headline(store.view)),
};

async function perform(event, pause, isOn) {
  advance(shown, event);
  await scenes[event.kind]?.(event, pause, isOn);
  if (!isOn()) return;
  const told = game.tell(event, names);
  if (told) {
    seats.speak(told.seat, told.said, told.stays);
    chat.note(told.said, { seat: told.seat, said: true });
    say(told.voice);
    sound(told.sound);
  }
  seats.render(shown);
}

function note(text, seat) {
  const told = fill(text, { name: names.name(seat) });
  chat.note(told);
  say(told);
}

// ---- the table

function drawTable() {
  menus.render();
  banner.render();
  waiting.render();
  find(".hand-box").hidden = !store.seated || !store.table.match;
  room.toggleAttribute("data-playing", store.seated && store.table.match !== null);
  if (!store.view) seats.render(null);
  else if (stage.isIdle()) settle();
  else drawPlace();
}

function tellChanges(before, now) {
  for (const { seat, name, state } of now) {
    const was = before[seat];
    if (was.state === state && was.name === name) continue;
    const sits = (each) => each === "here" || each === "bot" || each === "lost";
    if (was.state === "empty" && sits(state)) {
      sound("seat");
      say(fill(gettext("%(name)s sits down"), { name }));
      chat.note(fill(gettext("%(name)s sits down"), { name }));
    } else if (state === "empty") {
      chat.note(fill(gettext("%(name)s has left"), { name: was.name }));
      say(fill(gettext("%(name)s has left"), { name: was.name }));
    } else if (state === "lost" && !names.isMe(seat) && store.table.status === "playing") {
      sound("lost");
      chat.note(fill(gettext("%(name)s is offline"), { name }));
      say(fill(gettext("%(name)s is offline"), { name }));
    }
  }
}

/** A refusal, beside the hand or, for who has none, in the banner. */
function explain(message) {
  if (store.seated) hand.explain(message);
  else {
    banner.flash(message);
    say(message);
  }
}

async function change(action, fields) {
  const refused = await post(room.dataset.table + action, fields);
  if (refused) explain(refused.message);
  return refused;
}

async function sit(seat) {
  if (!(await change("sit/", { seat }))) socket.reopen();
}

async function leave() {
  if (!(await change("leave/"))) location.assign(room.dataset.lobby);
}

drawTable();
conto.render(null);
lastTrick.render(null);
room.removeAttribute("aria-busy");
