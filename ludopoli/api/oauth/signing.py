"""ID tokens, which say who has signed in (OpenID Connect), and the key that signs them."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from django.conf import settings
from django.urls import reverse
from jwt.algorithms import RSAAlgorithm

from ludopoli.accounts.models import User
from ludopoli.api.models import Scope, SigningKey, secret_digest
from ludopoli.base import sealing

ALGORITHM = "RS256"
"""The one that every client knows."""

ID_TOKEN_SECONDS = 300


@lru_cache(maxsize=1)
def _opened(pem: str) -> tuple[rsa.RSAPrivateKey, dict[str, Any]]:
    """The private key, and the public one as clients read it (JWK)."""
    key = serialization.load_pem_private_key(pem.encode(), None)
    assert isinstance(key, rsa.RSAPrivateKey)
    public = RSAAlgorithm.to_jwk(key.public_key(), as_dict=True)
    name = secret_digest(json.dumps(public, sort_keys=True))[:16]
    return key, {**public, "kid": name, "use": "sig", "alg": ALGORITHM}


def _signing_key() -> tuple[rsa.RSAPrivateKey, dict[str, Any]]:
    """The key in the database, made at the first use and then always the same."""
    row = SigningKey.objects.filter(pk=1).first()
    if row is None:
        made = rsa.generate_private_key(65537, 2048).private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        sealed = {"private": sealing.seal_text(made.decode())}
        row, _ = SigningKey.objects.get_or_create(pk=1, defaults=sealed)
    return _opened(sealing.unseal_text(row.private))


def name_of_issuer() -> str:
    """The address of the site, which `manage.py serve` may still change."""
    return f"{settings.SITE_URL}{settings.SITE_PATH}".rstrip("/")


def public_keys() -> list[dict[str, Any]]:
    return [_signing_key()[1]]


def claims_about(user: User, scopes: list[str]) -> dict[str, Any]:
    """What an app with these scopes may know of a person."""
    claims: dict[str, Any] = {"sub": str(user.pk)}
    if Scope.PROFILE in scopes:
        page = f"{settings.SITE_URL}{reverse('profile', args=[user.username])}"
        claims |= {"preferred_username": user.username, "name": user.username, "profile": page}
    return claims


def signed_id_token(begun: dict[str, Any], user: User, scopes: list[str]) -> str:
    """Sign an ID token, of which the protocol has begun the claims (`aud`, `iat`, `nonce`, `auth_time`)."""
    key, public = _signing_key()
    claims = (
        begun | claims_about(user, scopes) | {"iss": name_of_issuer(), "exp": begun["iat"] + ID_TOKEN_SECONDS}
    )
    return jwt.encode(claims, key, ALGORITHM, {"kid": public["kid"]})
