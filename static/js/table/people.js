// Sitting down, getting up, bots: what changes a table is a POST, and comes back as a frame.

import { find } from "./dom.js";

/** Resolves with null, or with the refusal `{code, message}`. */
export async function post(address, fields = {}) {
  let answer;
  try {
    answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token() },
      body: JSON.stringify(fields),
    });
  } catch {
    return { code: "offline", message: gettext("You are offline: nothing has changed.") };
  }
  if (answer.ok) return null;
  const told = await answer.json().catch(() => ({}));
  return { code: told.code ?? "failed", message: told.message ?? told.detail ?? gettext("That did not work. Try again.") };
}

// The cookie is the newest: signing a guest in renews it, the form keeps the one of the first load.
function token() {
  const cookie = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/);
  return cookie ? cookie[1] : find("input[name=csrfmiddlewaretoken]").value;
}
