// The conversation with the server about one table: its frames, in order, and the commands of this page.
// Missed frames are requested again, outdated ones ignored.

import { reportTouches } from "../presence.js";
import { makeCommands } from "./commands.js";
import { keepSocket } from "./socket.js";
import { takeFrame } from "./store.js";

/**
 * `onTable(before)` is called when the table has changed, with the old one; `onMatch(kind, events)` when its
 * match has, see `takeFrame`; `onChat(messages)`; `onRefused(message)` for a refusal that no command waits for;
 * `onStatus(status)`, see `keepSocket`.
 */
export function makeConversation({ store, onTable, onMatch, onChat, onRefused, onStatus }) {
  /** @type {Sent} */
  let early = null; // the state of a match that the table has not announced yet
  const socket = keepSocket({
    path: `ws/table/${store.table.code}/`,
    onFrame: hear,
    onStatus(status) {
      onStatus(status);
      if (status.up) commands.resend();
    },
    position,
  });
  reportTouches(socket.send);
  const commands = makeCommands({ send: socket.send, version: () => store.version });

  const hearers = {
    table: hearTable,
    state: hearMatch,
    events: hearMatch,
    chat: ({ messages }) => onChat(messages),
    ack: commands.settle,
    error: (answer) => commands.settle(answer) || onRefused(answer.message),
    pong: hearPong,
  };

  function hear(frame) {
    hearers[frame.t](frame); // a page of before an update says so when it fails
  }

  function hearTable({ table, rev }) {
    const before = store.table;
    if (table.epoch !== before.epoch) return location.reload(); // the site was set back to an earlier state
    if (table.game !== before.game) return location.reload(); // the next part of a meeting is another game
    Object.assign(store, { table, rev });
    onTable(before);
    if (early?.match === table.match) hearMatch(early);
  }

  function hearMatch(frame) {
    early = null;
    if (frame.match !== store.table.match) {
      early = frame;
      return ping();
    }
    const { kind, events } = takeFrame(store, frame);
    if (kind === "gap") return resume(store.match === frame.match ? store.version : null);
    if (kind === "old") return;
    commands.catchUp();
    if (kind === "new") commands.forget();
    onMatch(kind, events);
  }

  function hearPong({ version, rev }) {
    if (version > store.version && store.match) resume(store.version);
    if (rev > store.rev) ping();
  }

  function position() {
    return { have: store.version, rev: store.rev, chat: store.chat };
  }

  function ping() {
    socket.send({ t: "ping", ...position() });
  }

  function resume(have) {
    socket.send({ t: "resume", have });
  }

  return {
    hear,
    send: socket.send,
    give: commands.give,
    isWaiting: commands.isWaiting,
    retryNow: socket.retryNow,
    reopen: socket.reopen,
  };
}
