"""The page where one makes and revokes tokens."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ludopoli.accounts.urls import with_account
from ludopoli.api.models import Scope, Token

MOST_TOKENS = 20


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("What is it for?"), max_length=60, widget=forms.TextInput(attrs={"class": "input"})
    )
    scopes = forms.MultipleChoiceField(
        label=_("It may"), choices=Scope.choices, widget=forms.CheckboxSelectMultiple, initial=[Scope.READ]
    )


@never_cache
@login_required
@with_account
@require_http_methods(["GET", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """One's tokens; a new one is shown with its secret, this once."""
    form = TokenForm(request.POST or None)
    mine = Token.objects.filter(user=request.user.pk)
    secret = ""
    if request.method == "POST" and form.is_valid():
        if mine.count() >= MOST_TOKENS:
            form.add_error(
                None, gettext("You have %(most)d tokens: revoke one first.") % {"most": MOST_TOKENS}
            )
        else:
            assert request.user.pk is not None
            _made, secret = Token.make(
                request.user.pk, form.cleaned_data["name"], form.cleaned_data["scopes"]
            )
            form = TokenForm()
    context = {"form": form, "tokens": mine, "secret": secret}
    return render(request, "account/tokens.html", context, status=400 if form.errors else 200)


@login_required
@with_account
@require_http_methods(["POST"])
def revoke(request: HttpRequest, token: int) -> HttpResponse:
    """From now on the token opens nothing."""
    if Token.objects.filter(user=request.user.pk, pk=token).delete()[0]:
        messages.success(request, gettext("The token is revoked."))
    return redirect("tokens")
