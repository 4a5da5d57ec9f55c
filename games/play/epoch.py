"""The epoch of the database: another one begins whenever the site is set back to an earlier state.

Versions and revisions are compared within an epoch only; in a new one, pages are loaded again.
"""

from __future__ import annotations

import uuid

from games.models import Epoch
from ludopoli.base.sharing import Shared

SHARED_SECONDS = 60


def _read() -> str:
    return str(Epoch.objects.values_list("key", flat=True).first() or "")


current = Shared(_read, SHARED_SECONDS)


def renew_epoch() -> None:
    Epoch.objects.update_or_create(pk=1, defaults={"key": uuid.uuid4()})
    current.forget()
