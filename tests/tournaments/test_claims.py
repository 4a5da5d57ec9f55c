"""Claims: players call the directors, who answer until the results are final."""

from __future__ import annotations

from typing import Any

from django.test import Client

from ludopoli.accounts.models import User
from ludopoli.notices.models import Notice
from tests.refusals import refused
from tests.tournaments.evening import Evening
from tournaments import actions, selectors
from tournaments.console.desk import Desk
from tournaments.models import Claim
from tournaments.outlets import journal
from tournaments.pages.reader_parts import Readers

WORDS, WHY = "La presa del 3 era nostra", "Abbiamo rivisto la smazzata"


def called(tonight: Evening, by: User, number: int = 0) -> Claim:
    made = actions.call_directors(by, tonight.tables(1)[number], WORDS, now=tonight.now)
    return made


def test_a_claim_is_on_the_desk_until_answered(tonight: Evening, club: list[User], organiser: User) -> None:
    event, anna = tonight.event, club[0]
    with refused("not_entered"):
        actions.call_directors(club[11], tonight.tables()[0], WORDS)
    with refused("reason_needed"):
        actions.call_directors(anna, tonight.tables()[0], " ")
    made = called(tonight, anna)
    with refused("claim_open"):
        actions.call_directors(anna, tonight.tables()[0], WORDS)
    assert [each.number for each, _seats in Desk(event, organiser).open_claims] == [made.number]
    assert Notice.objects.filter(kind="event_claimed").values_list("user", flat=True).get() == organiser.pk
    ruling: dict[str, Any] = {"accepts": False, "reason": WHY}
    with refused("not_director"):
        actions.answer_claim(anna, made, **ruling)
    with refused("reason_needed"):
        actions.answer_claim(organiser, made, accepts=True, reason="")
    actions.answer_claim(organiser, made, **ruling)
    with refused("claim_answered"):
        actions.answer_claim(organiser, made, **ruling)
    assert not Desk(event, organiser).open_claims
    assert Notice.objects.get(kind="event_answered").user == anna
    assert [line.what for line in journal.read_log(event, organiser)][:2] == ["claim_rejected", "claimed"]


def test_an_upheld_claim_may_change_the_points(tonight: Evening, club: list[User], organiser: User) -> None:
    made = called(tonight, club[0])
    yes: dict[str, Any] = {"accepts": True, "reason": WHY, "points": [1200, 800]}
    with refused("table_open"):
        actions.answer_claim(organiser, made, **yes)
    assert Claim.objects.get().status == Claim.Status.OPEN, "nothing is half done"
    tonight.play()
    answered = actions.answer_claim(organiser, made, **yes)
    assert answered.status == Claim.Status.ACCEPTED
    assert selectors.event_sheet(tonight.event).points(tonight.tables(1)[0]) == (1200, 800)
    actions.add_director(organiser, tonight.event, club[0])
    again = called(tonight, club[0], 1)
    with refused("own_claim"):
        actions.answer_claim(club[0], again, **yes)


def test_half_an_hour_after_its_round_a_result_is_final(tonight: Evening, club: list[User]) -> None:
    waiting = tonight.tables(1)[0]
    tonight.play()
    with refused("not_begun"):
        actions.call_directors(club[0], tonight.tables(2)[0], WORDS)
    table = tonight.tables(1)[0]
    assert table.pk == waiting.pk
    later = tonight.now + selectors.CLAIMS_FOR * 1.1
    with refused("results_final"):
        actions.call_directors(club[0], table, WORDS, now=later)
    actions.call_directors(club[0], table, WORDS, now=tonight.now)


def test_players_and_directors_find_the_claim_on_their_pages(
    tonight: Evening, club: list[User], organiser: User
) -> None:
    event, player, desk, api = tonight.event, Client(), Client(), Client()
    player.force_login(club[0])
    desk.force_login(organiser)
    page = f"/tornei/{event.code}/"
    assert f'action="{page}reclamo/"' in player.get(page).content.decode()
    table = Readers(event).mine(club[0], tonight.now).to_claim[0]
    about = {"table": f"1-{table.number}", "text": WORDS}
    assert player.post(f"{page}reclamo/", about).status_code == 302
    for _again in range(2):
        assert WORDS in player.get(page).content.decode()
        assert WORDS in desk.get(f"{page}direzione/parti/").content.decode()
        desk.post(f"{page}direzione/reclami/1/respingi/", {"reason": WHY})
    assert WHY in player.get(page).content.decode()
    api.force_login(club[2])
    address = f"/api/v1/tournaments/{event.code}/claims/"
    assert api.get(address).json()["results"] == []
    [claim] = desk.get(address).json()["results"]
    assert (claim["status"], claim["answer"], claim["by"]) == ("rejected", WHY, "Anna")
