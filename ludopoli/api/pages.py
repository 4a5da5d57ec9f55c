"""The pages on which people make tokens and bot accounts."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ludopoli.accounts import change_mails, names, privacy, publishing
from ludopoli.accounts.access import account_of, guarded_action, guarded_page
from ludopoli.accounts.models import LONGEST_BIO, User
from ludopoli.api.models import OF_APPS, Scope, Token
from ludopoli.base.lookups import or_404
from ludopoli.http.refused_forms import status_of
from ludopoli.sockets.sessions import recheck_sessions

MOST_TOKENS = 20
MOST_BOTS = 5
"""The number of bot accounts that a person may have."""


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("What is it for?"), max_length=60, widget=forms.TextInput(attrs={"class": "input"})
    )
    scopes = forms.MultipleChoiceField(
        label=_("It may"),
        choices=[choice for choice in Scope.choices if choice[0] not in OF_APPS],
        widget=forms.CheckboxSelectMultiple,
        initial=[Scope.READ],
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
    """The form for a bot account, whose friends and data are its owner's."""

    scopes = forms.MultipleChoiceField(
        label=_("It may"),
        choices=[
            choice for choice in Scope.choices if choice[0] not in (*OF_APPS, Scope.PEOPLE, Scope.EXPORT)
        ],
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
        name = names.tidy_username(self.cleaned_data["name"])
        names.check_account_name(name)
        if names.is_taken(name):
            raise ValidationError(_("Somebody has this name already."), "taken")
        return name


@guarded_page
def tokens_page(request: HttpRequest) -> HttpResponse:
    """The person's tokens; the secret of a new one is shown once."""
    return _tokens(request, account_of(request), {})


@guarded_page
def bot_page(request: HttpRequest, bot: int) -> HttpResponse:
    """A bot account and its tokens."""
    mine = bot_of(request, bot)
    return _tokens(request, mine, {"bot": mine})


def _tokens(request: HttpRequest, whose: User, more: dict[str, Any]) -> HttpResponse:
    kind = BotTokenForm if whose.is_bot else TokenForm
    form = kind(request.POST or None)
    mine = Token.objects.filter(user=whose, grant=None)
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
            change_mails.mail_change(
                whose, _("A token for programs was made: “%(name)s”."), {"name": made.name}
            )
            form = kind()
    context = {"form": form, "tokens": mine, "secret": secret, **more}
    return render(request, "account/tokens.html", context, status=status_of(form))


def made_token(
    whose: User, name: str, scopes: list[str], lasts: timedelta | None = None
) -> tuple[Token, str] | None:
    """Create a token and return it with its secret, or None if the account has as many as it may."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=whose.pk)  # one at a time, so that the count is right
        if Token.objects.filter(user=whose, grant=None).count() >= MOST_TOKENS:
            return None
        return Token.make(whose.pk, name, scopes, lasts)


@guarded_action
def revoke_token_view(request: HttpRequest, token: int) -> HttpResponse:
    """Revoke a token of the person or of one of their bots."""
    me = account_of(request)
    found = Token.objects.filter(user__in=[me, *me.bots.all()], pk=token, grant=None).first()
    if found is None:
        return redirect("tokens")
    revoke_token(me, found)
    messages.success(request, gettext("Token revoked."))
    return redirect("bot-account", bot=found.user_id) if found.user.is_bot else redirect("tokens")


def revoke_token(me: User, token: Token) -> None:
    """Delete a token, and mail the owner of the account."""
    token.delete()
    recheck_sessions(token.user_id)
    change_mails.mail_change(me, _("A token for programs was revoked: “%(name)s”."), {"name": token.name})


# ---- bot accounts


def bot_of(request: HttpRequest, bot: int) -> User:
    return or_404(User.objects.filter(pk=bot, owner=account_of(request), is_active=True).first())


@guarded_page
def bots_page(request: HttpRequest) -> HttpResponse:
    """The person's bot accounts, and a form for another."""
    me, form = account_of(request), BotForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and (made := _made(me, form)):
        change_mails.mail_change(me, _("A bot account was made: %(name)s."), {"name": made.username})
        text = gettext("%(name)s is ready. Now make a token for it.")
        messages.success(request, text % {"name": made.username})
        return redirect("bot-account", bot=made.pk)
    context = {"form": form, "bots": me.bots.filter(is_active=True).order_by("pk"), "most": MOST_BOTS}
    return render(request, "account/bots.html", context, status=status_of(form))


def _made(me: User, form: BotForm) -> User | None:
    """Create the bot account; return None, with an error in the form, if it is refused."""
    try:
        publishing.check_publishing(me)
    except ValidationError as refused:
        form.add_error(None, refused)
        return None
    bot = User(username=form.cleaned_data["name"], bio=form.cleaned_data["about"], is_bot=True, owner=me)
    bot.set_unusable_password()
    try:
        with transaction.atomic():
            User.objects.select_for_update().get(pk=me.pk)  # one at a time, so that the count is right
            if me.bots.filter(is_active=True).count() >= MOST_BOTS:
                text = gettext("You already have %(most)d bot accounts. Delete one first.")
                form.add_error(None, text % {"most": MOST_BOTS})
                return None
            bot.save(force_insert=True)
    except IntegrityError:
        form.add_error("name", gettext("Somebody has this name already."))
        return None
    return bot


@guarded_action
def delete_bot(request: HttpRequest, bot: int) -> HttpResponse:
    """Delete a bot account. Like any account it becomes a ghost: its games stay, without its name."""
    found = bot_of(request, bot)
    privacy.delete_person(found)
    change_mails.mail_change(
        account_of(request), _("A bot account was deleted: %(name)s."), {"name": found.username}
    )
    messages.success(request, gettext("Bot account deleted."))
    return redirect("bots")
