"""The phases of a federation on its page, and the file of who played which round."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs import access as clubs
from clubs.federations import is_organiser
from clubs.models import Federation
from clubs.pages.federations import federation_action_view
from clubs.pages.view_helpers import redirect_with_message
from games.pages.view_helpers import Fields, text_of
from ludopoli.accounts.access import account_of, with_account
from ludopoli.base.lookups import number_of
from ludopoli.http.error_pages import show_refusals_on
from ludopoli.http.refusals import ActionRefused
from ludopoli.text.table_files import FileKind
from tournaments import access, actions
from tournaments.models import Event
from tournaments.outlets import federation_files


@federation_action_view
def act_on_phase(request: HttpRequest, fields: Fields, federation: Federation, name: str) -> HttpResponse:
    """Let an event count, or no longer; or enter the best of one in the next."""
    me, said = account_of(request), _("Saved.")
    page = show_refusals_on(request, federation.get_absolute_url())
    code = text_of(fields, "event").rstrip("/").rpartition("/")[2]
    match name:
        case "set":
            following = text_of(fields, "leads_to")
            actions.set_phase(
                me, federation, _event(code, "event"),
                level=text_of(fields, "level"),
                leads_to=_event(following, "leads_to") if following else None,
                best=number_of(text_of(fields, "best") or "0", 3) or 0,
            )  # fmt: skip
        case "remove":
            actions.remove_phase(me, federation, _event(code, "event"))
        case _:
            words = text_of(fields, "declined").replace(",", " ").split()
            declined = [number for each in words if (number := number_of(each, 5)) is not None]
            count = len(actions.carry_over_best(me, federation, code, declined))
            said = ngettext("%(n)s entry goes on.", "%(n)s entries go on.", count) % {"n": count}
    return redirect_with_message(request, said, page)


def _event(code: str, field: str) -> Event:
    found = access.find_event(code)
    if found is None:
        raise ActionRefused("bad_phase", _("No tournament has this address."), field=field)
    return found


@require_safe
@login_required
@with_account
@never_cache
def played_rounds(request: HttpRequest, federation: str, kind: FileKind) -> HttpResponse:
    """Return, for organisers, the people who played each round, with their licences."""
    found = clubs.access_federation(federation)
    if not is_organiser(request.user, found):
        raise PermissionDenied
    return federation_files.played_rounds_file(found, request.user, kind)
