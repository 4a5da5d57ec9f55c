"""The plan of an event in stages: its options, and the stages for a number of entrants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.formats import mitchell, swiss
from tournaments.formats.format import EventSides, Settings
from tournaments.formats.options import FormatOption, Json, choice_option, number_option

MITCHELL, DANISH, SWISS, GROUPS, KNOCKOUT, ROBIN, HOWELL, TABLES, NONE = (
    "mitchell", "danish", "swiss", "groups", "knockout", "robin", "howell", "tables", "none",
)  # fmt: skip
EVERYBODY_MEETS = (GROUPS, ROBIN, HOWELL)
"""The stages in which everybody meets everybody, of a group or of all."""
FIELD, GROUP = "field", "group"
ALL, HALF = "all", "half"

FIRST = choice_option("first", MITCHELL, SWISS, DANISH, GROUPS, KNOCKOUT, ROBIN, HOWELL)
THEN = choice_option("then", DANISH, SWISS, GROUPS, NONE, MITCHELL, KNOCKOUT, ROBIN, HOWELL)
LAST = choice_option("last", GROUPS, DANISH, SWISS, NONE, MITCHELL, KNOCKOUT, ROBIN, HOWELL)
CONSOLATION = choice_option("consolation", NONE, SWISS, DANISH, KNOCKOUT, ROBIN, HOWELL)
"""The format of those whom the first cut leaves out, until the event ends; the event waits for the end of
a knockout, a girone or a Howell."""

USUAL_BEST = 8
"""The number that goes on into a knockout, if nothing else is chosen."""


def options_of_stage(name: str, rounds: int, best: int, *more: FormatOption) -> tuple[FormatOption, ...]:
    """Return the options of a stage that is not the first, with these defaults."""
    return (
        number_option(f"{name}_rounds", rounds, 1, 20),
        number_option(f"{name}_best", best, 0, 512),
        *more,
        choice_option(f"{name}_carry", ALL, HALF, NONE),
    )


OPTIONS = (
    FIRST, number_option("first_rounds", 6, 1, 20), THEN,
    *options_of_stage("then", 2, 0, choice_option("then_of", FIELD, GROUP)), LAST,
    *options_of_stage("last", 3, 0, choice_option("last_of", FIELD, GROUP)), CONSOLATION,
)  # fmt: skip


@dataclass(frozen=True)
class Stage:
    """A stage that begins after `since` rounds and has so many rounds."""

    kind: str
    since: int
    rounds: int
    size: int = 0
    """The number of entrants in a group, if it is played in groups."""
    best: int = 0
    """The number of entrants that go on into it; 0: everybody."""
    of: str = FIELD
    """The field from which the best go on: all of it, or each group."""
    carry: str = ALL
    """The share of the points so far that they bring along."""
    is_even: bool = False
    """True if its groups are equally strong; otherwise the best play in the first group, and so on."""


def implied_defaults(data: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the defaults that follow from other options: the best go on into a knockout, and nothing follows
    it unless that is chosen."""
    found: dict[str, Json] = {}
    if data.get("then") == KNOCKOUT:
        found |= {"then_best": USUAL_BEST, "last": NONE}
    if data.get("last") == KNOCKOUT:
        found["last_best"] = USUAL_BEST
    return found


def has_knockout(settings: Settings) -> bool:
    return KNOCKOUT in (settings["first"], settings["then"], settings["last"], settings["consolation"])


def chosen_stages(settings: Settings, shape: EventSides) -> tuple[Stage, ...]:
    """Return the stages as they were chosen, whatever the number of entrants; `since` is not known yet.

    If not everybody goes on, at tables of more than two at least as many do as fill one.
    """
    least = shape.table.seats if shape.table.seats > 2 else 1
    found = [Stage(settings["first"], 0, settings["first_rounds"])]
    found += [
        Stage(
            settings[name], 0, settings[f"{name}_rounds"], 0,
            settings[f"{name}_best"] and max(settings[f"{name}_best"], least),
            settings.get(f"{name}_of", FIELD), settings[f"{name}_carry"],
        )
        for name in ("then", "last")
        if settings[name] != NONE
    ]  # fmt: skip
    return tuple(found)


def fit_stage(
    chosen: Stage, after: Stage | None, since: int, entrants: int, shape: EventSides, *, cut: bool
) -> Stage:
    """Return a chosen stage for a number of entrants, with `after` to follow; after a `cut` some are out.

    A Mitchell and a Svizzero have no more rounds than there are opponents. Groups have one entrant more than
    the rounds that were chosen, and a round more if that is an odd number, since then everybody rests once.
    A girone and a Howell end when all have met. A knockout ends when as many are left as go on, or when there
    is a winner.
    """
    rounds, size, is_even = chosen.rounds, 0, False
    if chosen.kind == MITCHELL:
        rounds = mitchell.how_many({"rounds": rounds}, shape, entrants)
    elif chosen.kind == SWISS:
        before = 0 if cut else since
        rounds = swiss.swiss_rounds({"rounds": before + rounds}, shape, entrants) - before
    elif chosen.kind == GROUPS:
        size, is_even = rounds + 1, since == 0 or (after is not None and after.best > 0)
        largest = -(-entrants // group_count(entrants, size)) if is_even else size
        rounds = max(0, largest - 1 + largest % 2)
    elif chosen.kind in (ROBIN, HOWELL, KNOCKOUT):
        rounds = whole_length(chosen.kind, entrants, after.best if after else 1)
    return Stage(chosen.kind, since, max(0, rounds), size, chosen.best, chosen.of, chosen.carry, is_even)


def whole_length(kind: str, entrants: int, left: int = 1) -> int:
    """Return the number of rounds of a stage that lasts until all have met, or as many are `left`; 0 for
    any other."""
    if kind in (ROBIN, HOWELL):
        return max(0, entrants - 1 + entrants % 2)
    if kind == KNOCKOUT:
        return next(count for count in range(20) if -(-entrants // 2**count) <= max(1, left))
    return 0


def group_count(entrants: int, size: int) -> int:
    """Return the number of equally strong groups of at most this size, if none is to be of one entrant."""
    return max(1, min(-(-entrants // size), entrants // 2))


def stages_of_event(settings: Settings, shape: EventSides, entrants: int) -> tuple[Stage, ...]:
    """Return the stages for a number of entrants, if nobody comes or goes."""
    chosen, found = chosen_stages(settings, shape), list[Stage]()
    since, cut = 0, False
    for at, each in enumerate(chosen):
        if found and each.best:
            entrants, cut = min(entrants, going_on(each, found[-1], entrants)), True
        after = chosen[at + 1] if at + 1 < len(chosen) else None
        stage = fit_stage(each, after, since, entrants, shape, cut=cut)
        if stage.rounds > 0:
            found.append(stage)
            since += stage.rounds
    return tuple(found)


def going_on(stage: Stage, before: Stage, entrants: int) -> int:
    """Return the number of entrants that go on into a stage."""
    in_groups = stage.of == GROUP and before.kind == GROUPS
    return stage.best * (group_count(entrants, before.size) if in_groups else 1)


def rounds_in_all(settings: Settings, shape: EventSides, entrants: int) -> int:
    """Return the number of rounds, with those of a consolation that takes longer."""
    found = stages_of_event(settings, shape, entrants)
    rounds = sum(each.rounds for each in found)
    first_cut = next((at for at, each in enumerate(found) if at and each.best), None)
    if first_cut is None:
        return rounds
    stage = found[first_cut]
    left_out = entrants - min(entrants, going_on(stage, found[first_cut - 1], entrants))
    return max(rounds, stage.since + whole_length(settings["consolation"], left_out))


def out_after(settings: Settings, shape: EventSides, entrants: int) -> int | None:
    """Return the number of rounds after which entrants can be out: those before the first cut or knockout."""
    found = stages_of_event(settings, shape, entrants)
    return next(
        (each.since for at, each in enumerate(found) if each.kind == KNOCKOUT or (at and each.best)), None
    )
