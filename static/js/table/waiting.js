// Over the cloth before a match: the number of players missing, the link to send, the bots that can fill the
// seats.

import { el, fill, find, setHidden, icon, listed } from "./dom.js";
import { closeInvite, openInvite } from "./invite.js";
import { makeInviteButton } from "./menus.js";
import { setPreference, prefs } from "./prefs.js";

export function makeWaiting({ store, names, levels, onFill, onSit }) {
  const root = find(".waiting");
  const { challenged } = root.dataset;
  const waitsFor =
    challenged &&
    el(
      "p",
      {},
      fill(gettext("Challenged, not answered yet: %(names)s. A bot would take that seat."), {
        names: challenged,
      }),
    );
  let key = "";

  function render() {
    const { table } = store;
    const free = table.seats.filter(({ state }) => state === "empty").length;
    const isEarly = table.hosted && table.status === "open";
    const waits =
      isEarly || (!table.hosted && free > 0 && (table.status === "open" || table.status === "over"));
    setHidden(root, !waits);
    if (!waits) closeInvite();
    const fresh = waits ? `${isEarly} ${free} ${store.seated} ${seatedNames()}` : "";
    if (key === fresh) return;
    key = fresh;
    if (isEarly) root.replaceChildren(...forRound());
    else if (waits) root.replaceChildren(...(store.seated ? forPlayer(free) : forVisitor(free)));
  }

  const seatedNames = () =>
    listed(store.table.seats.filter(({ state }) => state !== "empty").map(({ seat }) => names.name(seat)));

  const missing = (free) =>
    fill(ngettext("Waiting for %(n)s more player", "Waiting for %(n)s more players", free), { n: free });

  function forPlayer(free) {
    return [
      el("h2", {}, missing(free)),
      ...aboutTable(),
      waitsFor || el("p.when", {}, gettext("The match begins when every seat is taken.")),
      el(
        "div.row",
        {},
        el(
          "button.btn",
          { type: "button", "data-ask": true, onclick: openInvite },
          icon("users"),
          gettext("Invite"),
        ),
        makeInviteButton(),
      ),
      el(
        "div.row",
        {},
        ...(levels.length > 1 ? choiceOfLevel() : []),
        free > 1 &&
          el(
            "button.btn",
            { type: "button", "data-bot": true, onclick: () => onFill({ ...bots(), seat: firstFree() }) },
            gettext("Add a bot"),
          ),
        el(
          waitsFor ? "button.btn" : "button.btn.brass",
          { type: "button", "data-bots": true, onclick: () => onFill(bots()) },
          icon("bot"),
          gettext("Fill with bots"),
        ),
      ),
    ];
  }

  const firstFree = () => store.table.seats.find(({ state }) => state === "empty").seat;

  const level = () =>
    levels.find(({ name }) => name === prefs.level) ?? levels.find(({ name }) => name === "circolo");

  function aboutLevel() {
    const { about, rating } = level();
    return rating ? `${about} ${fill(gettext("Plays like a person rated %(rating)s."), { rating })}` : about;
  }

  const bots = () => (levels.length > 1 ? { level: level().name } : {});

  function choiceOfLevel() {
    const about = el("p.about", { id: "level-about" }, aboutLevel());
    const options = levels.map(({ name, title }) =>
      el("option", { value: name, selected: name === level().name }, title),
    );
    const choose = ({ target }) => {
      setPreference("level", target.value);
      about.textContent = aboutLevel();
    };
    const named = { id: "level-of-bots", "aria-describedby": "level-about" };
    return [
      el("label.small", { for: named.id }, gettext("Bot level")),
      el("select.input", { ...named, "data-level": true, onchange: choose }, ...options),
      about,
    ];
  }

  const forRound = () => [
    el("h2", {}, gettext("The round is about to begin")),
    el("p", {}, gettext("The cards are dealt at all tables together.")),
  ];

  const { club, closed } = find(".room").dataset;

  function forVisitor(free) {
    const seated = seatedNames();
    const who = seated ? fill(gettext("At the table: %(names)s"), { names: seated }) : missing(free);
    if (closed) return [el("h2", {}, who), ...forStrangerToClub()];
    return [
      el("h2", {}, who),
      ...aboutTable(),
      el("p", {}, gettext("Sit down to play, or stay and watch.")),
      el(
        "button.btn.brass",
        { type: "button", "data-sit-down": true, onclick: () => onSit(firstFree()) },
        gettext("Sit down"),
      ),
    ];
  }

  /** Whose table it is, and by which house rules it plays. */
  function aboutTable() {
    const { rules_name: rules } = store.table;
    const said = [
      club && fill(gettext("A table of %(club)s"), { club }),
      rules && fill(gettext("House rules: %(rules)s"), { rules }),
    ].filter(Boolean);
    return said.length ? [el("p", {}, said.join(", "))] : [];
  }

  const forStrangerToClub = () => [
    el(
      "p",
      {},
      fill(gettext("A table of %(club)s: only members sit down. You can stay and watch."), { club }),
    ),
    el("a.btn.brass", { href: closed }, gettext("Go to the club")),
  ];

  return { render };
}
