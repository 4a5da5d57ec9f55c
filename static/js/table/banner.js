// The one line above the cloth: what is wrong, how long it lasts, what can be done.

import { el, fill, find, setHidden, icon, writeText } from "./dom.js";

const FLASH = 5_000;

export function makeBanner({
  store,
  names,
  onRetry,
  onBack,
  onSit,
  onStay,
  onGoOn,
  onWin,
  onLend,
  onSendAway,
}) {
  const root = find(".banner");
  /** @type {{ up: boolean, retryAt?: number, code?: number } | null} */
  let down = null; // {retryAt} while the connection is lost, {code} when it is refused
  /** @type {string | null} */
  let flashed = null; // a message, for a few seconds
  let timer = 0;
  let key = "";

  function connection(status) {
    down = status.up ? null : status;
    clearInterval(timer);
    if (down?.retryAt) timer = setInterval(render, 500);
    render();
  }

  /** Show a message for a few seconds, which begin when the page is seen. */
  async function flash(text) {
    flashed = text;
    render();
    while (document.hidden)
      await new Promise((done) => document.addEventListener("visibilitychange", done, { once: true }));
    setTimeout(() => {
      if (flashed === text) flashed = null;
      render();
    }, FLASH);
  }

  function render() {
    const now = current();
    setHidden(root, now === null);
    if (!now) {
      key = "";
      return;
    }
    const fresh = `${now.icon} ${now.label ?? ""}`;
    if (key !== fresh) {
      key = fresh;
      root.replaceChildren(
        el(
          "div.toast",
          {},
          icon(now.icon),
          el("span"),
          now.label && el("button.btn", { type: "button", onclick: now.action }, now.label),
        ),
      );
    }
    writeText(find(".toast > span", root), now.text);
  }

  function current() {
    if (down) return connectionLost(down);
    if (flashed) return { icon: "info", text: flashed };
    if (store.table.status === "closed") return { icon: "lock", text: gettext("This table is closed.") };
    if (store.isAway) {
      const text = store.isStopped
        ? gettext("The match has stopped, and waits for you.")
        : gettext("The bot is playing for you. Touch a card, and you are back.");
      return { icon: "coffee", text, label: gettext("I am back"), action: onBack };
    }
    if (store.isStopped && !store.table.hosted && store.table.seats.some(isThere))
      return {
        icon: "pause",
        text: gettext(
          "Paused: the clocks are stopped. Play resumes after ten minutes, or when somebody goes on.",
        ),
        ...(store.seated ? { label: gettext("Go on"), action: onGoOn } : {}),
      };
    if (store.isStopped && !store.table.hosted)
      return { icon: "pause", text: gettext("Nobody is at the table: the match waits for its players.") };
    if (store.isStopped)
      return {
        icon: "pause",
        text: gettext("The director has paused the tournament: the clocks are stopped, and nobody plays."),
      };
    const invitation = store.seated ? null : seatOffer();
    if (invitation) return invitation;
    if (store.mayPropose.includes("win") && !store.proposal)
      return {
        icon: "flag",
        text: gettext("Your opponents have left. Play on with the bots, or end the match."),
        label: gettext("End the match as won"),
        action: onWin,
      };
    const lost = store.table.seats.find(({ state, seat }) => state === "lost" && !names.isMe(seat));
    return lost ? offline(lost) : null;
  }

  /** Who is offline, and what those at the table may do about it. */
  function offline({ seat, name, may }) {
    const said = (text) => ({ icon: "plug", text: fill(text, { name }) });
    if (may.includes("lend"))
      return {
        ...said(gettext("%(name)s is offline. A bot can play for them until they are back.")),
        label: gettext("Let a bot play"),
        action: () => onLend(seat),
      };
    if (store.table.status === "playing")
      return said(
        store.table.clock
          ? gettext("%(name)s is offline. The clock goes on, the seat is kept.")
          : gettext("%(name)s is offline. The seat is kept."),
      );
    if (!may.includes("send_away")) return null;
    return {
      ...said(gettext("%(name)s is offline. If they do not come back, free their seat.")),
      label: gettext("Free the seat"),
      action: () => onSendAway(seat),
    };
  }

  /** The offer to a spectator of a bot's seat, which is theirs from the next deal on. */
  function seatOffer() {
    const { seats, joinable, coming, status } = store.table;
    if (coming !== null) {
      const text = fill(
        gettext("The seat of %(name)s is yours when this deal is over. Stay here until then."),
        { name: seats[coming].name },
      );
      return { icon: "clock", text, label: gettext("I have changed my mind"), action: onStay };
    }
    const bot =
      joinable && status === "playing" && seats.find((each) => each.state === "bot" && !each.coming);
    if (!bot) return null;
    const text = gettext("Bots are playing here too. Take the seat of one, and play from the next deal on.");
    return { icon: "bot", text, label: gettext("Sit here"), action: () => onSit(bot.seat) };
  }

  function connectionLost({ code = 0, retryAt = 0 }) {
    if (code)
      return {
        icon: "lock",
        text: refusals()[code] ?? gettext("The server does not take this connection."),
      };
    if (!navigator.onLine)
      return {
        icon: "plug",
        text: gettext(
          "You are offline. Your seat is kept, and the table reconnects as soon as you are back online.",
        ),
        label: gettext("Try now"),
        action: onRetry,
      };
    const seconds = Math.ceil((retryAt - performance.now()) / 1000);
    const text =
      seconds > 0
        ? fill(gettext("Connection lost. Trying again in %(n)s s; your seat is kept."), { n: seconds })
        : gettext("Connection lost. Trying again; your seat is kept.");
    return { icon: "plug", text, label: gettext("Try now"), action: onRetry };
  }

  return { connection, flash, render };
}

const isThere = ({ state }) => ["here", "lost"].includes(state);

const refusals = () => ({
  4404: gettext("This table does not exist any more."),
  4403: gettext("This table may not be watched."),
  4429: gettext("Too many messages came from here. Reload the page in a while."),
});
