// Asking somebody to a table that waits: a friend from the list, or anybody by name.

import { el, fill, find, icon } from "./dom.js";
import { post } from "./people.js";

const dialog = find("#invite-dialog");
const list = find(".invite-list", dialog);
const form = find("form", dialog);
const status = find("[role=status]", form);

export async function openInvite() {
  tell("");
  list.replaceChildren();
  dialog.showModal();
  const friends = await fetchFriends();
  list.replaceChildren(...friends.map(line));
}

// Without the list the field is still there.
async function fetchFriends() {
  try {
    const answer = await fetch(dialog.dataset.friends, { headers: { Accept: "application/json" } });
    return answer.ok ? (await answer.json()).friends : [];
  } catch {
    return [];
  }
}

function line({ name, hue, there, invited }) {
  const button = el("button.btn", {
    type: "button",
    "aria-label": fill(gettext("Invite %(name)s"), { name }),
    async onclick() {
      if (await ask(name)) done(button);
    },
  }, icon("plus"), gettext("Invite"));
  if (invited) done(button);
  return el("li", { "data-name": name },
    el("span.person", {}, el(`span.avatar.c${hue}`, { "aria-hidden": "true" }, name[0].toUpperCase()),
      el("span", {}, name, there && el("span.tiny.quiet", {}, ` · ${gettext("at a table now")}`))),
    button);
}

function done(button) {
  button.disabled = true;
  button.removeAttribute("aria-label");
  button.replaceChildren(icon("check"), gettext("Invited"));
}

/** Whether the person is invited; if not, the dialog says why. */
async function ask(name) {
  const refused = await post(`${find(".room").dataset.table}invite/`, { name });
  tell(refused ? refused.message : fill(gettext("%(name)s is invited."), { name }), refused !== null);
  return refused === null;
}

function tell(text, isRefusal = false) {
  status.textContent = text;
  status.toggleAttribute("data-refused", isRefusal);
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = form.elements.name;
  const name = field.value.trim();
  if (!name) return void field.focus();
  if (await ask(name)) {
    field.value = "";
    const row = [...list.children].find((item) => item.dataset.name.toLowerCase() === name.toLowerCase());
    if (row) done(find("button", row));
  }
  field.focus();
});
