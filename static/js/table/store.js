// The latest state from the server. The view is the truth; no rule is known here.

const A_DAY = 86_400; // s

export function makeStore(table, { windowName }) {
  return {
    table,
    rev: 0,
    chat: 0,
    match: null,
    version: 0,
    view: /** @type {Sent} */ (null),
    legal: [],
    duty: null, // the rule that binds the turn: a code and its values
    clock: null,
    windowName, // the field of a frame that holds `window`
    window: null, // the times of an open window, in ms: left of it, until it opens, left of a lock
    fair: null,
    proposal: null, // what a player proposes, until all have answered
    shown: [], // the hands that were shown for claims in this deal
    mayPropose: [],
    isClaimCertain: false,
    isStopped: false, // the director has stopped the clocks, or nobody is at the table
    isBrokenOff: false, // the match has ended without a result
    concededBy: undefined, // the seat whose player has conceded the match
    isAnnulled: false, // because the players have agreed on that
    heard: 0,
    get me() {
      return this.table.me;
    },
    get seated() {
      return this.table.me !== null;
    },
    /** True while a bot plays for the reader. */
    get isAway() {
      return this.seated && this.table.seats[this.me].state === "away";
    },
    /** True for a player of whom only bots are the others: nobody waits. */
    get isAlone() {
      const { seats, me, hosted } = this.table;
      return this.seated && !hosted && seats.every(({ seat, state }) => seat === me || state === "bot");
    },
    /** True where a card may take a day: between two cards nobody needs to be there. */
    get isByDays() {
      return this.table.clock?.move >= A_DAY;
    },
    /** The seat at the bottom: the player's own, or a spectator's viewpoint. */
    get near() {
      return this.table.me ?? this.table.vantage?.seat ?? 0;
    },
    /** True if there is a hand to show: the player's own, or one that a spectator may see. */
    get seesHand() {
      return this.seated || Boolean(this.table.vantage?.hand);
    },
    get myTurn() {
      return this.seated && !this.isStopped && Boolean(this.view?.to_act.includes(this.me));
    },
    /** The ms left now of a time in `window`. */
    leftOf(time) {
      return Math.max(0, (this.window?.[time] ?? 0) - (performance.now() - this.heard));
    },
  };
}

/**
 * Take a frame of a match and return its kind: `new` (another match), `same` (the known state, with the
 * current clocks), `jump` (a state without history), `events` (with those not seen yet), `old` (nothing new),
 * or `gap` (frames are missing, and this one was not taken).
 */
export function takeFrame(store, frame) {
  const another = frame.match !== store.match;
  if (frame.t === "state") {
    if (!another && frame.version < store.version) return { kind: "old" };
    const isSame =
      frame.version === store.version && JSON.stringify(frame.view) === JSON.stringify(store.view);
    take(store, frame);
    store.isBrokenOff = isOver(store.table) && store.view?.phase !== "over";
    return { kind: another ? "new" : isSame ? "same" : "jump" };
  }
  if (another) return { kind: "gap" };
  if (frame.version < store.version) return { kind: "old" };
  const events = frame.events.filter(({ seq }) => seq > store.version);
  const next = events.length ? events[0].seq : frame.version + 1;
  if (next !== store.version + 1) return { kind: "gap" };
  take(store, frame);
  store.isBrokenOff ||= events.some(({ kind }) => kind === "broken_off");
  return { kind: "events", events };
}

/** True if the last match of a table has ended; its last events may still be on their way. */
export const isOver = (table) => ["over", "closed"].includes(table.status);

/** Copy a frame into the store; its clocks run from `heard` on. */
function take(store, frame) {
  const { match, version, view, legal, duty, clock, fair, proposal, shown, stopped, annulled, conceded } =
    frame;
  Object.assign(store, {
    match,
    version,
    view,
    legal: legal ?? [],
    duty: duty ?? null,
    clock: clock ?? null,
    window: frame[store.windowName] ?? null,
    fair: fair ?? null,
    proposal: proposal ?? null,
    shown: shown ?? [],
    mayPropose: frame.may_propose ?? [],
    isClaimCertain: frame.certain_claim ?? false,
    isStopped: stopped ?? false,
    isAnnulled: annulled ?? false,
    concededBy: conceded,
    heard: performance.now(),
  });
}
