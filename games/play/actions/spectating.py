"""Spectating where others play the same deals."""

from __future__ import annotations

from typing import Any

from django.db.models import F

from games.models import Table, Vantage
from games.play import doorbell, selectors, spectators
from ludocards.engine.game import Refused
from ludopoli.accounts.models import User
from ludopoli.base.commits import after_commit


def spectate(user: User, table: Table, seat: Any) -> Vantage | Refused:
    """Choose the seat from which somebody watches, once for all tables with these deals, until they are open.

    Refused as `watch_freely` where there is nothing to choose, and by `selectors.refuse_watching`.
    """
    why = selectors.refuse_watching(user, table)
    if why is not None and why.code != "choose_seat":
        return why
    if why is None and spectators.vantage_of(user, table) is None:
        return Refused("watch_freely", "this table is watched without choosing a seat")
    if type(seat) is not int or not 0 <= seat < table.players:
        return Refused("no_seat", "there is no such seat")
    hand = spectators.leave_of(user, table).hand
    chosen, _ = Vantage.objects.get_or_create(
        boards=table.boards, user=user, defaults={"table": table, "seat": seat, "hand": hand}
    )
    is_this = (chosen.table_id, chosen.seat) == (table.pk, seat)
    return chosen if is_this else spectators.watches_elsewhere()


def show_hands(user: User, names: list[str], *, hand: bool) -> None:
    """Show a spectator of these boards, by their names, the hand of the seat they watch from; or hide it."""
    changed = Vantage.objects.filter(user=user, boards__name__in=names, boards__opened_at=None)
    for table in Table.objects.filter(pk__in=changed.exclude(hand=hand).values("table")):
        Table.objects.filter(pk=table.pk).update(revision=F("revision") + 1)
        after_commit(doorbell.ring_table, table.pk, revision=table.revision + 1)
    changed.update(hand=hand)
