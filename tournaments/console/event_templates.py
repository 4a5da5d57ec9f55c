"""The buttons of a club's templates for events: save, rename, delete. An event begins from one by `again`."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.models import Club
from clubs.pages.view_helpers import club_action_view, redirect_with_message
from games.pages.view_helpers import Fields, action_view
from ludopoli.accounts.access import account_of
from ludopoli.http.error_pages import show_refusals_on
from tournaments import access, actions
from tournaments.console.act_fields import text_of_field
from tournaments.pages.view_helpers import redirect_to_event


@login_required
@action_view
def save_template_act(request: HttpRequest, fields: Fields, event: str) -> HttpResponse:
    held = access.access_event(request.user, event)
    back = show_refusals_on(request, reverse("console-again", args=[event]))
    made = actions.save_template(account_of(request), held, text_of_field(fields, "name"))
    said = _("Saved as the template %(name)s: new tournaments of the club can begin from it.")
    return redirect_to_event(request, held, said % {"name": made.name}, back)


@club_action_view
def template_act(request: HttpRequest, fields: Fields, club: Club, number: int, name: str) -> HttpResponse:
    back = show_refusals_on(request, f"{reverse('new-event')}?circolo={club.code}")
    template = access.access_template(club, number)
    if name == "rename":
        actions.rename_template(account_of(request), template, text_of_field(fields, "name"))
        return redirect_with_message(request, _("Template renamed."), back)
    actions.delete_template(account_of(request), template)
    return redirect_with_message(request, _("Template deleted."), back)
