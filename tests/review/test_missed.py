"""Announcements that a seat could have made and did not."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bench.review import log_of
from games.archive.replay import Logged, Stretch
from games.review import judging
from ludocards.bots.registry import POLICIES, reviewer
from ludocards.bots.reviewing import PlayedDeal, SeatChoice
from ludocards.catalogue.maraffone.bot import review as maraffone_review
from ludocards.engine.game import Command, Json
from ludocards.engine.registry import GAMES
from tests.engine.matches import playing

TRESSETTE = GAMES["tressette"]


def test_only_an_accusa_never_made_is_missed() -> None:
    missed = []
    made = 0
    for seed in range(40, 52):
        log = log_of(seed, deals=1)
        made += sum(each.event.kind == "accused" for each in log)
        quiet = [each for each in log if each.event.kind != "accused"]
        for said, expected in ((log, 0), (quiet, len(log) - len(quiet))):
            [deal] = judging.commands_by_deal(
                TRESSETTE, TRESSETTE.rules_from({"preset": "classico"}), 4, Stretch.whole(said)
            )
            found = _missed(deal)
            assert len(found) == expected
            missed += found
    assert made
    assert {each.kind for each in missed} == {"accusa"}
    assert {each.points for each in missed} <= {3, 4}


def _missed(acts: list[Any]) -> Any:
    by = reviewer("tressette")
    assert by is not None
    return by.find_missed_words(judging.choices_of_deal(TRESSETTE, acts, 4))


def test_silence_where_circolo_would_declare_is_a_miss() -> None:
    withheld: Counter[str] = Counter()

    def silent(view: Json, legal_now: Any) -> Command:
        chosen = POLICIES["tressette"]["circolo"](view, legal_now)
        withheld["declaration"] += bool(chosen.get("declare"))
        withheld["signal"] += bool(chosen.get("signal"))
        return Command.of("play", card=chosen.get("card")) if chosen.do == "play" else chosen

    def missed(chooser: Any, preset: str, **options: str) -> list[str]:
        rules = {"preset": preset, "match_end": {"deals": 1}, **options}
        *_, played = playing("tressette", 4, 3, [chooser] * 4, **rules)
        log = [Logged(played.events[0])]
        log += [Logged(played.events[0], action.seat, action.command) for action in played.deals[0][1]]
        [deal] = judging.commands_by_deal(TRESSETTE, played.rules, 4, Stretch.whole(log))
        return [each.kind for each in _missed(deal) if each.kind != "accusa"]

    assert {*missed(silent, "ludopoli")} == {"declaration"}
    assert {*missed(silent, "bredese")} == {"signal"}
    withheld.clear()
    assert Counter(missed(silent, "ludopoli", signals="bredese")) == withheld, "both with one card, too"
    assert missed(POLICIES["tressette"]["circolo"], "ludopoli") == []


@pytest.mark.parametrize(
    ("cricca", "lead", "found"),
    [("namer", "3B", 1), ("namer", "AB", 0), ("anyone", "3B", 1), ("none", "3B", 0)],
)
def test_a_cricca_that_was_held_and_not_scored_is_missed(cricca: str, lead: str, found: int) -> None:
    hand = "2B 5D CB 3B 7C AB 4D AC 6B 3S"
    view = {"hand": hand.split(), "trump": "B", "namer": 1, "cricca_by": cricca}
    played = SeatChoice("s1-p1-c1", 1, view, (), Command.of("play", card=lead))
    scored = {"cricca": 1 if (cricca, lead) == ("namer", "AB") else None}
    missed = maraffone_review.find_missed_words(PlayedDeal((), (played,), scored))
    assert [(each.seat, each.kind, each.about, each.points) for each in missed] == [
        (1, "cricca", "B", 3)
    ] * found
