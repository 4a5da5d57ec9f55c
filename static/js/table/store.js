// What the server has said last. The view is the truth; nothing here knows a rule.

export function makeStore(table) {
  return {
    table,
    rev: 0,
    chat: 0,
    match: null,
    version: 0,
    view: null,
    legal: [],
    clock: null,
    fair: null,
    heard: 0,
    get me() {
      return this.table.me;
    },
    get seated() {
      return this.table.me !== null;
    },
    get myTurn() {
      return this.legal.length > 0;
    },
  };
}

/**
 * Take a frame of a match and say what it was: `new` (another match), `jump` (a state without
 * history), `events` (with those not seen yet), `old` (nothing new), or `gap` (something is
 * missing, nothing was taken).
 */
export function receive(store, frame) {
  const another = frame.match !== store.match;
  if (frame.t === "state") {
    if (!another && frame.version < store.version) return { kind: "old" };
    take(store, frame);
    return { kind: another ? "new" : "jump" };
  }
  if (another) return { kind: "gap" };
  if (frame.version < store.version) return { kind: "old" };
  const events = frame.events.filter(({ seq }) => seq > store.version);
  const next = events.length ? events[0].seq : frame.version + 1;
  if (next !== store.version + 1) return { kind: "gap" };
  take(store, frame);
  return { kind: "events", events };
}

/** `heard` is when: from then on the clock of the frame runs. */
function take(store, { match, version, view, legal, clock, fair }) {
  Object.assign(store, { match, version, view, legal: legal ?? [], clock: clock ?? null, fair: fair ?? null, heard: performance.now() });
}
