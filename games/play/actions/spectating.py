"""Spectating where others play the same deals."""

from __future__ import annotations

from typing import Any

from django.db.models import F

from games.models import Table, Vantage
from games.play import doorbell, selectors, spectators
from ludopoli.accounts.models import User
from ludopoli.base.commits import after_commit
from ludopoli.http.refusals import ActionRefused


def choose_vantage(user: User, table: Table, seat: Any) -> Vantage:
    """Choose the seat from which somebody watches, once for all tables with these deals, until they are open.

    Refused as `watch_freely` where there is nothing to choose, and by `selectors.check_watching`.
    """
    try:
        selectors.check_watching(user, table)
        if spectators.vantage_of(user, table) is None:
            raise ActionRefused("watch_freely")
    except ActionRefused as why:
        if why.code != "choose_seat":
            raise
    if type(seat) is not int or not 0 <= seat < table.players:
        raise ActionRefused("no_seat")
    hand = spectators.leave_of(user, table).hand
    chosen, _ = Vantage.objects.get_or_create(
        boards=table.boards, user=user, defaults={"table": table, "seat": seat, "hand": hand}
    )
    if (chosen.table_id, chosen.seat) != (table.pk, seat):
        raise ActionRefused("watches_elsewhere")
    return chosen


def show_hands_at_boards(user: User, names: list[str], *, hand: bool) -> None:
    """Show a spectator of these boards, by their names, the hand of the seat they watch from; or hide it."""
    changed = Vantage.objects.filter(user=user, boards__name__in=names, boards__opened_at=None)
    for table in Table.objects.filter(pk__in=changed.exclude(hand=hand).values("table")):
        Table.objects.filter(pk=table.pk).update(revision=F("revision") + 1)
        after_commit(doorbell.ring_table, table.pk, revision=table.revision + 1)
    changed.update(hand=hand)
