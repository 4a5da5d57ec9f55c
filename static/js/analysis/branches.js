// The branches of a board: those that are kept in the study, and those that the reader has just played.

import { el, fill, find, setHidden, icon, writeText } from "../table/dom.js";
import { keyOf, starts } from "./lines.js";
import { SITE_PATH } from "../site-path.js";
import { sendRequest } from "../table/people.js";

const API = `${SITE_PATH}api/v1/studies/`;

/**
 * `of` names the deal in requests; `record` has its commands, `kept` the branches of the study: `{id, name,
 * author, start, actions, mine}`. `open(line)` shows a line, `draft()` returns the one shown if it is not kept.
 */
export function makeBranches({ of, record, kept, open, draft }) {
  const root = find(".branches");
  const list = find("ol", root);
  const form = root.querySelector("form");
  const status = find("[role=status]", root);
  const saved = kept.map((branch) => ({ ...branch, key: `b${branch.id}` }));
  const aside = []; // lines that the reader has played and left
  const played = { key: "record", start: record.length, actions: [] };
  let shown = played;
  let drawn = "";

  function setAside(line) {
    if (!line.actions.length || [...saved, ...aside].some((other) => same(other, line))) return;
    aside.push({ ...line, key: `a${aside.length + 1}` });
    drawn = "";
  }

  const same = (one, other) => one.start === other.start && keyOf(one.actions) === keyOf(other.actions);

  function render(line) {
    shown = line;
    const isDraft = line.key === "draft";
    if (form) setHidden(form, !isDraft || !line.actions.length || saved.some((branch) => same(branch, line)));
    const key = `${line.key} ${saved.length} ${aside.length} ${isDraft}`;
    if (key === drawn) return;
    drawn = key;
    list.replaceChildren(
      item(played, gettext("The match")),
      ...saved.map((branch) => item(branch, branch.name, branch.author)),
      ...aside.map((each, i) => item(each, fill(gettext("Not kept, %(n)s"), { n: i + 1 }))),
      ...(isDraft ? [item(line, gettext("What you are playing"))] : []),
    );
  }

  function item(line, name, author = "") {
    const remove =
      line.id && (line.mine || root.dataset.owner !== undefined)
        ? el(
            "button.btn.ghost.icon-only",
            {
              type: "button",
              "aria-label": fill(gettext("Delete “%(name)s”"), { name }),
              onclick: () => forget(line),
            },
            icon("close"),
          )
        : null;
    return el(
      "li",
      {},
      el(
        "button.branch",
        {
          type: "button",
          "aria-current": line.key === shown.key ? "true" : null,
          onclick: () => open({ ...line }),
        },
        el("span", {}, name),
        author && el("small.quiet", {}, author),
      ),
      remove,
    );
  }

  // ---- keeping

  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const line = draft();
    if (!line) return;
    const name = find("[name=name]", form).value;
    const button = find("button", form);
    button.disabled = true;
    const refused = of.study ? await keep(of.study, name, line) : await begin(name, line);
    button.disabled = false;
    writeText(status, refused?.message ?? gettext("Kept."));
  });

  /** Keep a study of this deal with its first branch, and go to its page. */
  async function begin(name, line) {
    const { body, refused } = await sendRequest(API, "POST", {
      ...of,
      name: find("[name=study]", form).value || name,
    });
    if (refused) return refused;
    const branch = await sendRequest(`${API}${body.token}/branches/`, "POST", {
      name,
      start: line.start,
      actions: line.actions,
    });
    if (branch.refused) return branch.refused;
    location.assign(`${body.url}?ramo=${branch.body.id}${location.hash}`);
    return null;
  }

  async function keep(study, name, line) {
    const sent = { name, start: line.start, actions: line.actions };
    const { body, refused } = await sendRequest(`${API}${study}/branches/`, "POST", sent);
    if (refused) return refused;
    saved.push({ ...body, key: `b${body.id}`, mine: true });
    find("[name=name]", form).value = "";
    await open(saved.at(-1));
    return null;
  }

  async function forget(branch) {
    const { refused } = await sendRequest(`${API}${of.study}/branches/${branch.id}/`, "DELETE");
    if (refused) return void writeText(status, refused.message);
    saved.splice(saved.indexOf(saved.find(({ id }) => id === branch.id)), 1);
    drawn = "";
    writeText(status, gettext("Deleted."));
    if (shown.key === branch.key) await open(played);
    else render(shown);
  }

  /** The branch that the address names, if it is here. */
  const asked = () => {
    const id = Number(new URLSearchParams(location.search).get("ramo"));
    return saved.find((branch) => branch.id === id) ?? null;
  };

  const wholeOf = ({ start, actions }) => [...record.slice(0, start), ...actions];

  return {
    render,
    setAside,
    asked,
    /** The line of a branch, null for the record; undefined if the branch is gone. */
    lineOf: (branch) => (branch === null ? played : saved.find(({ id }) => id === branch)),
    /** The id of a branch that begins with these commands, or undefined. */
    holder: (commands) => saved.find((branch) => starts(wholeOf(branch), commands))?.id,
  };
}
