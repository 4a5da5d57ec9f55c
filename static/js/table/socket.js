// The connection: reopened with back-off when it is lost, and dropped when a ping is not answered.

import { RESTART, shortly } from "../reconnecting.js";
import { openSocket } from "../site-path.js";

const PING_EVERY = 10_000;
const PONG_WITHIN = 6_000;
const STABLE_AFTER = 5_000; // a connection that breaks sooner does not count as a success
const WAITS = [500, 1_000, 2_000, 4_000, 8_000, 15_000];
const FINAL = 4_400; // from here on the server's own close codes, all of them refusals
const SIGNED_OUT = 4_401; // the session has ended: the page is loaded again
const NEXT_SESSION_WITHIN = 1_000; // ms for the response that brings a new session, which may be under way

/**
 * `onFrame(frame)` is called for every frame that comes in; `onStatus({up, retryAt, code})` whenever the
 * connection opens, closes or is refused; `position()` returns the contents of a ping: have, rev, chat.
 */
export function keepSocket({ path, onFrame, onStatus, position }) {
  /** @type {WebSocket | null} */
  let socket = null;
  let failures = 0;
  let retry = 0;
  let pong = 0;
  let stable = 0;

  function connect() {
    clearTimeout(retry);
    retry = 0;
    const mine = openSocket(path);
    socket = mine;
    mine.onmessage = ({ data }) => {
      if (mine !== socket) return;
      clearTimeout(pong);
      onFrame(JSON.parse(data));
    };
    mine.onopen = () => {
      if (mine !== socket) return;
      stable = setTimeout(() => (failures = 0), STABLE_AFTER);
      onStatus({ up: true });
    };
    mine.onclose = ({ code }) => mine === socket && lost(code);
  }

  function lost(code) {
    socket = null;
    clearTimeout(pong);
    clearTimeout(stable);
    if (code === SIGNED_OUT) setTimeout(() => location.reload(), NEXT_SESSION_WITHIN);
    if (code >= FINAL && code < 5_000) {
      onStatus({ up: false, code });
      return;
    }
    const isRestart = code === RESTART;
    const wait = isRestart
      ? shortly()
      : WAITS[Math.min(failures, WAITS.length - 1)] * (0.8 + Math.random() * 0.4);
    if (!isRestart) failures += 1;
    retry = setTimeout(connect, wait);
    onStatus({ up: false, retryAt: performance.now() + wait });
  }

  function drop() {
    if (!socket) return;
    const old = socket;
    old.onclose = old.onmessage = null;
    old.close();
    lost(0);
  }

  function send(frame) {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(frame));
    return true;
  }

  function ping() {
    if (!send({ t: "ping", ...position() })) return;
    clearTimeout(pong);
    pong = setTimeout(drop, PONG_WITHIN);
  }

  /** Try now instead of waiting. */
  function retryNow() {
    if (retry) connect();
  }

  /** Connect again with the current cookies: sitting down may have signed a guest in. */
  function reopen() {
    if (socket) {
      socket.onclose = socket.onmessage = null;
      socket.close();
    }
    connect();
  }

  setInterval(ping, PING_EVERY);
  addEventListener("online", retryNow);
  addEventListener("offline", drop);
  addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    retryNow();
    ping();
  });
  addEventListener("pageshow", (event) => event.persisted && reopen());

  connect();
  return { send, retryNow, reopen };
}
