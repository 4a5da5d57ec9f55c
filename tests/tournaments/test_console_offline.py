"""The console without network: what a director enters is kept by the page, and carried out once, in order."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation

from clubs import actions as clubs
from ludopoli.accounts.models import User
from tests.node import run_on_page, run_on_whole_page
from tests.refusals import refused
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tests.tournaments.test_pages import browser
from tests.tournaments.test_real_tables import enter, sheet_of
from tests.tournaments.test_refused_forms import form_at, value_of
from tournaments import actions
from tournaments.console.desk import Desk
from tournaments.console.kept_desk import kept_desk
from tournaments.models import Entry, FeePayment, ScoreEntry


@pytest.fixture(autouse=True)
def _in_english() -> Any:
    with translation.override("en"):
        yield


@pytest.fixture
def hall(begun_evening: NewEvening) -> Evening:
    """An evening of four pairs at real tables, in the first of two rounds of two deals."""
    return begun_evening(venue="real", settings={"rounds": 2, "deals": 2})


# ---- the server: each once, and nothing is replaced unseen


def send(on: Evening, address: tuple[Any, ...], **fields: Any) -> Any:
    """Send what a console has kept."""
    console = browser(on.organiser)
    return console.post(reverse(*address), fields, headers={"Accept": "application/json"})


def score_address(on: Evening) -> tuple[Any, ...]:
    return "console-table-act", None, [on.event.code, 1, 1, "score"]


def test_what_a_console_sends_twice_is_carried_out_once(hall: Evening) -> None:
    kept = {"score-1-0": "8", "score-1-1": "3", "sent_as": "ab12"}
    assert send(hall, score_address(hall), **kept).status_code == 200
    enter(hall, hall.tables()[0], (6, 5))
    assert send(hall, score_address(hall), **kept).status_code == 200
    assert [[*each.deals.values()] for each in ScoreEntry.objects.order_by("pk")] == [[[8, 3]], [[6, 5]]]


def test_what_was_refused_is_carried_out_when_it_comes_again(hall: Evening) -> None:
    taken = ("console-entry-act", None, [hall.event.code, 1, "remove"])
    assert send(hall, taken, sent_as="cd34").json()["code"] == "reason_needed"
    assert send(hall, taken, sent_as="cd34", reason="assenti").status_code == 200
    assert hall.event.entries.get(number=1).status == Entry.Status.REMOVED


def test_an_id_of_a_console_is_letters_and_digits(hall: Evening) -> None:
    answer = send(hall, score_address(hall), **{"sent_as": "no id", "score-1-0": "8", "score-1-1": "3"})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_sent_id")


def test_scores_of_another_director_are_not_replaced_unseen(hall: Evening) -> None:
    table = hall.tables()[0]
    enter(hall, table, (8, 3))
    with refused("scores_changed", deal=1, yours="6–5", theirs="8–3", now=[8, 3]):
        enter(hall, table, (6, 5), seen={table.labels[0]: []})
    enter(hall, table, (6, 5), seen=sheet_of(table, (8, 3)))
    enter(hall, table, (6, 5), seen={table.labels[0]: []})  # the same again is no conflict


def test_a_conflict_says_both_scores(hall: Evening) -> None:
    enter(hall, hall.tables()[0], (8, 3))
    mine = {"score-1-0": "6", "score-1-1": "5", "was-1-0": "", "was-1-1": ""}
    answer = send(hall, score_address(hall), **mine)
    assert answer.status_code == 409
    assert answer.json()["details"] == {"deal": 1, "yours": "6–5", "theirs": "8–3", "now": [8, 3]}
    page = browser(hall.organiser).post(reverse(*score_address(hall)), mine).content.decode()
    assert "you enter 6–5, but in the meantime 8–3 was entered" in page
    assert 'name="was-1-0" value="8"' in page.replace("\n", " ").replace("                    ", "")


def test_the_desk_has_what_a_tab_needs_without_network(hall: Evening) -> None:
    enter(hall, hall.tables()[0], (8, 3))
    page = browser(hall.organiser).get(reverse("console", args=[hall.event.code])).content.decode()
    found = re.search(r'data-desk="([^"]*)"', page)
    assert found
    desk = json.loads(found[1].replace("&quot;", '"').replace("&#x27;", "'"))
    assert desk["round"] == {"number": 1, "start": None}
    [first, second] = desk["tables"]
    assert (first["rows"], second["rows"]) == ([[8, 3], []], [[], []])
    assert first["titles"] == ["Deal 1", "Deal 2"]
    assert first["url"].endswith("/tavoli/1/1/segna/")
    assert [[*each["acts"]] for each in desk["entries"]] == [["substitute", "remove"]] * 4


def test_fees_are_taken_without_network_too(begun_evening: NewEvening) -> None:
    purse = {"fee": {"amount": 500}}
    hall = begun_evening(venue="real", settings={"rounds": 2, "deals": 2}, purse=purse)
    kept = json.loads(kept_desk(Desk(hall.event, hall.organiser)))
    paid = kept["entries"][0]["acts"]["take-fee"]
    console, taken = browser(hall.organiser), []
    for _times in range(2):
        answer = console.post(paid, {"sent_as": "ee11"}, headers={"Accept": "application/json"})
        assert answer.status_code == 200
        taken.append(FeePayment.objects.filter(event=hall.event).count())
    assert taken[0] == taken[1] > 0, "each once"


# ---- the page: in order, until it is answered

ENTER = """
    globalThis.fetch = () => new Promise(() => {});
    globalThis.FormData = class extends Map { constructor() { super(); } };
    navigator.onLine = isOnline;
    await load("tournaments/console_evening");
    const form = find("form[action$='/fai/iscrivi/']");
    Object.defineProperty(form, "action", { value: `http://localhost${form.getAttribute("action")}` });
    const names = ["Rosa", "Pino"];
    for (const field of form.querySelectorAll("input[type=text]")) field.value = names.shift() ?? "";
    const isSent = form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    give([isSent, findAll("[data-unsent] li b").map(({ textContent }) => textContent)]);
"""


@pytest.mark.parametrize(
    ("is_online", "sent"), [(True, [True, []]), (False, [False, ["Late entry: Rosa, Pino"]])]
)
def test_a_late_entry_is_kept_only_without_network(hall: Evening, is_online: bool, sent: list[Any]) -> None:
    address = reverse("console", args=[hall.event.code])
    html = browser(hall.organiser).get(address).content.decode()
    there = f"http://localhost{address}"
    assert run_on_whole_page(ENTER, html, address=there, isOnline=is_online) == sent


KEPT = """
    globalThis.FormData = class extends Map {
        constructor(form) {
            const isSent = ({ name, type, checked }) => name && (type !== "checkbox" || checked);
            super([...form.elements].filter(isSent).map(({ name, value }) => [name, value]));
        }
    };
    globalThis.fetch = async () => { throw new TypeError("no network"); };
    sessionStorage.setItem("ludopoli-session-desk-" + event, JSON.stringify({ ...desk, session: "" }));
    await load("tournaments/kept_console");
    for (const [act, typed] of acts) {
        const form = find(`form[action$='/${act}/']`);
        for (const [name, value] of Object.entries(typed)) form.elements[name].value = value;
        const address = `http://localhost${form.getAttribute("action")}`;
        Object.defineProperty(form, "action", { value: address });
        form.requestSubmit();
    }
    const [kept] = Object.entries(localStorage).filter(([name]) => name.includes("-acts-"));
    give([findAll(".alarms li b").map((each) => each.textContent), JSON.parse(kept[1])]);
"""


def test_a_page_loaded_without_network_has_the_forms_that_are_kept(named_pairs: Evening) -> None:
    """The server carries out the stored forms once the network is back."""
    hall = named_pairs
    says, kept = kept_acts(
        hall,
        ("iscrivi", {"first": "Rosa", "second": "Pino"}),
        ("tavoli/1/1/salta-turno", {"place": "1", "reason": "traffico"}),
        ("iscritti/2/sostituisci", {"place": "0", "name": "Gino", "reason": "malato"}),
        ("iscritti/3/correggi-nomi", {"name-0": "Tullio"}),
    )
    assert says == [
        "Late entry: Rosa, Pino",
        "Round 1, Table 1: Somebody has not come: traffico",
        "Entry 2: A substitute: Gino, malato",
        "Entry 3: Correct the names: Tullio, Altro 3",
    ]
    for act in kept:
        answer = post_kept(hall, act["url"], dict(act["fields"]))
        assert answer.status_code == 200, answer.content
    members = {(each.entry.number, each.name, each.card) for each in hall.event.members.all()}
    assert {
        (5, "Rosa", ""),
        (5, "Pino", ""),
        (2, "Gino", ""),
        (3, "Tullio", ""),
        (3, "Altro 3", "73"),
    } <= members
    assert len(hall.event.rounds.get().byes) == 1


def playing(on: Evening, number: int) -> list[str]:
    return [each.name for each in on.event.members.filter(entry__number=number).order_by("place")]


@pytest.fixture
def named_pairs(evening: NewEvening) -> Evening:
    """An evening of four pairs by name at real tables, which has begun."""
    hall = evening(venue="real", settings={"rounds": 2, "deals": 2})
    named = actions.Named
    hall.enter(*([named(f"Uno {n}"), named(f"Altro {n}", f"7{n}")] for n in range(1, 5)))
    hall.start()
    return hall


def kept_acts(on: Evening, *acts: tuple[str, dict[str, str]]) -> tuple[list[str], list[Any]]:
    """Fill in these forms of a page loaded without network; return what it lists, and what it will send."""
    unsent = {"event": on.event.code, "me": "1", "round": "Round", "table": "Table", "entry": "Entry"}
    desk = json.loads(kept_desk(Desk(on.event, on.organiser)))
    says, kept = run_on_whole_page(
        KEPT,
        browser().get(reverse("console-offline")).content.decode(),
        address=f"http://localhost{reverse('console', args=[on.event.code])}",
        event=on.event.code,
        desk={**desk, "texts": unsent},
        acts=acts,
    )
    return says, kept


def post_kept(on: Evening, url: str, fields: dict[str, str]) -> Any:
    return browser(on.organiser).post(url, fields, headers={"Accept": "application/json"})


def test_names_corrected_without_network_leave_a_substitute_in_and_each_other(named_pairs: Evening) -> None:
    """Only what was corrected is sent on, also a second time."""
    _says, kept = kept_acts(
        named_pairs,
        ("iscritti/2/sostituisci", {"place": "0", "name": "Gino", "reason": "malato"}),
        ("iscritti/2/correggi-nomi", {"name-1": "Altro giusto"}),
        ("iscritti/2/correggi-nomi", {"name-1": "Altro più giusto"}),
    )
    for act in kept:
        assert post_kept(named_pairs, act["url"], dict(act["fields"])).status_code == 200
    assert playing(named_pairs, 2) == ["Gino", "Altro più giusto"]


def test_a_name_is_corrected_beside_a_substitute_with_an_account(
    named_pairs: Evening, club: list[User]
) -> None:
    _says, [kept] = kept_acts(named_pairs, ("iscritti/2/correggi-nomi", {"name-1": "Altro giusto"}))
    entry, now = named_pairs.event.entries.get(number=2), named_pairs.now
    actions.substitute_member(named_pairs.organiser, entry, 0, club[8], "malato", now=now)
    assert post_kept(named_pairs, kept["url"], dict(kept["fields"])).status_code == 200
    assert {each.user: each.name for each in entry.members.all()} == {club[8]: "", None: "Altro giusto"}


@pytest.mark.parametrize(
    ("act", "typed", "after"),
    [
        ("iscritti/2/correggi-nomi", {"name-0": "Uno giusto"}, "Uno giusto"),
        ("iscritti/2/sostituisci", {"place": "0", "name": "Gino", "reason": "malato"}, "Gino"),
    ],
)
def test_whom_another_director_has_put_in_is_not_replaced_unseen(
    named_pairs: Evening, act: str, typed: dict[str, str], after: str
) -> None:
    """The director reads who is there by now, and may insist."""
    _says, [kept] = kept_acts(named_pairs, (act, typed))
    entry = named_pairs.event.entries.get(number=2)
    actions.correct_entry(named_pairs.organiser, entry, {0: actions.Named("Ugo")}, now=named_pairs.now)
    answer = post_kept(named_pairs, kept["url"], dict(kept["fields"]))
    assert answer.status_code == 409
    refused = answer.json()
    assert refused["code"] == "changed_meanwhile"
    assert refused["details"] == {"field": "name-0", "was": "Uno 2", "theirs": "Ugo"}
    assert playing(named_pairs, 2) == ["Ugo", "Altro 2"]
    again = insisted(dict(kept["fields"]), refused)
    assert post_kept(named_pairs, kept["url"], again).status_code == 200
    assert playing(named_pairs, 2) == [after, "Altro 2"]


@pytest.mark.parametrize(
    ("act", "typed"),
    [
        ("tavoli/1/1/salta-turno", {"place": "1", "reason": "traffico"}),
        ("tavoli/1/1/segna", {"score-1-0": "8", "score-1-1": "3"}),
    ],
)
def test_what_was_entered_about_a_table_is_not_of_those_who_sit_there_meanwhile(
    named_pairs: Evening, act: str, typed: dict[str, str]
) -> None:
    """Insisting does not help: it was about others."""
    on = named_pairs
    _says, [kept] = kept_acts(on, (act, typed))
    first, second = on.tables()
    actions.swap_entries(on.organiser, first, 1, second, 1, "fratelli", now=on.now)
    fields = dict(kept["fields"])
    for _times in range(2):
        refused = post_kept(on, kept["url"], fields).json()
        assert (refused["code"], refused["details"]) == ("places_changed", {"table": 1})
        fields = insisted(fields, refused)
    assert len(on.tables()) == 2
    assert not ScoreEntry.objects.exists()


INSISTING = """
    sessionStorage.setItem("ludopoli-session-desk-" + event, JSON.stringify({ ...desk, session: "" }));
    const refused = { code, message: "no" };
    const acts = [{ id: "a", url: "/", fields: [], refused }];
    localStorage.setItem(`ludopoli-acts-${event}-1`, JSON.stringify(acts));
    await load("tournaments/kept_console");
    give(findAll(".alarms button").map((each) => each.textContent));
"""


@pytest.mark.parametrize(
    ("code", "offered"), [("changed_meanwhile", ["Mine", "Leave"]), ("places_changed", ["Leave"])]
)
def test_a_director_insists_only_where_it_helps(hall: Evening, code: str, offered: list[str]) -> None:
    desk = json.loads(kept_desk(Desk(hall.event, hall.organiser)))
    buttons = run_on_whole_page(
        INSISTING,
        browser().get(reverse("console-offline")).content.decode(),
        address=f"http://localhost{reverse('console', args=[hall.event.code])}",
        event=hall.event.code,
        desk={**desk, "texts": {"event": hall.event.code, "me": "1", "insist": "Mine", "discard": "Leave"}},
        code=code,
    )
    assert buttons == offered


def test_a_substitute_who_has_come_meanwhile_does_not_miss_the_round_unseen(named_pairs: Evening) -> None:
    on = named_pairs
    _says, [kept] = kept_acts(on, ("tavoli/1/1/salta-turno", {"place": "1", "reason": "traffico"}))
    number = on.tables()[0].places[1]
    entry = on.event.entries.get(number=number)
    actions.substitute_member(on.organiser, entry, 0, actions.Named("Gino"), "traffico", now=on.now)
    refused = post_kept(on, kept["url"], dict(kept["fields"])).json()
    assert refused["code"] == "changed_meanwhile"
    was, theirs = f"Uno {number} – Altro {number}", f"Gino – Altro {number}"
    assert refused["details"] == {"field": "name-1", "was": was, "theirs": theirs}
    assert len(on.tables()) == 2
    assert post_kept(on, kept["url"], insisted(dict(kept["fields"]), refused)).status_code == 200
    assert len(on.tables()) == 1


def test_a_pair_whose_fee_was_taken_without_network_is_whom_the_page_showed(evening: NewEvening) -> None:
    on = evening(venue="real", settings={"rounds": 2, "deals": 2}, purse={"fee": {"amount": 500}})
    on.enter(*([actions.Named(f"Uno {n}"), actions.Named(f"Altro {n}")] for n in range(1, 5)))
    on.start()
    _says, [paid] = kept_acts(on, ("iscritti/2/incassa", {}))
    entry = on.event.entries.get(number=2)
    actions.substitute_member(on.organiser, entry, 1, actions.Named("Gino"), "malato", now=on.now)
    fields = dict(paid["fields"])
    refused = post_kept(on, paid["url"], fields).json()
    assert refused["details"] == {"field": "name-1", "was": "Altro 2", "theirs": "Gino"}
    assert not FeePayment.objects.exists()
    assert post_kept(on, paid["url"], insisted(fields, refused)).status_code == 200


def test_two_directors_who_swap_the_same_do_not_undo_it(named_pairs: Evening) -> None:
    """Nor does one whose page shows others at the second table."""
    on, console = named_pairs, browser(named_pairs.organiser)
    page = console.get(reverse("console-table", args=[on.event.code, 1, 1])).content.decode()
    address = "console-table-act", None, [on.event.code, 1, 1, "swap"]
    form = form_at(page, reverse(*address))
    shown = {name: value_of(form, name) for name in ("places", "places-2")}
    typed = {"place": "1", "to": "2-1", "reason": "fratelli"}
    assert send(on, address, **shown, **typed).status_code == 200
    swapped = [each.places for each in on.tables()]
    assert send(on, address, **shown, **typed).json()["details"] == {"table": 1}
    now = {"places": "-".join(map(str, swapped[0]))}
    assert send(on, address, **shown | now, **typed).json()["details"] == {"table": 2}
    assert [each.places for each in on.tables()] == swapped


@pytest.mark.parametrize(
    ("act", "fields"),
    [
        ("adjust", {"points-0": "1"}),
        ("penalise", {"points-0": "1"}),
        ("forfeit", {"part": "1", "place": "0"}),
        ("average", {}),
        ("resting", {}),
        ("end", {}),
    ],
)
def test_what_is_decided_about_a_table_is_of_those_whom_the_page_showed(
    named_pairs: Evening, act: str, fields: dict[str, str]
) -> None:
    table = named_pairs.tables()[0]
    address = "console-table-act", None, [named_pairs.event.code, 1, 1, act]
    others = "-".join(map(str, reversed(table.places)))
    answer = send(named_pairs, address, places=others, reason="visto", **fields)
    assert (answer.status_code, answer.json()["code"]) == (409, "places_changed")


def test_each_of_four_who_play_for_themselves_can_miss_a_round_without_network(
    evening: NewEvening, club: list[User]
) -> None:
    hall = evening(venue="real", unit="single", format="partners", settings={"rounds": 1, "deals": 2})
    hall.enter(*([each] for each in club[:8]))
    hall.start()
    [table, *_others] = json.loads(kept_desk(Desk(hall.event, hall.organiser)))["tables"]
    assert [place for place, _name in table["people"]] == [0, 1, 2, 3]


def test_the_start_of_a_round_does_not_begin_the_next_one(named_pairs: Evening) -> None:
    """Another director has begun it, and its scores are in."""
    on = named_pairs

    def play_round() -> None:
        for table in on.tables():
            enter(on, table, *[(8, 3)] * len(table.labels))
        on.at(seconds=1)

    play_round()
    console = browser(on.organiser)
    page = console.get(reverse("console", args=[on.event.code])).content.decode()
    form = form_at(page, reverse("console-act", args=[on.event.code, "start-round"]))
    assert value_of(form, "round") == "2"
    address = "console-act", None, [on.event.code, "start-round"]
    assert send(on, address, round="1").json()["code"] == "round_begun"
    assert on.round.status == "drawn"
    assert send(on, address, round="2").status_code == 200


def test_a_page_of_names_that_is_old_reverts_nothing(named_pairs: Evening) -> None:
    """Neither what it did not change, nor after a refusal what it has not seen."""
    on, place = named_pairs, [named_pairs.event.code, 2, "correct"]
    console, address = browser(on.organiser), reverse("console-entry-act", args=place)
    page = console.get(reverse("console-entry", args=place[:2])).content.decode()
    form = form_at(page, address)
    shown = {name: value_of(form, name) for name in re.findall(r'<input[^>]*name="(\w+-[^"]*|team)"', form)}
    assert shown["was-card-1"] == shown["card-1"] == "72"
    entry, named = on.event.entries.get(number=2), actions.Named
    actions.correct_entry(on.organiser, entry, {0: named("Ugo"), 1: named("Ada", "99")}, "I Due", now=on.now)
    answer = console.post(address, {**shown, "card-0": "55", "name-1": "Adele"})
    again = answer.content.decode()
    assert answer.status_code == 422
    assert "“Altro 2” has become “Ada” in the meantime" in again
    for name, value in {"was-name-0": "Uno 2", "was-name-1": "Ada", "was-card-1": "72"}.items():
        assert value_of(form_at(again, address), name) == value
    seen = {**shown, "card-0": "55", "name-1": "Adele", "was-name-1": "Ada"}
    assert console.post(address, seen).status_code == 302
    entry = on.event.entries.get(number=2)
    members = [(each.name, each.card) for each in entry.members.order_by("place")]
    assert (entry.name, members) == ("I Due", [("Ugo", "55"), ("Adele", "99")])


QUEUE = """
    const stored = new Map();
    globalThis.localStorage = {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => stored.set(key, value),
    };
    const { openUnsent, sendInOrder, postAct, writtenLast } = await load("tournaments/unsent_acts");
    const unsent = openUnsent("giovedi", "7");
    const act = (id, url = "/punti", fields = []) => ({ id, url, fields, says: id });
    const ids = () => unsent.read().map(({ id }) => id);
"""


def in_order(script: str) -> Any:
    return run_on_page(QUEUE + script)


def test_acts_wait_in_order_until_there_is_a_network() -> None:
    sent, left, after = in_order("""
        unsent.add(act("begin")); unsent.add(act("scores"));
        const sent = [];
        let isOnline = false;
        const post = async ({ id }) => {
            if (!isOnline) throw new TypeError("no network");
            sent.push(id);
            return null;
        };
        await sendInOrder(unsent, post).catch(() => {});
        const left = ids();
        isOnline = true;
        await sendInOrder(openUnsent("giovedi", "7"), post);
        console.log(JSON.stringify([sent, left, ids()]));
    """)
    assert (sent, left, after) == (["begin", "scores"], ["begin", "scores"], [])


def test_acts_of_one_person_are_not_sent_by_another() -> None:
    assert (
        in_order("""
        unsent.add(act("mine"));
        console.log(JSON.stringify(openUnsent("giovedi", "8").read()));
    """)
        == []
    )


def test_a_refused_act_stays_for_the_director_and_the_others_go_on() -> None:
    left, again = in_order("""
        unsent.add(act("a", "/punti", [["score-2-0", "6"], ["was-2-0", ""], ["was-2-1", ""]]));
        unsent.add(act("b"));
        const details = { deal: 2, now: [8, 3] };
        const refused = { code: "scores_changed", details };
        await sendInOrder(unsent, async ({ id }) => (id === "a" ? refused : null));
        const left = ids();
        unsent.insist("a", "corretto");
        const [now] = unsent.read();
        console.log(JSON.stringify([left, [now.id === "a", now.refused ?? null, now.fields]]));
    """)
    assert left == ["a"]
    mine = [["score-2-0", "6"]]
    assert again == [False, None, [*mine, ["was-2-0", "8"], ["was-2-1", "3"], ["reason", "corretto"]]]


def test_whoever_goes_on_instead_is_confirmed_only_when_it_was_said() -> None:
    assert in_order("""
        unsent.add(act("a"));
        unsent.refuse("a", { code: "goes_on_instead" });
        unsent.insist("a", "perché");
        unsent.add(act("b"));
        unsent.refuse("b", { code: "event_changes" });
        unsent.insist("b", "perché");
        console.log(JSON.stringify(unsent.read().map(({ fields }) => fields)));
    """) == [[["reason", "perché"], ["confirmed", "1"]], [["reason", "perché"]]]


def insisted(typed: dict[str, str], refused: dict[str, Any]) -> dict[str, str]:
    """Return the fields of a director who insists on an act that was refused."""
    again: dict[str, str] = run_on_page(
        QUEUE
        + """
        unsent.add(act("a", "/", Object.entries(typed)));
        unsent.refuse("a", refused);
        unsent.insist("a", "");
        console.log(JSON.stringify(Object.fromEntries(unsent.read()[0].fields)));
        """,
        typed=typed,
        refused=refused,
    )
    return again


def test_whoever_insists_on_a_name_enters_somebody_new(evening: NewEvening, organiser: User) -> None:
    ours = clubs.create_club(organiser, name="Circolo Garibaldi")
    clubs.add_member(organiser, ours, "Pino Grassi")
    hall = evening(venue="real", club=ours, settings={"rounds": 2, "deals": 2})
    typed = {"first": "Rosa Neri", "second": "Pino Grasso"}
    console = browser(organiser)

    def post(fields: dict[str, str]) -> Any:
        address = reverse("console-act", args=[hall.event.code, "enter"])
        return console.post(address, fields, headers={"Accept": "application/json"})

    refused = post(typed).json()
    assert (refused["code"], refused["details"]["field"]) == ("similar_person", "second")
    again = insisted(typed, refused)
    assert post(again).status_code == 200
    assert {each.name for each in hall.event.members.all()} == {"Rosa Neri", "Pino Grasso"}


def test_whoever_insists_on_a_name_of_a_team_enters_a_newcomer(evening: NewEvening, organiser: User) -> None:
    """Only that member: the others are found as before, such as one by number."""
    ours = clubs.create_club(organiser, name="Circolo Garibaldi")
    clubs.add_member(organiser, ours, "Pino Grassi")
    clubs.add_member(organiser, ours, "Lia Verdi", card="12")
    robin = {"unit": "team", "format": "robin", "settings": {"deals": 2}}
    hall = evening(venue="real", club=ours, sealed=False, **robin)
    typed = {"team": "I Lupi", "members": "Rosa Neri\n\nPino Grasso\n12\nUgo Bianchi"}
    address = ("console-act", None, [hall.event.code, "enter"])
    refused = send(hall, address, **typed).json()
    assert (refused["code"], refused["details"]["field"]) == ("similar_person", "members-1")
    page = browser(organiser).post(reverse(*address), typed).content.decode()
    assert re.search(r'aria-describedby="[^"]*members[^"]*"', page), "beside the members"
    assert send(hall, address, **insisted(typed, refused)).status_code == 200
    assert [each.name for each in hall.event.members.order_by("place")] == [
        "Rosa Neri", "Pino Grasso", "Lia Verdi", "Ugo Bianchi",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ({"ok": True, "status": 200}, "done"),
        ({"status": 409, "code": "scores_changed"}, "scores_changed"),
        ({"status": 403, "code": "not_director"}, "not_director"),
        ({"status": 403, "code": "csrf"}, "waits"),
        ({"status": 503, "code": "try_again"}, "waits"),
        ({"type": "opaqueredirect", "status": 0}, "waits"),
    ],
)
def test_an_answer_ends_an_act_unless_it_has_to_be_sent_again(answer: dict[str, Any], outcome: str) -> None:
    said = run_on_page(
        QUEUE
        + """
        globalThis.fetch = async () => ({ ...answer, json: async () => answer });
        const outcome = (refused) => refused?.code ?? "done";
        console.log(JSON.stringify(await postAct(act("a"), "token").then(outcome, () => "waits")));
        """,
        answer=answer,
    )
    assert said == outcome


def test_a_kept_sheet_shows_what_was_written_last() -> None:
    assert in_order("""
        const written = (id, score) => act(id, "/1", [["score-1-0", score]]);
        const acts = [written("a", "8"), act("b", "/2", []), written("c", "6")];
        console.log(JSON.stringify([writtenLast(acts, "/1"), writtenLast(acts, "/3")]));
    """) == [{"score-1-0": "6"}, {}]
