"""The pages where one makes bot accounts, and tokens for oneself and for them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ludopoli.accounts import changes, names, privacy, publishing
from ludopoli.accounts.access import proven_to_change, with_account
from ludopoli.accounts.models import LONGEST_BIO, User
from ludopoli.api.models import Scope, Token

MOST_TOKENS = 20
MOST_BOTS = 5
"""Bot accounts that a person may have."""


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("What is it for?"), max_length=60, widget=forms.TextInput(attrs={"class": "input"})
    )
    scopes = forms.MultipleChoiceField(
        label=_("It may"), choices=Scope.choices, widget=forms.CheckboxSelectMultiple, initial=[Scope.READ]
    )

    days = forms.ChoiceField(
        label=_("It lasts"),
        choices=[
            ("", _("until you revoke it")),
            ("30", _("30 days")),
            ("90", _("90 days")),
            ("365", _("a year")),
        ],
        required=False,
        widget=forms.Select(attrs={"class": "input"}),
    )


class BotTokenForm(TokenForm):
    """A bot account has no people of its own."""

    scopes = forms.MultipleChoiceField(
        label=_("It may"),
        choices=[choice for choice in Scope.choices if choice[0] != Scope.PEOPLE],
        widget=forms.CheckboxSelectMultiple,
        initial=[Scope.READ],
    )


class BotForm(forms.Form):
    name = forms.CharField(
        label=_("Name at the table"),
        max_length=names.LONGEST,
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off"}),
        help_text=_("Everybody sees it, marked as a program."),
    )
    about = forms.CharField(
        label=_("What it is"),
        required=False,
        max_length=LONGEST_BIO,
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off"}),
        help_text=_("For its profile: how it plays, and where its source is."),
    )

    def clean_name(self) -> str:
        name = names.tidy(self.cleaned_data["name"])
        names.check_account_name(name)
        if names.taken(name):
            raise ValidationError(_("Somebody has this name already."), "taken")
        return name


def _me(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


@never_cache
@login_required
@with_account
@require_http_methods(["GET", "POST"])
@proven_to_change
def tokens(request: HttpRequest) -> HttpResponse:
    """One's tokens; a new one is shown with its secret, this once."""
    return _tokens(request, _me(request), {})


@never_cache
@login_required
@with_account
@require_http_methods(["GET", "POST"])
@proven_to_change
def bot(request: HttpRequest, bot: int) -> HttpResponse:
    """A bot account and its tokens."""
    mine = bot_of(request, bot)
    return _tokens(request, mine, {"bot": mine})


def _tokens(request: HttpRequest, whose: User, more: dict[str, Any]) -> HttpResponse:
    kind = BotTokenForm if whose.is_bot else TokenForm
    form = kind(request.POST or None)
    mine = Token.objects.filter(user=whose)
    secret = ""
    if request.method == "POST" and form.is_valid():
        name, scopes, days = (form.cleaned_data[field] for field in ("name", "scopes", "days"))
        token = made_token(whose, name, scopes, timedelta(days=int(days)) if days else None)
        if token is None:
            form.add_error(
                None, gettext("You have %(most)d tokens: revoke one first.") % {"most": MOST_TOKENS}
            )
        else:
            made, secret = token
            changes.announce(whose, _("A token for programs was made: “%(name)s”."), {"name": made.name})
            form = kind()
    context = {"form": form, "tokens": mine, "secret": secret, **more}
    return render(request, "account/tokens.html", context, status=400 if form.errors else 200)


def made_token(
    whose: User, name: str, scopes: list[str], lasts: timedelta | None = None
) -> tuple[Token, str] | None:
    """Return a new token and its secret, or None if the account has as many as it may."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=whose.pk)  # one at a time, so that the count is right
        if Token.objects.filter(user=whose).count() >= MOST_TOKENS:
            return None
        return Token.make(whose.pk, name, scopes, lasts)


@login_required
@with_account
@require_http_methods(["POST"])
@proven_to_change
def revoke(request: HttpRequest, token: int) -> HttpResponse:
    """From now on the token opens nothing."""
    me = _me(request)
    found = Token.objects.filter(user__in=[me, *me.bots.all()], pk=token).select_related("user").first()
    if found is None:
        return redirect("tokens")
    revoke_token(me, found)
    messages.success(request, gettext("The token is revoked."))
    return redirect("bot-account", bot=found.user_id) if found.user.is_bot else redirect("tokens")


def revoke_token(me: User, token: Token) -> None:
    """Delete a token, and write to the owner of the account."""
    token.delete()
    changes.announce(me, _("A token for programs was revoked: “%(name)s”."), {"name": token.name})


# ---- bot accounts


def bot_of(request: HttpRequest, bot: int) -> User:
    found = User.objects.filter(pk=bot, owner=_me(request), is_active=True).first()
    if found is None:
        raise Http404
    return found


@never_cache
@login_required
@with_account
@require_http_methods(["GET", "POST"])
@proven_to_change
def bots(request: HttpRequest) -> HttpResponse:
    """One's bot accounts, and a form for another."""
    me, form = _me(request), BotForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and (made := _made(me, form)):
        changes.announce(me, _("A bot account was made: %(name)s."), {"name": made.username})
        told = gettext("%(name)s is ready. Now make a token for it.")
        messages.success(request, told % {"name": made.username})
        return redirect("bot-account", bot=made.pk)
    context = {"form": form, "bots": me.bots.filter(is_active=True).order_by("pk"), "most": MOST_BOTS}
    return render(request, "account/bots.html", context, status=400 if form.errors else 200)


def _made(me: User, form: BotForm) -> User | None:
    """The new bot account; None with an error in the form."""
    try:
        publishing.check(me)
    except ValidationError as refused:
        form.add_error(None, refused)
        return None
    bot = User(username=form.cleaned_data["name"], bio=form.cleaned_data["about"], is_bot=True, owner=me)
    bot.set_unusable_password()
    try:
        with transaction.atomic():
            User.objects.select_for_update().get(pk=me.pk)  # one at a time, so that the count is right
            if me.bots.filter(is_active=True).count() >= MOST_BOTS:
                told = gettext("You already have %(most)d bot accounts.") % {"most": MOST_BOTS}
                form.add_error(None, told)
                return None
            bot.save(force_insert=True)
    except IntegrityError:
        form.add_error("name", gettext("Somebody has this name already."))
        return None
    return bot


@login_required
@with_account
@require_http_methods(["POST"])
@proven_to_change
def delete_bot(request: HttpRequest, bot: int) -> HttpResponse:
    """The bot account becomes a ghost, as any account: its games stay without its name."""
    found = bot_of(request, bot)
    privacy.delete(found)
    changes.announce(_me(request), _("A bot account was deleted: %(name)s."), {"name": found.username})
    messages.success(request, gettext("The bot account is deleted."))
    return redirect("bots")
