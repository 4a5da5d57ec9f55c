"""The names and descriptions of formats, options, scorings and tie-breaks; a test checks that each has
one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from tournaments.formats.early_end import LeftOpen
from tournaments.formats.stages import FIRST, LAST, THEN, Stage

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
    "robin": FormatText(_("Round robin"), _("Everybody meets everybody: for small fields.")),
    "knockout": FormatText(_("Knockout"), _("The losers are out, until two are left for the final.")),
    "groups": FormatText(
        _("Groups and final"), _("Round robins in small groups; the best of each go on to a knockout.")
    ),
    "daily": FormatText(
        _("Tournament of the day"),
        _("Everybody plays when they like, with bots at the table and the same deals for all."),
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

BREAKS: Mapping[str, Text] = {
    "direct": _("Direct match"),
    "buchholz": _("Buchholz"),
    "buchholz_cut_1": _("Buchholz without the lowest"),
    "buchholz_cut_2": _("Buchholz without the two lowest"),
    "sonneborn_berger": _("Sonneborn-Berger"),
    "wins": _("Wins"),
}

OF_GROUPS = _(
    "Groups have one more than rounds, so that everybody meets everybody: three rounds, groups of four."
)

KINDS: Mapping[str, Text] = {
    "mitchell": _("Mitchell"),
    "swiss": _("Swiss"),
    "danish": _("Danish"),
    "groups": pgettext_lazy("stage", "Groups"),
    "none": pgettext_lazy("stage", "None"),
}
"""The stages of an event that is held in stages."""

OPTIONS: Mapping[str, FormatText] = {
    "rounds": FormatText(_("Rounds")),
    "first": FormatText(_("First stage"), choices={kind: KINDS[kind] for kind in FIRST.choices}),
    "first_rounds": FormatText(_("Rounds of the first stage")),
    "then": FormatText(_("Second stage"), choices={kind: KINDS[kind] for kind in THEN.choices}),
    "then_rounds": FormatText(_("Rounds of the second stage"), OF_GROUPS),
    "last": FormatText(_("Last stage"), choices={kind: KINDS[kind] for kind in LAST.choices}),
    "last_rounds": FormatText(_("Rounds of the last stage"), OF_GROUPS),
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
            "sizes": _("Tables of different sizes, scored by place, each with deals of its own"),
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
    "swing": FormatText(_("A deal is usually won by"), _("In points: the measure of victory points.")),
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
        _("Further deals of teams"),
        _("So many at a time, in all rooms of a tied match. Pairs and individuals play them one by one."),
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
    """Return each stage in words: "6 rounds of Mitchell", "3 rounds in groups of 4"."""
    return [
        ngettext("%(n)d round in groups of %(size)d", "%(n)d rounds in groups of %(size)d", each.rounds)
        % {"n": each.rounds, "size": each.size}
        if each.size
        else ngettext("%(n)d round of %(kind)s", "%(n)d rounds of %(kind)s", each.rounds)
        % {"n": each.rounds, "kind": KINDS[each.kind]}
        for each in found
    ]


LINES_APART = _("The two lines do not change places: each has only played against the other one.")


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
        said.append(_("Level on points: %(names)s. The tie-breaks decide, then a lot.") % {"names": names})
    return said


DEALS_WEIGH: Mapping[str, Text] = {
    "game": _("A round with more deals weighs more, since its points are added up."),
    "cross": _("A round with more deals weighs more, since its points are added up."),
    "victory": _("Every round counts 20 points for each table, however many deals it has."),
}
"""What another number of deals does to the ranking, by scoring."""

DEALS_WEIGH_ALIKE = _("Every round counts the same, however many deals it has.")


def stage_text(name: str) -> str:
    """Return the text of a stage, given the format's name for it: "group:2", "last:16", "final"."""
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
