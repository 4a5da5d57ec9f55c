// Commands on their way: each has an id of its own and is sent again, with the same id, until it is answered.

export function makeCommands({ send, version }) {
  const waiting = new Map();

  /** Resolves with null when the server has stored it, or with its refusal `{code, message}`. */
  function give(command) {
    const frame = { t: "do", id: uuid(), version: version(), command };
    send(frame);
    return new Promise((resolve) => waiting.set(frame.id, { frame, resolve }));
  }

  /** An `ack` or an `error`; true if it answered one of ours. */
  function settle(answer) {
    const found = waiting.get(answer.id);
    if (!found) return false;
    waiting.delete(answer.id);
    found.resolve(answer.t === "ack" ? null : answer);
    return true;
  }

  const resend = () => waiting.forEach(({ frame }) => send(frame));

  /** A new match: what was meant for the old one is not worth an answer any more. */
  function forget() {
    waiting.forEach(({ resolve }) => resolve(null));
    waiting.clear();
  }

  return { give, settle, resend, forget, isWaiting: () => waiting.size > 0 };
}

// `crypto.randomUUID` exists in secure contexts only, and a club may play over plain HTTP in its own network.
function uuid() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
