"""The account forms of django-allauth in our words."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth
from django import forms
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

PASSWORD_HINT = _("At least 8 characters; three unrelated words are best.")


class Plain(forms.BaseForm):
    """No placeholders (labels say it), our labels and hints, and the inputs in our style."""

    labels: dict[str, Any] = {}
    hints: dict[str, Any] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = self.labels.get(name, field.label)
            field.help_text = self.hints.get(name, "")
            field.widget.attrs.pop("placeholder", None)
            if not isinstance(field.widget, forms.CheckboxInput):
                field.widget.attrs["class"] = "input"


class LoginForm(Plain, allauth.LoginForm):
    labels = {
        "login": _("E-mail address or name"),
        "password": _("Password"),
        "remember": _("Remember me on this device"),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs["autocomplete"] = "username"
        self.fields["remember"].initial = True


class SignupForm(Plain, allauth.SignupForm):
    labels = {"username": _("Name at the table"), "email": _("E-mail address"), "password1": _("Password")}
    hints = {
        "username": _("Everybody sees it. From 2 to 24 letters."),
        "email": _("Nobody sees it. We write only to confirm it and to reset the password."),
        "password1": PASSWORD_HINT,
    }

    def try_save(self, request: HttpRequest) -> tuple[Any, HttpResponse | None]:
        """All of it or nothing; a name that was taken a moment ago is an error beside the field."""
        try:
            with transaction.atomic():
                saved: tuple[Any, HttpResponse | None] = super().try_save(request)
                return saved
        except IntegrityError:
            self.add_error("username", _("Somebody has this name already."))
            return None, render(request, "account/signup.html", {"form": self}, status=409)


class ResetPasswordForm(Plain, allauth.ResetPasswordForm):
    labels = {"email": _("E-mail address")}


class ResetPasswordKeyForm(Plain, allauth.ResetPasswordKeyForm):
    labels = {"password1": _("New password"), "password2": _("The new password again")}
    hints = {"password1": PASSWORD_HINT}


class ChangePasswordForm(Plain, allauth.ChangePasswordForm):
    labels = {
        "oldpassword": _("Current password"),
        "password1": _("New password"),
        "password2": _("The new password again"),
    }
    hints = {"password1": PASSWORD_HINT}


class SetPasswordForm(Plain, allauth.SetPasswordForm):
    labels = {"password1": _("Password"), "password2": _("The password again")}
    hints = {"password1": PASSWORD_HINT}


class ReauthenticateForm(Plain, allauth.ReauthenticateForm):
    labels = {"password": _("Password")}


class AddEmailForm(Plain, allauth.AddEmailForm):
    labels = {"email": _("A new e-mail address")}
