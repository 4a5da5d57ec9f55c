// Declarations, which go with a card in Tressette, and signals beside them: the slips to choose them, and
// their announcements. The view has those allowed now and what each would say; the page has their names.

import { describeSignal, keepingPlace, makeSignals, signalled, signalName } from "../cards/signals.js";
import { capital, el, fill, find, listed, setAttribute, writeText } from "../table/dom.js";
import { hasSentences, makeSentences } from "./tressette-sentences.js";

const words = JSON.parse(find("#words").textContent);
const PARTNER = ["partner_void", "partner_liscio"];
const BOX_OF_KEY = { G: "suit", P: "others", L: "capture" };
const ASIDE_STAYS = 6_000;

const isSpoken = hasSentences || Object.keys(words.boxes).length > 0 || Object.keys(words.signals).length > 0;

/** The declarations and the signal of a command that plays a card. */
export const saidName = ({ declare = [], signal = null }) =>
  listed([...declare.map((box) => words.boxes[box]), ...(signal ? [signalName(signal)] : [])]);

/** `suitOf(card)` names the suit of a card. */
export function makeDeclarations({ suitOf }) {
  /** @type {Sent} */
  let view = null;
  /** @type {any} */
  let tools = null; // `say` for the voice
  let turn = ""; // key of the turn: what was ticked holds for it only
  let chosen = ""; // the card raised, hovered or in focus
  let ticked = new Set();
  let boxes = new Map(); // box → {row, input, label, quote}
  let nodes = [];
  const signals = makeSignals();
  const sentences = makeSentences({ suitOf });

  /** The slips of the seat on turn, if it has anything to say; an empty one keeps their place on a narrow table. */
  function slips(store, given) {
    view = store.view;
    tools = given;
    const fresh = view.declarations ? `${store.match} ${view.deal} ${view.tricks.length}` : "";
    if (fresh !== turn) {
      turn = fresh;
      ticked = new Set();
      boxes = new Map(mayDeclare() ? view.declarations.boxes.map((name) => [name, box(name)]) : []);
      nodes = boxes.size ? [declarations()] : [];
      refresh();
    }
    const all = [...nodes, ...sentences.slips(store, given), ...signals.slips(store, given)];
    return isSpoken ? keepingPlace(all, store) : all;
  }

  /** The declarations and the signal to send with the card. */
  function extras() {
    const declare = turn ? view.declarations.boxes.filter((box) => ticked.has(box)) : [];
    return { ...(declare.length && { declare }), ...signals.extras() };
  }

  function look(card) {
    if (chosen === card) return;
    chosen = card;
    signals.look(card);
    sentences.look(card);
    refresh();
  }

  function refresh() {
    boxes.forEach(drawBox);
  }

  /** Return whether some card of this turn goes with a declaration. */
  const mayDeclare = () =>
    turn !== "" && Object.values(view.declarations.preview).some((each) => Object.values(each).some(Boolean));

  // ---- declarations

  function declarations() {
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
    writeText(label, capital(words.boxes[name]) + suit);
    const said = preview(name);
    writeText(quote, said || (said === null ? gettext("nothing to say") : gettext("it depends on the card")));
    setAttribute(quote, "data-none", !said);
    setAttribute(quote, "lang", said ? "it" : null);
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
    if (!Object.keys(words.boxes).length) return;
    const at = PARTNER.findIndex((name) => ticked.has(name));
    const name = key === "N" ? (PARTNER[at + 1] ?? PARTNER[at]) : BOX_OF_KEY[key];
    if (!boxes.has(name)) return tools.say(gettext("not now"));
    tick(name, !ticked.has(name));
    boxes.get(name).row.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { label, quote, input } = boxes.get(name);
    const line = input.checked ? gettext("%(box)s: %(said)s") : gettext("%(box)s: not ticked");
    tools.say(fill(line, { box: label.textContent, said: quote.textContent }));
  }

  return {
    slips,
    extras,
    look,
    actions: hasSentences
      ? { G: sentences.focus }
      : Object.fromEntries([...Object.keys(BOX_OF_KEY), "N"].map((key) => [key, () => press(key)])),
    keys: () => [
      ...(hasSentences ? [["G", gettext("declare, in the chat")]] : []),
      ...(Object.keys(words.boxes).length
        ? [["G P N L", gettext("declare: suit led, other suits, partner’s, capture")]]
        : []),
    ],
  };
}

// ---- announcements

/** The announcements of an event, as a list. */
export function describeDeclarations(event, names, view) {
  const announcements = [];
  if (event.kind === "announced")
    announcements.push({ ...declared(event), ...voiced(event, names, event.text), sound: "declared" });
  announcements.push(...describeSignal(event, names, view));
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
  trick,
  said: text,
  hint: also.join(" · ") || null,
  key: `${seat} ${trick} ${code}`,
});

function voiced({ seat }, { name, isMe }, text) {
  const line = isMe(seat) ? gettext("you declare: %(text)s") : gettext("%(name)s declares: %(text)s");
  return { voice: fill(line, { name: name(seat), text }) };
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
