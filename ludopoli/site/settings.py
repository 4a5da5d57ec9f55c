"""The settings of both modes.

Without `DATABASE_URL` and `REDIS_URL` the site runs in the embedded mode, in one process: SQLite, a channel
layer and a Celery broker in memory (`manage.py serve`). With both it runs in the full mode: PostgreSQL and
Redis, with any number of Daphne and worker processes, and one beat. See `docs/architecture.md`.
"""

from __future__ import annotations

import os
import secrets
from datetime import timedelta
from email.utils import parseaddr
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import django
from celery.schedules import crontab
from csp.constants import NONCE, NONE, SELF
from django.utils.translation import gettext_lazy as _

from ludocards import __version__
from ludocards.engine.registry import PACKAGES
from ludopoli.site import api_document, task_schedule
from ludopoli.site.postgresql import postgresql_settings

BASE_DIR = Path(__file__).resolve().parents[2]
DOCUMENTS_DIR = BASE_DIR / "docs"
INSTALLED = Path(__file__).resolve().parents[1] / "assets"
# Templates, static files and translations: at the root of a checkout, in the package of an installed wheel.
ASSETS_DIR = INSTALLED if INSTALLED.is_dir() else BASE_DIR
VAR_DIR = Path(os.environ.get("LUDOPOLI_VAR") or BASE_DIR / "var")
VAR_DIR.mkdir(parents=True, exist_ok=True)


def _ours_alone(path: Path) -> None:
    """Remove everybody else's permissions for a file or folder."""
    mode = path.stat().st_mode
    if mode & 0o077:
        path.chmod(mode & 0o700)


_ours_alone(VAR_DIR)

BACKUP_FOLDER = Path(os.environ.get("BACKUP_FOLDER") or VAR_DIR / "backups")
BACKUP_SCRATCH_URL = os.environ.get("BACKUP_SCRATCH_URL", "")

REDIS_URL = os.environ.get("REDIS_URL", "")
DATABASE_URL = os.environ.get("DATABASE_URL", "")
EMBEDDED = not REDIS_URL


def _kept_secret() -> str:
    """Return the key in `var/secret`, which the first start creates, so that sessions survive a restart."""
    path = VAR_DIR / "secret"
    try:
        path.touch(mode=0o600, exist_ok=False)
        path.write_text(secrets.token_urlsafe(50))
    except FileExistsError:
        _ours_alone(path)
    return path.read_text()


SECRET_KEY = os.environ.get("SECRET_KEY") or _kept_secret()
# Former keys: what they have sealed and signed stays valid (`manage.py reseal`).
SECRET_KEY_FALLBACKS = [key for key in os.environ.get("SECRET_KEY_FALLBACKS", "").split(",") if key]
DEBUG = os.environ.get("DEBUG") == "1"
# The site's public address, for links in mails: the host of a request is not trusted.
_public = os.environ.get("SITE_URL", "http://localhost:8000").rstrip("/")
SITE_URL = "{0.scheme}://{0.netloc}".format(urlsplit(_public))
# Its path, "/" or "/carte/": every address of ours begins with it, also those that `reverse` returns. Under a
# path, names that other sites of the same host can have, too, end with the suffix.
SITE_PATH = f"{_public.removeprefix(SITE_URL)}/"
SITE_SUFFIX = SITE_PATH[:-1].replace("/", "_")
ALLOWED_HOSTS = os.environ.get("ALLOWED_HOSTS", "*" if EMBEDDED else "localhost").split(",")
CSRF_TRUSTED_ORIGINS = [origin for origin in os.environ.get("CSRF_TRUSTED_ORIGINS", "").split(",") if origin]
HTTPS = os.environ.get("HTTPS") == "1"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_PATH = CSRF_COOKIE_PATH = LANGUAGE_COOKIE_PATH = SITE_PATH
SESSION_COOKIE_NAME = f"sessionid{SITE_SUFFIX}"
CSRF_COOKIE_NAME = f"csrftoken{SITE_SUFFIX}"
LANGUAGE_COOKIE_NAME = f"django_language{SITE_SUFFIX}"
MESSAGE_STORAGE = "ludopoli.http.message_cookies.MessageStorage"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
# HSTS preloading: only the owner of the domain can ask for it, and it is hard to undo.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
X_FRAME_OPTIONS = "DENY"
# Allows webhooks to this machine and its network, and over http.
WEBHOOKS_TO_PRIVATE = os.environ.get("WEBHOOKS_TO_PRIVATE") == "1"
# The token with which Prometheus reads `/metrics`; without one, only this machine may read them.
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
# The project at Sentry to which errors are reported; empty: none are.
SENTRY_DSN = os.environ.get("SENTRY_DSN", "")
# Addresses or networks of the proxies in front of us, whose `X-Forwarded-For` is trusted.
TRUSTED_PROXIES = [ip_network(each) for each in os.environ.get("TRUSTED_PROXIES", "").split(",") if each]
CSRF_FAILURE_VIEW = "ludopoli.http.error_pages.csrf_failure"

INSTALLED_APPS = [
    "ludopoli.accounts",
    "ludopoli.api",
    "ludopoli.failures",
    "ludopoli.moderation",
    "ludopoli.notices",
    "ludopoli.webhooks",
    "ludopoli.site.operations",
    "ludopoli.site",
    "games",
    "clubs",
    "practice",
    "analysis",
    "tournaments",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "channels",
    "csp",
    *PACKAGES.values(),  # each game is an app, for its static files and translations
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "ludopoli.http.static_files.StaticFilesMiddleware",
    "ludopoli.http.headers.ResponseHeadersMiddleware",
    "ludopoli.api.middleware.ApiAccessMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "ludopoli.sockets.sessions.SessionMiddleware",
    "ludopoli.http.languages.ItalianFirstMiddleware",
    "ludopoli.text.zones.in_zone_of_reader",
    "ludopoli.http.malformed.readable",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "ludopoli.http.error_pages.AnswerExceptions",
    "ludopoli.sockets.sessions.note_use",
    "ludopoli.site.redirects.redirect_former_urls",
]

if RELOADS := DEBUG and find_spec("django_browser_reload") is not None:  # `make dev`
    INSTALLED_APPS.append("django_browser_reload")
    after_gzip = MIDDLEWARE.index("django.middleware.gzip.GZipMiddleware") + 1
    MIDDLEWARE.insert(after_gzip, "django_browser_reload.middleware.BrowserReloadMiddleware")

ROOT_URLCONF = "ludopoli.site.urls"
ASGI_APPLICATION = "ludopoli.site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ASSETS_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
            ],
        },
    },
]

# ---- storage
SQLITE_FILE = VAR_DIR / "ludopoli.sqlite3"
SQLITE = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": SQLITE_FILE,
    "OPTIONS": {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-8000;",
    },
}


if not DATABASE_URL:  # the files of the write-ahead log take their mode from the database
    SQLITE_FILE.touch(mode=0o600)
    for file in VAR_DIR.glob(f"{SQLITE_FILE.name}*"):
        _ours_alone(file)
DATABASES = {"default": postgresql_settings(DATABASE_URL) if DATABASE_URL else SQLITE}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# ---- live play
CHANNEL_LAYERS = {
    "default": {"BACKEND": "ludopoli.sockets.layers.OneProcess", "CONFIG": {}}
    if EMBEDDED
    else {
        "BACKEND": "ludopoli.sockets.layers.NearbyFirst",
        "CONFIG": {"hosts": [{"address": REDIS_URL, "socket_connect_timeout": 1, "socket_timeout": 3}]},
    }
}
# Rate limits are counted here, so all processes must share it.
CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "ludopoli.http.caches.OwnCache"}
    if EMBEDDED
    else {
        "BACKEND": "ludopoli.http.caches.SharedCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 1},
    }
}
PROCESSES = int(os.environ.get("WEB_CONCURRENCY", "1"))

# The most sockets of one address in one process: a club may share one address.
SOCKETS_PER_ADDRESS = int(os.environ.get("SOCKETS_PER_ADDRESS", "300"))
# The rate limit of a connection; load tests raise it.
FRAMES_PER_SECOND = float(os.environ.get("FRAMES_PER_SECOND", "20"))

CELERY_BROKER_URL = "memory://localhost/" if EMBEDDED else REDIS_URL
VISIBILITY_TIMEOUT = 120
"""Seconds after which Redis hands a message out again that nobody has acknowledged."""
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {}
    if EMBEDDED
    else {
        "visibility_timeout": VISIBILITY_TIMEOUT,
        "max_retries": 0,
        "socket_connect_timeout": 1,
        "socket_timeout": 3,  # longer than the second for which a worker waits for a task
    }
)
# A worker tries again when Redis refuses a command, as it does when it is out of memory.
CELERY_BROKER_CHANNEL_ERROR_RETRY = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
# By default the timer behind countdowns sleeps up to a second, which would delay every bot.
CELERY_WORKER_TIMER_PRECISION = 0.02
CELERY_TASK_ROUTES = task_schedule.ROUTES
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
# A broker that is down must not delay a response: the sweep finds what was not enqueued.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 4
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULE = {**task_schedule.SCHEDULE}
# The age at which the log of a match that is over is packed (`manage.py pack_logs`); 0: not by itself.
PACK_LOGS_AFTER = timedelta(days=int(os.environ.get("PACK_LOGS_AFTER_DAYS", "0")))
if PACK_LOGS_AFTER:  # a minute's work every five minutes, at night
    CELERY_BEAT_SCHEDULE["old-logs"] = {
        "task": "games.tasks.pack_logs",
        "schedule": crontab(minute="*/5", hour="1-3"),
        "options": {"expires": 60.0},
    }
if EMBEDDED:  # `manage.py serve` sweeps by itself, and more often
    del CELERY_BEAT_SCHEDULE["sweep"]
CELERY_BEAT_SCHEDULER = f"ludopoli.work.watched:{'PrivateScheduler' if EMBEDDED else 'Scheduler'}"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat")

# ---- people
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["ludopoli.accounts.addresses.Backend"]
PASSWORD_HASHERS = [
    "ludopoli.accounts.passwords.Argon2",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": name}
    for name in (
        "ludopoli.accounts.passwords.OwnNameValidator",
        "ludopoli.accounts.passwords.LengthValidator",
        "django.contrib.auth.password_validation.CommonPasswordValidator",
    )
]
ACCOUNT_ADAPTER = "ludopoli.accounts.adapter.Adapter"
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = (
    True  # before another address; elsewhere see `accounts.access.require_proof`
)
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa", "sign_in"]  # the last: `Adapter.post_login`
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_FORMS = {
    "login": "ludopoli.accounts.forms.LoginForm",
    "signup": "ludopoli.accounts.forms.SignupForm",
    "reset_password": "ludopoli.accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "ludopoli.accounts.forms.ResetPasswordKeyForm",
    "change_password": "ludopoli.accounts.forms.ChangePasswordForm",
    "reauthenticate": "ludopoli.accounts.forms.ReauthenticateForm",
    "add_email": "ludopoli.accounts.forms.AddEmailForm",
}
# A whole club may share one IP address. A "key" is the e-mail address that gets the mail.
ACCOUNT_RATE_LIMITS = {
    "guest": "30/m/ip,300/h/ip",
    "signup": "20/m/ip,200/h/ip",
    "confirm_email": "1/180s/key,8/h/key",
    "reset_password": "20/m/ip,5/m/key,10/h/key",
    "manage_email": "10/m/user,30/h/user",
}
ACCOUNT_UNIQUE_EMAIL = True
# Signing up with a taken address looks like any other sign-up; only the address's owner can confirm it.
ACCOUNT_PREVENT_ENUMERATION = "strict"
# Guests are signed in, but may open the pages for signing in and up.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
# Two-factor authentication: an app that shows codes, or a passkey, which also signs in by itself.
MFA_ADAPTER = "ludopoli.accounts.adapter.SecondStepAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_USER_VERIFICATION = "required"
MFA_TOTP_ISSUER = "Ludopoli"
MFA_FORMS = {
    "authenticate": "ludopoli.accounts.forms.CodeForm",
    "reauthenticate": "ludopoli.accounts.forms.CodeAgainForm",
    "activate_totp": "ludopoli.accounts.forms.ActivateTotpForm",
    "login_webauthn": "ludopoli.accounts.forms.PasskeyLoginForm",
    "authenticate_webauthn": "ludopoli.accounts.forms.PasskeyForm",
    "reauthenticate_webauthn": "ludopoli.accounts.forms.PasskeyAgainForm",
    "add_webauthn": "ludopoli.accounts.forms.AddPasskeyForm",
    "edit_webauthn": "ludopoli.accounts.forms.RenamePasskeyForm",
}
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "lobby"
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
SESSION_ENGINE = "ludopoli.sockets.sessions"
SESSION_COOKIE_AGE = 365 * 24 * 3600  # a guest's; an account's session has these limits, unused and in total:
SESSION_IDLE = timedelta(days=int(os.environ.get("SESSION_IDLE_DAYS", "30")))
SESSION_WHOLE = timedelta(days=int(os.environ.get("SESSION_DAYS", "180")))

EMAIL_URL = os.environ.get("EMAIL_HOST", "")
# Without a mail server, mails are private files: they may contain the key to an account.
MAILS_DIR = VAR_DIR / "mails"
MAILS_DIR.mkdir(mode=0o700, exist_ok=True)
_ours_alone(MAILS_DIR)
_SMTP = {
    "host": EMAIL_URL,
    "port": int(os.environ.get("EMAIL_PORT", "25")),
    "username": os.environ.get("EMAIL_HOST_USER", ""),
    "password": os.environ.get("EMAIL_HOST_PASSWORD", ""),
    "use_tls": os.environ.get("EMAIL_USE_TLS") == "1",
    "timeout": 10,  # seconds
}
_MAILER = (
    {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": _SMTP}
    if EMAIL_URL
    else {"BACKEND": "ludopoli.work.mails.PrivateFiles", "OPTIONS": {"file_path": MAILS_DIR}}
)
if django.VERSION >= (6, 1):
    MAILERS = {"default": _MAILER}
else:  # the same under the names of Django 5.2, the last one for Python 3.11
    EMAIL_BACKEND = _MAILER["BACKEND"]
    EMAIL_FILE_PATH = MAILS_DIR
    EMAIL_HOST, EMAIL_PORT, EMAIL_TIMEOUT = _SMTP["host"], _SMTP["port"], _SMTP["timeout"]
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _SMTP["username"], _SMTP["password"]
    EMAIL_USE_TLS = _SMTP["use_tls"]
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", "Ludopoli <tavoli@localhost>")
SECURITY_CONTACT = os.environ.get("SECURITY_CONTACT") or f"mailto:{parseaddr(DEFAULT_FROM_EMAIL)[1]}"
"""The address, of mail or of a page, to which holes are reported; it stands in `security.txt`."""
SOURCE_URL = os.environ.get("SOURCE_URL", "")
"""The address of the source that runs here: a site offers it to its users (AGPL, section 13)."""

# ---- the API
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "ludopoli.api.auth.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["ludopoli.api.auth.Scoped"],
    "DEFAULT_RENDERER_CLASSES": ["ludopoli.api.rendering.JsonRenderer"],
    "DATETIME_FORMAT": None,  # times are formatted by the renderer
    "DEFAULT_PARSER_CLASSES": ["ludopoli.api.parsing.JsonParser"],
    "DEFAULT_PAGINATION_CLASS": "ludopoli.api.paging.PagingByCursor",
    "DEFAULT_SCHEMA_CLASS": "ludopoli.api.schema.OperationSchema",
    "DEFAULT_THROTTLE_CLASSES": [
        "ludopoli.api.throttles.AnonymousThrottle",
        "ludopoli.api.throttles.PersonThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anonymous": os.environ.get("API_RATE_ANONYMOUS", "120/min"),
        "person": os.environ.get("API_RATE", "1200/min"),
    },
    "EXCEPTION_HANDLER": "ludopoli.http.problems.handle",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Ludopoli",
    "DESCRIPTION": api_document.DESCRIPTION,
    "EXTERNAL_DOCS": {"description": "Changes", "url": f"{SITE_URL}{SITE_PATH}api/#changes"},
    "VERSION": "1.0.0",
    "LICENSE": {"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
    "CONTACT": {"name": "Ludopoli", **({"url": SOURCE_URL} if SOURCE_URL else {})},
    "SERVERS": [{"url": SITE_PATH[:-1] or "/", "description": "this server"}],
    "TAGS": api_document.TAGS,
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENABLE_DJANGO_DEPLOY_CHECK": False,  # it generates the document, whose tests look for warnings
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "PREPROCESSING_HOOKS": ["ludopoli.api.schema.relative_paths"],
    "GET_LIB_DOC_EXCLUDES": "ludopoli.api.schema.undescribed_classes",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "games.api.stream_operations.add_to_document",
        "games.api.wire.add_to_document",
        "tournaments.api.wire.add_to_document",
        "ludopoli.api.schema.add_problems",
    ],
    "ENUM_NAME_OVERRIDES": api_document.ENUM_NAMES,
    "REDOC_DIST": "SIDECAR",
    "SWAGGER_UI_DIST": "SIDECAR",
}

# ---- languages and times
LANGUAGE_CODE = "it"
LANGUAGES = [("it", _("Italian")), ("en", _("English"))]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [ASSETS_DIR / "locale"]
FORMAT_MODULE_PATH = "ludopoli.text.formats"
TIME_ZONE = os.environ.get("TIME_ZONE") or "Europe/Rome"
USE_TZ = True

# ---- static files and what a page may load
STATIC_URL = f"{SITE_PATH}static/"
STATIC_ROOT = Path(os.environ.get("STATIC_ROOT") or VAR_DIR / "static")  # readable by the proxy
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
STATICFILES_DIRS = [ASSETS_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "ludopoli.http.static_files.Storage"},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_MAX_AGE = 0 if DEBUG else 600
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],  # and the sockets of the page's own host: `ludopoli.http.headers`
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "ludopoli.base.logs.Formatter",
            "format": "{asctime} {levelname:7} {name} [{trace}]: {message}",
            "style": "{",
        },
        "json": {"()": "ludopoli.base.logs.JsonFormatter"},
    },
    "filters": {
        "one line": {"()": "ludopoli.base.logs.OneLine"},
        "passing": {"()": "ludopoli.base.outages.Passing"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": os.environ.get("LOG_FORMAT") or "line",  # or "json"
            "filters": ["one line", "passing"],
        }
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "ludopoli": {"level": "INFO"},
        "games": {"level": "INFO"},
        "tournaments": {"level": "INFO"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},  # noise from scanners, answered with 400
    },
}
if SENTRY_DSN:  # before the console, whose filters shorten the records
    LOGGING["handlers"]["sentry"] = {
        "()": "ludopoli.base.sentry.Handler",
        "dsn": SENTRY_DSN,
        "release": f"ludopoli@{__version__}",
    }
    LOGGING["root"]["handlers"].insert(0, "sentry")
