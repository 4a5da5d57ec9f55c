"""django-allauth adapted to this site: guests become accounts, our rules for names, our texts."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login import record_authentication
from allauth.core import context as current
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.contrib.sites.shortcuts import get_current_site
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from ludopoli.accounts import change_mails, devices, guests, mailboxes, names, outgoing_mails
from ludopoli.accounts.guests import BEFORE
from ludopoli.accounts.models import User
from ludopoli.base import sealing
from ludopoli.http import languages
from ludopoli.http.throttle import client_address
from ludopoli.text import zones

PROOFS = {
    "reauthenticate": _("Use your password"),
    "mfa_reauthenticate": _("Use a code"),
    "mfa_reauthenticate:webauthn": _("Use a passkey"),
}
"""The ways to prove one's identity again while signed in, by django-allauth's name of the method."""

SENT = "account/messages/email_confirmation_sent.txt"


class Adapter(DefaultAccountAdapter):
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "email_password_mismatch": _(
            "The address or the password is wrong. With an address that is not yet confirmed, sign in "
            "by name."
        ),
        "username_password_mismatch": _("The name or the password is wrong."),
        "too_many_login_attempts": _("Too many attempts. Wait five minutes, or reset the password."),
        "email_taken": _("There is already an account with this address. Sign in, or reset the password."),
        "username_taken": _("Somebody has this name already."),
        "duplicate_email": _("This is already your address."),
        "enter_current_password": _("This is not your current password."),
        "incorrect_password": _("The password is wrong."),
        "rate_limited": _("Too many attempts. Wait a little."),
    }

    def new_user(self, request: HttpRequest) -> User:
        """Return the row that becomes the account: the guest's own, if a guest signs up.

        Called inside the form's transaction, so that a second sign-up of the same guest has to wait; by then
        the row is no longer a guest's, and the second sign-up makes a new person.
        """
        if request.user.is_authenticated:
            guest = (
                User.objects.select_for_update()
                .filter(pk=request.user.pk, is_guest=True, is_named=False)
                .first()
            )
            if guest is not None:
                return guest
        return User()

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        was_guest, user.is_guest = user.pk is not None, False
        current.request.has_signed_up = True
        saved: User = super().save_user(request, user, form, commit)
        for hear in guests.signed_up if was_guest else ():
            hear(saved, saved.username)
        return saved

    def clean_username(self, username: str, shallow: bool = False) -> str:
        name = names.tidy_username(username)
        names.check_account_name(name)
        if not shallow and names.is_taken(name):
            raise self.validation_error("username_taken")
        return name

    def get_reauthentication_methods(self, user: User | AnonymousUser) -> list[dict[str, Any]]:
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        return [{**method, "description": PROOFS[method["id"]]} for method in methods]

    def logout(self, request: HttpRequest) -> None:
        """Sign out; the session remembers which guest this browser was."""
        guest = request.user.pk if getattr(request.user, "is_guest", False) else request.session.get(BEFORE)
        super().logout(request)
        if guest is not None:
            request.session[BEFORE] = guest

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign in; a guest who was playing in this browser continues as the account."""
        guest = User.objects.filter(pk=request.user.pk or 0, is_guest=True, is_named=False)
        before = guest.exclude(pk=user.pk).first()
        super().login(request, user)
        if before is not None:
            for hear in guests.signed_in:
                hear(before, user)

    def post_login(self, request: HttpRequest, user: User, **options: Any) -> HttpResponse:
        """Count the sign-in as proof, and bring the languages of account and device together.

        The account's language wins; without one the account takes the language chosen on this device. The
        time zone is the one that the account has chosen, or that of the device.
        """
        record_authentication(request, user, "sign_in", reauthenticated=True)
        answer: HttpResponse = super().post_login(request, user, **options)
        if user.language:
            languages.remember_language(answer, user.language)
        elif language := languages.chosen_language(request):
            user.language = language
            user.save(update_fields=["language"])
        zones.remember_zone(request, answer, user.zone)
        return answer

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail that somebody has just asked for; the request remembers whether it was not sent."""
        request = current.request
        if not mailboxes.count_mail(email):
            request.not_mailed = "account/messages/email_limited.txt"
            return
        known = {"request": request, "email": email, "current_site": get_current_site(request)}
        message = self.render_mail(template_prefix, email, {**known, **context})
        request.not_mailed = (
            "" if outgoing_mails.send_mail_or_keep(message) else "account/messages/email_refused.txt"
        )

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        *args: Any,
        **options: Any,
    ) -> None:
        """Show what django-allauth has done, but do not say that a mail was sent if it was not. The message
        about a new account mentions its mail."""
        if message_template == SENT and (instead := getattr(request, "not_mailed", "")):
            level, message_template = messages.ERROR, instead
        elif message_template == SENT and getattr(request, "has_signed_up", False):
            return
        super().add_message(request, level, message_template, *args, **options)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Send our own text, to confirmed addresses only; a signal announces a new address."""
        if template_prefix != "account/email/email_changed":
            change_mails.mail_change(user, change_mails.ALLAUTH[template_prefix], context)

    def get_client_ip(self, request: HttpRequest) -> str:
        return client_address(request) or super().get_client_ip(request)  # which refuses the request

    def format_email_subject(self, subject: Any) -> str:
        return str(subject)


class SecondStepAdapter(DefaultMFAAdapter):
    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("That is not right. Try again."),
        "unverified_email": _(
            "Confirm your email address first: it is your way back in if you lose the device."
        ),
        "cannot_generate_recovery_codes": _("Emergency codes need codes from an app or a passkey first."),
    }

    def encrypt(self, text: str) -> str:
        return sealing.seal_text(text)

    def decrypt(self, encrypted_text: str) -> str:
        return sealing.unseal_text(encrypted_text)

    def get_totp_label(self, user: User) -> str:
        return str(user.username)

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        return devices.device_name(current.request.headers.get("User-Agent", ""))

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {**super().get_public_key_credential_rp_entity(), "name": "Ludopoli"}

    def get_public_key_credential_user_entity(self, user: User) -> dict[str, Any]:
        name = str(user.username)
        return {**super().get_public_key_credential_user_entity(user), "display_name": name, "name": name}
