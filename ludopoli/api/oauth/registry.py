"""The pages of apps: those that a person has registered, and those that they have connected."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from oauthlib.uri_validate import is_absolute_uri

from ludopoli.accounts import change_mails, names, publishing
from ludopoli.accounts.access import account_of, guarded_action, guarded_page
from ludopoli.accounts.models import User
from ludopoli.api.models import AppGrant, RegisteredApp, Scope
from ludopoli.api.oauth.provider import LOOPBACK, end_grants
from ludopoli.base.lookups import or_404
from ludopoli.http.refused_forms import status_of
from ludopoli.text.letters import is_readable

MOST_APPS = 20
MOST_REDIRECTS, LONGEST_REDIRECT = 10, 300


class AppFields(forms.Form):
    """What the owner of an app says of it, and may change."""

    name = forms.CharField(
        label=_("Name"),
        max_length=60,
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off"}),
        help_text=_("Everybody who is asked to connect it reads this."),
    )
    about = forms.CharField(
        label=_("What it does"),
        required=False,
        max_length=300,
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off"}),
    )
    redirects = forms.CharField(
        label=_("Where people return to"),
        max_length=MOST_REDIRECTS * (LONGEST_REDIRECT + 2),
        widget=forms.Textarea(attrs={"class": "input", "rows": 3, "spellcheck": "false"}),
        help_text=_(
            "One address a line, to the letter: https://…, com.example.app:/…, or http://127.0.0.1/… "
            "for a program on the person’s computer."
        ),
    )
    scopes = forms.MultipleChoiceField(
        label=_("It may ask to"),
        choices=Scope.choices,
        widget=forms.CheckboxSelectMultiple,
        initial=[Scope.OPENID, Scope.PROFILE],
    )

    def clean_name(self) -> str:
        name = str(self.cleaned_data["name"])
        for check in (names.honest_letters, names.not_of_the_house, names.without_bad_words):
            check(name)
        return name

    def clean_about(self) -> str:
        about = str(self.cleaned_data["about"])
        if not is_readable(about):
            raise ValidationError(names.NameValidator.message, names.NameValidator.code)
        names.honest_letters(about)
        names.without_bad_words(about)
        return about

    def clean_redirects(self) -> list[str]:
        lines = (line.strip() for line in str(self.cleaned_data["redirects"]).splitlines())
        addresses = [*dict.fromkeys(line for line in lines if line)]
        if len(addresses) > MOST_REDIRECTS:
            raise ValidationError(_("At most %(most)d addresses."), "too_many", {"most": MOST_REDIRECTS})
        for address in addresses:
            if not may_return_to(address):
                raise ValidationError(
                    _("People cannot return to %(address)s."), "address", {"address": address}
                )
        return addresses


class AppForm(AppFields):
    """A new app."""

    confidential = forms.BooleanField(label=_("It runs on a server, which can keep a secret"), required=False)


def may_return_to(address: str) -> bool:
    """Return whether nobody else can receive what is sent to an address: by https, to the person's own
    machine, or to an app of their device, whose scheme is a domain backwards (RFC 8252)."""
    try:
        parts = urlsplit(address)
        host, _port = parts.hostname, parts.port
    except ValueError:
        return False
    if len(address) > LONGEST_REDIRECT or not (address.isascii() and address.isprintable()):
        return False
    if "#" in address or not is_absolute_uri(address) or parts.username is not None:
        return False
    match parts.scheme:
        case "https":
            return bool(host)
        case "http":
            return host in LOOPBACK
    return "." in parts.scheme and not parts.netloc


@guarded_page
def apps_page(request: HttpRequest) -> HttpResponse:
    """The apps that a person has registered, and a form for another, whose secret is shown once."""
    me, form = account_of(request), AppForm(request.POST or None)
    secret, made = "", None
    if request.method == "POST" and form.is_valid() and (registered := _register_app(me, form)):
        made, secret = registered
        change_mails.mail_change(me, _("An app was registered: “%(name)s”."), {"name": made.name})
        form = AppForm()
    context = {"form": form, "apps": me.apps.all(), "made": made, "secret": secret}
    return render(request, "account/apps.html", context, status=status_of(form))


def _may_publish(me: User, form: forms.Form) -> bool:
    try:
        publishing.check_publishing(me)
    except ValidationError as refused:
        form.add_error(None, refused)
        return False
    return True


def _register_app(me: User, form: AppForm) -> tuple[RegisteredApp, str] | None:
    """Create the app, and return it with its secret; None, with an error in the form, if it is refused."""
    if not _may_publish(me, form):
        return None
    wanted = dict(form.cleaned_data)
    is_confidential = wanted.pop("confidential")
    with transaction.atomic():
        User.objects.select_for_update().get(pk=me.pk)  # one at a time, so that the count is right
        if me.apps.count() >= MOST_APPS:
            form.add_error(None, gettext("You have %(most)d apps: delete one first.") % {"most": MOST_APPS})
            return None
        app = RegisteredApp(owner=me, **wanted)
        secret = app.renew_secret() if is_confidential else ""
        app.save()
    return app, secret


@guarded_page
def app_page(request: HttpRequest, app: int) -> HttpResponse:
    """A form with what is said of an app."""
    found = _app_of(request, app)
    said = {"name": found.name, "about": found.about, "redirects": "\n".join(found.redirects)}
    form = AppFields(request.POST or None, initial={**said, "scopes": found.scopes})
    if request.method == "POST" and form.is_valid() and _may_publish(found.owner, form):
        change_app(found, **form.cleaned_data)
        text = _("An app was changed: “%(name)s”.")
        change_mails.mail_change(account_of(request), text, {"name": found.name})
        messages.success(request, gettext("Saved."))
        return redirect("apps")
    return render(request, "account/app.html", {"form": form, "app": found}, status=status_of(form))


def change_app(app: RegisteredApp, **said: Any) -> None:
    """Change an app. People have trusted its addresses: with others they are asked again.

    What they have allowed stays as it is, so they are also asked for more scopes.
    """
    has_moved = {*said["redirects"]} != {*app.redirects}
    for name, value in said.items():
        setattr(app, name, value)
    with transaction.atomic():
        app.save(update_fields=[*said])
        if has_moved:
            end_grants(*app.grants.all())


@never_cache
@guarded_action
def renew_app_secret(request: HttpRequest, app: int) -> HttpResponse:
    """Replace the secret of an app; the new one is shown once."""
    me, found = account_of(request), _app_of(request, app)
    if not found.digest:
        return redirect("apps")
    secret = found.renew_secret()
    found.save(update_fields=["digest"])
    change_mails.mail_change(me, _("An app got a new secret: “%(name)s”."), {"name": found.name})
    context = {"form": AppForm(), "apps": me.apps.all(), "made": found, "secret": secret}
    return render(request, "account/apps.html", context)


@guarded_action
def delete_app(request: HttpRequest, app: int) -> HttpResponse:
    """Delete an app, and what people have allowed it."""
    found = _app_of(request, app)
    remove_app(found)
    text = _("An app was deleted: “%(name)s”.")
    change_mails.mail_change(account_of(request), text, {"name": found.name})
    messages.success(request, gettext("App deleted."))
    return redirect("apps")


def remove_app(app: RegisteredApp) -> None:
    end_grants(*app.grants.all())
    app.delete()


def _app_of(request: HttpRequest, app: int) -> RegisteredApp:
    return or_404(RegisteredApp.objects.filter(owner=account_of(request), pk=app).first())


# ---- connected apps


@guarded_page
def connected_page(request: HttpRequest) -> HttpResponse:
    """The apps that a person has connected, with what they may do."""
    grants = _connected(account_of(request)).select_related("app__owner").prefetch_related("webhooks")
    return render(request, "account/connected.html", {"grants": grants})


@guarded_action
def disconnect_app(request: HttpRequest, grant: int) -> HttpResponse:
    """End what a person has allowed an app."""
    me = account_of(request)
    found = _connected(me).filter(pk=grant).select_related("app").first()
    if found is not None:
        end_grants(found)
        change_mails.mail_change(me, _("An app was disconnected: “%(name)s”."), {"name": found.app.name})
        messages.success(request, gettext("App disconnected."))
    return redirect("connected-apps")


def _connected(me: User) -> Any:
    return AppGrant.objects.filter(user=me).exclude(refresh="")
