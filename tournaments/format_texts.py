"""The names and descriptions of formats, options, scorings and tie-breaks; a test checks that each has
one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.formats.catalog import DANISH, SWISS, Cut, Format
from tournaments.formats.early_end import LeftOpen
from tournaments.formats.format import EventSides
from tournaments.formats.stage_plan import CONSOLATION, KNOCKOUT, Stage
from tournaments.formats.stage_view import FIXED

Text = str | Promise


@dataclass(frozen=True, slots=True)
class FormatText:
    """A name, and a sentence about it."""

    name: Text
    about: Text = ""
    choices: Mapping[Any, Text] = field(default_factory=dict)


FORMATS: Mapping[str, FormatText] = {
    "swiss": FormatText(
        _("Swiss"), _("Pairs meet pairs that have done equally well so far, and nobody goes home early.")
    ),
    "danish": FormatText(
        _("Danish"),
        _("First against second, third against fourth, by the standings; the same two may meet again."),
    ),
    "mitchell": FormatText(
        _("Mitchell"), _("Half of the pairs stay at their tables, the others move on: for a club evening.")
    ),
    "howell": FormatText(
        _("Howell"),
        _("Everybody meets everybody, and at real tables the deals go from table to table: for few pairs."),
    ),
    "stages": FormatText(
        _("In stages"),
        _(
            "Several ways of pairing, one after the other, such as Mitchell, then Danish, and small groups "
            "at the end."
        ),
    ),
    "partners": FormatText(
        _("Individual with changing partners"),
        _("Everyone for themselves, with a new partner in each round."),
    ),
    "tables": FormatText(
        _("Individual at tables"),
        _("Everyone for themselves, with different people at the table in each round."),
    ),
    "heats": FormatText(
        _("Individual in stages"),
        _(
            "Everyone for themselves: some rounds with different people at the table, then the best sit "
            "together."
        ),
    ),
    "robin": FormatText(_("Round robin"), _("Everybody meets everybody: for small fields.")),
    "knockout": FormatText(_("Knockout"), _("The losers are out, until two are left for the final.")),
    "groups": FormatText(
        _("Groups and final"), _("Round robins in small groups; the best of each go on to a knockout.")
    ),
    "daily": FormatText(
        _("Tournament of the day"),
        _("Everybody plays when they like, with bots at the table and the same deals for everyone."),
    ),
    "arena": FormatText(
        _("Arena"), _("As soon as a table ends its players move to the next, until the time is up.")
    ),
}

SCORINGS: Mapping[str, FormatText] = {
    "match": FormatText(_("Matches won"), _("2 for each opponent beaten, 1 for a tie.")),
    "game": FormatText(_("Game points"), _("The score made at the table, as it is.")),
    "matchpoints": FormatText(
        _("Matchpoints"), _("The percentage of the other tables beaten with the same cards.")
    ),
    "place": FormatText(
        _("By place at the table"),
        _(
            "The percentage of the others at the table that were beaten, a tie counting half. The "
            "mean is 50 at a table of any size."
        ),
    ),
    "cross": FormatText(
        _("Cross-difference"),
        _("How many points more than the average of the other tables with the same cards."),
    ),
    "victory": FormatText(
        _("Victory points"),
        _(
            "Each table shares 20 points, 10 each if it is level: the more a side makes above the "
            "average of the other tables with the same cards, the more it gets. If nobody else had "
            "these cards, the margin at the table decides."
        ),
    ),
}

SCORINGS_OF_OWN_CARDS: Mapping[str, FormatText] = {
    "victory": FormatText(
        SCORINGS["victory"].name,
        _(
            "Each table shares 20 points, 10 each if it is level: the larger the margin at the table, the "
            "more the winning side gets."
        ),
    ),
}
"""What scorings mean where each table has cards of its own, if that differs."""

SCORINGS_OF_PARTS: Mapping[str, FormatText] = {
    "match": FormatText(SCORINGS["match"].name, _("2 for each meeting won, 1 for one that is level.")),
    "game": FormatText(_("Parts won"), _("1 for each part of a meeting that is won.")),
}
"""The scorings in words where a meeting has several parts."""

BREAKS: Mapping[str, Text] = {
    "direct": _("Direct encounter"),
    "buchholz": _("Strength of the opponents (Buchholz)"),
    "buchholz_cut_1": _("Strength of the opponents without the weakest"),
    "buchholz_cut_2": _("Strength of the opponents without the two weakest"),
    "sonneborn_berger": _("Strength of those beaten (Sonneborn-Berger)"),
    "wins": _("Wins"),
}

OF_GROUPS = _(
    "In groups there is one more entry than there are rounds, so that everybody meets everybody: three "
    "rounds, groups of four."
)

BEST = _(
    "The best so far. 0: everybody. A knockout takes the best 8 unless you say otherwise; of individuals at "
    "least a full table goes on."
)

OF_WHAT: Mapping[Any, Text] = {
    "field": pgettext_lazy("the best of", "The whole field"),
    "group": pgettext_lazy("the best of", "Each group"),
}

CARRIED: Mapping[Any, Text] = {
    "all": pgettext_lazy("points", "All of them"),
    "half": pgettext_lazy("points", "Half of them"),
    "none": _("None: everybody begins at zero"),
}

KINDS: Mapping[str, Text] = {
    "mitchell": _("Mitchell"),
    "swiss": _("Swiss"),
    "danish": _("Danish"),
    "groups": pgettext_lazy("stage", "Groups"),
    "knockout": _("Knockout"),
    "robin": _("Round robin"),
    "howell": _("Howell"),
    "tables": pgettext_lazy("stage", "Rotation"),
    "none": pgettext_lazy("stage", "None"),
}
"""The stages of an event that is held in stages."""

OPTIONS: Mapping[str, FormatText] = {
    "rounds": FormatText(_("Rounds")),
    "first": FormatText(_("First stage"), choices={kind: KINDS[kind] for kind in KINDS if kind != "none"}),
    "first_rounds": FormatText(_("Rounds of the first stage")),
    "then": FormatText(_("Second stage"), choices=KINDS),
    "then_rounds": FormatText(_("Rounds of the second stage"), OF_GROUPS),
    "then_best": FormatText(_("Second stage: how many go on into it"), BEST),
    "then_of": FormatText(_("Second stage: the best of"), "", OF_WHAT),
    "then_carry": FormatText(_("Second stage: points carried over"), "", CARRIED),
    "last": FormatText(_("Last stage"), choices=KINDS),
    "last_rounds": FormatText(_("Rounds of the last stage"), OF_GROUPS),
    "last_best": FormatText(_("Last stage: how many go on into it"), BEST),
    "last_of": FormatText(_("Last stage: the best of"), "", OF_WHAT),
    "last_carry": FormatText(_("Last stage: points carried over"), "", CARRIED),
    "consolation": FormatText(
        _("Consolation"),
        _("For those whom the first cut leaves out; they play on until the end."),
        {kind: KINDS[kind] for kind in KINDS if kind not in ("mitchell", "groups")},
    ),
    "deals": FormatText(_("Deals a round")),
    "scoring": FormatText(_("Scoring"), choices={name: words.name for name, words in SCORINGS.items()}),
    "duplicate": FormatText(
        _("The same deals at all tables"),
        _("Luck counts for less: everybody has had the same cards. Always so where teams play."),
        {True: _("Yes"), False: _("No")},
    ),
    "odd": FormatText(
        _("When somebody is left over"),
        "",
        {
            "bots": _("Bots fill the table"),
            "bye": _("They sit out, and score their average"),
            "rests": _("They sit out as often as needed, and bots never play"),
            "sizes": _(
                "Some tables have more players than others; all are scored by place, with deals of their own"
            ),
        },
    ),
    "absent": FormatText(
        _("If somebody is missing"),
        _("Either way, entries that never play are not placed and change no rating."),
        {
            "bots": _("Bots play, out of competition, until they come"),
            "rest": _("Nobody plays: they are paired from the moment they come"),
        },
    ),
    "swing": FormatText(_("Usual margin of a deal"), _("In points; victory points are scaled by it.")),
    "breaks": FormatText(_("Tie-breaks"), _("In this order; then by lot."), BREAKS),
    "minutes": FormatText(_("Open for this many minutes")),
    "third_place": FormatText(_("Match for the third place"), "", {True: _("Yes"), False: _("No")}),
    "tied": FormatText(
        _("After a tie"),
        "",
        {
            "boards": _("Further deals, until somebody leads"),
            "seed": _("The better seed goes on"),
        },
    ),
    "extra": FormatText(
        _("Tie-break deals of teams"),
        _("How many at a time, in all rooms of a tied meeting. Pairs and individuals play them one by one."),
    ),
    "twice": FormatText(
        _("Double round robin"), _("Everybody meets everybody twice."), {True: _("Yes"), False: _("No")}
    ),
    "groups": FormatText(_("Groups")),
    "through": FormatText(_("Going on from each group")),
    "instances": FormatText(
        _("Different deals for groups of entries"),
        _("All play the same deals until 24 have entered; then there is another set for every dozen."),
    ),
    "switch": FormatText(
        _("In the last round the two lines change places"), "", {True: _("Yes"), False: _("No")}
    ),
}


def table_sizes_text(sizes: Sequence[int]) -> list[str]:
    """Return the tables of each size in words: "2 tables of 5", "1 table of 4"."""
    return [
        ngettext("%(n)d table of %(size)d", "%(n)d tables of %(size)d", count) % {"n": count, "size": size}
        for size, count in Counter(sizes).items()
    ]


def of_stages(found: Sequence[Stage]) -> list[str]:
    """Return each stage in words: "6 rounds of Mitchell", "3 rounds of Swiss with the best 8"."""
    return [_of_stage(each) for each in found]


def _of_stage(stage: Stage) -> str:
    if stage.size:
        rounds = ngettext(
            "%(n)d round in groups of %(size)d", "%(n)d rounds in groups of %(size)d", stage.rounds
        )
    else:
        rounds = ngettext("%(n)d round of %(kind)s", "%(n)d rounds of %(kind)s", stage.rounds)
    said = rounds % {"n": stage.rounds, "size": stage.size, "kind": KINDS[stage.kind]}
    if not stage.best:
        return said
    if stage.of == "group":
        who = ngettext(
            "%(rounds)s with the best of each group",
            "%(rounds)s with the best %(best)d of each group",
            stage.best,
        )
    else:
        who = ngettext("%(rounds)s with the best", "%(rounds)s with the best %(best)d", stage.best)
    return who % {"rounds": said, "best": stage.best}


def stage_rules(settings: Mapping[str, Any], found: Sequence[Stage], shape: EventSides) -> list[str]:
    """Return in sentences what counts in an event in stages, and what those play who do not go on."""
    later, seats = found[1:], shape.table.seats
    said: list[Text] = [*_carry_rules(found)] or [_("The points of all stages count.")]
    if seats > 2 and "danish" in (settings["consolation"], *(each.kind for each in found)):
        alone = SEATED_BY_SIZE if settings["odd"] == "sizes" else SEATED_ALONE
        words = SEATED_AS_PARTNERS if shape.table.partners else alone
        said.append(str(words) % {"n": seats})
    if any(each.kind == "knockout" for each in found):
        said.append(_("In the knockout only wins decide; its points do not count."))
    if found and found[-1].size and not found[-1].is_even:
        said.append(PLACES_BY_GROUP)
    if any(each.best for each in later):
        said.append(CUT_RULE)
        if settings["consolation"] != "none":
            kind = KINDS[settings["consolation"]]
            said.append(
                _("Those whom the first cut leaves out play a consolation: %(kind)s.") % {"kind": kind}
            )
    return [*map(str, said)]


SEATED_ALONE = _(
    "In the Danish the first %(n)d in the standings sit at one table, the next at another, and so on."
)

SEATED_BY_SIZE = _("In the Danish neighbours in the standings sit at one table.")

SEATED_AS_PARTNERS = _(
    "In the Danish the first %(n)d in the standings sit at one table, the 1st and the 4th against the 2nd "
    "and the 3rd; the next at another, and so on."
)

PLACES_BY_GROUP = _(
    "At the end the best play in group A for the first places, the others in the groups below."
)

CUT_RULE = _(
    "At a cut points decide, then the tie-breaks, then the drawing of lots; the next in the standings "
    "replaces an entry that withdraws before it."
)


def of_cuts(found: Sequence[Cut], name: Callable[[int], str]) -> list[str]:
    """Return a sentence for each tie at a cut: who was level, and who of them goes on."""
    return [
        _("Level on points at the cut: %(names)s. By the tie-breaks, then by lot, %(through)s go on.")
        % {
            "names": ", ".join(map(name, level)),
            "through": ", ".join(name(who) for who in level if who in each.goes_on)
            or pgettext("entries", "none of them"),
        }
        for each in found
        for level in each.level
    ]


def _carry_rules(found: Sequence[Stage]) -> list[str]:
    """Return a sentence for each stage in which points from before count less."""
    numbered = enumerate(found[1:], start=2)
    return [str(CARRY_RULES[each.carry]) % {"n": n} for n, each in numbered if each.carry in CARRY_RULES]


CARRY_RULES: Mapping[str, Text] = {
    "half": _("Into stage %(n)d everybody brings half of the points so far."),
    "none": _("In stage %(n)d everybody begins at zero."),
}


LINES_APART = _("The two lines do not change places: each has only played against the other one.")


def of_repeats(found: int) -> list[str]:
    """Return in a sentence that two who met before meet again in the second session of a Mitchell."""
    if not found:
        return []
    return [
        ngettext(
            "In the second session of Mitchell %(n)d meeting is repeated: it cannot be avoided.",
            "In the second session of Mitchell %(n)d meetings are repeated: it cannot be avoided.",
            found,
        )
        % {"n": found}
    ]


def of_left_open(found: LeftOpen, name: Callable[[int], str]) -> list[str]:
    """Return in sentences what an event leaves open that ends early; `name` returns the name of an entry."""
    said = []
    if found.rounds:
        said.append(
            ngettext(
                "%(n)d of the announced rounds is not played.",
                "%(n)d of the announced rounds are not played.",
                found.rounds,
            )
            % {"n": found.rounds}
        )
    if found.meetings:
        said.append(
            ngettext(
                "%(n)d meeting of the plan does not take place, so not all have had the same opponents.",
                "%(n)d meetings of the plan do not take place, so not all have had the same opponents.",
                found.meetings,
            )
            % {"n": found.meetings}
        )
    if found.lines_apart:
        said.append(str(LINES_APART))
    if found.still_in:
        names = ", ".join(map(name, found.still_in))
        said.append(_("Nobody has won: %(names)s share the first place.") % {"names": names})
    for level in found.level:
        names = ", ".join(map(name, level))
        said.append(
            _("Level on points: %(names)s. The tie-breaks decide, then the drawing of lots.")
            % {"names": names}
        )
    return said


DEALS_WEIGH: Mapping[str, Text] = {
    "game": _("A round with more deals weighs more, since its points are added up."),
    "cross": _("A round with more deals weighs more, since its points are added up."),
    "victory": _("A round gives 20 points at each table, however many deals it has."),
}
"""What another number of deals does to the ranking, by scoring."""

DEALS_WEIGH_ALIKE = _("A round counts no more for having more deals.")

CUT_WEIGHS = _("The rounds before a cut decide who goes on, those after it only the places.")


def rounds_weigh(
    format: Format, entrants: int, stages: Sequence[Stage] = (), *, some_go_out: bool = False
) -> str:
    """Return in words what another number of rounds does to fairness, for so many entrants and in these
    stages."""
    last = stages[-1].kind if stages else ""
    if last == KNOCKOUT or (some_go_out and not stages):
        return gettext("With fewer rounds than planned, those who are still in share the first place.")
    if last in FIXED or (format.is_planned and not format.plans_anew):
        return gettext("With fewer rounds than planned, not all meet the same opponents.")
    if format in (SWISS, DANISH):
        least = max(1, (entrants - 1).bit_length())
        return ngettext(
            "After %(n)d round only one of %(entrants)d can have won all.",
            "After %(n)d rounds only one of %(entrants)d can have won all; after fewer it may be several.",
            least,
        ) % {"n": least, "entrants": entrants}
    cut = [str(CUT_WEIGHS)] if any(each.best for each in stages[1:]) else []
    if unlike := [*cut, *_carry_rules(stages)]:
        alike = gettext("Within a stage all rounds count alike: the more there are, the less luck decides.")
        return " ".join([*unlike, alike])
    return gettext("All rounds count alike: the more there are, the less luck decides.")


def stage_text(name: str) -> str:
    """Return the text of a stage, given the format's name for it: "group:2", "last:16", "final"."""
    beside, _colon, rest = name.partition(":")
    if beside == CONSOLATION.name:
        said = [_("Consolation"), *([stage_text(rest)] if rest else [])]
        return ": ".join(map(str, said))
    kind, _colon, number = name.partition(":")
    known = STAGES.get(kind)
    return str(known) % {"n": number} if known else name


STAGES: Mapping[str, Text] = {
    "group": _("Group %(n)s"),
    "last": _("Last %(n)s"),
    "quarterfinal": _("Quarter-final"),
    "semifinal": _("Semi-final"),
    "final": _("Final"),
    "third": _("Third place"),
}


def rounds_played(holders: Iterable[tuple[str, int, int | None]]) -> str:
    """Return who has played which rounds, in words; without a last one, all from the first on."""
    return ", ".join(f"{name} ({rounds_said(first, last)})" for name, first, last in holders)


def rounds_said(first: int, last: int | None) -> str:
    """Return in words which rounds somebody has played; without a last one, all from the first on."""
    if last is None:
        return _("from round %(n)d on") % {"n": first}
    if first == last:
        return _("round %(n)d") % {"n": first}
    return _("rounds %(first)d–%(last)d") % {"first": first, "last": last}
