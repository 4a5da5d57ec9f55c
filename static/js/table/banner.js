// The banner above the cards: the most urgent message, with a button if the reader can do something about it.

import { el, fill, find, setHidden, icon, writeText } from "./dom.js";

const FLASH_MS = 5_000;
const HALF_DAY_MS = 12 * 3_600_000; // a time of day says less of what was earlier

/** @type {Intl.DateTimeFormatOptions} not a format, which a browser takes long to make */
const CLOCK_TIME = {
  hour: "2-digit",
  minute: "2-digit",
  timeZone: document.documentElement.dataset.zone,
};

export function makeBanner({
  store,
  names,
  onRetry,
  onBack,
  onSit,
  onName,
  asksName,
  onLobby,
  onStay,
  onGoOn,
  onPropose,
  onLend,
  onWait,
  onSendAway,
}) {
  const root = find(".banner");
  /** @type {{ up: boolean, retryAt?: number, code?: number } | null} */
  let failure = null; // null while connected; {retryAt} if the connection is lost, {code} if refused for good
  /** @type {string | null} */
  let flashedText = null; // shown for a few seconds
  let countdown = 0;
  let renderedKey = ""; // the icon and the button that the page shows now

  /** Show, or show no more, that the connection has failed (`onStatus` in `socket.js`). */
  function connection(status) {
    failure = status.up ? null : status;
    clearInterval(countdown);
    if (failure?.retryAt) countdown = setInterval(render, 500);
    render();
  }

  /** Show a message for a few seconds; on a hidden page they begin when the reader comes back to it. */
  async function flash(text) {
    flashedText = text;
    render();
    while (document.hidden)
      await new Promise((done) => document.addEventListener("visibilitychange", done, { once: true }));
    setTimeout(() => {
      if (flashedText === text) flashedText = null;
      render();
    }, FLASH_MS);
  }

  function render() {
    const message = currentMessage();
    setHidden(root, message === null);
    if (!message) {
      renderedKey = "";
      return;
    }
    const key = `${message.icon} ${message.label ?? ""}`;
    if (renderedKey !== key) {
      renderedKey = key;
      root.replaceChildren(
        el(
          "div.toast",
          {},
          icon(message.icon),
          el("span"),
          message.label && el("button.btn", { type: "button", onclick: act }, message.label),
        ),
      );
    }
    writeText(find(".toast > span", root), message.text);
  }

  /** Do what the button says now: it stays when the message is about another person. */
  const act = () => currentMessage()?.action?.();

  /** The most urgent message, or null if there is none. */
  function currentMessage() {
    if (failure) return failureMessage(failure);
    if (flashedText) return { icon: "info", text: flashedText };
    if (store.table.status === "closed")
      return {
        icon: "lock",
        text: gettext("This table is closed."),
        label: gettext("Go to the tables"),
        action: onLobby,
      };
    if (store.isAway) {
      const text = store.isStopped
        ? gettext("The match has stopped, and waits for you.")
        : gettext("The bot is playing for you. Touch a card, and you are back.");
      return { icon: "coffee", text, label: gettext("I am back"), action: onBack };
    }
    if (store.isStopped && !store.table.hosted && store.table.seats.some(isPlayedByPerson))
      return {
        icon: "pause",
        text: gettext(
          "Paused: the clocks are stopped. Play resumes after ten minutes, or when somebody goes on.",
        ),
        ...(store.seated ? { label: gettext("Resume play"), action: onGoOn } : {}),
      };
    if (store.isStopped && !store.table.hosted)
      return { icon: "pause", text: gettext("Nobody is at the table: the match waits for its players.") };
    if (store.isStopped)
      return {
        icon: "pause",
        text: gettext("The director has paused the tournament: the clocks are stopped, and nobody plays."),
      };
    const offer = store.seated ? null : seatOffer();
    if (offer) return offer;
    if (store.mayPropose.includes("win") && !store.proposal)
      return {
        icon: "flag",
        text: gettext("Your opponents have left. Play on with the bots, or end the match."),
        label: gettext("End the match as won"),
        action: () => onPropose("win"),
      };
    return absenceMessage() ?? desertionOffer() ?? nameOffer();
  }

  /** Let the only player left end a match that nobody comes back to, where it is not won for that. */
  function desertionOffer() {
    const others = store.seated ? store.table.seats.filter(({ seat }) => !names.isMe(seat)) : [];
    const gone = others.find(({ got_up: hasGotUp }) => hasGotUp);
    if (!gone || !store.mayPropose.includes("annul") || others.some(isPlayedByPerson)) return null;
    return {
      icon: "flag",
      text: fill(gettext("%(name)s has left the table. Play on with the bot, or call the match off."), gone),
      label: gettext("Call the match off"),
      action: () => onPropose("annul"),
    };
  }

  /** Ask a guest for a name of their own where somebody else can see it. */
  function nameOffer() {
    const isSeen = store.table.status === "open" || store.table.seats.some(isAnother);
    if (!store.seated || !isSeen || !asksName()) return null;
    const text = fill(gettext("The others see you as %(name)s."), { name: store.table.seats[store.me].name });
    return { icon: "user", text, label: gettext("Choose a name"), action: onName };
  }

  /** Where somebody is who is not at the table, with what the reader may do about it; null if all are. */
  function absenceMessage() {
    if (store.isByDays) return daysMessage();
    const others = store.table.seats.filter(({ seat }) => !names.isMe(seat));
    const offline = others.find(({ state }) => state === "lost");
    if (offline) return offlineMessage(offline);
    const idle = others.find(({ may }) => may.includes("lend"));
    if (idle)
      return {
        icon: "coffee",
        text: `${fill(gettext("%(name)s has not played for a while."), idle)} ${mayLendText()}`,
        ...lendButton(idle.seat),
      };
    const lent = others.find(({ may }) => may.includes("wait"));
    return (
      lent && {
        icon: "bot",
        text: fill(gettext("A bot plays for %(name)s until they are back."), lent),
        label: gettext("Wait for them"),
        action: () => onWait(lent.seat),
      }
    );
  }

  /** Where a card may take a day: the reader need not wait at the table. */
  function daysMessage() {
    if (!store.seated || store.table.status !== "playing" || store.myTurn) return null;
    const text = gettext(
      "Each card has a day: you can close the page. The first page says when it is your turn.",
    );
    return { icon: "clock", text };
  }

  function offlineMessage(person) {
    const { seat, may } = person;
    const message = (text) => ({ icon: "plug", text: `${offlineText(person)} ${text}` });
    if (may.includes("lend")) return { ...message(mayLendText()), ...lendButton(seat) };
    if (store.table.status === "playing")
      return message(
        store.table.clock ? gettext("The clock goes on, the seat is kept.") : gettext("The seat is kept."),
      );
    if (!may.includes("send_away"))
      return store.seated ? null : message(gettext("The table waits for them."));
    return {
      ...message(gettext("If they do not come back, free their seat.")),
      label: gettext("Free the seat"),
      action: () => onSendAway(seat),
    };
  }

  const lendButton = (seat) => ({ label: gettext("Let a bot play"), action: () => onLend(seat) });

  /** Offer a spectator the seat of a bot from the next deal on, or say that one is kept for them already. */
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
      joinable &&
      !("closed" in find(".room").dataset) &&
      status === "playing" &&
      seats.find((each) => each.state === "bot" && !each.coming);
    if (!bot) return null;
    const text = gettext("Bots are playing here too. Take the seat of one, and play from the next deal on.");
    return { icon: "bot", text, label: gettext("Sit here"), action: () => onSit(bot.seat) };
  }

  function failureMessage({ code = 0, retryAt = 0 }) {
    if (code)
      return {
        icon: "lock",
        text: closeTexts()[code] ?? gettext("This page cannot connect to the table: reload it."),
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

const mayLendText = () => gettext("A bot can play for them until they are back.");

function offlineText({ name, since, moving: isMoving }) {
  if (isMoving) return fill(gettext("%(name)s is going on with another device."), { name });
  const at = Date.parse(since);
  return Date.now() - at < HALF_DAY_MS
    ? fill(gettext("%(name)s has been offline since %(time)s."), {
        name,
        time: new Date(at).toLocaleTimeString(document.documentElement.dataset.dates, CLOCK_TIME),
      })
    : fill(gettext("%(name)s is offline."), { name });
}

const isAnother = ({ state, you }) => !you && !["empty", "bot"].includes(state);

// True for a person who is offline, too, unless a bot plays for them ("away").
const isPlayedByPerson = ({ state }) => ["here", "lost"].includes(state);

/** The texts for the codes with which the server closes a socket for good (`games/play/sockets.py`). */
const closeTexts = () => ({
  4404: gettext("This table does not exist any more."),
  4403: gettext("This table may not be watched."),
  4429: gettext("You have sent too many messages. Reload the page in a while."),
});
