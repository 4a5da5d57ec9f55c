// The clocks: the server sends the time left, and it runs down here until the next frame.

import { fill, setHidden, setAttribute, writeText } from "./dom.js";

const TICK = 200;
const STEPS = 100; // of a ring, each about a pixel: a page that draws more takes a phone’s battery
const LAST_SECONDS = 5;
const FIRST_DEAL_ENDS = 20_000; // ms left of a move in a player's first deal, when the clock warns once

export function makeClock({ store, seats, names, say, sound }) {
  let rendered = 0; // time of the frame that `ends` is computed from
  let ends = 0;
  /** @type {number | null} */
  let spokenSecond = null;
  let spokenBank = false;
  let spokenEnd = false;
  let timer = 0;

  /** Count down from the time left in the last frame of the match. */
  function render() {
    clearInterval(timer);
    const { clock } = store;
    if (rendered !== store.heard) {
      rendered = store.heard;
      ends = store.heard + (clock?.left_ms ?? 0);
      spokenSecond = null;
      spokenBank = false;
      spokenEnd = false;
    }
    for (const { seat } of store.table.seats) if (!clock?.seats.includes(seat)) still(seats.place(seat));
    if (!clock?.seats.length) return;
    tick();
    timer = setInterval(tick, TICK);
  }

  function still(place) {
    setHidden(place.time, true);
    setHidden(place.bank, true);
    turn(place, false);
  }

  // The time of the move runs first, then the reserve of the seat.
  function tick() {
    const { clock } = store;
    const left = Math.max(0, ends - performance.now());
    for (const seat of clock.seats) {
      if (clock.first_deal?.includes(seat)) {
        showFirstDeal(seats.place(seat), left, left / clock.move_ms, names.isMe(seat));
        continue;
      }
      const bank = clock.bank_ms[seat];
      const forMove = Math.min(left - bank, clock.move_ms);
      const all = (store.table.clock?.bank ?? 0) * 1000 || bank || 1;
      const inBank = forMove <= 0;
      show(
        seats.place(seat),
        inBank ? left : forMove,
        inBank ? left / all : forMove / clock.move_ms,
        left,
        inBank,
        bank,
      );
      if (names.isMe(seat)) warn(left, inBank && bank > 0);
    }
  }

  // In their first deal players see no countdown; the others see the ring, and why it runs slowly.
  function showFirstDeal(place, left, share, isMe) {
    const isEnding = isMe && left <= FIRST_DEAL_ENDS;
    turn(place, !isMe);
    turnRing(place, share);
    setHidden(place.time, false);
    place.time.classList.toggle("alarm", isEnding);
    place.time.classList.toggle("brass", !isEnding);
    writeText(
      place.time,
      isEnding ? gettext("play now") : isMe ? gettext("no hurry") : gettext("first time"),
    );
    setHidden(place.bank, true);
    if (isEnding && !spokenEnd) say(gettext("Play now, or the clock plays for you."));
    spokenEnd = isEnding;
  }

  function show(place, part, share, left, inBank, bank) {
    const alarm = left <= LAST_SECONDS * 1000;
    turn(place, true);
    turnRing(place, share);
    setHidden(place.time, false);
    place.time.classList.toggle("alarm", alarm);
    place.time.classList.toggle("brass", !alarm);
    const seconds = Math.ceil(part / 1000);
    if (seconds > 3600)
      writeText(place.time, fill(gettext("%(n)s h left"), { n: Math.floor(seconds / 3600) }));
    else if (seconds > 600 || (inBank && seconds > 60)) writeText(place.time, minutes(seconds));
    else writeText(place.time, fill(gettext("%(n)s s"), { n: seconds }));
    setHidden(place.bank, bank === 0 && !inBank);
    setAttribute(place.bank, "data-runs", inBank);
    writeText(
      place.bank,
      inBank
        ? gettext("reserve")
        : fill(gettext("reserve %(time)s"), { time: minutes(Math.ceil(bank / 1000)) }),
    );
  }

  function warn(left, fromBank) {
    if (fromBank && !spokenBank) {
      spokenBank = true;
      say(fill(gettext("your reserve is running: %(time)s"), { time: minutes(Math.ceil(left / 1000)) }));
    }
    const second = Math.ceil(left / 1000);
    if (second > LAST_SECONDS || second === spokenSecond) return;
    if (spokenSecond === null) say(fill(gettext("%(n)s seconds"), { n: second }));
    spokenSecond = second;
    sound("tick");
  }

  return { render };
}

/** Draw the share of the time that is left. */
function turnRing({ avatar }, share) {
  avatar.style.setProperty("--left", String(Math.round(Math.max(0, Math.min(1, share)) * STEPS) / STEPS));
}

/** Show or hide the ring of a clock. */
function turn({ ring }, isOn) {
  const display = isOn ? "" : "none";
  if (ring.style.display !== display) ring.style.display = display;
}

const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
