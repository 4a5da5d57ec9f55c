"""FIDE's Dutch system, by py4swiss: the one module that knows it.

Two who have met do not meet again, nobody rests twice, level ones meet, home and away take turns. An entrant
has the number of the place in the list, a bot the last. What py4swiss itself makes of wins and ties is set to
nothing, and the scores are given as its accelerations, in tenths of a point: so any scoring can be paired.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult, ScoringPointSystem
from py4swiss.trf.sections import PlayerSection, XSection

from tournaments.formats.history import Pair

UNUSED = (ResultToken.FORFEIT_LOSS, ColorToken.WHITE)
"""A result that nobody has here; its worth says how much a round can bring, half of it makes a top scorer."""


def pair(
    entrants: Sequence[int],
    there: Collection[int],
    rounds: Sequence[Sequence[Pair]],
    scores: Sequence[Mapping[int, int]],
    forbidden: Collection[frozenset[int]],
    last: bool,
) -> list[Pair] | None:
    """The next round, the leaders first; None if there is no such pairing.

    `rounds` are the pairs that have been, `scores` what everybody had in hundredths before each of them and
    has now, a bot as little as anybody; `last` if this is the last round.
    """
    number = {entrant: at for at, entrant in enumerate(entrants, start=1)}
    least = min((points for scored in scores for points in scored.values()), default=0)
    tenths = {who: [(scored.get(who, least) - least + 5) // 10 for scored in scores] for who in entrants}
    sections = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=number[who],
            points_times_ten=tenths[who][-1],
            rank=number[who],
            results=[_result(who, pairs, number) for pairs in rounds],
        )
        for who in entrants
    ]
    brought = [after - before for each in tenths.values() for before, after in pairwise(each)]
    worth = dict.fromkeys(ScoringPointSystem().score_dict, 0) | {UNUSED: max(brought, default=0)}
    event = XSection(
        number_of_rounds=len(rounds) + 1 if last else len(rounds) + 2,
        zeroed_ids={number[who] for who in entrants if who not in there},
        scoring_point_system=ScoringPointSystem(score_dict=worth),
        accelerations={number[who]: tenths[who] for who in entrants},
        forbidden_pairs={(number[one], number[other]) for one, other in map(tuple, forbidden)},
    )
    try:
        drawn = DutchEngine.generate_pairings(ParsedTrf(player_sections=sections, x_section=event))
    except PairingError:
        return None
    return [(entrants[each.white - 1], entrants[each.black - 1] if each.black else None) for each in drawn]


def _result(who: int, pairs: Sequence[Pair], number: Mapping[int, int]) -> RoundResult:
    for home, away in pairs:
        if who == home and away is None:
            return RoundResult(
                id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.PAIRING_ALLOCATED_BYE
            )
        if who == home and away is not None:
            return RoundResult(id=number[away], color=ColorToken.WHITE, result=ResultToken.DRAW)
        if who == away:
            return RoundResult(id=number[home], color=ColorToken.BLACK, result=ResultToken.DRAW)
    return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.ZERO_POINT_BYE)
