"""The buttons of the console: each act reads the form and calls the action of its name.

The action itself checks the right and the conditions; here are only its arguments and the message afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.pages.view_helpers import Fields, flag_of
from ludopoli.accounts.models import User
from ludopoli.base.lookups import number_of
from ludopoli.http.refusals import ActionRefused
from tournaments import actions, roles
from tournaments.console.act_fields import (
    about_field,
    at_door,
    is_confirmed,
    is_homonym,
    is_unlicensed,
    read_entrant,
    read_named,
    read_places,
    read_points,
    read_whole,
    seen_in,
    text_of_field,
)
from tournaments.entering import door
from tournaments.entry_forms import means_account, rounds_to_sit_out
from tournaments.models import Claim, Entry, Event, TournamentTable
from tournaments.scores.score_forms import read_scores, read_seen, says_broken_off


@dataclass(frozen=True, slots=True)
class ConsoleAct:
    """A button: what it does, and the message afterwards."""

    do: Callable[..., Any]
    said: str | Promise
    undo: str = ""
    """The act that undoes it with the same fields, if nothing else depends on it. It is offered only if this
    act has changed something, so that directors do not undo each other's acts by mistake."""


def with_person(action: Callable[..., Any]) -> Callable[..., Any]:
    """Adapt an action about an event and a person."""

    def do(me: User, event: Event, fields: Fields) -> Any:
        return action(me, event, read_named(fields))

    return do


# ---- the event


def enter(me: User, event: Event, fields: Fields) -> Any:
    if event.unit == Event.Unit.TEAM:
        return _enter_team(me, event, fields)
    sent = ["first"] if event.unit == Event.Unit.SINGLE else ["first", "second"]
    return actions.enter_members(
        me,
        event,
        [read_entrant(event, fields, name) for name in sent],
        text_of_field(fields, "team"),
        homonym=is_homonym(fields),
        unlicensed=is_unlicensed(fields),
    )


def _enter_team(me: User, event: Event, fields: Fields) -> Any:
    """Enter a team: its members, a name a line, with an account or by name. At real tables the category of
    somebody new follows after a semicolon. Refusals of the first name have the `field` `members-0`; it is of
    somebody new, or of no account, if `members-0-named` says so."""
    lines = [each for each in text_of_field(fields, "members").splitlines() if each.strip()]
    by_name, is_account = flag_of(fields, "members-named"), means_account(fields, "members")
    known = door.Door(event) if event.is_real and not by_name else None

    def member(field: str, line: str) -> User | actions.Named:
        parts = line.partition(";") if event.is_real else (line, "", "")
        name, _sign, category = map(str.strip, parts)
        if by_name or flag_of(fields, f"{field}-named"):
            return actions.Named(name, category=category)
        with about_field(field):
            return (
                at_door(known, name, category, is_account=is_account) if known else read_named({"name": name})
            )

    members = [member(f"members-{at}", line) for at, line in enumerate(lines)]
    return actions.enter_members(
        me,
        event,
        members,
        text_of_field(fields, "team"),
        homonym=is_homonym(fields),
        unlicensed=is_unlicensed(fields),
    )


def seeds(me: User, event: Event, fields: Fields) -> Any:
    """Set the seeding by the numbers beside the entries; the others follow in their order."""
    entries = list(event.entries.order_by("number").values_list("number", flat=True))
    last = len(entries) + 1

    def order(number: int) -> tuple[int, int]:
        seed = read_whole(fields, f"seed-{number}")
        return (seed if seed > 0 else last, number)

    return actions.set_seeds(me, event, sorted(entries, key=order))


def entry_at(event: Event, fields: Fields, name: str) -> Entry | None:
    return event.entries.filter(number=read_whole(fields, name)).first()


def forbid(me: User, event: Event, fields: Fields) -> Any:
    one, other = entry_at(event, fields, "one"), entry_at(event, fields, "other")
    if one is None or other is None:
        raise ActionRefused("same_entry")
    return actions.forbid_pairing(me, event, one, other, text_of_field(fields, "reason"))


def allow(me: User, event: Event, fields: Fields) -> Any:
    one, other = entry_at(event, fields, "one"), entry_at(event, fields, "other")
    if one is None or other is None:
        raise ActionRefused("same_entry")
    return actions.allow_pairing(me, event, one, other)


def length(me: User, event: Event, fields: Fields) -> Any:
    """Change the rounds and the deals whose fields are filled in."""
    rounds, deals = (
        read_whole(fields, name) if text_of_field(fields, name) else None for name in ("rounds", "deals")
    )
    return actions.change_length(me, event, rounds, deals, text_of_field(fields, "reason"))


def correct(me: User, entry: Entry, fields: Fields) -> Any:
    """Correct what was sent of each person: `name-0`, `card-0`, `category-0`; and `team`. Nobody is
    corrected who is sent as they were seen (`was-name-0`)."""
    seen = seen_in(fields)

    def is_corrected(place: int) -> bool:
        parts = (f"{part}-{place}" for part in ("name", "card", "category"))
        return any(each in fields and text_of_field(fields, each) != seen.get(each) for each in parts)

    def sent(name: str, known: str) -> str:
        return text_of_field(fields, name) if name in fields else known

    people_by_place = {
        member.place: actions.Named(
            text_of_field(fields, f"name-{member.place}"),
            sent(f"card-{member.place}", member.card),
            sent(f"category-{member.place}", member.category),
        )
        for member in entry.members.all()
        if f"name-{member.place}" in fields and is_corrected(member.place)
    }
    team = text_of_field(fields, "team") if "team" in fields else None
    return actions.correct_entry(me, entry, people_by_place, team, seen=seen, homonym=is_homonym(fields))


def reopen(me: User, event: Event, fields: Fields) -> Any:
    return actions.reopen_registration(
        me, event, text_of_field(fields, "reason"), read_whole(fields, "minutes")
    )


def confirm_written(me: User, event: Event, fields: Fields) -> Any:
    """Confirm what one side has written: at one `table`, or at all of the `round`."""
    table = read_whole(fields, "table") if text_of_field(fields, "table") else None
    return actions.confirm_scores(me, event, read_whole(fields, "round"), read_whole(fields, "seen"), table)


OF_EVENT: Mapping[str, ConsoleAct] = {
    "start": ConsoleAct(
        lambda me, event, _fields: actions.start_event(me, event), _("The tournament has begun.")
    ),
    "pause": ConsoleAct(
        lambda me, event, fields: actions.pause_event(me, event, text_of_field(fields, "reason")),
        _("Everything is paused."),
        "resume",
    ),
    "resume": ConsoleAct(
        lambda me, event, _fields: actions.resume_event(me, event), _("The tournament has resumed.")
    ),
    "extend": ConsoleAct(
        lambda me, event, fields: actions.extend_round(
            me, event, read_whole(fields, "minutes"), text_of_field(fields, "reason")
        ),
        _("Time extended."),
    ),
    "start-round": ConsoleAct(
        lambda me, event, fields: actions.start_round(
            me, event, number=read_whole(fields, "round") if text_of_field(fields, "round") else None
        ),
        _("The round has begun."),
    ),
    "confirm-scores": ConsoleAct(confirm_written, _("Scores confirmed.")),
    "redraw": ConsoleAct(
        lambda me, event, fields: actions.pair_anew(me, event, text_of_field(fields, "reason")),
        _("The round has been paired again."),
    ),
    "last-round": ConsoleAct(
        lambda me, event, fields: actions.call_last_round(me, event, text_of_field(fields, "reason")),
        _("This is the last round."),
    ),
    "end-event": ConsoleAct(
        lambda me, event, fields: actions.end_event(me, event, text_of_field(fields, "reason")),
        _("It is over, and what was played counts."),
    ),
    "length": ConsoleAct(length, _("Length changed.")),
    "reopen": ConsoleAct(reopen, _("Registration is open again.")),
    "take-deals": ConsoleAct(
        lambda me, event, _fields: actions.take_deals(me, event),
        _("Now you can print the deals of every round; you cannot enter any more."),
    ),
    "announce": ConsoleAct(
        lambda me, event, fields: actions.publish_announcement(me, event, text_of_field(fields, "text")),
        _("The message has been sent."),
    ),
    "cancel": ConsoleAct(
        lambda me, event, fields: actions.cancel_event(me, event, text_of_field(fields, "reason")),
        _("The tournament has been cancelled."),
    ),
    "enter": ConsoleAct(enter, _("Entry added.")),
    "seeds": ConsoleAct(seeds, _("The seeds have been put in order.")),
    "forbid": ConsoleAct(forbid, _("They will not be paired."), "allow"),
    "allow": ConsoleAct(allow, _("They may meet again."), "forbid"),
    "invite": ConsoleAct(with_person(actions.invite_to_event), _("Invitation sent."), "uninvite"),
    "uninvite": ConsoleAct(with_person(actions.withdraw_invitation), _("Invitation withdrawn."), "invite"),
    "show-hands": ConsoleAct(
        with_person(actions.show_hands), _("This person can now see one player’s hand."), "hide-hands"
    ),
    "hide-hands": ConsoleAct(
        with_person(actions.hide_hands), _("This person no longer sees any hand."), "show-hands"
    ),
    "add-director": ConsoleAct(
        lambda me, event, fields: actions.add_director(
            me, event, read_named(fields), text_of_field(fields, "role") or roles.ORDINARY
        ),
        _("Director added."),
        "remove-director",
    ),
    "take-all-fees": ConsoleAct(
        lambda me, event, _fields: actions.take_all_fees(me, event), _("Everybody is marked as paid.")
    ),
    "return-lost-fee": ConsoleAct(
        lambda me, event, fields: actions.return_lost_fee(me, event, read_whole(fields, "number")),
        _("Refund recorded."),
    ),
    "remove-director": ConsoleAct(
        with_person(actions.remove_director), _("Director removed."), "add-director"
    ),
}


# ---- entries


def substitute(me: User, entry: Entry, fields: Fields) -> Any:
    who = read_entrant(entry.event, fields, "name")
    place, reason = read_whole(fields, "place"), text_of_field(fields, "reason")
    return actions.substitute_member(
        me,
        entry,
        place,
        who,
        reason,
        seen=seen_in(fields),
        homonym=is_homonym(fields),
        unlicensed=is_unlicensed(fields),
    )


def place_of(fields: Fields) -> int | None:
    """Return the place of the person who pays; None for the whole entry."""
    return read_whole(fields, "place") if text_of_field(fields, "place") else None


OF_ENTRY: Mapping[str, ConsoleAct] = {
    "substitute": ConsoleAct(substitute, _("Substitute added.")),
    "check-in": ConsoleAct(
        lambda me, entry, _fields: actions.check_in_entry(me, entry), _("Marked as present.")
    ),
    "renew-link": ConsoleAct(
        lambda me, entry, fields: actions.renew_seat_link(me, entry, read_whole(fields, "place")),
        _("The old link no longer works, and anybody signed in through it has been signed out."),
    ),
    "renew-score-link": ConsoleAct(
        lambda me, entry, _fields: actions.renew_score_link(me, entry), _("The old link no longer works.")
    ),
    "correct": ConsoleAct(correct, _("Names corrected.")),
    "forget": ConsoleAct(
        lambda me, entry, fields: actions.forget_person(
            me,
            entry,
            read_whole(fields, "place"),
            last_round=number_of(text_of_field(fields, "last_round"), 5),
        ),
        _("Forgotten. Place and results stay, without the name."),
    ),
    "remove": ConsoleAct(
        lambda me, entry, fields: actions.remove_entry(me, entry, text_of_field(fields, "reason")),
        _("Entry removed."),
    ),
    "ask-byes": ConsoleAct(
        lambda me, entry, fields: actions.ask_byes(me, entry, rounds_to_sit_out(fields)), _("Noted.")
    ),
    "take-fee": ConsoleAct(
        lambda me, entry, fields: actions.take_fee(me, entry, place_of(fields), seen=seen_in(fields)),
        _("Paid."),
    ),
    "return-fee": ConsoleAct(
        lambda me, entry, fields: actions.return_fee(me, entry, place_of(fields)),
        _("Refund recorded."),
    ),
    "reinstate": ConsoleAct(
        lambda me, entry, _fields: actions.reinstate_entry(me, entry), _("Entry put back.")
    ),
}


# ---- tables and claims


def adjust(me: User, table: TournamentTable, fields: Fields) -> Any:
    made = read_points(fields, len(table.places), None)
    return actions.adjust_points(
        me, table, made, text_of_field(fields, "reason"), confirmed=is_confirmed(fields)
    )


def penalise(me: User, table: TournamentTable, fields: Fields) -> Any:
    made = read_points(fields, len(table.places), 0)
    taken = [each or 0 for each in made]
    return actions.penalise_table(
        me, table, taken, text_of_field(fields, "reason"), confirmed=is_confirmed(fields)
    )


def scores(me: User, table: TournamentTable, fields: Fields) -> Any:
    """Enter the rows of a score sheet that are filled in."""
    found = read_scores(table, fields)
    return actions.enter_scores(
        me,
        table,
        found,
        text_of_field(fields, "reason"),
        broken_off=says_broken_off(fields),
        confirmed=is_confirmed(fields),
        seen=read_seen(table, fields),
    )


def forfeit(me: User, table: TournamentTable, fields: Fields) -> Any:
    """Give a part of a meeting to the other side, or with no `place` let it count as it is played."""
    place = read_whole(fields, "place") if text_of_field(fields, "place") else None
    return actions.forfeit_part(
        me,
        table,
        read_whole(fields, "part"),
        place,
        text_of_field(fields, "reason"),
        confirmed=is_confirmed(fields),
    )


def missed(me: User, table: TournamentTable, fields: Fields) -> Any:
    """Let the entry at a place miss the round: the others score their average, or win."""
    return actions.give_average(
        me,
        table,
        text_of_field(fields, "reason"),
        missing=read_whole(fields, "place"),
        seen=seen_in(fields),
    )


def swap(me: User, table: TournamentTable, fields: Fields) -> Any:
    """Swap two entries: `to` is the number of the other table and the place there, "3-1"."""
    number, _dash, place = text_of_field(fields, "to").partition("-")
    other = table.round.tables.filter(number=read_whole({"n": number}, "n")).first()
    if other is None:
        raise ActionRefused("no_place")
    other.round = table.round
    other.seen_places = read_places(fields, f"places-{other.number}")
    places = read_whole(fields, "place"), read_whole({"n": place}, "n")
    return actions.swap_entries(me, table, places[0], other, places[1], text_of_field(fields, "reason"))


def ruling(action: Callable[..., Any]) -> Callable[..., Any]:
    return lambda me, table, fields: action(
        me, table, text_of_field(fields, "reason"), confirmed=is_confirmed(fields)
    )


def deal_ruling(action: Callable[..., Any]) -> Callable[..., Any]:
    return lambda me, table, fields: action(
        me,
        table,
        text_of_field(fields, "deal"),
        text_of_field(fields, "reason"),
        confirmed=is_confirmed(fields),
    )


def verdict(accepts: bool) -> Callable[..., Any]:
    """Make the act that answers a claim, with points for its table if there are any."""

    def do(me: User, claim: Claim, fields: Fields) -> Any:
        made = read_points(fields, len(claim.table.places), None) if accepts else []
        return actions.answer_claim(
            me, claim, accepts=accepts, reason=text_of_field(fields, "reason"), points=made or None,
            confirmed=is_confirmed(fields),
        )  # fmt: skip

    return do


OF_CLAIM: Mapping[str, ConsoleAct] = {
    "accept": ConsoleAct(verdict(True), _("Answered: the call was upheld.")),
    "reject": ConsoleAct(verdict(False), _("Answered: the call was rejected.")),
}

OF_TABLE: Mapping[str, ConsoleAct] = {
    "adjust": ConsoleAct(adjust, _("Result set.")),
    "penalise": ConsoleAct(penalise, _("Penalty recorded.")),
    "score": ConsoleAct(scores, _("Scores entered.")),
    "annul": ConsoleAct(ruling(actions.annul_result), _("Table annulled.")),
    "restore": ConsoleAct(ruling(actions.restore_result), _("What was played counts again.")),
    "end": ConsoleAct(
        lambda me, table, fields: actions.end_table(me, table, text_of_field(fields, "reason")),
        _("The table has finished."),
    ),
    "average": ConsoleAct(
        lambda me, table, fields: actions.give_average(me, table, text_of_field(fields, "reason")),
        _("They sit out, and score their average."),
    ),
    "missed": ConsoleAct(missed, _("The others score as if they rested.")),
    "resting": ConsoleAct(
        lambda me, table, fields: actions.seat_resting(me, table, text_of_field(fields, "reason")),
        _("Those who sat out play there."),
    ),
    "annul-deal": ConsoleAct(deal_ruling(actions.annul_deal), _("Deal annulled.")),
    "restore-deal": ConsoleAct(deal_ruling(actions.restore_deal), _("The deal counts again.")),
    "forfeit": ConsoleAct(forfeit, _("Part recorded.")),
    "nudge": ConsoleAct(
        lambda me, table, _fields: actions.nudge_table(me, table), _("The table has been asked to play on.")
    ),
    "swap": ConsoleAct(swap, _("Places swapped.")),
}
