"""The Mondiale di maraffone of Sarsina at a tenth of its size; `python -m bench sarsina` holds it in full."""

from __future__ import annotations

import pytest

from ludopoli.accounts.models import User
from tests.tournaments.sarsina import SarsinaPlan, hold_sarsina
from tests.tournaments.sarsina_actions import SarsinaByActions


@pytest.mark.usefixtures("_nothing_kept")
@pytest.mark.django_db
def test_the_standings_are_those_of_an_independent_script(organiser: User) -> None:
    played = hold_sarsina(SarsinaByActions(organiser), SarsinaPlan(pairs=13, rounds=3, best=4))
    assert [len(tables) for tables in played.scores[3:]] == [2, 2], "semifinals, final and third place"
    assert played.mishaps.total() >= 4 * len(played.scores)
    assert played.differing == []
