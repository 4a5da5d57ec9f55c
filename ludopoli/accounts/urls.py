"""The pages of an account: ours, and those of django-allauth behind our access checks."""

from __future__ import annotations

from allauth.account import views
from allauth.mfa.base import views as second_step
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as passkeys
from django.urls import path, re_path
from django.views.generic import RedirectView

from ludopoli.accounts import address_pages
from ludopoli.accounts import views as ours
from ludopoli.accounts.access import require_means_of_proof, says_too_often, with_account, without_account

urlpatterns = [
    path("", ours.account_hub, name="account"),
    path("profilo/", ours.profile_page, name="account_profile"),
    path("fuso/", ours.choose_zone, name="choose_zone"),
    path("dispositivi/", ours.sessions_page, name="usersessions_list"),
    path("dispositivi/<int:session>/scollega/", ours.end_session, name="end_session"),
    path("privacy/", ours.data_page, name="account_privacy"),
    path("privacy/esporta.json", ours.export_view, name="account_export"),
    path("privacy/elimina/", ours.delete_account, name="account_delete"),
    path("accedi/", without_account(says_too_often(views.login)), name="account_login"),
    path("iscriviti/", without_account(ours.SignUpView.as_view()), name="account_signup"),
    path(
        "email/",
        with_account(require_means_of_proof(address_pages.AddressView.as_view())),
        name="account_email",
    ),
    path("email/ancora/", address_pages.ask_to_confirm_again, name="ask_to_confirm_again"),
    path("email/ancora/<str:key>/", address_pages.confirm_again, name="confirm_again"),
    path("password/cambia/", with_account(views.password_change), name="account_change_password"),
    path(
        "password/imposta/",
        with_account(RedirectView.as_view(pattern_name="account_reset_password")),
        name="account_set_password",
    ),
    path("conferma/", with_account(views.reauthenticate), name="account_reauthenticate"),
    path("secondo-passo/", with_account(second_step.index), name="mfa_index"),
    path("secondo-passo/verifica/", second_step.authenticate, name="mfa_authenticate"),
    path("secondo-passo/conferma/", with_account(second_step.reauthenticate), name="mfa_reauthenticate"),
    path(
        "secondo-passo/app/aggiungi/",
        with_account(require_means_of_proof(totp.activate_totp)),
        name="mfa_activate_totp",
    ),
    path(
        "secondo-passo/app/togli/",
        with_account(require_means_of_proof(totp.deactivate_totp)),
        name="mfa_deactivate_totp",
    ),
    path("secondo-passo/codici/", with_account(codes.view_recovery_codes), name="mfa_view_recovery_codes"),
    path(
        "secondo-passo/codici/nuovi/",
        with_account(require_means_of_proof(codes.generate_recovery_codes)),
        name="mfa_generate_recovery_codes",
    ),
    path(
        "secondo-passo/codici/codici.txt",
        with_account(codes.download_recovery_codes),
        name="mfa_download_recovery_codes",
    ),
    path("passkey/", RedirectView.as_view(pattern_name="mfa_index"), name="mfa_list_webauthn"),
    path(
        "passkey/aggiungi/",
        with_account(require_means_of_proof(passkeys.add_webauthn)),
        name="mfa_add_webauthn",
    ),
    path("passkey/accedi/", without_account(passkeys.login_webauthn), name="mfa_login_webauthn"),
    path(
        "passkey/conferma/",
        with_account(passkeys.reauthenticate_webauthn),
        name="mfa_reauthenticate_webauthn",
    ),
    path("passkey/<int:pk>/togli/", with_account(passkeys.remove_webauthn), name="mfa_remove_webauthn"),
    path("passkey/<int:pk>/modifica/", with_account(passkeys.edit_webauthn), name="mfa_edit_webauthn"),
    path("esci/", views.logout, name="account_logout"),
    path("disattivato/", views.account_inactive, name="account_inactive"),
    path("conferma-email/", views.email_verification_sent, name="account_email_verification_sent"),
    re_path(r"^conferma-email/(?P<key>[-:\w]+)/$", views.confirm_email, name="account_confirm_email"),
    path("password/dimenticata/", views.password_reset, name="account_reset_password"),
    path("password/dimenticata/inviata/", views.password_reset_done, name="account_reset_password_done"),
    path(
        "password/dimenticata/cambiata/",
        views.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    re_path(
        r"^password/dimenticata/chiave/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        views.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
]
