// The requests that change a table: sitting down, getting up, bots. Their effect comes back as a frame.

import { token } from "../csrf.js";
import { find } from "./dom.js";

/** Send a POST; resolves to null, or to the refusal `{code, message}`. */
export const post = async (address, fields) => (await sendRequest(address, "POST", fields)).refused ?? null;

/** Send a request; resolves to `{body}`, the body of its answer, or to `{refused: {code, message}}`. */
export async function sendRequest(address, method, fields = {}) {
  let answer;
  try {
    answer = await fetch(address, {
      method,
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json",
        "X-CSRFToken": token() || find("input[name=csrfmiddlewaretoken]").value,
      },
      ...(method === "GET" ? {} : { body: JSON.stringify(fields) }),
    });
  } catch {
    return { refused: { code: "offline", message: gettext("You are offline: nothing has changed.") } };
  }
  const body = await answer.json().catch(() => ({}));
  if (answer.ok) return { body };
  return {
    refused: {
      code: body.code ?? "failed",
      message: body.message ?? body.detail ?? gettext("That did not work. Try again."),
    },
  };
}
