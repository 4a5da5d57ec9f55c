// What people say about the position shown.

import { starts } from "./lines.js";
import { el, fill, find, setHidden, icon, writeText } from "../table/dom.js";
import { SITE_PATH } from "../site-path.js";
import { sendRequest } from "../table/people.js";

/**
 * `token` is that of the study, `said` its comments: `{id, branch, number, author, text, mine, report}`.
 * `commandsOf(branch)` returns all commands of a branch, null for the record, or undefined if it is gone;
 * `holder(commands)` the branch that has these commands first: its id, null for the record, or undefined;
 * `open(branch, number)` shows the position after so many of its commands.
 */
export function makeComments({ token, said, commandsOf, holder, open }) {
  const root = find(".comments");
  const list = find("ul", root);
  const elsewhere = find("[data-elsewhere]", root);
  const form = root.querySelector("form");
  const status = find("[role=status]", root);
  const comments = [...said];
  let here = []; // the commands before the position shown

  function render(commands) {
    here = commands;
    const found = comments.filter(({ branch, number }) => {
      const line = number === commands.length ? commandsOf(branch) : undefined;
      return line !== undefined && starts(line, commands);
    });
    const others = comments.filter((each) => !found.includes(each) && commandsOf(each.branch));
    list.replaceChildren(...found.map(item));
    elsewhere.replaceChildren(...others.map(way));
    setHidden(find("[data-none]", root), found.length > 0);
    if (form) setHidden(form, holder(commands) === undefined);
    writeText(find("[data-count]", root), comments.length || "");
  }

  /** The way to the position of another comment. */
  const way = ({ branch, number, author }) =>
    el(
      "li",
      {},
      el(
        "button.btn.ghost",
        { type: "button", onclick: () => open(branch, number) },
        icon("branch"),
        fill(gettext("What %(name)s says about another position"), { name: author }),
      ),
    );

  function item(comment) {
    const { author, text, mine, report } = comment;
    return el(
      "li",
      {},
      el("p", {}, el("b", {}, author), " ", text),
      (mine || root.dataset.owner !== undefined) &&
        el(
          "button.btn.ghost.icon-only",
          {
            type: "button",
            "aria-label": fill(gettext("Delete the comment of %(name)s"), { name: author }),
            onclick: () => forget(comment),
          },
          icon("close"),
        ),
      report &&
        el(
          "a.btn.ghost.icon-only",
          { href: report, "aria-label": fill(gettext("Report the comment of %(name)s"), { name: author }) },
          icon("flag"),
        ),
    );
  }

  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = find("[name=text]", form);
    const sent = { branch: holder(here), number: here.length, text: field.value };
    const { body, refused } = await sendRequest(
      `${SITE_PATH}api/v1/studies/${token}/comments/`,
      "POST",
      sent,
    );
    if (refused) return void writeText(status, refused.message);
    comments.push({ ...body, mine: true, report: null });
    field.value = "";
    writeText(status, gettext("Written."));
    render(here);
  });

  async function forget(comment) {
    const { refused } = await sendRequest(
      `${SITE_PATH}api/v1/studies/${token}/comments/${comment.id}/`,
      "DELETE",
    );
    if (refused) return void writeText(status, refused.message);
    comments.splice(comments.indexOf(comment), 1);
    writeText(status, gettext("Deleted."));
    render(here);
  }

  return { render };
}
