// Inviting people to a table with free seats: friends and people in the lobby from a list, anybody by name.

import { el, fill, find, icon } from "./dom.js";
import { makeInviteButton } from "./menus.js";
import { post } from "./people.js";

const dialog = find("#invite-dialog");
const list = find(".invite-list", dialog);
const form = find("form", dialog);
const status = find("[role=status]", form);
find("[data-link]", dialog).append(makeInviteButton());

export async function openInvite() {
  showStatus("");
  list.replaceChildren();
  dialog.showModal();
  list.replaceChildren(...(await fetchPeople()).map(line));
}

export const closeInvite = () => dialog.close();

// If the list cannot be fetched, the field still works.
async function fetchPeople() {
  try {
    const answer = await fetch(dialog.dataset.people, { headers: { Accept: "application/json" } });
    return answer.ok ? ((await answer.json()).people ?? []) : [];
  } catch {
    return [];
  }
}

function line({ name, hue, in_lobby: isInLobby, there, invited }) {
  const button = el(
    "button.btn",
    {
      type: "button",
      "aria-label": fill(gettext("Invite %(name)s"), { name }),
      async onclick() {
        if (await ask(name)) done(button);
      },
    },
    icon("plus"),
    gettext("Invite"),
  );
  if (invited) done(button);
  const where = isInLobby ? gettext("looking at the tables now") : there && gettext("at a table now");
  return el(
    "li",
    { "data-name": name },
    el(
      "span.person",
      {},
      el(`span.avatar.c${hue}`, { "aria-hidden": "true" }, name[0].toUpperCase()),
      el("span", {}, name, where && el("span.tiny.quiet", {}, ` · ${where}`)),
    ),
    button,
  );
}

function done(button) {
  button.disabled = true;
  button.removeAttribute("aria-label");
  button.replaceChildren(icon("check"), gettext("Invited"));
}

/** Invite a person and return true; if refused, the dialog says why. */
async function ask(name) {
  const refused = await post(`${find(".room").dataset.table}invita/`, { name });
  showStatus(refused ? refused.message : fill(gettext("%(name)s is invited."), { name }), refused !== null);
  return refused === null;
}

function showStatus(text, isRefusal = false) {
  status.textContent = text;
  status.toggleAttribute("data-refused", isRefusal);
  status.scrollIntoView({ block: "nearest" });
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = form.elements.name;
  const name = field.value.trim();
  if (!name) return void field.focus();
  if (await ask(name)) {
    field.value = "";
    const isTheirs = (item) => !item.dataset.name.localeCompare(name, [], { sensitivity: "base" });
    const row = [...list.children].find(isTheirs);
    if (row) done(find("button", row));
  }
  field.focus();
});
