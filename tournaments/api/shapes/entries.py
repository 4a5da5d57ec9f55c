"""Shapes of entries, and of requests about them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from clubs.licences import LicenceStatus
from games.api.examples import AT
from ludopoli.accounts.models import User
from ludopoli.api.shapes import Shape, Text, with_example
from tournaments import selectors
from tournaments.actions import LONGEST_REASON
from tournaments.api.shapes.base import HUNDREDTHS
from tournaments.entering.door import Suggestion
from tournaments.entering.seat_links import SeatLink
from tournaments.models import Entry, ForbiddenPairing, Member

ENTRY_STATUSES, LICENCE_STATUSES = Entry.Status.values, LicenceStatus.values


class FormerMemberShape(Shape[Member]):
    position = serializers.IntegerField(source="place", help_text="that of the substitute")
    name = serializers.CharField()
    first_round = serializers.IntegerField(help_text="the first round that they played")
    last_round = serializers.IntegerField(help_text="the last round that they played")

    def show_name(self, member: Member) -> str:
        return selectors.member_name(member)


class MemberShape(Shape[Member]):
    position = serializers.IntegerField(
        source="place", help_text="in the entry: 0, in a pair also 1, in a team by arrival"
    )
    name = serializers.CharField()
    bot = serializers.BooleanField(help_text="one of the site's own bots")
    program = serializers.BooleanField(help_text="a bot account")
    accepted = serializers.BooleanField(help_text="false: the partner has asked, and there is no answer yet")
    here = serializers.BooleanField(help_text="has checked in")
    left = serializers.IntegerField(
        allow_null=True,
        help_text="the number of rounds paired before they left their partner, and the place; "
        "null: they have not left",
    )
    first_round = serializers.IntegerField(
        help_text="the first round that they play, of a substitute; else 1"
    )
    wanted = serializers.BooleanField(help_text="anybody may take the place that was left: `take-place/`")
    nonce = serializers.CharField(
        allow_null=True, help_text="the person's contribution to the deals; fixed at `nonces_at` of the event"
    )

    def show_name(self, member: Member) -> str:
        return selectors.member_name(member)

    def show_bot(self, member: Member) -> bool:
        return bool(member.bot)

    def show_program(self, member: Member) -> bool:
        return member.user is not None and member.user.is_bot

    def show_nonce(self, member: Member) -> str | None:
        return member.nonce or None


def _member(position: int, name: str) -> dict[str, Any]:
    common = {
        "position": position,
        "name": name,
        "bot": False,
        "program": False,
        "accepted": True,
        "here": True,
    }
    return {**common, "left": None, "first_round": 1, "wanted": False, "nonce": "3c" * 32}


ENTRY = {
    "number": 4,
    "name": "Anna – Carla",
    "status": "checked_in",
    "members": [_member(0, "Anna"), _member(1, "Carla")],
    "former_members": [],
    "seed": None,
    "strength": 1562,
    "joined": 0,
    "left": None,
    "club": None,
    "lineup": [],
    "handed_in": 0,
    "byes_asked": [],
    "place": None,
    "score": None,
}


@with_example(**ENTRY)
class EntryShape(Shape[Entry]):
    number = serializers.IntegerField(help_text="within the event")
    name = serializers.CharField()
    status = serializers.ChoiceField(ENTRY_STATUSES)
    members = MemberShape(many=True)
    former_members = FormerMemberShape(many=True, help_text="those who played until a substitute came")
    seed = serializers.IntegerField(allow_null=True, help_text="null: by strength")
    strength = serializers.IntegerField(help_text="the rating at the start, the mean for pairs; 0 before")
    joined = serializers.IntegerField(help_text="the number of rounds paired before it came")
    left = serializers.IntegerField(allow_null=True, help_text="the number paired before it left")
    club = serializers.CharField(
        source="shown_club.code", allow_null=True, help_text="the code of the club for which a team plays"
    )
    lineup = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="of a team: the positions of its members, first those who play; "
        "empty for others than its members if the tournament has sealed line-ups",
    )
    handed_in = serializers.IntegerField(
        help_text="the round for which a team has handed in its sealed line-up; 0: none"
    )
    byes_asked = serializers.ListField(
        child=serializers.IntegerField(), help_text="the rounds that it has asked to sit out"
    )
    place = serializers.IntegerField(allow_null=True, help_text="the final place")
    score = serializers.IntegerField(allow_null=True, help_text=f"the final score, {HUNDREDTHS}")

    def show_name(self, entry: Entry) -> str:
        return selectors.entry_name(entry)

    def show_lineup(self, entry: Entry) -> list[int]:
        return [] if entry.event.seals and not self.context.get("own") else entry.lineup


@with_example(position=0)
class ForgetPerson(Shape[Any]):
    position = serializers.IntegerField(source="place", min_value=0, help_text="the person's in the entry")
    last_round = serializers.IntegerField(
        required=False, min_value=1, help_text="of somebody whose place a substitute has taken"
    )


@with_example(event="k3mw8xzt", number=4, name="Onda", place=None)
class ClubTeamShape(Shape[Entry]):
    event = serializers.CharField(source="event.code", help_text="the code of the tournament")
    number = serializers.IntegerField(help_text="of the entry")
    name = serializers.CharField()
    place = serializers.IntegerField(allow_null=True, help_text="the final place")


class Homonym(serializers.BooleanField):
    """Confirms what was refused as `possible_double`."""

    def __init__(self) -> None:
        super().__init__(
            default=False, help_text="`true`: somebody else than the person of the same name who is in"
        )


class Seen(Text):
    """The value that a program has read: it replaces no other."""

    def __init__(self, what: str) -> None:
        super().__init__(
            required=False, help_text=f"{what}: another by now is not replaced (`changed_meanwhile`)"
        )


@with_example(nonce="3c" * 32)
class AddNonce(Shape[Any]):
    nonce = serializers.RegexField(
        r"^([0-9a-f]{64})?$",
        default="",
        allow_blank=True,
        help_text="32 random bytes of yours, which go into all deals if sent before the first pairing",
    )


class Unlicensed(serializers.BooleanField):
    """Confirms what was refused as `licence_not_valid`."""

    def __init__(self) -> None:
        super().__init__(
            default=False, help_text="`true`: they play without a valid licence of the federation"
        )


@with_example(partner="Carla", nonce="3c" * 32)
class Register(AddNonce):
    club = Text(required=False, help_text="for teams, the code of a club that you direct")
    partner = Text(required=False, help_text="the person who has to accept, for pairs that enter together")
    team = serializers.ListField(
        child=Text(), required=False, max_length=20, help_text="the people who have to accept, for teams"
    )
    name = Text(required=False, help_text="of the pair or team, at most 40 characters")
    homonym = Homonym()
    seeking = serializers.BooleanField(
        default=False, help_text="`true`: without a partner, whose place anybody may take: `take-place/`"
    )


@with_example(name="Dario")
class AskMember(Shape[Any]):
    name = Text(help_text="the person")


@with_example(club="k3mw8xzt")
class TeamClub(Shape[Any]):
    club = Text(allow_null=True, help_text="the code of a club that you direct; null: none")


@with_example(positions=[0, 2, 3, 1])
class LineUp(Shape[Any]):
    positions = serializers.ListField(
        source="places",
        child=serializers.IntegerField(min_value=0),
        max_length=30,
        help_text="of the members, first those who play; the others follow by arrival",
    )


@with_example(rounds=[2, 5])
class AskByes(Shape[Any]):
    rounds = serializers.ListField(
        child=serializers.IntegerField(min_value=1), max_length=99, help_text="not paired yet"
    )


@with_example(partner="Dario")
class SeekPartner(Shape[Any]):
    partner = Text(
        required=False, help_text="the person to whom you offer the place; without it anybody may take it"
    )


@with_example(named="Mario Rossi")
class Entrant(Shape[Any]):
    name = Text(required=False, help_text="a person with an account")
    named = Text(required=False, help_text="or a person without one, who gets a seat link")
    category = Text(required=False, help_text="of somebody who is `named`, at real tables")
    member = serializers.IntegerField(
        required=False, min_value=1, help_text="or the number of a member of the club that holds it"
    )
    licence = Text(required=False, help_text="or, in a tournament of a federation, the number of a licence")
    level = Text(required=False, help_text="or one of the site's own bots, by its level")


@with_example(members=[{"name": "Anna"}, {"named": "Mario Rossi"}], name="")
class Enter(Shape[Any]):
    members = serializers.ListField(child=Entrant(), min_length=1, max_length=18)
    name = Text(required=False, help_text="of the pair or team, at most 40 characters")
    homonym = Homonym()
    unlicensed = Unlicensed()


class Reason(Shape[Any]):
    reason = Text(help_text=f"1 to {LONGEST_REASON} readable characters; everybody can read it")


@with_example(reason="Bloccati nel traffico", missing=1)
class LeftAlone(Reason):
    missing = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=5,
        help_text="the place of an entry that misses only this round",
    )


@with_example(position=1, name="Dario", reason="Elena deve andare")
class Substitute(Entrant):
    position = serializers.IntegerField(source="place", min_value=0, max_value=30, help_text="of the member")
    seen = Seen("the name that you read there")
    reason = Text()
    homonym = Homonym()
    unlicensed = Unlicensed()


@with_example(numbers=[3, 1, 2])
class Seeds(Shape[Any]):
    numbers = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        max_length=2000,
        help_text="of all entries, the best first",
    )


@with_example(one=3, other=8, reason="Sono fratelli")
class Forbid(Shape[Any]):
    one = serializers.IntegerField(min_value=1)
    other = serializers.IntegerField(min_value=1)
    reason = Text(required=False)


@with_example(one=3, other=8)
class ForbiddenShape(Shape[ForbiddenPairing]):
    one = serializers.IntegerField(source="one.number", help_text="number of an entry")
    other = serializers.IntegerField(source="other.number")


@with_example(name="Carla")
class NameShape(Shape[User]):
    name = serializers.CharField(source="username")


@with_example(
    entry=4,
    position=0,
    name="Mario Rossi °",
    url="http://localhost:8000/tornei/k3mw8xzt/posto/5k-t4m2x8:q0Vd2hS8/",
    until=AT,
)
class SeatLinkShape(Shape[SeatLink]):
    entry = serializers.IntegerField(source="member.entry.number", help_text="its number")
    position = serializers.IntegerField(source="member.place", help_text="of the member")
    name = serializers.CharField(source="member.user.username")
    url = serializers.URLField(help_text="anybody who opens it can take the seat")
    until = serializers.DateTimeField(help_text="its expiry, unless the event ends sooner")


@with_example(text="Mario Rossi, 0113", member=12, entered=False, partner=True, licence=None)
class SuggestionShape(Shape[Suggestion]):
    text = serializers.CharField(help_text="the name, with the membership number")
    member = serializers.IntegerField(
        allow_null=True, help_text="the number of the member; null: of another club of the federation"
    )
    licence = serializers.ChoiceField(
        LICENCE_STATUSES, allow_null=True, help_text="in a tournament of a federation, on its day"
    )
    entered = serializers.BooleanField(help_text="is in the tournament already")
    partner = serializers.BooleanField(
        source="is_partner", help_text="played last time with the person beside whom they were sought"
    )


@with_example(position=0, name="Mario Rossi", card="0113")
class CorrectedName(Shape[Any]):
    position = serializers.IntegerField(source="place", min_value=0, help_text="the person's in the entry")
    name = Text(help_text="as the person is called")
    card = Text(required=False, help_text="the membership number")
    category = Text(required=False, help_text="as it was, unless it is sent")
    seen = Seen("the name that you read there")


@with_example(members=[{"position": 0, "name": "Mario Rossi", "card": "0113"}], name="")
class CorrectNames(Shape[Any]):
    members = serializers.ListField(child=CorrectedName(), required=False, max_length=30)
    name = Text(required=False, help_text="of the pair or team")
    seen_name = Seen("the name of the pair or team that you read")
    homonym = Homonym()
