"""A tournament run through the API alone, by its organiser and its players, with the scopes they need."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from games.models import Boards
from ludopoli.accounts.models import User
from tests.api.events import announced, running
from tests.tournaments.evening import Evening
from tournaments import actions
from tournaments.evenings import evening_files
from tournaments.models import Event, TournamentTable
from tournaments.running import sequencer

Clients = Callable[..., APIClient]

ROOT = "/api/v1/tournaments/"
BODY = {
    "name": "Il giovedì",
    "game": "tressette",
    "format": "swiss",
    "settings": {"rounds": 1, "deals": 1},
    "check_in_minutes": 30,
    "pace": 0,
}


def soon() -> str:
    return (timezone.now() + timedelta(minutes=20)).isoformat()


def ok(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content
    return answer.json() if answer.content else None


def test_an_older_event_has_all_settings_of_its_format(client_of: Clients) -> None:
    """An option that was added after the event was created has its default, by which the event is played."""
    organiser = client_of("Ugo", "organise")
    event = announced(User.objects.get(username="Ugo"), settings={"rounds": 2, "deals": 1})
    del event.settings["absent"]
    event.save(update_fields=["settings"])
    shown = ok(organiser.get(f"{ROOT}{event.code}/"))
    assert shown["settings"].items() >= {"rounds": 2, "deals": 1, "absent": "bots"}.items()


def test_a_program_can_run_a_whole_event(client_of: Clients) -> None:
    organiser = client_of("Ugo", "organise")
    series = ok(organiser.post("/api/v1/series/", {"name": "Campionato", "best": 3}, format="json"), 201)
    made = ok(
        organiser.post(ROOT, {**BODY, "starts_at": soon(), "series": series["code"]}, format="json"), 201
    )
    assert (made["status"], made["rounds_in_all"], made["directs"]) == ("check_in", 1, True)
    assert made["secret"] is None
    elsewhere = organiser.post(ROOT, {**BODY, "starts_at": soon(), "series": "nessuna"}, format="json")
    assert (elsewhere.status_code, elsewhere.json()["detail"]) == (
        404,
        "Serie non trovata: controlla il link.",
    )
    event = f"{ROOT}{made['code']}/"

    players = {name: client_of(name, "play") for name in ("Anna", "Bruno", "Carla", "Dario")}
    for one, other in (("Anna", "Bruno"), ("Carla", "Dario")):
        entry = ok(players[one].post(f"{event}entries/", {"partner": other}, format="json"), 201)
        assert entry["status"] == "asked"
        assert ok(players[other].get(f"{event}me/"))["asked"] is True
        ok(players[other].post(f"{event}accept/"))
    bots = {"members": [{"level": "circolo"}, {"level": "circolo"}]}
    for _pair in range(2):
        ok(organiser.post(f"{event}entries/add/", bots, format="json"), 201)
    for name in ("Anna", "Bruno", "Carla"):
        ok(players[name].post(f"{event}check-in/"))
    listed = ok(organiser.get(f"{event}entries/?size=3"))
    assert [each["status"] for each in listed["results"]] == ["checked_in", "registered", "checked_in"]
    assert len(ok(organiser.get(listed["next"]))["results"]) == 1

    ok(organiser.put(f"{event}entries/seeds/", {"numbers": [4, 3, 2, 1]}, format="json"), 204)
    ok(organiser.post(f"{event}start/"))
    [drawn] = ok(organiser.get(f"{event}rounds/"))["results"]
    assert (drawn["status"], len(drawn["tables"])) == ("drawn", 2)
    swap = {"table": 1, "side": 0, "other_table": 2, "other_side": 0, "reason": "Sono fratelli"}
    swapped = ok(organiser.post(f"{event}rounds/1/swap/", swap, format="json"))
    assert swapped["tables"][0]["entries"][0] == drawn["tables"][1]["entries"][0]
    ok(organiser.post(f"{event}start-round/"))
    mine = ok(players["Anna"].get(f"{event}me/"))
    assert mine["table"]["status"] == "playing"
    assert ok(players["Anna"].get(f"/api/v1/tables/{mine['table']['table']}/"))["match"]

    row = Event.objects.select_related("organiser").get(code=made["code"])
    assert row.organiser is not None
    Evening(row, row.organiser, timezone.now()).to_the_end()
    over = ok(organiser.get(event))
    assert (over["status"], len(over["secret"])) == ("finished", 64)
    lines = ok(organiser.get(f"{event}standings/"))["results"]
    assert [line["place"] for line in lines] == [1, 2, 3, 4]
    assert sum(line["score"] for line in lines) == 4000
    tied = next(made for line in lines for made in line["breaks"] if made["terms"])
    assert tied["value"] == sum(term["amount"] for term in tied["terms"] if term["counts"])
    rows = ok(organiser.get(f"{event}deals/1-1/"))["results"]
    assert {row["table"] for row in rows} == {1, 2}
    ruled = ok(
        organiser.post(f"{event}rounds/1/tables/1/annul/", {"reason": "Carta scoperta"}, format="json")
    )
    assert (ruled["annulled"], ruled["points"]) == (True, None)
    season = ok(organiser.get(f"/api/v1/series/{series['code']}/"))["season"]
    assert {each["name"] for each in season} == {"Anna", "Bruno", "Carla"}, "Dario has not come"
    page = ok(organiser.get(f"{event}log/?size=3"))
    assert len(page["results"]) == 3
    older = ok(organiser.get(page["next"].replace("size=3", "size=200")))["results"]
    said = [line["what"] for line in (*page["results"], *older)]
    assert said[:2] == ["annulled", "finished"]
    assert organiser.get(f"{event}results/").content.startswith(b"place,entry,name,score,rounds,byes,members")
    assert organiser.get(f"{event}records/").getvalue().count(b"\n") == 2


def test_a_program_names_directors_and_commentators(client_of: Clients) -> None:
    organiser = client_of("Ugo", "organise")
    User.objects.bulk_create(User(username=name) for name in ("Nora", "Olga"))
    event = f"{ROOT}{announced(User.objects.get(username='Ugo')).code}/"

    def name(person: str, **role: str) -> tuple[list[str], list[str]]:
        made = ok(organiser.put(f"{event}directors/{person}/", role, format="json"))
        return made["directors"], made["commentators"]

    assert name("Nora") == (["Nora"], [])
    assert name("Olga", role="commentator") == (["Nora"], ["Olga"])
    assert name("Nora", role="commentator") == ([], ["Nora", "Olga"])
    unknown = organiser.put(f"{event}directors/Olga/", {"role": "organiser"}, format="json")
    assert (unknown.status_code, unknown.json()["code"]) == (400, "bad_request")
    assert ok(organiser.delete(f"{event}directors/Olga/"))["commentators"] == ["Nora"]


@pytest.mark.parametrize(
    ("scope", "path", "body"),
    [
        ("play", "", BODY),
        ("read", "{code}/entries/", {}),
        ("play", "{code}/entries/add/", {"members": [{"level": "circolo"}]}),
        ("play", "{code}/start/", {}),
        ("organise", "{code}/entries/", {}),
    ],
)
def test_each_operation_needs_its_scope(
    client_of: Clients, scope: str, path: str, body: dict[str, Any]
) -> None:
    ugo = User.objects.create(username="Ugo")
    code = announced(ugo).code
    refused = client_of("Ugo", scope).post(ROOT + path.format(code=code), body, format="json")
    assert (refused.status_code, refused.json()["code"]) == (403, "no_scope")


@pytest.mark.parametrize(
    ("method", "path", "body", "code", "status"),
    [
        ("post", "start/", {}, "not_director", 403),
        ("post", "entries/", {}, "partner_needed", 409),
        ("post", "entries/", {"partner": "Nessuno"}, "no_person", 404),
        ("post", "check-in/", {}, "not_entered", 404),
        ("post", "accept/", {}, "not_asked", 404),
        ("put", "directors/Ugo/", {}, "not_organiser", 403),
        ("get", "log/", {}, "not_director", 403),
        ("get", "rounds/9/", {}, "not_found", 404),
        ("get", "rounds/x/", {}, "not_found", 404),
        ("post", "rounds/1/tables/1/annul/", {}, "bad_request", 400),
        ("get", "entries/?status=perhaps", {}, "bad_request", 400),
    ],
)
def test_a_refusal_gives_its_reason(
    client_of: Clients, method: str, path: str, body: dict[str, Any], code: str, status: int
) -> None:
    event = announced(User.objects.create(username="Ugo"))
    refused = getattr(client_of("Anna"), method)(f"{ROOT}{event.code}/{path}", body, format="json")
    assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert refused["Content-Type"] == "application/problem+json"


def test_the_calendar_is_filtered_and_paginated(client_of: Clients, anybody: APIClient) -> None:
    ugo = User.objects.create(username="Ugo")
    first, second = (announced(ugo, name=name) for name in ("Prima", "Seconda"))
    page = ok(anybody.get(f"{ROOT}?size=1"))
    assert [each["code"] for each in page["results"]] == [first.code]
    assert [each["code"] for each in ok(anybody.get(page["next"]))["results"]] == [second.code]
    assert ok(anybody.get(f"{ROOT}?past=true"))["results"] == []
    assert ok(anybody.get(f"{ROOT}?game=whist"))["results"] == []
    assert len(ok(client_of("Ugo").get(f"{ROOT}?mine=true"))["results"]) == 2
    assert anybody.get(f"{ROOT}?mine=true").status_code == 401


def test_unchanged_rounds_are_not_sent_again(anybody: APIClient, db: None) -> None:
    event = running(User.objects.create(username="Ugo"))
    address = f"{ROOT}{event.code}/rounds/"
    etag = anybody.get(address)["ETag"]
    assert anybody.get(address, headers={"If-None-Match": etag}).status_code == 304
    TournamentTable.objects.filter(round__event=event, number=1).update(status="over")
    assert anybody.get(address, headers={"If-None-Match": etag}).status_code == 200


def test_a_bot_account_enters_like_anyone(client_of: Clients) -> None:
    ugo = User.objects.create(username="Ugo")
    automa = User.objects.create(username="Automa", is_bot=True, owner=ugo)
    event = announced(ugo, format="arena", unit="single", check_in_minutes=0, settings={"deals": 1})
    entry = ok(client_of("Automa", "play").post(f"{ROOT}{event.code}/entries/", {}, format="json"), 201)
    [member] = entry["members"]
    assert (member["name"], member["program"], member["bot"]) == ("Automa", True, False)
    assert event.members.get().user == automa
    sequencer.advance_event(event.pk)


def test_an_event_can_be_changed_and_cancelled(client_of: Clients) -> None:
    organiser = client_of("Ugo", "organise")
    event = announced(User.objects.get(username="Ugo"))
    address = f"{ROOT}{event.code}/"
    ok(organiser.put(f"{address}invitees/Ugo/"))
    changed = ok(organiser.patch(address, {"name": "Il venerdì", "access": "invited"}, format="json"))
    assert (changed["name"], changed["access"], changed["format"]) == ("Il venerdì", "invited", "swiss")
    assert ok(organiser.get(f"{address}invitees/"))["results"] == [{"name": "Ugo"}]
    bad = organiser.patch(address, {"settings": {"rounds": 99}}, format="json")
    assert (bad.status_code, bad.json()["code"]) == (409, "bad_setting")
    over = ok(organiser.post(f"{address}cancel/", {"reason": "Piove"}, format="json"))
    assert over["status"] == "cancelled"


def test_a_director_enters_the_scores_of_a_real_table(client_of: Clients) -> None:
    organiser = client_of("Ugo", "organise")
    ugo = User.objects.get(username="Ugo")
    event = announced(ugo, venue="real", break_seconds=0)
    for names in (("Mario", "Lia"), ("Nora", "Pino")):
        actions.enter_members(ugo, event, [actions.Named(name) for name in names])
    actions.start_event(ugo, event)
    actions.start_round(ugo, event)
    table = TournamentTable.objects.get(round__event=event, round__number=1)
    address = f"{ROOT}{event.code}/rounds/1/tables/1/scores/"
    sent = {"rows": [{"deal": table.labels[0], "scores": [8, 3]}]}
    assert ok(organiser.post(address, sent, format="json"))["status"] == "over"
    sent["rows"][0]["scores"] = [3, 8]
    refused = organiser.post(address, sent, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "reason_needed")
    online = running(ugo)
    refused = organiser.post(f"{ROOT}{online.code}/rounds/1/tables/1/scores/", sent, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_real")


def test_programs_hold_an_evening_at_real_tables(client_of: Clients) -> None:
    organiser, player = client_of("Ugo", "organise"), client_of("Anna", "play")
    ugo, anna = (User.objects.get(username=name) for name in ("Ugo", "Anna"))
    event = announced(ugo, venue="real", break_seconds=0, settings={"rounds": 1, "deals": 1})
    address = f"{ROOT}{event.code}/"
    text = "nome;compagno\nMario;Lia\nUgo;\n"
    read = ok(organiser.post(f"{address}entries/list/", {"text": text}, format="json"))
    assert [each["outcome"] for each in read["lines"]] == ["new", "wrong"]
    assert not event.entries.exists()
    ok(organiser.post(f"{address}entries/list/", {"text": text, "store": True}, format="json"))
    actions.enter_members(ugo, event, [anna, actions.Named("Pino")])
    lines = organiser.get(f"{address}entries/file/").content.decode().splitlines()
    assert [[cell for cell in line.split(",") if cell] for line in lines[1:]] == [
        ["Mario", "Lia"],
        ["Anna", "Pino"],
    ]
    coming = announced(ugo, venue="real", settings={"rounds": 1, "deals": 1})
    again = {"text": "\n".join(lines)}
    read = ok(organiser.post(f"{ROOT}{coming.code}/entries/list/", again, format="json"))
    assert [each["outcome"] for each in read["lines"]] == ["new", "new"]
    coming.delete()
    actions.start_event(ugo, event)
    actions.start_round(ugo, event)
    table = TournamentTable.objects.get(round__event=event)
    own = f"{address}rounds/1/tables/1/own-scores/"
    sent = {"rows": [{"deal": table.labels[0], "scores": [8, 3]}]}
    assert ok(player.post(own, sent, format="json"))["status"] == "playing"
    link = ok(organiser.get(f"{address}entries/1/score-link/"))
    assert link["members"] == [], "only of a team"
    assert link != ok(organiser.post(f"{address}entries/1/score-link/", {}, format="json"))
    ok(organiser.post(f"{address}rounds/1/tables/1/scores/", sent, format="json"))
    refused = player.post(own, sent, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "table_over")
    file = json.dumps(evening_files.evening_document(Event.objects.get(pk=event.pk)))
    Event.objects.filter(pk=event.pk).delete()
    for _time in range(2):
        brought = ok(organiser.post("/api/v1/evenings/", {"file": file}, format="json"), 201)
        assert (brought["held_code"], brought["status"]) == (event.code, "finished")
    assert Event.objects.count() == 1


@pytest.mark.parametrize("venue", ["online", "real"])
def test_a_substitute_replaces_only_whom_the_program_saw(client_of: Clients, venue: str) -> None:
    organiser, ugo = client_of("Ugo", "organise"), User.objects.get(username="Ugo")
    event = announced(ugo, venue=venue)
    members: list[User | actions.Named | str] = [actions.Named("Mario"), actions.Named("Lia")]
    if venue == "online":
        members = [User.objects.create_user("Nora"), "circolo"]
    actions.enter_members(ugo, event, members)
    address = f"{ROOT}{event.code}/entries/1/"
    read = [each["name"] for each in ok(organiser.get(address))["members"]]
    sent = {"position": 1, "seen": read[0], "reason": "Elena deve andare"}
    sent |= {"level": "principiante"} if venue == "online" else {"named": "Pia"}
    refused = organiser.post(f"{address}substitute/", sent, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "changed_meanwhile")
    assert refused.json()["details"] == {"field": "name-1", "was": read[0], "theirs": read[1]}
    ok(organiser.post(f"{address}substitute/", {**sent, "seen": read[1]}, format="json"))


def test_a_program_confirms_what_one_side_has_written(client_of: Clients) -> None:
    organiser, player = client_of("Ugo", "organise"), client_of("Anna", "play")
    ugo, anna = (User.objects.get(username=name) for name in ("Ugo", "Anna"))
    event = announced(ugo, venue="real", break_seconds=0, settings={"rounds": 1, "deals": 1})
    actions.enter_members(ugo, event, [anna, actions.Named("Pino")])
    actions.enter_members(ugo, event, [actions.Named("Mario"), actions.Named("Lia")])
    actions.start_event(ugo, event)
    actions.start_round(ugo, event)
    [table] = TournamentTable.objects.filter(round__event=event)
    address = f"{ROOT}{event.code}/rounds/1/unconfirmed-scores/"
    assert ok(organiser.get(address)) == {"seen": 0, "tables": []}
    row = {"deal": table.labels[0], "scores": [8, 3]}
    ok(player.post(f"{ROOT}{event.code}/rounds/1/tables/1/own-scores/", {"rows": [row]}, format="json"))
    waiting = ok(organiser.get(address))
    side = event.entries.get(members__user=anna).number
    written = {**row, "sides": [table.places.index(side)]}
    assert waiting["tables"] == [{"table": 1, "rows": [written]}]
    early = {"seen": waiting["seen"] - 1}
    assert ok(organiser.post(address, early, format="json")) == waiting, "it was written later"
    confirmed = ok(organiser.post(address, {"seen": waiting["seen"], "table": 1}, format="json"))
    assert confirmed["tables"] == []
    table.refresh_from_db()
    assert (table.status, table.deals) == ("over", {table.labels[0]: [8, 3]})


def test_a_program_keeps_the_cash_desk(client_of: Clients, anybody: APIClient) -> None:
    organiser = client_of("Ugo", "organise")
    ugo = User.objects.get(username="Ugo")
    event = announced(ugo, venue="real", break_seconds=0, settings={"rounds": 1, "deals": 1})
    address = f"{ROOT}{event.code}/"
    purse = {"fee": {"amount": 1000}, "house_percent": 10, "prizes": [{"place": 1, "share": 100}]}
    changed = ok(organiser.patch(address, {"purse": purse}, format="json"))
    assert (changed["purse"]["house_percent"], changed["purse"]["fee"]["per"]) == (10, "person")
    for names in (("Mario", "Lia"), ("Nora", "Pino")):
        actions.enter_members(ugo, event, [actions.Named(name) for name in names])
    paid = ok(organiser.post(f"{address}entries/1/take-fee/", {"position": 0}, format="json"))
    assert (paid["collected"], paid["still_due"], paid["hands"]) == (
        1000, 3000, [{"name": "Ugo", "amount": 1000}],
    )  # fmt: skip
    assert ok(organiser.post(f"{address}entries/1/return-fee/", {}, format="json"))["collected"] == 0
    assert ok(organiser.post(f"{address}fees/take-all/", format="json"))["collected"] == 4000
    assert ok(organiser.get(f"{address}fees/"))["still_due"] == 0
    assert anybody.get(f"{address}fees/").status_code == 401
    assert anybody.get(f"{address}awards/").status_code == 404
    actions.start_event(ugo, event)
    actions.start_round(ugo, event)
    table = TournamentTable.objects.get(round__event=event)
    sent = {"rows": [{"deal": table.labels[0], "scores": [8, 3]}]}
    ok(organiser.post(f"{address}rounds/1/tables/1/scores/", sent, format="json"))
    found = ok(anybody.get(f"{address}awards/"))
    assert (found["collected"], found["paid_out"], found["house"]) == (4000, 3600, 400)
    assert [each["amount"] for each in found["awards"]] == [3600]
    refused = organiser.patch(address, {"purse": {"prizes": [{"place": 1, "share": 101}]}}, format="json")
    assert refused.status_code == 400
    refused = organiser.post(f"{address}fees/9/return/", format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "fee_not_paid")


def test_the_results_of_a_deal_are_published_once_nobody_can_still_play_it(
    anybody: APIClient, db: None
) -> None:
    event = running(User.objects.create(username="Ugo"))
    TournamentTable.objects.filter(round__event=event, number=1).update(
        status="over", deals={"1-1": [21, 12]}
    )
    address = f"{ROOT}{event.code}/rounds/1/tables/1/"
    assert ok(anybody.get(address))["deals"] == {}
    Boards.objects.update(opened_at=timezone.now())
    assert ok(anybody.get(address))["deals"] == {"1-1": [21, 12]}


def test_a_program_holds_meetings_of_several_parts(client_of: Clients) -> None:
    organiser, ugo = client_of("Ugo", "organise"), User.objects.get(username="Ugo")
    parts = [
        {"game": "briscola", "rules": {"preset": "torneo"}},
        {"game": "tressette"},
    ]
    body = {**BODY, "format": "knockout", "settings": {}, "venue": "real", "scores": "match"}
    body |= {"check_in_minutes": 0, "later_parts": parts, "bella": True, "starts_at": soon()}
    made = ok(organiser.post(ROOT, body, format="json"), 201)
    assert [each["deals"] for each in made["later_parts"]] == [1, 1]
    assert made["bella"] is True
    assert made["called"].count("bella") == 1
    event = Event.objects.get(code=made["code"])
    for names in (("Mario", "Lia"), ("Nora", "Pino")):
        actions.enter_members(ugo, event, [actions.Named(name) for name in names])
    actions.start_event(ugo, event)
    ok(organiser.post(f"{ROOT}{event.code}/start-round/", {}, format="json"))
    table = TournamentTable.objects.get(round__event=event)
    address = f"{ROOT}{event.code}/rounds/1/tables/1/"
    sent = {"rows": [{"deal": table.labels[0], "scores": [3, 1]}]}
    shown = ok(organiser.post(f"{address}scores/", sent, format="json"))
    assert [each["labels"] for each in shown["parts"]] == [table.labels[:1], table.labels[1:], []]
    over = ok(
        organiser.post(f"{address}forfeit-part/", {"part": 2, "side": 1, "reason": "Assenza"}, format="json")
    )
    assert (over["status"], over["points"], over["parts"][1]["forfeited"]) == ("over", [200, 0], 1)
