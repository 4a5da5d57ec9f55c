// The chat of the table, with events between the messages.

import { el, fill, find, setHidden, setAttribute } from "./dom.js";
import { followPreference, setPreference, prefs } from "./prefs.js";
import { isOver } from "./store.js";

const KEPT = 300;
const BALLOON_LENGTH = 40;
const EMOTES = ["👏", "😄", "😮", "😢", "🤞", "☕"];

/** The ready phrases by their codes; each reader sees them in their own language. */
const PHRASES = JSON.parse(find("#phrases").textContent);

/**
 * `speak(seat, text)` shows a balloon; `onUnread(count)` gets the number of messages hidden by a closed
 * sheet.
 */
export function makeChat({ store, names, send, say, speak, sound, isOpen, onUnread }) {
  const root = find(".chat");
  const log = find(".log", root);
  const form = find("form", root);
  const input = find("input", form);
  const people = find("#mute-dialog");
  const seen = new Set();
  let unread = 0;
  let isLoaded = false;
  let follows = true;

  log.addEventListener("scroll", () => {
    follows = log.scrollHeight - log.scrollTop - log.clientHeight < 60;
  });
  new ResizeObserver(() => follows && toEnd()).observe(log);
  find(".quick", form).append(
    ...Object.entries(PHRASES).map(([phrase, text]) => chip(text, () => send({ t: "say", phrase }))),
  );
  find(".emotes", form).append(...EMOTES.map((emote) => chip(emote, () => sendText(emote))));
  find("[data-emotes]", form).addEventListener("click", (event) => {
    const row = find(".emotes", form);
    row.hidden = !row.hidden;
    setAttribute(event.currentTarget, "aria-expanded", String(!row.hidden));
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (sendText(input.value)) input.value = "";
  });
  followPreference("quiet", repaint);
  followPreference("muted", repaint);

  function chip(text, onclick) {
    return el("button.chip", { type: "button", onclick }, text);
  }

  function sendText(text) {
    const words = text.trim();
    return words !== "" && send({ t: "say", text: words });
  }

  /** Players at a quiet table cannot talk until the match is over. */
  function render() {
    setHidden(form, store.seated && store.table.quiet && !isOver(store.table));
    setHidden(find("[data-silent]", root), !form.hidden);
    setHidden(find(".quick", form), store.isAlone);
  }

  /** Add messages from the server. The first batch is old, and not announced. */
  function add(messages) {
    const old = !isLoaded;
    isLoaded = true;
    for (const message of messages) {
      if (seen.has(message.id)) continue;
      seen.add(message.id);
      store.chat = Math.max(store.chat, message.id);
      append(line(message));
      if (!old && !isSilenced(message.name)) announce(message);
    }
  }

  function announce({ name, seat, text }) {
    if (store.me !== null && seat === store.me) return;
    say(fill(gettext("%(name)s says: %(text)s"), { name, text }));
    if (prefs.chimes) sound("chat");
    if (seat !== null && store.table.seats[seat])
      speak(seat, text.length > BALLOON_LENGTH ? `${text.slice(0, BALLOON_LENGTH)}…` : text);
    if (!isOpen()) {
      unread += 1;
      onUnread(unread);
    }
  }

  const isSilenced = (name) => prefs.quiet || prefs.muted.includes(name);

  function line({ name, text, seat }) {
    const mine = seat !== null && seat === store.me;
    const who = mine
      ? el("span.who", {}, name)
      : el(
          "button.who",
          { type: "button", title: gettext("Mute or hear this person"), onclick: () => openMute(name) },
          name,
        );
    return el("p", { "data-name": mine ? null : name, hidden: !mine && isSilenced(name) }, who, " ", text);
  }

  /** Write down an event, such as a deal or an absence; with `said`, the words of a player. */
  function note(text, { seat = null, said = false, hint = null } = {}) {
    if (!said) return append(el("p.sys", {}, text));
    append(
      el(
        "p",
        {},
        el("span.who", {}, names.isMe(seat) ? gettext("You") : names.name(seat)),
        " ",
        el("span.say", { title: hint }, fill(gettext("“%(words)s”"), { words: text })),
      ),
    );
  }

  function append(node) {
    log.append(node);
    while (log.children.length > KEPT) log.firstChild.remove();
    if (follows) requestAnimationFrame(toEnd);
  }

  function toEnd() {
    log.scrollTop = log.scrollHeight;
  }

  function repaint() {
    for (const node of log.querySelectorAll("[data-name]")) node.hidden = isSilenced(node.dataset.name);
  }

  function openMute(name) {
    const muted = prefs.muted.includes(name);
    find("h2", people).textContent = name;
    const button = find("[data-mute]", people);
    button.textContent = muted ? gettext("Hear again") : gettext("Mute");
    button.onclick = () => {
      toggleMute(name);
      people.close();
    };
    people.showModal();
  }

  function toggleMute(name) {
    setPreference(
      "muted",
      prefs.muted.includes(name) ? prefs.muted.filter((each) => each !== name) : [...prefs.muted, name],
    );
  }

  function read() {
    unread = 0;
    onUnread(0);
    toEnd();
  }

  /** Empty the log, for a reader who sits down or gets up: players and spectators have separate chats. */
  function clear() {
    seen.clear();
    store.chat = 0;
    isLoaded = false;
    log.replaceChildren();
  }

  function focus() {
    input.focus();
  }

  return { render, add, note, read, clear, focus, toggleMute };
}
