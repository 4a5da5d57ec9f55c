"""Claims: players call the directors, who answer until the results are final."""

from __future__ import annotations

from typing import Any

from django.test import Client

from ludopoli.accounts.models import User
from ludopoli.notices.models import Notice
from tests.tournaments.evening import Evening, code_of
from tournaments import actions, selectors
from tournaments.console.desk import Desk
from tournaments.models import Claim
from tournaments.pages.reader_parts import Readers

WORDS, WHY = "La presa del 3 era nostra", "Abbiamo rivisto la smazzata"


def called(tonight: Evening, by: User, number: int = 0) -> Claim:
    made = actions.claim(by, tonight.tables(1)[number], WORDS, now=tonight.now)
    assert isinstance(made, Claim), made
    return made


def test_a_claim_is_on_the_desk_until_answered(tonight: Evening, club: list[User], organiser: User) -> None:
    event, anna = tonight.event, club[0]
    assert code_of(actions.claim(club[11], tonight.tables()[0], WORDS)) == "not_entered"
    assert code_of(actions.claim(anna, tonight.tables()[0], " ")) == "reason_needed"
    made = called(tonight, anna)
    assert code_of(actions.claim(anna, tonight.tables()[0], WORDS)) == "claim_open"
    assert [each.number for each, _seats in Desk(event, organiser).open_claims] == [made.number]
    assert Notice.objects.filter(kind="event_claimed").values_list("user", flat=True).get() == organiser.pk
    ruling: dict[str, Any] = {"accepts": False, "reason": WHY}
    assert code_of(actions.answer(anna, made, **ruling)) == "not_director"
    assert code_of(actions.answer(organiser, made, accepts=True, reason="")) == "reason_needed"
    assert isinstance(actions.answer(organiser, made, **ruling), Claim)
    assert code_of(actions.answer(organiser, made, **ruling)) == "claim_answered"
    assert not Desk(event, organiser).open_claims
    assert Notice.objects.get(kind="event_answered").user == anna
    assert [line.what for line in selectors.log(event, organiser)][:2] == ["claim_rejected", "claimed"]


def test_an_upheld_claim_may_change_the_points(tonight: Evening, club: list[User], organiser: User) -> None:
    made = called(tonight, club[0])
    yes: dict[str, Any] = {"accepts": True, "reason": WHY, "points": [1200, 800]}
    assert code_of(actions.answer(organiser, made, **yes)) == "table_open"
    assert Claim.objects.get().status == Claim.Status.OPEN, "nothing is half done"
    tonight.play()
    answered = actions.answer(organiser, made, **yes)
    assert isinstance(answered, Claim)
    assert answered.status == Claim.Status.ACCEPTED
    assert selectors.sheet(tonight.event).points(tonight.tables(1)[0]) == (1200, 800)
    actions.add_director(organiser, tonight.event, club[0])
    again = called(tonight, club[0], 1)
    assert code_of(actions.answer(club[0], again, **yes)) == "own_claim"


def test_half_an_hour_after_its_round_a_result_is_final(tonight: Evening, club: list[User]) -> None:
    waiting = tonight.tables(1)[0]
    tonight.play()
    assert code_of(actions.claim(club[0], tonight.tables(2)[0], WORDS)) == "not_begun"
    table = tonight.tables(1)[0]
    assert table.pk == waiting.pk
    later = tonight.now + selectors.CLAIMS_FOR * 1.1
    assert code_of(actions.claim(club[0], table, WORDS, now=later)) == "results_final"
    assert isinstance(actions.claim(club[0], table, WORDS, now=tonight.now), Claim)


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
