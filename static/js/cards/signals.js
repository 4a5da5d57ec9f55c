// Signals, words that go with a card in some games: the slip to choose one, and their announcements. The view
// has those allowed now with each card; the page has their names.

import { el, fill, find, lang, setHidden, setAttribute, writeText } from "../table/dom.js";
import { followPreference, prefs } from "../table/prefs.js";

const words = JSON.parse(find("#words").textContent);

const choice = document.querySelector("[data-dialect]"); // whether to name the signals in dialect
if (choice)
  setHidden(
    choice,
    Object.values(words.signals).every(({ dialect }) => !dialect),
  );

/** The name of a signal in the reader's choice of language. */
const chosenName = ({ dialect, name }) => (prefs.dialect && dialect) || name;

/** The name of a signal inside a sentence: "stresa tant". */
export function signalName(code) {
  const said = chosenName(words.signals[code]);
  return said.charAt(0).toLocaleLowerCase("it") + said.slice(1);
}

/** The Italian name of a signal, if it is shown by another, and what it asks of the partner. */
function signalHint(code, asks = true) {
  const { name, asks: meaning } = words.signals[code];
  return [chosenName(words.signals[code]) !== name ? `${name}.` : "", asks ? meaning : ""].join(" ").trim();
}

/** When a signal may be given, as a sentence; empty for one that always may. */
const conditionOf = (code) =>
  words.signals[code].only ? fill(gettext("Only %(when)s."), { when: words.signals[code].only }) : "";

/** `tools` has `explain` for refusals. */
export function makeSignals() {
  /** @type {Sent} */
  let view = null;
  /** @type {any} */
  let tools = null;
  let turn = ""; // key of the turn: what was chosen holds for it only
  let chosen = ""; // the card raised, hovered or in focus
  /** @type {string | null} */
  let signal = null;
  let chips = new Map(); // signal → button
  let nodes = [];

  /** The slip of the seat on turn, in a list. */
  function slips(store, given) {
    view = store.view;
    tools = given;
    const fresh = view.signals ? `${store.match} ${view.deal} ${view.tricks.length}` : "";
    if (fresh !== turn) {
      turn = fresh;
      signal = null;
      nodes = fresh ? [slip()] : [];
      refresh();
    }
    return nodes;
  }

  function slip() {
    chips = new Map(Object.keys(words.signals).map((code) => [code, chip(code)]));
    return el(
      "fieldset.slip.signals",
      {},
      el("legend", {}, gettext("A signal?"), " ", el("span.tiny.quiet", {}, gettext("with the card"))),
      el("div.items", {}, asks(), ...chips.values()),
    );
  }

  /** The button that opens what the signals mean. */
  const asks = () =>
    el(
      "button.chip.asks",
      { type: "button", title: gettext("What the signals mean"), onclick: explainAll },
      el("b", { "aria-hidden": "true" }, "?"),
      el("span.sr", {}, gettext("What the signals mean")),
    );

  /** List the meaning of every signal, whether it may be false, and why some are struck out. */
  function explainAll() {
    const mayLie = words.may_be_false;
    const dialog = find("#signals-dialog");
    writeText(
      find("p", dialog),
      mayLie
        ? gettext("A signal may be false. One that is struck out cannot be given now.")
        : gettext(
            "Signals must be true: one that is struck out would be false with the card you have lifted or, before you lift one, with any card of yours.",
          ),
    );
    const all = Object.entries(words.signals).flatMap(([code, each]) => [
      el("dt", { lang: "it" }, chosenName(each)),
      el("dd", {}, [signalHint(code), conditionOf(code)].filter(Boolean).join(" ")),
    ]);
    find("dl", dialog).replaceChildren(...all);
    dialog.showModal();
  }

  const chip = (code) =>
    el(
      "button.chip",
      { type: "button", "data-signal": code, lang: "it", onclick: () => choose(code) },
      el("b"),
      el("small"),
    );

  function refresh() {
    if (!turn) return;
    for (const [code, button] of chips) {
      const { name, only } = words.signals[code];
      const said = chosenName(words.signals[code]);
      const below = said === name ? only : name;
      writeText(find("b", button), said);
      writeText(find("small", button), below);
      setAttribute(find("small", button), "lang", below === only ? lang : null);
      setHidden(find("small", button), !below);
      setAttribute(button, "title", signalHint(code));
      setAttribute(button, "aria-pressed", String(code === signal));
      setAttribute(button, "aria-disabled", isOffered(code) ? null : "true");
    }
  }

  function isOffered(code) {
    const offered = view.signals[chosen] ? [view.signals[chosen]] : Object.values(view.signals);
    return offered.some((codes) => codes.includes(code));
  }

  function choose(code) {
    if (code !== signal && !isOffered(code))
      return tools.explain(`${chosenName(words.signals[code])}. ${conditionOf(code)}`);
    signal = code === signal ? null : code;
    refresh();
  }

  followPreference("dialect", refresh);

  return {
    slips,
    /** The signal to send with the card. */
    extras: () => (turn && signal ? { signal } : {}),
    look(card) {
      if (chosen === card) return;
      chosen = card;
      refresh();
    },
  };
}

/** These slips, or an empty one, which keeps their place on a narrow table. */
export function keepingPlace(slips, { seated, view }) {
  const isEmpty = !slips.length && seated && view.phase === "play";
  return isEmpty ? [el("div.slip-place", { "aria-hidden": "true" })] : slips;
}

/** A signal of the view as an announcement, which goes with a card of the `trick` of this number. */
export const signalled = ({ seat, trick, card, signal }) => ({
  seat,
  trick,
  said: signalName(signal),
  hint: signalHint(signal),
  key: `${seat} ${card}`,
});

/** The announcement of the signal that an event contains, in a list. */
export function describeSignal(event, { name, isMe }, { tricks }) {
  if (!event.signal) return [];
  const text = [signalName(event.signal), signalHint(event.signal, false).replace(".", "")]
    .filter(Boolean)
    .join(", ");
  const line = isMe(event.seat) ? gettext("you signal: %(text)s") : gettext("%(name)s signals: %(text)s");
  return [
    {
      ...signalled({ ...event, trick: tricks.length }),
      voice: fill(line, { name: name(event.seat), text }),
      sound: "said",
    },
  ];
}
