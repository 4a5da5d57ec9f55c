"""House rules that are a club's: copies of those that a director has made."""

from __future__ import annotations

from clubs.actions import club_action
from clubs.models import Club, ClubRules
from clubs.roles import Capability
from games.fairplay import publishing
from games.models import HouseRules
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from ludopoli.text import letters

MAX_CLUB_RULES = 20
"""The most house rules of a club."""


@club_action(Capability.EDIT_CLUB)
def add_rules(by: User, club: Club, house: HouseRules | None) -> HouseRules:
    """Give the club a copy of house rules; those of the same game and name are replaced."""
    if house is None:
        raise ActionRefused("no_house_rules")
    publishing.check_published_name(by, house.name)
    name = letters.in_any_case(house.name)
    own = HouseRules.objects.filter(of_club__club=club, game=house.game)
    known = next((each for each in own if letters.in_any_case(each.name) == name), None)
    if known is not None:
        known.rules = house.rules
        known.save(update_fields=["rules"])
        return known
    if club.house_rules.count() >= MAX_CLUB_RULES:
        raise ActionRefused("many_club_rules", most=MAX_CLUB_RULES)
    copy = HouseRules.objects.create(owner=None, game=house.game, name=house.name, rules=house.rules)
    ClubRules.objects.create(club=club, house=copy)
    return copy


@club_action(Capability.EDIT_CLUB)
def remove_rules(by: User, club: Club, code: str) -> HouseRules:
    """Take house rules from the club; tables that were opened with them keep them."""
    given = club.house_rules.filter(house__code=code).select_related("house").first()
    if given is None:
        raise ActionRefused("no_house_rules")
    given.delete()
    return given.house
