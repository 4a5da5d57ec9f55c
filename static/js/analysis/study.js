// The panel of a study: who may see it, its link, and deleting it.

import { copyingSentence, listenToCopying } from "../copying.js";
import { find, setHidden, writeText } from "../table/dom.js";
import { SITE_PATH } from "../site-path.js";
import { sendRequest } from "../table/people.js";

/** `token` is that of the study. */
export function makeStudy(token) {
  const root = find(".study");
  const address = `${SITE_PATH}api/v1/studies/${token}/`;
  const status = find("[role=status]", root);
  const access = root.querySelector("[name=access]");

  access?.addEventListener("change", async () => {
    const { body, refused } = await sendRequest(address, "PATCH", { access: access.value });
    if (refused) return void writeText(status, refused.message);
    if (body.token !== token) return void location.assign(body.url); // the former link opens nothing now
    setHidden(find("[data-link]", root), body.access === "private");
    writeText(status, gettext("Changed."));
  });

  listenToCopying(root, (isCopied) => writeText(status, copyingSentence(isCopied)));

  root.querySelector("[data-delete]")?.addEventListener("click", async () => {
    const { refused } = await sendRequest(address, "DELETE");
    if (refused) writeText(status, refused.message);
    else location.assign(root.dataset.back);
  });
}
