"""The pages of an account: ours, and those of django-allauth behind our doors."""

from __future__ import annotations

from allauth.account import views
from allauth.mfa.base import views as second_step
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as passkeys
from django.urls import include, path
from django.views.generic import RedirectView

from ludopoli.accounts import views as ours
from ludopoli.accounts.access import provable, says_too_often, with_account, without_account

urlpatterns = [
    path("", ours.hub, name="account"),
    path("profile/", ours.profile, name="account_profile"),
    path("sessions/", ours.sessions, name="usersessions_list"),
    path("sessions/<int:session>/end/", ours.end_session, name="end_session"),
    path("privacy/", ours.data, name="account_privacy"),
    path("privacy/export.json", ours.export, name="account_export"),
    path("privacy/delete/", ours.delete, name="account_delete"),
    path("login/", without_account(says_too_often(views.login)), name="account_login"),
    path("signup/", without_account(views.signup), name="account_signup"),
    path("email/", with_account(provable(views.email)), name="account_email"),
    path("password/change/", with_account(views.password_change), name="account_change_password"),
    path(
        "password/set/",
        with_account(RedirectView.as_view(pattern_name="account_reset_password")),
        name="account_set_password",
    ),
    path("reauthenticate/", with_account(views.reauthenticate), name="account_reauthenticate"),
    path("2fa/", with_account(second_step.index), name="mfa_index"),
    path("2fa/authenticate/", second_step.authenticate, name="mfa_authenticate"),
    path("2fa/reauthenticate/", with_account(second_step.reauthenticate), name="mfa_reauthenticate"),
    path("2fa/app/add/", with_account(provable(totp.activate_totp)), name="mfa_activate_totp"),
    path("2fa/app/remove/", with_account(provable(totp.deactivate_totp)), name="mfa_deactivate_totp"),
    path("2fa/codes/", with_account(codes.view_recovery_codes), name="mfa_view_recovery_codes"),
    path(
        "2fa/codes/new/",
        with_account(provable(codes.generate_recovery_codes)),
        name="mfa_generate_recovery_codes",
    ),
    path(
        "2fa/codes/codes.txt", with_account(codes.download_recovery_codes), name="mfa_download_recovery_codes"
    ),
    path("passkeys/", RedirectView.as_view(pattern_name="mfa_index"), name="mfa_list_webauthn"),
    path("passkeys/add/", with_account(provable(passkeys.add_webauthn)), name="mfa_add_webauthn"),
    path("passkeys/login/", without_account(passkeys.login_webauthn), name="mfa_login_webauthn"),
    path(
        "passkeys/reauthenticate/",
        with_account(passkeys.reauthenticate_webauthn),
        name="mfa_reauthenticate_webauthn",
    ),
    path("passkeys/<int:pk>/remove/", with_account(passkeys.remove_webauthn), name="mfa_remove_webauthn"),
    path("passkeys/<int:pk>/edit/", with_account(passkeys.edit_webauthn), name="mfa_edit_webauthn"),
    path("", include("allauth.account.urls")),
]
