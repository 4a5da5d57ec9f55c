"""Which addresses of the site list something: for the test of what a list costs, and for the measurements.

Every route must be named here, as a list with the addresses to ask, or as something else.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

LISTS: dict[str, tuple[str, ...]] = {
    "": ("/",),
    "tavoli/": ("/tavoli/", "/tavoli/?gioco={game}&posti=liberi"),
    "tavoli/elenco/": ("/tavoli/elenco/",),
    "tavolo/<slug:code>/friends/": ("/tavolo/{code}/friends/",),
    "classifiche/": (
        "/classifiche/?gioco={game}",
        "/classifiche/?gioco={game}&periodo=anno",
        "/classifiche/?gioco={game}&periodo=mese",
        "/classifiche/?gioco={game}&amici=1",
        "/classifiche/?gioco={game}&periodo=anno&amici=1",
    ),
    "giocatori/<str:name>/": (
        "/giocatori/{name}/?gioco={game}",
        "/giocatori/{name}/?gioco={game}&periodo=anno",
    ),
    "giocatori/<str:name>/partite/": (
        "/giocatori/{name}/partite/",
        "/giocatori/{name}/partite/?gioco={game}",
    ),
    "archivio/": ("/archivio/",),
    "amici/": ("/amici/",),
    "avvisi/": ("/avvisi/",),
    "moderazione/": ("/moderazione/", "/moderazione/?stato=chiuse"),
    "moderazione/registro/": ("/moderazione/registro/",),
    "moderazione/casi/<int:number>/": ("/moderazione/casi/{report}/",),
    "moderazione/persone/<str:name>/": ("/moderazione/persone/{name}/",),
    "account/tokens/": ("/account/tokens/",),
    "account/bots/": ("/account/bots/",),
    "account/webhooks/": ("/account/webhooks/",),
    "account/webhooks/<int:webhook>/": ("/account/webhooks/{webhook}/",),
    "api/v1/me/": ("/api/v1/me/",),
    "api/v1/me/people/": ("/api/v1/me/people/",),
    "api/v1/challenges/": ("/api/v1/challenges/",),
    "api/v1/house-rules/": ("/api/v1/house-rules/",),
    "api/v1/people/<str:name>/matches/": ("/api/v1/people/{name}/matches/",),
    "api/v1/people/<str:name>/ratings/<str:game>/": ("/api/v1/people/{name}/ratings/{game}/",),
    "api/v1/people/<str:name>/statistics/<str:game>/": ("/api/v1/people/{name}/statistics/{game}/",),
    "api/v1/bots/": ("/api/v1/bots/",),
    "api/v1/leaderboards/<str:game>/": (
        "/api/v1/leaderboards/{game}/",
        "/api/v1/leaderboards/{game}/?period={year}",
        "/api/v1/leaderboards/{game}/?friends=true",
    ),
    "api/v1/tables/": ("/api/v1/tables/", "/api/v1/tables/?free=true"),
    "api/v1/tables/<str:code>/messages/": ("/api/v1/tables/{code}/messages/",),
    "api/v1/matches/": (
        "/api/v1/matches/",
        "/api/v1/matches/?game={game}",
        "/api/v1/matches/?status=finished",
        "/api/v1/matches/?rated=true",
    ),
}
"""By route, the addresses that list something; in braces what a caller fills in."""

OTHERS = frozenset(
    {
        # one thing, or a list that does not grow with use
        "tavolo/<slug:code>/", "partita/<uuid:match>/", "moderazione/partite/<uuid:match>/", "regole/",
        "regole/<slug:game>/", "regole/<slug:game>/<slug:page>/", "segnala/", "account/", "account/profile/",
        "account/notices/", "account/privacy/", "account/bots/<int:bot>/", "api/",
        "api/v1/openapi/",
        "api/v1/games/", "api/v1/games/<str:game>/", "api/v1/games/<str:game>/rules/<str:preset>/",
        "api/v1/house-rules/<str:code>/", "api/v1/people/<str:name>/", "api/v1/tables/<str:code>/",
        "api/v1/matches/<uuid:match>/", "api/v1/matches/<uuid:match>/state/",
        "api/v1/matches/<uuid:match>/events/",
        "account/sessions/",  # django-allauth looks at each of one's own devices
        # files and streams, which take as long as they are
        "mie/partite.jsonl", "mie/risultati.csv", "archivio/ludopoli-<str:month>.jsonl.gz",
        "archivio/ludopoli-<str:month>.jsonl.gz.sha256", "partita/<uuid:match>/record.json",
        "account/privacy/export.json", "api/v1/me/records/", "api/v1/me/results/", "api/v1/me/stream/",
        "api/v1/matches/<uuid:match>/record/", "api/v1/matches/<uuid:match>/stream/",
        # forms, and what changes something
        "tavoli/apri/", "tavoli/gioca/", "tavoli/trova/", "tavoli/casa/", "tavoli/casa/<slug:house>/tieni/",
        "tavoli/casa/<slug:house>/elimina/", "tavolo/<slug:code>/sit/", "tavolo/<slug:code>/leave/",
        "tavolo/<slug:code>/bots/", "tavolo/<slug:code>/remove/", "tavolo/<slug:code>/invite/",
        "tavolo/<slug:code>/keep/", "moderazione/letto/<int:number>/", "amici/<slug:action>/",
        "avvisi/letti/",
        "avvisi/<int:notice>/", "avvisi/basta/<str:token>/",
        "account/tokens/<int:token>/revoke/", "account/bots/<int:bot>/delete/",
        "account/webhooks/<int:webhook>/test/", "account/webhooks/<int:webhook>/switch/",
        "account/webhooks/<int:webhook>/renew/", "account/webhooks/<int:webhook>/delete/",
        "account/sessions/<int:session>/end/", "account/privacy/delete/",
        "api/v1/challenges/<uuid:challenge>/accept/", "api/v1/challenges/<uuid:challenge>/decline/",
        "api/v1/challenges/<uuid:challenge>/withdraw/", "api/v1/tables/<str:code>/sit/",
        "api/v1/tables/<str:code>/leave/", "api/v1/tables/<str:code>/bots/",
        "api/v1/tables/<str:code>/remove-bot/", "api/v1/tables/<str:code>/rematch/",
        "api/v1/matches/<uuid:match>/commands/", "api/v1/matches/<uuid:match>/back/",
    }
)  # fmt: skip

NOT_OURS = ("admin/", "account/2fa/", "account/passkeys/", "django.", "allauth.")
"""Where addresses begin, or the modules of the views, that others wrote."""


def routes() -> Iterator[str]:
    """Every route of ours, as the resolver has it."""
    for route, pattern in _walk(get_resolver().url_patterns, ""):
        ours = getattr(pattern.callback, "__module__", "")
        if not route.startswith(NOT_OURS) and not ours.startswith(NOT_OURS):
            yield route


def _walk(patterns: list[URLPattern | URLResolver], before: str) -> Iterator[tuple[str, URLPattern]]:
    for pattern in patterns:
        route = f"{before}{pattern.pattern}"
        if isinstance(pattern, URLPattern):
            yield route, pattern
        else:
            yield from _walk(pattern.url_patterns, route)
