// Commands on their way: each has an id of its own and is sent again, with the same id, until it is answered. It is over
// when what followed from it is here as well: whatever was sent before that would speak of a table that has moved on.

export function makeCommands({ send, version }) {
  const waiting = new Map();

  /** Resolves with null when what followed is here, or with its refusal `{code, message}`. */
  function give(command) {
    const frame = { t: "do", id: uuid(), version: version(), command };
    send(frame);
    return new Promise((resolve) => waiting.set(frame.id, { frame, resolve }));
  }

  /** An `ack` or an `error`; true if it answered one of ours. */
  function settle(answer) {
    const found = waiting.get(answer.id);
    if (!found) return false;
    if (answer.t === "ack") {
      found.stored = answer.version;
      catchUp();
    } else {
      waiting.delete(answer.id);
      found.resolve(answer);
    }
    return true;
  }

  /** The table has moved on: maybe to where a stored command has brought it. */
  function catchUp() {
    for (const [id, { stored, resolve }] of waiting) {
      if (stored === undefined || stored > version()) continue;
      waiting.delete(id);
      resolve(null);
    }
  }

  function resend() {
    for (const { frame, stored } of waiting.values()) if (stored === undefined) send(frame);
  }

  /** A new match: what was meant for the old one is not worth an answer any more. */
  function forget() {
    for (const { resolve } of waiting.values()) resolve(null);
    waiting.clear();
  }

  return { give, settle, catchUp, resend, forget, isWaiting: () => waiting.size > 0 };
}

// `crypto.randomUUID` exists in secure contexts only, and a club may play over plain HTTP in its own network.
function uuid() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
