"""House rules: rules that a person has named, to play by them again and to share them.

A table copies name and rules when it opens, so nothing here changes a table.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import count
from typing import Any

from django.db import transaction

from games.fairplay import bans, publishing
from games.models import HouseRules
from games.play.actions.chat import JOINERS
from games.texts import accept_or_raise
from ludocards.engine.registry import plain_rules
from ludopoli.accounts.lookalikes import INVISIBLE
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from ludopoli.text import letters

LONGEST_TITLE = 40
MAX_HOUSE_RULES = 30
"""The most house rules that a person may have, over all games."""


def save_rules(user: User, *, game: str, name: Any, rules: Any) -> HouseRules:
    """Save rules under a new name."""
    bans.check_not_made_for_event(user)
    plain = accept_or_raise(plain_rules(game, rules), game)
    tidy = tidy_name(name)
    publishing.check_may_publish(user)
    with transaction.atomic():
        own = _locked(user)
        if same := _named(own, game, tidy):
            raise ActionRefused("rules_name_taken", name=same.name)
        return _added(user, own, game=game, name=tidy, rules=plain)


def copy_rules(user: User, *, game: str, name: str, rules: Any) -> HouseRules:
    """Copy somebody else's house rules under the same name, numbered if the person has that name already."""
    plain = accept_or_raise(plain_rules(game, rules), game)
    publishing.check_published_name(user, name)
    with transaction.atomic():
        own = _locked(user)
        for tidy in _numbered(name):
            same = _named(own, game, tidy)
            if same is None:
                return _added(user, own, game=game, name=tidy, rules=plain)
            if same.rules == plain:
                return same
    raise AssertionError("there is always a next number")


def change_rules(user: User, house: HouseRules, *, name: Any = None, rules: Any = None) -> HouseRules:
    """Change the name or the rules of a person's own house rules; None leaves them as they are."""
    tidy = None if name is None else tidy_name(name)
    if tidy is not None:
        publishing.check_may_publish(user)
    plain = None if rules is None else accept_or_raise(plain_rules(house.game, rules), house.game)
    with transaction.atomic():
        own = {each.pk: each for each in _locked(user)}
        if house.pk not in own:
            raise ActionRefused("not_your_rules")
        changed = own[house.pk]
        same = _named(own.values(), house.game, tidy or changed.name)
        if same is not None and same.pk != house.pk:
            raise ActionRefused("rules_name_taken", name=same.name)
        changed.name, changed.rules = tidy or changed.name, plain or changed.rules
        changed.save(update_fields=["name", "rules"])
    return changed


def delete_rules(user: User, house: HouseRules) -> HouseRules:
    """Delete a person's own house rules. Copies, and tables that play by them, keep them."""
    deleted, _ = HouseRules.objects.filter(pk=house.pk, owner=user).delete()
    if not deleted:
        raise ActionRefused("not_your_rules")
    return house


def tidy_name(name: Any) -> str:
    """Normalize a name: 1 to 40 visible characters, single spaces, no bad words."""
    tidy = " ".join(unicodedata.normalize("NFC", name).split()) if isinstance(name, str) else ""
    seen = any(sign.isalnum() and sign not in INVISIBLE for sign in tidy)
    if not seen or len(tidy) > LONGEST_TITLE or not tidy.translate(JOINERS).isprintable():
        raise ActionRefused("bad_rules_name", most=LONGEST_TITLE)
    publishing.check_words_of_name(tidy)
    return tidy


def _locked(user: User) -> list[HouseRules]:
    """A person's house rules, locked until the transaction ends."""
    User.objects.select_for_update().get(pk=user.pk)
    return list(HouseRules.objects.filter(owner=user))


def _added(user: User, own: list[HouseRules], **fields: Any) -> HouseRules:
    if len(own) >= MAX_HOUSE_RULES:
        raise ActionRefused("too_many_house_rules", most=MAX_HOUSE_RULES)
    return HouseRules.objects.create(owner=user, **fields)


def _named(own: Iterable[HouseRules], game: str, name: str) -> HouseRules | None:
    """The house rules with this name, ignoring case."""
    spelt = letters.in_any_case(name)
    same = (each for each in own if each.game == game and letters.in_any_case(each.name) == spelt)
    return next(same, None)


def _numbered(name: str) -> Iterable[str]:
    """ "Da Pino", "Da Pino (2)", …"""
    yield name
    for number in count(2):
        ending = f" ({number})"
        yield name[: LONGEST_TITLE - len(ending)].rstrip() + ending
