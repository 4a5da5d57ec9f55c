from __future__ import annotations

from django.urls import path

from ludopoli.api.oauth import consent, endpoints, registry

urlpatterns = [
    path(".well-known/openid-configuration", endpoints.discovery_document, name="oauth-discovery"),
    path(".well-known/oauth-authorization-server", endpoints.discovery_document),
    path("oauth/autorizza/", consent.consent_page, name="oauth-consent"),
    path("oauth/token/", endpoints.token_endpoint, name="oauth-token"),
    path("oauth/revoca/", endpoints.revoke_endpoint, name="oauth-revoke"),
    path("oauth/chiavi/", endpoints.keys_page, name="oauth-keys"),
    path("account/app/", registry.apps_page, name="apps"),
    path("account/app/<int:app>/", registry.app_page, name="app"),
    path("account/app/<int:app>/rinnova/", registry.renew_app_secret, name="renew-app"),
    path("account/app/<int:app>/elimina/", registry.delete_app, name="delete-app"),
    path("account/app/collegate/", registry.connected_page, name="connected-apps"),
    path("account/app/collegate/<int:grant>/scollega/", registry.disconnect_app, name="disconnect-app"),
]
