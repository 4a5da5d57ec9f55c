"""Individuals in stages: some rounds with different people at the table, then neighbours in the standings.

In `tables` few meet again, counted anew after a cut. At least a full table goes on.
"""

from __future__ import annotations

from dataclasses import replace

from tournaments.formats.format import alone_or_with_partners, never_switched, no_defaults
from tournaments.formats.options import (
    ABSENT,
    BREAKS,
    DEALS,
    DUPLICATE,
    ODD_SIZES,
    choice_option,
    number_option,
)
from tournaments.formats.stage_plan import DANISH, NONE, TABLES, USUAL_BEST, options_of_stage
from tournaments.formats.stages import STAGES

HEATS = replace(
    STAGES,
    name="heats",
    units=alone_or_with_partners,
    scorings=("match", "place", "game", "matchpoints", "cross"),
    options=(
        choice_option("first", TABLES, DANISH), number_option("first_rounds", 4, 1, 20),
        choice_option("then", DANISH, TABLES, NONE), *options_of_stage("then", 2, USUAL_BEST),
        choice_option("last", NONE, DANISH, TABLES), *options_of_stage("last", 1, 4),
        choice_option("consolation", NONE, TABLES, DANISH),
        DEALS, DUPLICATE, ODD_SIZES, ABSENT, BREAKS,
    ),
    plans_anew=True,
    switched_in=never_switched,
    implied=no_defaults,
)  # fmt: skip
