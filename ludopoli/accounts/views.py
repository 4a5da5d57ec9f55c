"""Pages of the account: settings, profile, devices, privacy, and friends."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.views import SignupView
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from allauth.usersessions.views import list_usersessions
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django.views.i18n import set_language

from ludopoli.accounts import change_mails, guests, names, people, privacy
from ludopoli.accounts.access import account_of, guarded_action, proven_to_change, require_proof, with_account
from ludopoli.accounts.forms import DeleteForm, FriendForm, ProfileForm
from ludopoli.accounts.models import User
from ludopoli.base.lookups import or_404
from ludopoli.http.error_pages import show_refusals_on, too_many_requests
from ludopoli.http.prefetches import never_prefetched
from ludopoli.http.refusals import ActionRefused
from ludopoli.http.refused_forms import status_of
from ludopoli.text import zones


class SignUpView(SignupView):
    """django-allauth's page, which proposes the name that a guest has chosen at a table."""

    def get_initial(self) -> dict[str, Any]:
        initial: dict[str, Any] = super().get_initial()
        guest = self.request.user
        if isinstance(guest, User) and not guests.is_nameless(guest):
            initial["username"] = names.without_mark(guest.username)
        return initial


# ---- settings


def choose_language(request: HttpRequest) -> HttpResponseBase:
    """Set the language as Django does, and store it with the account."""
    answer = set_language(request)
    if answer.get("Location") == "/":  # Django's last resort
        answer["Location"] = settings.SITE_PATH
    language = request.POST.get("language")
    if language in dict(settings.LANGUAGES) and isinstance(request.user, User):
        User.objects.filter(pk=request.user.pk).update(language=language)
    return answer


@login_required
@with_account
@require_POST
def choose_zone(request: HttpRequest) -> HttpResponse:
    """Show times in another zone on every device; empty: in that of each."""
    me, zone = account_of(request), zones.known_zone_name(request.POST.get("zone", ""))
    User.objects.filter(pk=me.pk).update(zone=zone)
    saved = redirect("account")
    zones.remember_zone(request, saved, zone)
    messages.success(request, _("Saved."))
    return saved


@never_cache
@login_required
@with_account
@require_GET
def account_hub(request: HttpRequest) -> HttpResponse:
    me = account_of(request)
    steps = [*Authenticator.objects.filter(user=me).values_list("type", flat=True)]
    context = {
        "address": EmailAddress.objects.filter(user=me).order_by("-primary", "-verified").first(),
        "totp": Authenticator.Type.TOTP in steps,
        "passkeys": steps.count(Authenticator.Type.WEBAUTHN),
        "sessions": UserSession.objects.filter(user=me).count(),
        "friends": people.friends_of(me).count(),
        "zones": [(name, zones.zone_city(name)) for name in zones.zone_choices()],
    }
    return render(request, "account/hub.html", context)


@never_cache
@login_required
@with_account
@require_http_methods(["GET", "POST"])
def profile_page(request: HttpRequest) -> HttpResponse:
    form = ProfileForm(request.POST or None, instance=User.objects.get(pk=account_of(request).pk))
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Profile saved."))
        return redirect("account_profile")
    return render(request, "account/profile.html", {"form": form}, status=status_of(form))


@never_cache
@login_required
@with_account
@proven_to_change
def sessions_page(request: HttpRequest) -> HttpResponseBase:
    """The devices that are signed in, including this one; POST signs all others out."""
    UserSession.objects.create_from_request(request)
    listed: HttpResponseBase = list_usersessions(request)
    return listed


@guarded_action
def end_session(request: HttpRequest, session: int) -> HttpResponse:
    """Sign one device out."""
    found = or_404(UserSession.objects.filter(user=account_of(request), pk=session).first())
    if found.session_key == request.session.session_key:
        logout(request)
        return redirect("home")
    found.end()
    messages.success(request, _("Device signed out."))
    return redirect("usersessions_list")


# ---- privacy


@never_cache
@login_required
@with_account
@require_GET
def data_page(request: HttpRequest) -> HttpResponse:
    return render(request, "account/privacy.html")


@never_prefetched
@never_cache
@login_required
@with_account
@require_GET
@require_proof
def export_view(request: HttpRequest) -> HttpResponse:
    """Everything that is stored about the person, as one JSON file."""
    exported = privacy.take_export(account_of(request))
    if exported is None:
        return too_many_requests(request)
    response = HttpResponse(exported, content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="ludopoli-{timezone.localdate()}.json"'
    return response


@never_cache
@login_required
@with_account
@require_proof
@require_http_methods(["GET", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    """Delete the account, after a fresh proof of identity."""
    me = account_of(request)
    form = DeleteForm(me, request.POST or None)
    if request.method == "POST" and form.is_valid():
        address = change_mails.address_of(me)
        privacy.delete_person(me)
        change_mails.mail_change(me, gettext_lazy("The account was deleted."), to=address)
        logout(request)
        messages.success(request, _("Your account has been deleted. Thank you for the games."))
        return redirect("home")
    return render(request, "account/delete.html", {"form": form}, status=status_of(form))


# ---- friends


@never_cache
@login_required
@with_account
@require_GET
def friends_page(request: HttpRequest) -> HttpResponse:
    me = account_of(request)
    context = {
        "circle": people.circle_of(me),
        "company": [person for company in people.company for person in company(me)],
        "form": FriendForm().at(request, reverse("tie", args=["befriend"])),
    }
    return render(request, "account/friends.html", context)


@login_required
@with_account
@require_POST
def tie_view(request: HttpRequest, action: str) -> HttpResponse:
    """Befriend, follow or block the person called `name`, or undo it; then back to `next`."""
    if not (name := request.POST.get("name", "").strip()):
        raise BadRequest("whom?")
    show_refusals_on(request, _back(request))
    try:
        other, now = people.act_on_person(account_of(request), action, name)
    except ActionRefused as why:
        if why.code == "throttled":
            return too_many_requests(request)
        raise
    if said := _said(action, now, other.username):
        messages.success(request, said)
    return redirect(_back(request))


def _said(action: str, now: people.TiesBetween, name: str) -> str:
    texts: dict[str, Any] = {
        "befriend": _("%(name)s and you are friends.") if now.friend else _("Request sent to %(name)s."),
        "unfriend": _("Done. %(name)s will not know."),
        "follow": _("You follow %(name)s."),
        "unfollow": _("You no longer follow %(name)s."),
        "block": _("You will hear no more from %(name)s, who will not know."),
        "unblock": _("%(name)s is no longer blocked."),
    }
    return str(texts[action] % {"name": name})


def _back(request: HttpRequest) -> str:
    wanted = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if safe else reverse("friends")
