// Forms that are saved at every change. The page of the answer shows what holds now, everywhere on the page, and
// its toasts say that it is saved.

import { token } from "./csrf.js";

const TOAST_MS = 4000;
const FIELDS = "form[data-at-once] :is(input[id], select)";
const toasts = document.querySelector(".toasts");
const notSaved = document.querySelector("template[data-not-saved]");

let saving = Promise.resolve();
let changes = 0;
let toastGoes = 0;

for (const form of document.querySelectorAll("form[data-at-once]"))
  form.addEventListener("change", () => {
    const [sent, change] = [new FormData(form), ++changes];
    saving = saving.then(() => save(form, sent, change));
  });

/**
 * Save what a form had at a change, after the changes before it.
 * @param {HTMLFormElement} form
 * @param {FormData} sent
 * @param {number} change
 */
async function save(form, sent, change) {
  try {
    const headers = { "X-CSRFToken": token() };
    const answer = await fetch(form.action, { method: "POST", body: sent, headers });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (change === changes) show(page);
    announce(page.querySelectorAll(".toasts > *"));
  } catch {
    for (const each of document.querySelectorAll("form[data-at-once]")) each.reset();
    announce([notSaved.content.cloneNode(true)]);
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

/** @param {Iterable<Node>} said */
function announce(said) {
  toasts.replaceChildren(...said);
  clearTimeout(toastGoes);
  toastGoes = setTimeout(() => toasts.replaceChildren(), TOAST_MS);
}
