// The bar and what opens from it: the rules of the table, the menu, the keys, getting up, the sheet.
// The theme is the whole site's (`site.js`).

import "./choices.js";
import { closeOnBack } from "./back.js";
import { copyField } from "../copying.js";
import { el, fill, find, setHidden, icon, renewChildren, setAttribute, writeText } from "./dom.js";
import { makeAskButton, mayAsk } from "./friends.js";
import { followPreference, setPreference, prefs } from "./prefs.js";

const POINTED_MS = 1_500;

export function makeMenus({ store, onSort, onLeave, onJoin, onSendAway, onLend, onWait, onSheet, onMute }) {
  const opener = find("[aria-controls=side]");
  let sentAway = null; // the seat that the dialog asks about

  for (const button of document.querySelectorAll("[data-open]")) {
    button.addEventListener("click", () => openDialog(button.dataset.open));
  }
  for (const dialog of document.querySelectorAll("dialog.dialog")) {
    dialog.addEventListener(
      "click",
      (event) => (event.target === dialog || event.target.closest("[data-close]")) && dialog.close(),
    );
  }
  for (const button of document.querySelectorAll("[data-sort]")) button.addEventListener("click", onSort);
  find("#leave-dialog [data-leave]").addEventListener("click", onLeave);
  find("#send-away-dialog [data-send-away]").addEventListener("click", async () => {
    await onSendAway(sentAway);
    find("#send-away-dialog").close();
  });
  const join = find("#menu-dialog [data-join]");
  join.addEventListener("change", async () => (await onJoin(join.checked)) && render());
  find("#menu-dialog .invite").append(makeInviteButton());

  // ---- preferences

  for (const button of document.querySelectorAll("[data-sounds]"))
    button.addEventListener("click", () => setPreference("sounds", !prefs.sounds));
  followPreference("sounds", (on) => {
    for (const button of document.querySelectorAll("[data-sounds]")) {
      setAttribute(button, "aria-label", on ? gettext("Sounds are on") : gettext("Sounds are off"));
      setAttribute(button, "aria-pressed", String(on));
      swap(button, on ? "sound" : "mute");
    }
  });

  // ---- the side: its tabs, and the sheet that it is on a narrow page

  const side = find("#side");
  const isWide = () => getComputedStyle(opener).display === "none";
  const isSheetOpen = () => opener.getAttribute("aria-expanded") === "true";

  function sheet(wanted) {
    setAttribute(opener, "aria-expanded", String(wanted));
    setAttribute(side, "data-shown", wanted);
    onSheet();
  }

  /** Show a part of the side: a wide page has no tab for the score, which is always in view. */
  function turnTo(tab) {
    setAttribute(side, "data-shows", tab);
    for (const each of side.querySelectorAll("[data-tab]"))
      setAttribute(each, "aria-pressed", String(each.dataset.tab === tab));
    onSheet();
  }

  /** Close the sheet; return whether it was open. */
  function closeSheet() {
    const was = isSheetOpen();
    if (was) sheet(false);
    return was;
  }

  opener.addEventListener("click", () => {
    turnTo("chat");
    sheet(!isSheetOpen());
  });
  find(".tscore").addEventListener("click", () => {
    if (isWide()) return;
    turnTo("score");
    sheet(true);
  });
  for (const each of side.querySelectorAll("[data-tab]"))
    each.addEventListener("click", () => turnTo(each.dataset.tab));
  find("[data-close-sheet]").addEventListener("click", () => sheet(false));
  document.addEventListener("pointerdown", (event) => {
    if (isSheetOpen() && !(/** @type {EventTarget} */ (event.target).closest(".side, .tbar, dialog")))
      sheet(false);
  });

  closeOnBack({
    isOpen: () => isSheetOpen() || find("dialog[open]") !== null,
    close() {
      find("dialog[open]")?.close();
      closeSheet();
    },
  });

  /** Bring a part of the side into view, opening the sheet if it is in one, and mark it for a moment. */
  function reveal(selector, tab) {
    if (!isWide()) sheet(true);
    if (!isWide() || tab !== "score") turnTo(tab);
    for (const earlier of side.querySelectorAll(".earlier[open]")) earlier.open = false; // no room for both
    const part = find(selector);
    part.scrollIntoView({ block: "nearest" });
    part.dataset.pointed = "";
    setTimeout(() => delete part.dataset.pointed, POINTED_MS);
    return part;
  }

  // ---- what depends on the table

  function render() {
    const { table } = store;
    renewChildren(
      find("#rules-dialog .chosen"),
      ...table.rules.flatMap(([label, value]) => [el("dt", {}, label), el("dd", {}, value)]),
    );
    for (const node of document.querySelectorAll("[data-if-seated]")) setHidden(node, !store.seated);
    for (const node of document.querySelectorAll("[data-if-watching]")) setHidden(node, store.seated);
    for (const node of document.querySelectorAll("[data-if-alone]")) setHidden(node, !store.isAlone);
    for (const node of document.querySelectorAll("[data-if-company]")) setHidden(node, store.isAlone);
    const hasRoom = table.seats.some(({ state }) => ["bot", "empty"].includes(state));
    const { club } = find(".room").dataset; // whose members alone come in
    setHidden(join.closest("label"), !table.host || table.hosted || club || !store.seated || !hasRoom);
    join.checked = table.open_to_all;
    find("#menu-dialog .people").replaceChildren(
      ...table.seats.filter(({ state, you }) => !you && ["here", "lost", "away"].includes(state)).map(person),
    );
  }

  function askToSendAway({ seat, name }) {
    sentAway = seat;
    writeText(find("#send-away-h"), fill(gettext("Send %(name)s away?"), { name }));
    openDialog("send-away-dialog");
  }

  function person(each) {
    const { name, seat, may } = each;
    const muted = prefs.muted.includes(name);
    const { circle, profile, report } = find(".room").dataset;
    return el(
      "li",
      {},
      el("a", { href: profile.replace("/-/", `/${encodeURIComponent(name)}/`), target: "_blank" }, name),
      mayAsk(store.table, each) && makeAskButton(name, circle, "btn.ghost"),
      el(
        "button.btn.ghost",
        {
          type: "button",
          "aria-pressed": String(muted),
          onclick() {
            onMute(name);
            render();
          },
        },
        icon(muted ? "mute" : "chat"),
        muted ? gettext("Hear again") : gettext("Mute"),
      ),
      el(
        "a.btn.ghost",
        {
          href: `${report}?tavolo=${store.table.code}&chi=${encodeURIComponent(name)}`,
          target: "_blank",
        },
        icon("flag"),
        gettext("Report"),
      ),
      may.includes("lend") && button("bot", gettext("Let a bot play"), () => onLend(seat)),
      may.includes("wait") && button("clock", gettext("Wait for them"), () => onWait(seat)),
      may.includes("send_away") && button("close", gettext("Send away"), () => askToSendAway(each)),
    );
  }

  const button = (sign, text, onclick) =>
    el("button.btn.ghost", { type: "button", onclick }, icon(sign), text);

  function unread(count) {
    for (const badge of document.querySelectorAll(".unread")) {
      setHidden(badge, count === 0);
      writeText(badge.firstChild, count);
    }
  }

  return {
    render,
    askToSendAway,
    reveal,
    unread,
    closeSheet,
    isChatInView: () =>
      isWide() ? side.dataset.shows !== "brief" : isSheetOpen() && side.dataset.shows === "chat",
  };
}

export function openDialog(id) {
  const dialog = find(`#${id}`);
  for (const other of document.querySelectorAll("dialog[open]")) other.close();
  dialog.showModal();
}

/** A button that copies the address of the table, or shows it where the page may not copy. */
export function makeInviteButton() {
  const address = location.origin + location.pathname;
  const title = gettext("Copy the link");
  const field = el("input.input", { hidden: true, readonly: true, value: address, "aria-label": title });
  const done = el("span.sr", { role: "status" });
  const label = el("span", {}, title);
  return el(
    "button.btn",
    {
      type: "button",
      "data-invite": true,
      async onclick({ currentTarget: button }) {
        button.after(field);
        if (!(await copyField(/** @type {HTMLInputElement} */ (field)))) return;
        label.textContent = done.textContent = gettext("Link copied");
        setTimeout(() => (label.textContent = title), 2_500);
      },
    },
    icon("link"),
    label,
    done,
  );
}

function swap(button, name) {
  const use = find("use", button);
  use.setAttribute("href", use.getAttribute("href").replace(/#.*/, `#${name}`));
}
