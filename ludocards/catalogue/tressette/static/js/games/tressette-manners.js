// Declarations and signals, which go with a card in Tressette: the slips to choose them, and their
// announcements. The view has those allowed now and what each would say; the page has their names.

import { capital, el, fill, find, set, write } from "../table/dom.js";

const words = JSON.parse(find("#words").textContent);
const PARTNER = ["partner_void", "partner_liscio"];
const BOX_OF_KEY = { G: "suit", P: "others", L: "capture" };
const ASIDE_STAYS = 6_000;

const isSpoken = Object.keys(words.boxes).length > 0 || Object.keys(words.signals).length > 0;

/** The name of a signal at this table: "stresa tant". */
function signalName(code) {
  const { dialect, name } = words.signals[code];
  const said = dialect ?? name;
  return said.charAt(0).toLocaleLowerCase("it") + said.slice(1);
}

/** The Italian name of a signal, if the dialect has another, and what it asks of the partner. */
function signalHint(code, asks = true) {
  const { name, asks: meaning, dialect } = words.signals[code];
  return [dialect && dialect !== name ? `${name}.` : "", asks ? meaning : ""].join(" ").trim();
}

/** `suitOf(card)` names the suit of a card. */
export function makeManners({ suitOf }) {
  /** @type {Sent} */
  let view = null;
  /** @type {any} */
  let tools = null; // `explain` for refusals, `say` for the voice
  let turn = ""; // key of the turn: what was ticked holds for it only
  let chosen = ""; // the card raised, hovered or in focus
  let ticked = new Set();
  /** @type {string | null} */
  let signal = null;
  let boxes = new Map(); // box → {row, input, label, quote}
  let chips = new Map(); // signal → button
  let nodes = [];

  /** The slips of the seat on turn; an empty one keeps their place on a narrow table. */
  function slips(store, given) {
    view = store.view;
    tools = given;
    const fresh =
      view.declarations || view.signals ? `${store.match} ${view.deal} ${view.tricks.length}` : "";
    if (fresh !== turn) {
      turn = fresh;
      ticked = new Set();
      signal = null;
      nodes = [declarations(), signals()].filter(Boolean);
      refresh();
    }
    if (nodes.length || !isSpoken) return nodes;
    return store.seated && view.phase === "play" ? [el("div.slip-place", { "aria-hidden": "true" })] : [];
  }

  /** The declarations and the signal to send with the card. */
  function extras() {
    if (!turn) return {};
    const declare = view.declarations?.boxes.filter((box) => ticked.has(box)) ?? [];
    return { ...(declare.length && { declare }), ...(signal && { signal }) };
  }

  function look(card) {
    if (chosen === card) return;
    chosen = card;
    refresh();
  }

  function refresh() {
    boxes.forEach(drawBox);
    chips.forEach(drawChip);
  }

  // ---- declarations

  function declarations() {
    boxes = new Map(view.declarations?.boxes.map((name) => [name, box(name)]));
    if (!boxes.size) return null;
    const when = view.trick.cards.length ? gettext("you follow") : gettext("you lead");
    return el(
      "fieldset.slip.decl",
      {},
      el("legend", {}, gettext("Do you declare?"), " ", el("span.tiny.quiet", {}, when)),
      el("div.items", {}, ...[...boxes.values()].map(({ row }) => row)),
    );
  }

  function box(name) {
    const isRadio = PARTNER.includes(name);
    const key = isRadio ? "N" : Object.keys(BOX_OF_KEY).find((each) => BOX_OF_KEY[each] === name);
    const input = el("input", {
      type: isRadio ? "radio" : "checkbox",
      name: isRadio ? "partner" : name,
      "data-box": name,
      "aria-keyshortcuts": key,
      onchange: ({ currentTarget }) => tick(name, currentTarget.checked),
      onclick: () => isRadio && ticked.has(name) && tick(name, false), // a second click unticks it
    });
    const label = el("span");
    const quote = el("q");
    const row = el(
      "label.check",
      {},
      input,
      el("span.txt", {}, el("span.label", {}, label, el("kbd", { "aria-hidden": "true" }, key)), quote),
    );
    return { row, input, label, quote };
  }

  function drawBox({ input, label, quote }, name) {
    const suit = name === "suit" && chosen && view.declarations.preview[chosen] ? `: ${suitOf(chosen)}` : "";
    write(label, capital(words.boxes[name]) + suit);
    const said = preview(name);
    write(quote, said || (said === null ? gettext("nothing to say") : gettext("it depends on the card")));
    set(quote, "data-none", !said);
    set(quote, "lang", said ? "it" : null);
    input.checked = ticked.has(name);
  }

  /**
   * The text of a box with the chosen card, or with any card: null for none, undefined if it depends on the
   * card.
   */
  function preview(name) {
    const all = view.declarations.preview;
    const texts = new Set(
      (all[chosen] ? [all[chosen]] : Object.values(all)).map((each) => each[name]?.text ?? null),
    );
    return texts.size === 1 ? [...texts][0] : undefined;
  }

  function tick(name, on) {
    if (PARTNER.includes(name)) for (const each of PARTNER) ticked.delete(each);
    if (on) ticked.add(name);
    else ticked.delete(name);
    refresh();
  }

  /** Tick the box of a key and read it out; N goes from void to liscio to nothing. */
  function press(key) {
    if (!boxes.size) return;
    const at = PARTNER.findIndex((name) => ticked.has(name));
    const name = key === "N" ? (PARTNER[at + 1] ?? PARTNER[at]) : BOX_OF_KEY[key];
    if (!boxes.has(name)) return tools.say(gettext("not now"));
    tick(name, !ticked.has(name));
    boxes.get(name).row.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { label, quote, input } = boxes.get(name);
    const line = input.checked ? gettext("%(box)s: %(said)s") : gettext("%(box)s: not ticked");
    tools.say(fill(line, { box: label.textContent, said: quote.textContent }));
  }

  // ---- signals

  function signals() {
    chips = new Map(view.signals ? Object.keys(words.signals).map((code) => [code, chip(code)]) : []);
    if (!chips.size) return null;
    return el(
      "fieldset.slip.signals",
      {},
      el("legend", {}, gettext("A signal?"), " ", el("span.tiny.quiet", {}, gettext("with the card"))),
      el("div.items", {}, ...chips.values()),
    );
  }

  function chip(code) {
    const { name, dialect } = words.signals[code];
    return el(
      "button.chip",
      {
        type: "button",
        "data-signal": code,
        lang: "it",
        title: signalHint(code),
        onclick: () => choose(code),
      },
      el("b", {}, dialect ?? name),
      dialect && dialect !== name && el("small", {}, name),
    );
  }

  function drawChip(button, code) {
    set(button, "aria-pressed", String(code === signal));
    set(button, "aria-disabled", isOffered(code) ? null : "true");
  }

  function isOffered(code) {
    const offered = view.signals[chosen] ? [view.signals[chosen]] : Object.values(view.signals);
    return offered.some((codes) => codes.includes(code));
  }

  function choose(code) {
    if (code !== signal && !isOffered(code)) return tools.explain(words.false);
    signal = code === signal ? null : code;
    refresh();
  }

  return {
    slips,
    extras,
    look,
    actions: Object.fromEntries([...Object.keys(BOX_OF_KEY), "N"].map((key) => [key, () => press(key)])),
    keys: () =>
      Object.keys(words.boxes).length
        ? [["G P N L", gettext("declare: suit led, other suits, partner’s, capture")]]
        : [],
  };
}

// ---- announcements

/** The announcements of an event, as a list. */
export function describeManners(event, names) {
  const announcements = [];
  if (event.kind === "announced")
    announcements.push({ ...declared(event), ...voiced(event, names, event.text), sound: "declared" });
  if (event.signal)
    announcements.push({
      ...signalled(event),
      ...voiced(event, names, signalVoice(event.signal)),
      sound: "declared",
    });
  if (event.unsaid)
    announcements.push({ seat: event.seat, aside: whyUnsaid(event.unsaid), stays: ASIDE_STAYS });
  return announcements;
}

/** The declarations and signals of this deal in order, from the view, for a page just loaded. */
export function saidSoFar(view) {
  const tricks = [...view.tricks, view.trick];
  const turnOf = ({ seat, trick }) => tricks[trick].seats.indexOf(seat);
  const all = [
    ...view.signalled.map((each) => ({ ...each, at: turnOf(each), announcement: signalled(each) })),
    ...view.announcements.map((each) => ({
      ...each,
      at: each.box === "capture" ? view.players : turnOf(each),
      announcement: declared(each),
    })),
  ];
  return all.sort((a, b) => a.trick - b.trick || a.at - b.at).map(({ announcement }) => announcement);
}

const declared = ({ seat, trick, code, text, also }) => ({
  seat,
  said: text,
  hint: also.join(" · ") || null,
  key: `${seat} ${trick} ${code}`,
});

const signalled = ({ seat, card, signal }) => ({
  seat,
  said: signalName(signal),
  hint: signalHint(signal),
  key: `${seat} ${card}`,
});

const signalVoice = (code) =>
  [signalName(code), signalHint(code, false).replace(".", "")].filter(Boolean).join(", ");

function voiced({ seat, signal }, { name, isMe }, text) {
  const mine = signal ? gettext("you signal: %(text)s") : gettext("you declare: %(text)s");
  const theirs = signal ? gettext("%(name)s signals: %(text)s") : gettext("%(name)s declares: %(text)s");
  return { voice: fill(isMe(seat) ? mine : theirs, { name: name(seat), text }) };
}

/** The reasons why boxes were not announced, each once with its boxes. */
function whyUnsaid(unsaid) {
  const reasons = [...new Set(Object.values(unsaid))];
  return reasons
    .map((why) => {
      const labels = Object.keys(unsaid)
        .filter((box) => unsaid[box] === why)
        .map((box) => words.boxes[box]);
      return `${capital(labels.join(", "))}. ${words.unsaid[why]}`;
    })
    .join(" ");
}
