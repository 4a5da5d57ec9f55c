// Sitting down, getting up, bots: what changes a table is a POST, and comes back as a frame.

import { find } from "./dom.js";

/** Resolves with null, or with the refusal `{code, message}`. */
export const post = async (address, fields) => (await ask(address, "POST", fields)).refused ?? null;

/** Resolves with what was answered, `{told}`, or with `{refused: {code, message}}`. */
export async function ask(address, method, fields = {}) {
  let answer;
  try {
    answer = await fetch(address, {
      method,
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token() },
      body: JSON.stringify(fields),
    });
  } catch {
    return { refused: { code: "offline", message: gettext("You are offline: nothing has changed.") } };
  }
  const told = await answer.json().catch(() => ({}));
  if (answer.ok) return { told };
  return {
    refused: {
      code: told.code ?? "failed",
      message: told.message ?? told.detail ?? gettext("That did not work. Try again."),
    },
  };
}

// The cookie is the newest: signing a guest in renews it, the form keeps the one of the first load.
function token() {
  const cookie = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/);
  return cookie ? cookie[1] : find("input[name=csrfmiddlewaretoken]").value;
}
