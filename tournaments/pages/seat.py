"""Where a seat link leads: whose seat it is, and a button that takes it.

Opening the page signs nobody in, since programs that preview links open them, too.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ludopoli.accounts import named
from tournaments import access, seat_links


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def seat(request: HttpRequest, event: str, token: str) -> HttpResponse:
    found = access.access_event(request.user, event)
    opened = seat_links.opened(found, token, timezone.now())
    if opened is None:
        raise Http404(_("This link opens no seat any more. Ask the director for a new one."))
    member, until = opened
    assert member.user is not None, member
    if request.user == member.user:
        return redirect(found)
    if request.method == "POST":
        named.sign_in(request, member.user, until)
        messages.success(request, _("This is your seat. Have a good game."))
        return redirect(found)
    return render(request, "tournaments/seat.html", {"event": found, "member": member})
