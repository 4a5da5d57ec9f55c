"""Individuals in stages: some rounds with different people at the table, then neighbours in the standings."""

from __future__ import annotations

from dataclasses import replace

from tournaments.formats.format import alone_or_with_partners, never_switched, no_defaults
from tournaments.formats.options import (
    ABSENT,
    BREAKS,
    DEALS,
    DUPLICATE,
    ODD_SIZES,
    FormatOption,
    choice_option,
    number_option,
)
from tournaments.formats.stage_plan import ALL, DANISH, HALF, NONE, TABLES, USUAL_BEST
from tournaments.formats.stages import STAGES


def _of_stage(name: str, rounds: int, best: int) -> tuple[FormatOption, ...]:
    return (
        number_option(f"{name}_rounds", rounds, 1, 20),
        number_option(f"{name}_best", best, 0, 512),
        choice_option(f"{name}_carry", ALL, HALF, NONE),
    )


HEATS = replace(
    STAGES,
    name="heats",
    units=alone_or_with_partners,
    scorings=("match", "place", "game", "matchpoints", "cross"),
    options=(
        choice_option("first", TABLES, DANISH), number_option("first_rounds", 4, 1, 20),
        choice_option("then", DANISH, TABLES, NONE), *_of_stage("then", 2, USUAL_BEST),
        choice_option("last", NONE, DANISH, TABLES), *_of_stage("last", 1, 4),
        choice_option("consolation", NONE, TABLES, DANISH),
        DEALS, DUPLICATE, ODD_SIZES, ABSENT, BREAKS,
    ),
    plans_anew=True,
    switched_in=never_switched,
    implied=no_defaults,
)  # fmt: skip
