// Who comes, goes and loses the connection, in chat and voice.

import { fill, find } from "./dom.js";

export function makeArrivals({ store, names, say, sound, note, flash }) {
  const offline = new Set(store.table.seats.filter(({ state }) => state === "lost").map(({ seat }) => seat));

  /** Announce what has changed between two states of the table. */
  function announce(before, now) {
    announceSeats(before.seats, now.seats);
    if (now.same_address && !before.same_address) announceShared();
  }

  function announceSeats(before, now) {
    const sits = ({ state }) => ["here", "bot", "lost", "away"].includes(state);
    for (const person of now) {
      const { seat, name, state } = person;
      const was = before[seat];
      if (was.state === state && was.name === name) continue;
      if (sits(was) && sits(person) && was.name && was.name !== name)
        announceOne(fill(gettext("%(name)s takes the place of %(before)s"), { name, before: was.name }));
      else if (was.state === "empty" && sits(person))
        announceOne(fill(gettext("%(name)s sits down"), { name }), "seat");
      else if (state === "empty") announceOne(fill(gettext("%(name)s has left"), { name: was.name }));
      else if (state === "lost" && !names.isMe(seat) && store.table.status === "playing") {
        offline.add(seat);
        announceOne(fill(gettext("%(name)s is offline"), { name }), "lost");
      } else if (state === "here" && offline.delete(seat) && !names.isMe(seat))
        announceOne(fill(gettext("%(name)s is back"), { name }));
    }
  }

  function announceOne(sentence, tone = "") {
    if (tone) sound(tone);
    note(sentence);
    say(sentence);
  }

  /** Some players share an address: shown to everybody alike, as it may be one household. */
  function announceShared() {
    const sentence = find("[data-shared] span").textContent;
    flash(sentence);
    say(sentence);
  }

  return { announce };
}
