// The animation and the sound of each event. Between two deals the order is the same in every game: the last
// trick, its sweep, the result until it is closed, the new hand, the prompt.

import { applyEvent } from "../cards/changes.js";
import { finishDeal, timeOf, travelFrom } from "./deal.js";
import { fill } from "./dom.js";
import { times } from "./stage.js";
import { makeSentences } from "./sentences.js";

/**
 * `shown()` is the view as far as the animation has come; `flights` says where cards on their way to the
 * cloth were in the player's hand, `coming` has cards that the player is about to draw; `drawPlace()` redraws the player's place. The others are the parts of the
 * table.
 */
export function makeScenes({
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
  sound,
  flash,
  flights,
  coming,
  drawPlace,
  shown,
}) {
  const { sentence, begun } = makeSentences({ game, names });
  const heard = new Set(); // keys of the words already in the chat
  let isReading = false; // the cards are dealt, but the result of the deal before is still being read

  const scenes = {
    committed: (event) => fair.promise(event),

    revealed: (event) => fair.reveal(event),

    dealt(event) {
      if (!event.more) {
        seats.goOn();
        trick.show(shown());
      }
      drawPlace();
      const more = game.dealtMore(event, shown());
      deal(event.dealer, more, event.more);
      if (event.more) note(sentence(event));
      if (event.more) sayHand(event);
      else if (!more) announceDeal(event, { aloud: true });
    },

    async played(event, pause) {
      const { seat, card } = event;
      finishDeal();
      trick.fly(seat, card, flights.get(card));
      flights.delete(card);
      sound("card");
      say(sentence(event));
      if (await pause(times.card())) trick.finish();
    },

    teamed({ teams }) {
      announceTeams(teams, note);
    },

    async captured(event, pause) {
      trick.mark(event);
      say(sentence(event));
      if (!(await pause(times.hold(), times.holdAtLeast()))) return;
      trick.gather(event.seat);
      sound("swept");
      if (!(await pause(times.gather()))) return;
      trick.finish();
      lastTrick.render(shown());
    },

    async drawn(event, pause) {
      const { seat, count, cards } = event;
      const from = upcard.rectangle() ?? seats.rectangle(shown().dealer);
      for (const card of cards ?? []) coming.delete(card);
      drawPlace();
      travelFrom(from, cards ? hand.travellers(() => 0, cards) : seats.travellers(seat, () => 0, count));
      if (cards) say(sentence(event));
      sound("card");
      await pause(times.draw());
    },

    async taken(event, pause) {
      const { seat } = event;
      trick.mark(shown().tricks.at(-1), seat);
      say(sentence(event));
      if (!(await pause(times.hold(), times.holdAtLeast()))) return;
      seats.goOn(nameOf(shown()));
      trick.gather(seat);
      sound("swept");
      if (!(await pause(times.gather()))) return;
      trick.clear();
      lastTrick.render(shown());
    },

    scored(event) {
      conto.render(shown());
      note(sentence(event));
      if (!stage.awaits("finished")) summary.show(event, shown());
    },

    timed_out: (event) => note(sentence(event)),

    away(event) {
      if (!stage.awaits("left")) note(sentence(event));
    },

    left: (event) => note(sentence(event)),

    paused: (event) => note(sentence(event)),

    returned: (event) => note(sentence(event)),

    stopped: (event) => note(sentence(event)),

    resumed: (event) => note(sentence(event)),

    broken_off: (event) => note(sentence(event)),

    proposed(event) {
      note(sentence(event));
      if (event.cards)
        say(fill(gettext("the cards: %(cards)s"), { cards: event.cards.map(game.cardName).join(", ") }));
    },

    agreed: (event) => note(sentence(event)),

    declined(event) {
      note(sentence(event));
      if (!names.isMe(event.seat)) flash(sentence(event));
    },

    finished: (event) => say(sentence(event)),
  };

  const isBeforeDeal = () => isReading || stage.awaits("dealt");

  async function perform(event, pause, isOn) {
    if (event.kind === "dealt" && summary.isOpen()) {
      isReading = true;
      await summary.whenClosed();
      isReading = false;
      if (!isOn()) return;
    }
    applyEvent(shown(), event, game);
    await scenes[event.kind]?.(event, pause, isOn);
    if (!isOn()) return;
    [game.describe(event, names, shown())].flat().filter(Boolean).forEach(speak);
    seats.render(shown(), { waits: isBeforeDeal() });
    upcard.render(shown());
    notice.render(shown());
    if (game.board) conto.render(shown());
    const stays = game.pauses[event.kind];
    const ms = typeof stays === "function" ? stays(event) : stays;
    if (ms) await pause(ms, ms);
  }

  /** Announce the words of a player, an `aside` for this reader only, or, without a seat, an event. */
  function speak({ seat, said, aside, voice, stays, hint, key, trick: number, sound: tone }) {
    if (seat === undefined) return note(voice);
    seats.speak(seat, said ?? aside, stays, { aside, trick: going(number, shown()) });
    if (aside) return note(aside);
    heard.add(`${(shown() ?? store.view).deal} ${key}`);
    chat.note(said, { seat, said: true, hint });
    say(voice);
    sound(tone);
  }

  /** Announce the teams once a deal; some players know them before the others. */
  function announceTeams(teams, announce) {
    const text = teams && names.against(teams);
    if (!text || heard.has(text)) return;
    heard.add(text);
    announce(text);
  }

  /** The name of the trick on the cloth, which no other of the match has. */
  const nameOf = (view) => `${view.deal} ${view.tricks?.length}`;

  /** The name of the trick with a number if it still lies on the cloth, else null. */
  const going = (number, view) =>
    number !== undefined && number === view.tricks?.length ? nameOf(view) : null;

  /** Write down what was said in this deal before the reader came, or while they were away; show the words of this trick. */
  function catchUp(view) {
    seats.goOn(nameOf(view));
    announceTeams(view.teams, (text) => chat.note(text));
    for (const { seat, said, hint, key, trick: number } of game.said(view)) {
      if (heard.has(`${view.deal} ${key}`)) continue;
      heard.add(`${view.deal} ${key}`);
      chat.note(said, { seat, said: true, hint });
      const onCloth = going(number, view);
      if (onCloth !== null) seats.speak(seat, said, undefined, { trick: onCloth });
    }
  }

  function announceDeal({ deal, dealer, hand: cards }, { aloud }) {
    heard.clear();
    const text = begun(deal, dealer, shown() ?? store.view);
    chat.note(text);
    if (!aloud) return;
    say(text);
    sayHand({ hand: cards });
  }

  function sayHand({ hand: cards }) {
    if (!cards) return;
    const named = game.sorted(cards, shown() ?? store.view).map(game.cardName);
    say(fill(gettext("your cards: %(cards)s"), { cards: named.join(", ") }));
  }

  /**
   * Animate the dealing, from the seat after the dealer on. When further cards are dealt during a deal, `more` are
   * the player's, and `each` is their number for every other seat.
   */
  function deal(dealer, more = null, each = 0) {
    const { players, packet } = store.table;
    const late = (seat) => timeOf({ packet, players, turn: (names.distance(dealer, seat) || players) - 1 });
    const own = hand.travellers(late(store.near), more);
    const others = each || !more ? store.table.seats : [];
    const backs = others.flatMap(({ seat }) => seats.travellers(seat, late(seat), each));
    travelFrom(seats.rectangle(dealer), [...own, ...backs]);
    sound("dealt");
  }

  function note(text) {
    chat.note(text);
    say(text);
  }

  /** Announce that a card was taken back; the position before it is shown at once. */
  const announceUndone = (event) => note(sentence(event));

  return {
    perform,
    announceUndone,
    deal,
    announceDeal,
    catchUp,
    isBeforeDeal,
  };
}
