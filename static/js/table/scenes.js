// What each event looks and sounds like on the way from one view to the next.

import { fill } from "./dom.js";
import { advance } from "./progress.js";
import { times } from "./stage.js";

/**
 * The parts of the table; `shown()` is the view as far as the cloth has come, `flights` where one's
 * own cards were in the hand, `drawPlace()` draws one's own place anew.
 */
export function makeScenes({
  store, game, names, stage, hand, trick, seats, upcard, conto, lastTrick, summary, chat, finale, say, sound, flights, drawPlace, shown,
}) {
  const heard = new Set(); // what was said and is written down
  let isHolding = false; // the cards are dealt, but the sum of the deal before is still being read

  const scenes = {
    committed: (event) => conto.promise(event),

    revealed: (event) => conto.reveal(event),

    async dealt(event, pause, isOn) {
      isHolding = summary.isOpen() && !store.myTurn;
      if (isHolding) await summary.whenClosed();
      isHolding = false;
      if (!isOn()) return;
      trick.clear();
      drawPlace();
      hand.deal(seats.rectangle(event.dealer));
      sound("swept");
      tellDeal(event, { aloud: true });
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
      if (!(await pause(times.gather()))) return;
      trick.clear();
      lastTrick.render(shown());
    },

    scored(event) {
      conto.render(shown());
      const scores = names.order().map((side) => `${names.short(side)} ${game.dealScore(event)[side]}`).join(", ");
      note(fill(gettext("deal %(n)s: %(scores)s"), { n: event.deal + 1, scores }));
      if (!stage.awaits("finished")) summary.show(event, shown());
    },

    timed_out: ({ seat }) => noteOf(seat, gettext("your time is up: the clock plays"), gettext("time is up for %(name)s: the clock plays")),

    away: ({ seat }) => noteOf(seat, gettext("the bot plays for you"), gettext("%(name)s is absent: the bot plays")),

    left: ({ seat }) => noteOf(seat, gettext("you have left: the bot plays"), gettext("%(name)s has left: the bot plays")),

    paused: ({ ms }) => note(fill(gettext("nobody could play for %(n)s s: the clocks have waited"), { n: Math.round(ms / 1000) })),

    returned: ({ seat }) => noteOf(seat, gettext("you are back"), gettext("%(name)s is back")),

    finished: () => say(finale.headline(store.view)),
  };

  async function perform(event, pause, isOn) {
    advance(shown(), event, game.advance);
    await scenes[event.kind]?.(event, pause, isOn);
    if (!isOn()) return;
    [game.tell(event, names)].flat().filter(Boolean).forEach(tell);
    seats.render(shown());
    upcard.render(shown());
    if (game.board) conto.render(shown());
  }

  /** The words of a player; or an `aside`, which only this reader is told. */
  function tell({ seat, said, aside, voice, stays, hint, key, sound: tone }) {
    seats.speak(seat, said ?? aside, stays, { aside });
    if (aside) return note(aside);
    heard.add(`${(shown() ?? store.view).deal} ${key}`);
    chat.note(said, { seat, said: true, hint });
    say(voice);
    sound(tone);
  }

  /** What was said in this deal before the reader came, or while he was away. */
  function retell(view) {
    for (const { seat, said, hint, key } of game.said?.(view) ?? []) {
      if (heard.has(`${view.deal} ${key}`)) continue;
      heard.add(`${view.deal} ${key}`);
      chat.note(said, { seat, said: true, hint });
    }
  }

  function tellDeal({ deal, dealer, hand: cards }, { aloud }) {
    heard.clear();
    const begun = fill(gettext("deal %(n)s, dealer %(name)s"), { n: deal + 1, name: names.name(dealer) });
    const told = game.dealNote ? `${begun}: ${game.dealNote(shown() ?? store.view)}` : begun;
    chat.note(told);
    if (!aloud) return;
    say(told);
    if (cards) say(fill(gettext("your cards: %(cards)s"), { cards: game.sorted(cards, shown() ?? store.view).map(game.cardName).join(", ") }));
  }

  function noteOf(seat, ofMe, ofAnother) {
    note(names.isMe(seat) ? ofMe : fill(ofAnother, { name: names.name(seat) }));
  }

  function note(text) {
    chat.note(text);
    say(text);
  }

  return { perform, tellDeal, retell, hidesNewHand: () => isHolding || stage.awaits("dealt") };
}
