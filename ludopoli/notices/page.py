"""Notices on the page: signalling them, and showing those that arrive nowhere else."""

from __future__ import annotations

from ludopoli.base.commits import after_commit
from ludopoli.notices.models import Notice
from ludopoli.sockets.doorbell import ring_group


def notices_group(user_id: int) -> str:
    """The group of the notice sockets of a person."""
    return f"notices.{user_id}"


def announce_notice(notice: Notice) -> None:
    """Signal a notice to the open pages of its person, once the transaction is committed."""
    after_commit(ring_group, notices_group(notice.user_id), {"type": "notice", "id": notice.pk})


def show_on_page(notice: Notice) -> None:
    """Show a notice on the page although its person wanted it elsewhere: there it does not arrive."""
    hidden = Notice.objects.filter(pk=notice.pk, shown=False, read_at=None)
    if hidden.update(shown=True):
        announce_notice(notice)
