// Pending commands. Each has an id of its own and is sent again, with the same id, until it is answered. It
// is settled only once its effects are here too: until then another command would refer to an outdated table.

const TROUBLES = new Set(["try_again", "disk_full"]); // nothing was stored, and it passes
const AGAIN_AFTER = 1_000;

export function makeCommands({ send, version }) {
  const waiting = new Map();

  /** Send a command; resolves to null once its effects are here, or to its refusal `{code, message}`. */
  function give(command) {
    const frame = { t: "do", id: uuid(), version: version(), command };
    send(frame);
    return new Promise((resolve) => waiting.set(frame.id, { frame, resolve }));
  }

  /** Take an `ack` or an `error`; return true if it answers a pending command. */
  function settle(answer) {
    const found = waiting.get(answer.id);
    if (!found) return false;
    if (TROUBLES.has(answer.code)) {
      setTimeout(() => waiting.has(answer.id) && send(found.frame), AGAIN_AFTER);
    } else if (answer.t === "ack") {
      found.stored = answer.version;
      catchUp();
    } else {
      waiting.delete(answer.id);
      found.resolve(answer);
    }
    return true;
  }

  /** Resolve the commands whose effects have arrived. */
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

  /** Drop the commands of the previous match. */
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
