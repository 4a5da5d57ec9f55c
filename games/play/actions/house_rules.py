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
from ludocards.engine.game import Refused
from ludocards.engine.registry import plain_rules
from ludopoli.accounts.lookalikes import INVISIBLE
from ludopoli.accounts.models import User
from ludopoli.text import letters

LONGEST_TITLE = 40
MOST = 30
"""The most house rules that a person may have, over all games."""


def save_rules(user: User, *, game: str, name: Any, rules: Any) -> HouseRules | Refused:
    """Save rules under a new name."""
    if refused := bans.refuse_named(user):
        return refused
    plain = plain_rules(game, rules)
    if isinstance(plain, Refused):
        return plain
    tidy = tidy_name(name)
    if isinstance(tidy, Refused):
        return tidy
    if refused := publishing.refuse(user):
        return refused
    with transaction.atomic():
        own = _locked(user)
        if same := _named(own, game, tidy):
            return _taken(same.name)
        return _added(user, own, game=game, name=tidy, rules=plain)


def keep_rules(user: User, *, game: str, name: str, rules: Any) -> HouseRules | Refused:
    """Copy somebody else's house rules under the same name, numbered if the person has that name already."""
    plain = plain_rules(game, rules)
    if isinstance(plain, Refused):
        return plain
    if refused := publishing.refuse_name(user, name):
        return refused
    with transaction.atomic():
        own = _locked(user)
        for tidy in _numbered(name):
            same = _named(own, game, tidy)
            if same is None:
                return _added(user, own, game=game, name=tidy, rules=plain)
            if same.rules == plain:
                return same
    raise AssertionError("there is always a next number")


def change_rules(
    user: User, house: HouseRules, *, name: Any = None, rules: Any = None
) -> HouseRules | Refused:
    """Change the name or the rules of a person's own house rules; None leaves them as they are."""
    tidy = None if name is None else tidy_name(name)
    if isinstance(tidy, Refused):
        return tidy
    if tidy is not None and (refused := publishing.refuse(user)):
        return refused
    plain = None if rules is None else plain_rules(house.game, rules)
    if isinstance(plain, Refused):
        return plain
    with transaction.atomic():
        own = {each.pk: each for each in _locked(user)}
        if house.pk not in own:
            return _not_yours()
        changed = own[house.pk]
        same = _named(own.values(), house.game, tidy or changed.name)
        if same is not None and same.pk != house.pk:
            return _taken(same.name)
        changed.name, changed.rules = tidy or changed.name, plain or changed.rules
        changed.save(update_fields=["name", "rules"])
    return changed


def delete_rules(user: User, house: HouseRules) -> HouseRules | Refused:
    """Delete a person's own house rules. Copies, and tables that play by them, keep them."""
    deleted, _ = HouseRules.objects.filter(pk=house.pk, owner=user).delete()
    return house if deleted else _not_yours()


def tidy_name(name: Any) -> str | Refused:
    """Normalize a name: 1 to 40 visible characters, single spaces, no bad words."""
    tidy = " ".join(unicodedata.normalize("NFC", name).split()) if isinstance(name, str) else ""
    seen = any(sign.isalnum() and sign not in INVISIBLE for sign in tidy)
    if not seen or len(tidy) > LONGEST_TITLE or not tidy.translate(JOINERS).isprintable():
        most = {"most": LONGEST_TITLE}
        return Refused("bad_rules_name", f"a name has 1 to {LONGEST_TITLE} readable characters", most)
    return publishing.refuse_words(tidy) or tidy


def _locked(user: User) -> list[HouseRules]:
    """A person's house rules, locked until the transaction ends."""
    User.objects.select_for_update().get(pk=user.pk)
    return list(HouseRules.objects.filter(owner=user))


def _added(user: User, own: list[HouseRules], **fields: Any) -> HouseRules | Refused:
    if len(own) >= MOST:
        return Refused("too_many_house_rules", "you have enough house rules", {"most": MOST})
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


def _taken(name: str) -> Refused:
    return Refused("rules_name_taken", "you have house rules of this name", {"name": name})


def _not_yours() -> Refused:
    return Refused("not_your_rules", "these house rules are somebody else's")
