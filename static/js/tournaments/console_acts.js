// The console of an evening at real tables works without network: what a director enters is first kept in the
// browser, then sent, and stands on the page until the server has answered. A page that is loaded again without
// network is drawn from what the tab has kept (kept_console.js).

import { token } from "../csrf.js";
import { el } from "../table/dom.js";
import { openUnsent, postAct, sendInOrder } from "./unsent_acts.js";
import { filledIn, scoresIn } from "./unsent_forms.js";

const EVERY_MS = 8_000;
const TOAST_MS = 4_000;

/**
 * Keep, show and send what is entered in the forms of a page that have a `data-kept-as`, its name in the list. Those
 * with a `data-kept-offline` have the server's answer beside their fields, and are kept only without network.
 *
 * @param {HTMLElement} section where the list is shown; its data are the texts, the `event` and the person, `me`
 * @param {{ onKept?: (url: string) => void, onDone?: () => void }} [then] what else happens when something is kept,
 *   and when the server has carried something out
 */
export function keepActs(section, { onKept, onDone } = {}) {
  const { dataset: texts } = section;
  const unsent = openUnsent(texts.event ?? "", texts.me ?? "");
  const note = el("p.small", { role: "status" });
  const list = el("ul.alarms");
  const count = el("span.badge.warn.num");
  const heading = el("h2", {}, texts.heading, " ", count);
  section.replaceChildren(heading, note, list);
  let isSending = false;

  /** @param {string | undefined} text */
  function say(text = "") {
    note.textContent = text;
    show();
  }

  function show() {
    const acts = unsent.read();
    section.hidden = !acts.length && !note.textContent;
    count.textContent = String(acts.length);
    heading.hidden = !acts.length;
    list.replaceChildren(...acts.map(shown));
  }

  /** @param {import("./unsent_acts.js").Act} act */
  function shown({ id, says, refused }) {
    const decide = (text, how) => {
      const onclick = () => {
        how(id, texts.correction ?? "");
        say();
        send();
      };
      return el("button.btn.slim", { type: "button", onclick }, text);
    };
    return el(
      "li",
      {},
      el("b", {}, says),
      el("p.small", {}, refused ? refused.message : texts.waiting),
      refused &&
        el(
          "div.btn-group",
          {},
          refused.code !== "places_changed" && decide(texts.insist, unsent.insist), // it is about others
          decide(texts.discard, unsent.remove),
        ),
    );
  }

  async function send() {
    if (isSending || unsent.read().every(({ refused }) => refused)) return;
    isSending = true;
    try {
      const done = await sendInOrder(unsent, (act) => postAct(act, token()));
      say();
      if (!done.length) return;
      toast(texts.done);
      onDone?.();
    } catch (error) {
      say(error instanceof TypeError || !navigator.onLine ? texts.offline : texts.later);
    } finally {
      isSending = false;
    }
  }

  /** @param {SubmitEvent} submitted */
  function keep(submitted) {
    const form = /** @type {HTMLFormElement} */ (submitted.target);
    const { keptAs, keptOffline } = form.dataset;
    const name = keptAs ?? (navigator.onLine ? undefined : keptOffline);
    if (name === undefined) return;
    submitted.preventDefault();
    submitted.stopPropagation(); // nothing waits for an answer
    const filled = filledIn(form, submitted.submitter);
    const says = [name, scoresIn(filled.fields) || typedIn(form)].filter(Boolean).join(": ");
    const url = new URL(form.action).pathname;
    unsent.add({ ...filled, url, says });
    for (const field of form.querySelectorAll("input")) {
      const shown = field.name.match(/^was-(.*)/)?.[1];
      const now = shown && form.querySelector(`[name="${shown}"], [name="score-${shown}"]`);
      if (now) field.value = now.value;
      field.defaultValue = field.value; // may be shown anew
    }
    form.closest("[popover]")?.hidePopover();
    onKept?.(url);
    say(navigator.onLine ? "" : texts.offline);
    send();
  }

  document.addEventListener("submit", keep, true);
  addEventListener("online", send);
  addEventListener("offline", () => say(texts.offline));
  addEventListener("storage", show); // another page of the same person
  setInterval(send, EVERY_MS);
  say(navigator.onLine ? "" : texts.offline);
  send();
  return unsent;
}

/** @param {HTMLFormElement} form */
function typedIn(form) {
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (
    form.querySelectorAll("input[type=text], textarea")
  );
  return [...fields]
    .map(({ value }) => value)
    .filter(Boolean)
    .join(", ");
}

/** @param {string | undefined} text */
function toast(text) {
  const slip = el("div.toast", {}, text);
  document.querySelector(".toasts")?.append(slip);
  setTimeout(() => slip.remove(), TOAST_MS);
}
