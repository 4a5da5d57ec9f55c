// Forms that are saved at every change. The page of the answer shows what holds now, everywhere on the page, and
// its message stays beside what was changed.

import { token } from "./csrf.js";

const FIELDS = "form[data-at-once] :is(input[id], select)";
const toasts = document.querySelector(".toasts");
const notSaved = document.querySelector("template[data-not-saved]");

let saving = Promise.resolve();
let changes = 0;

for (const form of document.querySelectorAll("form[data-at-once]"))
  form.addEventListener("change", ({ target }) => {
    const [sent, change] = [new FormData(form), ++changes];
    const place = /** @type {Element} */ (target).closest(":is(fieldset, form)");
    saving = saving.then(() => save(form, place, sent, change));
  });

/**
 * Save what a form had at a change, after the changes before it.
 * @param {HTMLFormElement} form
 * @param {Element} place
 * @param {FormData} sent
 * @param {number} change
 */
async function save(form, place, sent, change) {
  try {
    const headers = { "X-CSRFToken": token() };
    const answer = await fetch(form.action, { method: "POST", body: sent, headers });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (change === changes) show(page);
    announce(place, page.querySelector("[data-said]"));
  } catch {
    for (const each of document.querySelectorAll("form[data-at-once]")) each.reset();
    announce(place, notSaved.content.cloneNode(true).firstElementChild);
  }
}

/** @param {Document} page */
function show(page) {
  for (const field of document.querySelectorAll(FIELDS)) {
    const fresh = page.querySelector(`#${field.id}`);
    if (field.matches("select"))
      for (const option of field.options) option.defaultSelected = option.value === fresh.value;
    else field.checked = field.defaultChecked = fresh.checked;
  }
}

/**
 * @param {Element} place
 * @param {Element} said
 */
function announce(place, said) {
  for (const old of document.querySelectorAll("[data-said]")) old.remove();
  said.removeAttribute("role"); // what comes new is not read out
  place.append(said);
  const voice = document.createElement("span");
  voice.className = "sr";
  voice.textContent = said.textContent;
  toasts.replaceChildren(voice);
}
