// The table page: reads the first frame, loads what the game needs, and connects the parts.

import "../site.js";
import { copyOf } from "../cards/changes.js";
import { loadGame } from "../cards/game.js";
import { turnSentence } from "../cards/turn.js";
import { nextTask } from "../next-task.js";
import { makeArrivals } from "./arrivals.js";
import { makeBanner } from "./banner.js";
import { showBrief } from "./brief.js";
import { makeChat } from "./chat.js";
import { makeClock } from "./clock.js";
import { makeConto } from "./conto.js";
import { makeConversation } from "./conversation.js";
import { el, find, setHidden, setAttribute } from "./dom.js";
import { makeFair } from "./fair.js";
import { makeHand } from "./hand.js";
import { listenToKeys } from "./keys.js";
import { makeLastTrick } from "./lasttrick.js";
import { later } from "./later.js";
import { makeLessons } from "./lessons.js";
import { makeMenus, openDialog } from "./menus.js";
import { makeNames } from "./names.js";
import { makeNotice } from "./notice.js";
import { makePrompt } from "./prompt.js";
import { makeProposals } from "./proposals.js";
import { makeRequests } from "./requests.js";
import { makeScenes } from "./scenes.js";
import { makeSeats } from "./seats.js";
import { addSounds, playSound } from "./sounds.js";
import { makeStage } from "./stage.js";
import { isOver, makeStore } from "./store.js";
import { makeSummary } from "./summary.js";
import { makeTrick } from "./trick.js";
import { makeUpcard } from "./upcard.js";
import { makeVoice } from "./voice.js";

const room = find(".room");
const first = JSON.parse(find("#frame").textContent);
const game = await loadGame(first.game);
addSounds(game.sounds);
await nextTask();

const FONTS_BY = performance.now() + 150; // until then the table waits for its fonts, if it is drawn before
const NOTHING = []; // the legal commands while the previous deal is still being shown
const PATIENCE = 4_000; // ms to wait for the state of the match

const store = makeStore(first, game);
const names = makeNames(store);
const say = makeVoice(find("#voce"));
const title = document.title;
/** @type {Sent} */
let shown = null; // the view as far as the animation has come
/** @type {string | null} */
let spokenTurn = null; // the turn that has been announced
/** @type {Sent[] | null} */
let slipsFor = null; // the legal commands that the slips were made for
let uncover = () => {};
const uncovered = new Promise((resolve) => (uncover = () => resolve(true))); // no card flies before
const coming = new Set(); // cards that the player draws, until that is shown
const flights = new Map(); // one's own card that is on its way to the cloth → where it was in the hand

// ---- parts

const ASKED = "ludopoli-name-asked"; // the name of the guest who was asked for another one
const levels = JSON.parse(find("#levels").textContent);
const { change, sitDown, chooseName, playAgain, leave } = makeRequests({
  table: room.dataset.table,
  lobby: room.dataset.lobby,
  explain,
  nonce: () => fair.nonce(),
  reopen: () => conversation.reopen(),
});
const introduction = later(async () =>
  (await import("./introduction.js")).makeIntroduction({ onSit: sitDown, onName: chooseName, onAsked }),
);
const nameField = find("#name-dialog [name=name]");
const sit = nameField ? async (seat) => (await introduction()).ask(seat) : sitDown;
const seats = makeSeats({
  store,
  game,
  names,
  levels,
  onSit: sit,
  onRemove: (seat) => change("togli/", { seat }),
});
const clock = makeClock({ store, seats, names, say, sound: playSound });
const trick = (game.area ?? makeTrick)({ store, game, names });
const hand = makeHand({
  store,
  game,
  give,
  isBusy: () => conversation.isWaiting(),
  picks: () => prompt.picks(),
  choose: (...question) => prompt.choose(...question),
  putAway: () => prompt.back(),
  say,
  sound: playSound,
  onTouch: () => store.isAway && send({ t: "back" }),
});
const prompt = makePrompt({
  store,
  game,
  give: answer,
  tools: {
    say,
    sound: playSound,
    explain: hand.explain,
    redraw: hand.redraw,
    leave: () => hand.focusFirst(),
    listen: () => send({ t: "listen" }),
  },
});
const proposals = makeProposals({
  store,
  game,
  names,
  send,
  close: () => find("#menu-dialog").close(),
  leave: () => hand.focusFirst(),
});
const upcard = makeUpcard({ game });
const notice = makeNotice({ game, names });
const conto = makeConto({ store, game, names });
const fair = makeFair({ store, names, send: (frame) => conversation.send(frame) });
const lastTrick = makeLastTrick({ game, names, reveal: () => menus.reveal(".last", "score"), say });
const lessons = makeLessons({ store, lastTrick, hint: hand.hint, say });
const recap = later(async () => (await import("./recap.js")).makeRecap({ store, game, names }));
const summary = makeSummary({ store, game, names });
const waiting = later(async () =>
  (await import("./waiting.js")).makeWaiting({
    store,
    names,
    levels,
    onFill: (bots) => change("bot/", bots),
    onSit: sit,
  }),
);
const finale = later(async () => {
  const [{ makeFinale }, { makeShare }] = await Promise.all([import("./finale.js"), import("./share.js")]);
  return makeFinale({
    store,
    game,
    names,
    levels,
    send,
    sound: playSound,
    onFill: () => change("bot/"),
    onAgain: playAgain,
    lobby: room.dataset.lobby,
    circle: room.dataset.circle,
    event: room.dataset.event,
    result: room.dataset.result,
    matches: room.dataset.matches,
    replay,
    share: makeShare(),
    said: room.dataset.said,
  });
});
const stage = makeStage({
  perform: (...event) => scenes.perform(...event),
  onStart: () => room.setAttribute("data-moving", ""),
  onSettled: settle,
});
const banner = makeBanner({
  store,
  names,
  onRetry: () => conversation.retryNow(),
  onBack: () => send({ t: "back" }),
  onSit: sit,
  onName: async () => (await introduction()).ask(),
  asksName: () => nameField && localStorage.getItem(ASKED) !== nameField.defaultValue,
  onLobby: () => location.assign(room.dataset.lobby),
  onStay: () => change("lascia/"),
  onGoOn: () => send({ t: "go_on" }),
  onPropose: (what) => send({ t: "propose", what }),
  onLend: lend,
  onWait: waitFor,
  onSendAway: (seat) => menus.askToSendAway(store.table.seats[seat]),
});
const menus = makeMenus({
  store,
  onSort: hand.toggleSort,
  onLeave: leave,
  onJoin: (may) => change("accogli/", { may }),
  onSendAway: (seat) => change("congeda/", { seat }),
  onLend: lend,
  onWait: waitFor,
  onSheet: () => menus.isChatInView() && chat.read(),
  onMute: (name) => chat.toggleMute(name),
});
const chat = makeChat({
  store,
  names,
  send,
  say,
  sound: playSound,
  speak: seats.speak,
  isOpen: () => menus.isChatInView(),
  onUnread: (count) => menus.unread(count),
});
const arrivals = makeArrivals({
  store,
  names,
  say,
  sound: playSound,
  note: chat.note,
  flash: banner.flash,
});
const scenes = makeScenes({
  store,
  game,
  names,
  stage,
  hand,
  trick,
  seats,
  upcard,
  notice,
  conto,
  fair,
  lastTrick,
  summary,
  chat,
  say,
  sound: playSound,
  flash: banner.flash,
  flights,
  coming,
  drawPlace,
  shown: () => shown,
});
listenToKeys({
  hand,
  prompt,
  menus,
  summary,
  finale: { goOn: () => finale.here?.goOn() ?? false },
  actions: {
    ...game.actions,
    M: async () => say((await recap()).inWords()),
    U: lastTrick.open,
    K: () => menus.reveal(".side .conto", "score").focus({ preventScroll: true }),
    Y: () => proposals.focus(),
    "/": () => {
      menus.reveal(".chat", "chat");
      chat.focus();
    },
    "?": () => openDialog("help-dialog"),
  },
});
find("#help-dialog .game-keys").append(
  ...game.keys().map(([keys, what]) => el("li", {}, el("kbd", {}, keys), el("span", {}, what))),
);

// ---- the conversation with the server

await nextTask(); // the parts are made
let wasLost = false;
const conversation = makeConversation({
  store,
  onTable,
  onMatch,
  onChat: chat.add,
  onRefused: explain,
  onStatus,
});

function send(frame) {
  const sent = conversation.send(frame);
  if (!sent) explain(gettext("You are offline: nothing has changed."));
  return sent;
}

function give(command) {
  return conversation.give(command);
}

function onStatus(status) {
  banner.connection(status);
  if (status.up) comeBack();
  if (!status.up) ready();
  if (!status.up && !wasLost) playSound("lost");
  if (status.up === wasLost) say(wasLost ? gettext("connected again") : gettext("connection lost"));
  wasLost = !status.up;
}

/** Take the seat back from its bot if the reader came by a link that leads back to it. */
function comeBack() {
  if (location.hash !== "#torno") return;
  history.replaceState(null, "", location.pathname + location.search);
  if (store.isAway) send({ t: "back" });
}

function onTable(before) {
  const { table } = store;
  if (before.me !== table.me) chat.clear();
  fair.answer();
  arrivals.announce(before, table);
  drawTable();
  if (before.me !== null && table.me === null && table.status === "playing")
    explain(
      table.seats[before.me].state === "bot"
        ? gettext("A bot has your seat again. You can watch from here.")
        : gettext("You go on with another device. You can watch from here."),
    );
}

function onMatch(kind, events) {
  ready();
  banner.render();
  const undone = events?.find((event) => event.kind === "undone");
  if (kind === "events" && !undone) return follow(events);
  if (kind === "same") return drawPlace();
  if (kind === "new") beginMatch();
  stage.reset();
  coming.clear();
  summary.close();
  scenes.catchUp(store.view);
  if (undone) scenes.announceUndone(undone);
  settle();
  if (kind === "new") uncovered.then(() => isFreshDeal() && scenes.deal(store.view.dealer));
}

/** Uncover the table once it is drawn with its fonts; until then only the bar and the empty felt show. */
function ready() {
  if (!room.hasAttribute("aria-busy")) return;
  const show = () => {
    setAttribute(room, "aria-busy", null);
    requestAnimationFrame(uncover);
  };
  requestAnimationFrame(() => document.fonts.ready.then(show));
  setTimeout(show, FONTS_BY - performance.now());
}

// ---- a match

function beginMatch() {
  lastTrick.forget();
  fair.forget();
  flights.clear();
  shown = null;
  if (isBeingPlayed()) scenes.announceDeal(store.view, { aloud: isFreshDeal() });
}

const isBeingPlayed = () => !["deal", "over"].includes(store.view.phase);

const isFreshDeal = () => isBeingPlayed() && trick.isFresh(store.view);

/** Play new events: one’s own place is drawn at once, the cloth follows event by event. */
function follow(events) {
  for (const { kind, seat, card, cards = [] } of events) {
    if (kind === "played" && names.isMe(seat)) flights.set(card, hand.rectangle(card));
    if (kind === "drawn") for (const each of cards) coming.add(each);
  }
  if (events.some(({ kind }) => kind === "taken")) finale().catch(() => null); // loaded again at the end
  stage.play(events);
  drawPlace();
}

/**
 * Draw the player's hand, turn and clock. They wait for no animation, except a new deal for the end of the
 * last one.
 */
function drawPlace() {
  lessons.render();
  const waits = !stage.isIdle() && scenes.isBeforeDeal();
  prompt.render(!waits);
  const held = waits ? shown?.hand?.filter((card) => !flights.has(card)) : store.view?.hand;
  hand.render(held?.filter((card) => !coming.has(card)) ?? []);
  drawSlips(waits ? NOTHING : store.legal);
  proposals.render();
  seats.render(shown ?? store.view, { waits });
  upcard.render(shown ?? store.view);
  notice.render(shown ?? store.view);
  trick.invite(!waits);
  clock.render();
  const text = store.myTurn && !waits ? `${gettext("your turn")} · ${title}` : title;
  if (document.title !== text) document.title = text;
}

/** Draw the other actions of the turn only if they have changed: a button may have the focus. */
function drawSlips(legal) {
  if (slipsFor === legal) return;
  slipsFor = legal;
  const root = find(".slips");
  const tools = { explain: hand.explain, say, write: (text) => send({ t: "say", text }) };
  const slips = store.view && legal !== NOTHING ? game.slips(store, giveSlip, tools) : [];
  if (slips.length !== root.children.length || slips.some((slip, i) => slip !== root.children[i]))
    root.replaceChildren(...slips);
}

/** Draw everything from the view, now that nothing moves. */
function settle() {
  room.removeAttribute("data-moving");
  shown = copyOf(store.view);
  if (shown) {
    trick.show(shown);
    if (store.fair) fair.promise(store.fair);
    lastTrick.render(shown);
    if (isFreshDeal()) lessons.reserve();
  }
  conto.render(shown);
  drawPlace();
  show(finale, store.view?.phase === "over" || isOver(store.table));
  announceTurn();
}

function announceTurn() {
  const turn = turnNow();
  if (!turn || spokenTurn === turn) return;
  spokenTurn = turn;
  hand.hint(game.hint(store));
  lessons.teach(); // before the turn, which is announced last
  say(turnSentence(store, game));
  playSound("turn");
}

/**
 * A key for the player's turn that stays the same as long as the question does; null while others are on
 * turn.
 */
function turnNow() {
  if (!store.myTurn) return null;
  const asked = game.asks(store);
  return `${store.match} ${asked ? `${store.view.deal} ${asked}` : store.version}`;
}

/**
 * Send the command of a prompt. A refusal is read out here and shown there; beside the hand if the prompt has
 * gone.
 */
async function answer(command) {
  const refused = await give(command);
  if (!refused) return null;
  if (!prompt.isOpen()) hand.explain(refused.message);
  else {
    playSound("refused");
    say(refused.message);
  }
  return refused;
}

async function giveSlip(command) {
  const refused = await give(command);
  if (refused) {
    hand.explain(refused.message);
    slipsFor = null;
    drawPlace();
  }
}

// ---- the table

function drawTable() {
  const again = find("#menu-dialog [data-review]");
  const { match, status, boards_closed } = store.table;
  setHidden(again, match === null || status === "playing" || boards_closed);
  if (!again.hidden) again.href = replay(match);
  menus.render();
  setHidden(find("[data-shared]"), !store.table.same_address);
  banner.render();
  show(waiting, store.table.status !== "playing");
  chat.render();
  setHidden(find(".hand-box"), !store.seesHand || !store.table.match);
  setAttribute(room, "data-playing", store.seated && store.table.match !== null);
  if (!store.view) seats.render(null);
  else if (stage.isIdle()) settle();
  else drawPlace();
}

/** Draw a part if it is loaded; load it first if it is wanted. */
async function show(part, isWanted) {
  (part.here ?? (isWanted ? await part() : null))?.render();
}

/** Show a refusal beside the hand or, for a reader without one, in the banner. */
function explain(message) {
  if (!find(".hand-box").hidden) hand.explain(message);
  else {
    banner.flash(message);
    say(message);
  }
}

/** The address of the replay of a match. */
function replay(match) {
  return room.dataset.replay.replace(/[0-9a-f-]{36}/, match);
}

/** Remember that a guest has been asked for another name than this one. */
function onAsked(name) {
  localStorage.setItem(ASKED, name);
  banner.render();
}

function lend(seat) {
  send({ t: "lend", seat });
}

function waitFor(seat) {
  send({ t: "wait", seat });
}

showBrief();
conto.render(null);
lastTrick.render(null);
drawTable();
const dealt = find("#state");
if (dealt) conversation.hear(JSON.parse(dealt.textContent));
if (store.table.match === null) waiting().finally(ready);
if (room.dataset.said && store.table.status !== "over") banner.flash(room.dataset.said);
setTimeout(ready, PATIENCE);
