"""Rulings on results: undoing them, how they are shown, their bounds, and the confirmation that is needed if
somebody else would advance."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from ludopoli.accounts.models import User
from tests.conftest import Lasting
from tests.refusals import refused
from tests.snapshots import from_snapshot
from tests.tournaments.conftest import Begun, NewEvening, begun
from tests.tournaments.evening import Evening
from tests.tournaments.test_pages import browser, said, shown, unfolded, words
from tournaments import actions, selectors
from tournaments.models import Round, TournamentTable
from tournaments.outlets import journal

TWO_DECIMALS = "Points are numbers with two decimals at most, one for each place."


@pytest.fixture(autouse=True)
def _in_english() -> Any:
    with translation.override("en"):
        yield


@pytest.fixture(scope="module")
def shared(lasting: Lasting) -> Begun:
    """An event of two rounds of two deals each; the first round is over."""

    def begin(tonight: Evening, club: list[User]) -> None:
        tonight.pairs(club)
        tonight.start()
        tonight.play()

    return begun(lasting, begin, settings={"rounds": 2, "deals": 2})


def rule(tonight: Evening, name: str, **fields: str) -> str:
    """Press a button of the console, and return the message to the director."""
    url = reverse("console-table-act", args=[tonight.event.code, 1, 1, name])
    return said(browser(tonight.organiser).post(url, {"reason": "Visto", **fields}, follow=True))


def table_page(tonight: Evening, turn: int = 1) -> str:
    url = f"/tornei/{tonight.event.code}/direzione/tavoli/{turn}/1/"
    return browser(tonight.organiser).get(url).content.decode()


def points(tonight: Evening, table: TournamentTable) -> Any:
    return selectors.event_sheet(tonight.event).points(table)


# ---- undoing a ruling


def test_an_annulled_deal_is_restored_from_its_dialog(tonight: Evening) -> None:
    table = tonight.tables(1)[0]
    played, before = dict(table.deals), points(tonight, table)
    assert rule(tonight, "annul-deal", deal="1-1") == "Deal annulled."
    assert tonight.tables(1)[0].deals["1-1"] is None
    html = table_page(tonight)
    assert "This can be undone." in html
    assert re.search(r'action="[^"]*/ripristina-smazzata/".*?name="deal" value="1-1"', html, re.DOTALL)
    assert rule(tonight, "restore-deal", deal="1-1") == "The deal counts again."
    table.refresh_from_db()
    assert table.deals == played
    assert points(tonight, table) == before


def test_only_the_named_deal_is_restored(tonight: Evening) -> None:
    table, by = tonight.tables(1)[0], tonight.organiser
    for label in ("1-1", "1-2"):
        actions.annul_deal(by, table, label, "Carta scoperta")
    actions.penalise_table(by, table, [100, 0], "Ritardo")
    actions.restore_deal(by, table, "1-2", "Era coperta")
    table.refresh_from_db()
    assert (table.deals["1-1"], table.penalties) == (None, [100, 0])
    assert table.deals["1-2"] is not None
    with refused("no_deal"):
        actions.restore_deal(by, table, "9-9", "Boh")


# ---- on the public page and in the log


def test_every_ruling_is_listed_with_values_before_and_after(tonight: Evening) -> None:
    table, by = tonight.tables(1)[0], tonight.organiser
    before = "–".join(f"{each / 100:g}" for each in points(tonight, table))
    actions.adjust_points(by, table, [1250, 750], "Carta vista")
    actions.penalise_table(by, table, [100, 0], "Ritardo")
    actions.annul_deal(by, table, "1-1", "Carta scoperta")
    page = words(unfolded(tonight.event))
    assert f"The result was set: {before} → 12.5–7.5 . Carta vista" in page.replace("7.5.", "7.5 .")
    assert "Points were taken away: 12.5–7.5 → 11.5–7.5" in page
    made = "–".join(map(str, table.deals["1-1"]))
    assert f"Deal 1-1 was annulled ({made}): 11.5–7.5 → 11.5–7.5" in page
    lines = [each.said for each in journal.read_log(tonight.event, by)]
    assert "Round 1, table 1: points were taken away: 12.5–7.5 → 11.5–7.5" in lines
    actions.annul_result(by, table, "Tutto da rifare")
    assert "The table was annulled: 11.5–7.5 → no result" in words(unfolded(tonight.event))


def test_rulings_about_a_round_in_play_are_not_published(begun_evening: NewEvening, club: list[User]) -> None:
    tonight = begun_evening()
    [done, going] = tonight.tables()
    tonight.play(done)
    done = tonight.tables()[0]
    actions.adjust_points(tonight.organiser, done, [1250, 750], "Carta vista", now=tonight.now)
    assert "Carta vista" not in shown(tonight.event)
    plays = next(each for each in club if selectors.my_table(each, tonight.event) == going)
    tonight.event.officers.add(plays)
    assert not any("12.5" in each.said for each in journal.read_log(tonight.event, plays))
    assert any("12.5" in each.said for each in journal.read_log(tonight.event, tonight.organiser))


# ---- bounds


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"points-0": "12,5", "points-1": "7.5"}, "Result set."),
        ({"points-0": "20", "points-1": "0"}, "Result set."),
        ({"points-0": "20.01", "points-1": "0"}, "Here this goes from 0 to 20 points."),
        ({"points-0": "−1", "points-1": "0"}, "Here this goes from 0 to 20 points."),
        ({"points-0": "1e1", "points-1": "0"}, TWO_DECIMALS),
    ],
)  # fmt: skip
def test_a_result_must_be_possible_at_its_table(tonight: Evening, given: dict[str, str], text: str) -> None:
    assert rule(tonight, "adjust", **given) == text


@pytest.mark.parametrize(
    ("scoring", "rules", "bounds"),
    [
        ("victory", {"preset": "classico"}, (0, 20)),
        ("match", {"preset": "classico"}, (0, 2)),
        ("matchpoints", {"preset": "classico"}, (0, 100)),
        ("game", {"preset": "classico"}, (0, 2 * 35)),
        ("game", {"preset": "classico", "accuse_window": 0}, (0, 2 * 11)),
        ("cross", {"preset": "classico", "accuse_window": 0}, (-2 * 22, 2 * 22)),
    ],
)
def test_possible_results_follow_from_scoring_and_game(
    begun_evening: NewEvening, scoring: str, rules: dict[str, Any], bounds: tuple[int, int]
) -> None:
    tonight = begun_evening(2, settings={"rounds": 1, "deals": 2, "scoring": scoring}, rules=rules)
    tonight.to_the_end()
    table, by = tonight.tables(1)[0], tonight.organiser
    least, most = bounds
    assert actions.points_bounds(selectors.event_sheet(tonight.event).state, table) == bounds
    actions.adjust_points(by, table, [100 * most, 100 * least], "Limite")
    with refused("points_bounds"):
        actions.adjust_points(by, table, [100 * most + 1, 0], "Oltre")
    with refused("points_bounds"):
        actions.adjust_points(by, table, [None, 100 * least - 1], "Sotto")
    with refused("points_bounds"):
        actions.penalise_table(by, table, [100 * (most - least) + 1, 0], "Troppo")


# ---- where the loser is out


@pytest.fixture
@from_snapshot
def semifinals(begun_evening: NewEvening) -> Evening:
    """An eliminazione of four pairs; the semifinals are over, the final is drawn."""
    begun = begun_evening(format="knockout", settings={"deals": 1, "third_place": False})
    begun.play()
    return begun


def turned(table: TournamentTable, tonight: Evening) -> list[int]:
    """Return the result of a table with the sides exchanged."""
    made = points(tonight, table)
    return [made[1], made[0]]


def test_a_change_that_advances_another_entry_asks_first(semifinals: Evening) -> None:
    tonight, by = semifinals, semifinals.organiser
    semi = tonight.tables(1)[0]
    [final] = tonight.tables(2)
    out = next(number for number in semi.places if number in final.places)
    into = next(number for number in semi.places if number != out)
    names = selectors.event_sheet(tonight.event).names
    fields = {f"points-{place}": f"{each / 100:g}" for place, each in enumerate(turned(semi, tonight))}
    question = rule(tonight, "adjust", **fields)
    assert f"send {names[into]} through instead of {names[out]}, and round 2 depends on it" in question
    assert tonight.tables(1)[0].adjusted == []
    page = table_page(tonight)
    assert "Round 2 depends on the results of this one." in words(page)
    assert 'name="confirmed"' in page
    assert rule(tonight, "adjust", confirmed="1", **fields) == "Result set."
    [final] = tonight.tables(2)
    assert into in final.places, "the final had not begun: it was drawn again"
    assert out not in final.places
    assert tonight.round.status == Round.Status.DRAWN
    assert "redrawn" in [each.what for each in journal.read_log(tonight.event, by)]
    assert 'name="confirmed"' not in table_page(tonight, turn=2), "nothing stands on the final"


def test_a_round_that_has_begun_keeps_its_pairing(semifinals: Evening) -> None:
    tonight, by = semifinals, semifinals.organiser
    tonight.begin_round()
    semi, [final] = tonight.tables(1)[0], tonight.tables(2)
    wanted = turned(semi, tonight)
    with refused("goes_on_instead"):
        actions.adjust_points(by, semi, wanted, "Ricorso", now=tonight.now)
    actions.adjust_points(by, semi, wanted, "Ricorso", now=tonight.now, confirmed=True)
    tonight.to_the_end()
    winner = tonight.event.entries.get(place=1)
    assert winner.number in final.places, "who has won the final has won the tournament"
    assert tonight.event.entries.get(place=2).number in final.places


def test_a_change_that_advances_nobody_else_does_not_ask(semifinals: Evening) -> None:
    tonight, by = semifinals, semifinals.organiser
    semi = tonight.tables(1)[0]
    actions.adjust_points(by, semi, points(tonight, semi), "Uguale")
    actions.penalise_table(by, semi, [10, 10], "Tutti e due")


def test_a_group_whose_result_changes_after_the_final_began_keeps_its_finalists(
    begun_evening: NewEvening,
) -> None:
    tonight = begun_evening(format="groups", settings={"groups": 2, "through": 1, "deals": 1})
    tonight.play()
    tonight.begin_round()
    first, [final] = tonight.tables(1)[0], tonight.tables(2)
    wanted, by = turned(first, tonight), tonight.organiser
    with refused("goes_on_instead"):
        actions.adjust_points(by, first, wanted, "Ricorso", now=tonight.now)
    actions.adjust_points(by, first, wanted, "Ricorso", now=tonight.now, confirmed=True)
    tonight.to_the_end()
    assert {each.number for each in tonight.event.entries.filter(place__lte=2)} == {*final.places}


def test_the_api_asks_for_the_same_confirmation(semifinals: Evening) -> None:
    client = Client(headers={"Accept": "application/json"})
    client.force_login(semifinals.organiser)
    semi = semifinals.tables(1)[0]
    url = f"/api/v1/tournaments/{semifinals.event.code}/rounds/1/tables/1/adjust/"
    sent = {"points": turned(semi, semifinals), "reason": "Ricorso"}
    answer = client.post(url, sent, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "goes_on_instead")
    done = client.post(url, {**sent, "confirmed": True}, content_type="application/json")
    assert (done.status_code, done.json()["adjusted"]) == (200, sent["points"])
