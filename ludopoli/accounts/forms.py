"""The forms of accounts, most of them django-allauth's with our texts."""

from __future__ import annotations

from typing import Any

from allauth.account import app_settings
from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter as account_adapter
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as codes
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn import forms as passkeys
from django import forms
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from fido2.webauthn import AuthenticationResponse, RegistrationResponse

from ludopoli.accounts import countries, names, publishing
from ludopoli.accounts.models import LONGEST_BIO, User
from ludopoli.http.action_forms import ActionForm, line_field

PASSWORD_HINT = _("At least 8 characters; three unrelated words are best.")


class Plain(forms.BaseForm):
    """Our labels, hints and style for a form of django-allauth, without placeholders."""

    labels: dict[str, Any] = {}
    hints: dict[str, Any] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = self.labels.get(name, field.label)
            field.help_text = self.hints.get(name, "")
            field.widget.attrs.pop("placeholder", None)
            if not isinstance(field.widget, forms.CheckboxInput | forms.HiddenInput):
                field.widget.attrs["class"] = "input"


class LoginForm(Plain, allauth.LoginForm):
    labels = {
        "login": _("Email address or name"),
        "password": _("Password"),
        "remember": _("Remember me on this device"),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs["autocomplete"] = "username"
        self.fields["remember"].initial = True

    def user_credentials(self) -> dict[str, Any]:
        """Try an e-mail address only as an address. If it were tried as a name, too, the time of the response
        would reveal whether it is known."""
        credentials: dict[str, Any] = super().user_credentials()
        return {
            key: value
            for key, value in credentials.items()
            if key != "username" or "email" not in credentials
        }


class SignupForm(Plain, allauth.SignupForm):
    labels = {"username": _("Name at the table"), "email": _("Email address"), "password1": _("Password")}
    hints = {
        "username": _(
            "Everybody sees it. From 2 to 24 characters: letters, digits, and single spaces, dots, "
            "hyphens or apostrophes between them."
        ),
        "email": _(
            "Nobody sees it. We use it to confirm your account, to reset the password, and for the "
            "notices you choose."
        ),
        "password1": PASSWORD_HINT,
    }

    def try_save(self, request: HttpRequest) -> tuple[Any, HttpResponse | None]:
        """Save everything or nothing; a name taken a moment ago becomes an error beside its field."""
        try:
            with transaction.atomic():
                saved: tuple[Any, HttpResponse | None] = super().try_save(request)
                return saved
        except IntegrityError:
            self.add_error("username", _("Somebody has this name already."))
            return None, render(request, "account/signup.html", {"form": self}, status=409)


class ResetPasswordForm(Plain, allauth.ResetPasswordForm):
    labels = {"email": _("Email address")}

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Send one mail, however many accounts have the address without having confirmed it."""
        email: str = self.cleaned_data["email"]
        if not self.users:
            return str(super().save(request, **kwargs))
        adapter, make = account_adapter(), app_settings.PASSWORD_RESET_TOKEN_GENERATOR().make_token
        ways = [
            (
                person.username,
                adapter.get_reset_password_from_key_url(f"{user_pk_to_url_str(person)}-{make(person)}"),
            )
            for person in sorted(self.users, key=lambda person: person.pk)
        ]
        adapter.send_mail("account/email/password_reset_key", email, {"ways": ways})
        return email


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


class ReauthenticateForm(Plain, allauth.ReauthenticateForm):
    labels = {"password": _("Password")}


class AddEmailForm(Plain, allauth.AddEmailForm):
    labels = {"email": _("A new email address")}


# ---- the second step


class Digits(forms.BaseForm):
    """A form whose code is typed on a numeric keypad."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs |= {"inputmode": "numeric", "autocomplete": "one-time-code"}


class CodeForm(Digits, Plain, codes.AuthenticateForm):
    labels = {"code": _("Code")}
    hints = {"code": _("The six digits from your app, or one of your emergency codes.")}


class CodeAgainForm(Digits, Plain, codes.ReauthenticateForm):
    labels = {"code": _("Code")}
    hints = {"code": _("The six digits from your app, or one of your emergency codes.")}


class ActivateTotpForm(Digits, Plain, ActivateTOTPForm):
    labels = {"code": _("The six digits that the app shows")}


class CredentialField(forms.JSONField):
    """A browser's response for a passkey; a malformed one is refused before it is examined."""

    def __init__(self, kind: type[AuthenticationResponse] | type[RegistrationResponse]) -> None:
        super().__init__(widget=forms.HiddenInput)
        self.kind = kind

    def clean(self, value: Any) -> Any:
        credential = super().clean(value)
        try:
            self.kind.from_dict(credential)
        except (AttributeError, KeyError, TypeError, ValueError):
            raise get_adapter().validation_error("incorrect_code") from None
        return credential


class PasskeyForm(passkeys.AuthenticateWebAuthnForm):
    credential = CredentialField(AuthenticationResponse)


class PasskeyAgainForm(passkeys.ReauthenticateWebAuthnForm):
    credential = CredentialField(AuthenticationResponse)


class PasskeyLoginForm(passkeys.LoginWebAuthnForm):
    credential = CredentialField(AuthenticationResponse)


class AddPasskeyForm(Plain, passkeys.AddWebAuthnForm):
    """Every key added here is a passkey, which stores the account and verifies its user itself."""

    credential = CredentialField(RegistrationResponse)
    labels = {"name": _("What do you call it?")}
    hints = {"name": _("To tell your passkeys apart, when you have several.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["passwordless"]
        self.fields["name"].widget.attrs["maxlength"] = 60

    def clean(self) -> dict[str, Any]:
        self.cleaned_data["passwordless"] = True
        return super().clean() or {}


class RenamePasskeyForm(Plain, passkeys.EditWebAuthnForm):
    labels = {"name": _("What do you call it?")}


# ---- the profile


class ProfileForm(forms.ModelForm):
    country = forms.ChoiceField(
        label=_("Country"), required=False, widget=forms.Select(attrs={"class": "input"})
    )

    class Meta:
        model = User
        fields = ("bio", "country")
        labels = {"bio": _("About you")}
        help_texts = {"bio": _("Up to 300 characters, which everybody can read.")}
        widgets = {"bio": forms.Textarea(attrs={"class": "input", "rows": 4, "maxlength": LONGEST_BIO})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        country = self.fields["country"]
        assert isinstance(country, forms.ChoiceField)
        country.choices = [("", _("I would rather not say")), *countries.country_choices()]

    def clean_bio(self) -> str:
        """Normalise line ends and refuse invisible characters, which could reverse the text of the page."""
        text = "\n".join(" ".join(line.split()) for line in self.cleaned_data["bio"].splitlines()).strip()
        if not text.replace("\n", "").translate(JOINERS).isprintable():
            raise forms.ValidationError(_("Readable characters only."), "bad_text")
        if text and text != self.initial["bio"]:
            publishing.check_publishing(self.instance)
        return text


JOINERS = {0x200D: None, 0xFE0F: None}
"""The invisible characters that join the parts of an emoji."""


class FriendForm(ActionForm):
    name = line_field(_("Who plays with you?"), names.LONGEST, needed=True)


class DeleteForm(forms.Form):
    """Asks for the name, so that nobody deletes an account by accident."""

    name = forms.CharField(
        required=False, widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off"})
    )

    def __init__(self, person: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person
        self.fields["name"].label = _("Write “%(name)s” to confirm") % {"name": person.username}

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name.casefold() != self.person.username.casefold():
            raise forms.ValidationError(_("This is not your name."), "other_name")
        return name
