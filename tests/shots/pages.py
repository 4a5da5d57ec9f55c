"""Every page of the site in the world of `world.py`: its name, its address, and its reader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

NOBODY, NEW, GUEST, ROSALIA, STAFF = "", "new", "guest", "rosalia", "staff"

PAGES: dict[str, dict[str, str]] = {
    NOBODY: {
        "home": "/",
        "lobby": "/tavoli/",
        "lobby-filtered": "/tavoli/?gioco=whist&posti=liberi",
        "leaderboard": "/classifiche/",
        "leaderboard-year": "/classifiche/?gioco=whist&periodo=anno",
        "profile": "/giocatori/{other}/",
        "history": "/giocatori/{other}/partite/",
        "archive": "/archivio/",
        "replay-whist": "/partita/{match_whist}/",
        "replay-tarocchi": "/partita/{match_tarocchi}/",
        "replay-embedded": "/partita/{match_whist}/incorporata/",
        "import": "/partita/da-file/",
        "design": "/design/",
        "rules": "/regole/",
        "rules-tressette": "/regole/tressette/",
        "rules-bredese": "/regole/tressette/bredese/",
        "rules-maraffone": "/regole/maraffone/maraffone/",
        "replay-maraffone": "/partita/{match_maraffone}/",
        "rules-briscola": "/regole/briscola/osteria/",
        "replay-briscola": "/partita/{match_briscola}/",
        "rules-whist": "/regole/whist/",
        "rules-andata": "/regole/whist/andata/",
        "rules-tarocchi": "/regole/tarocchi/",
        "rules-calatafimi": "/regole/tarocchi/calatafimi/",
        "tournaments": "/tornei/",
        "event-opens": "/tornei/{event_opens}/",
        "event-over": "/tornei/{event_over}/",
        "event-cup": "/tornei/{event_cup}/",
        "event-off": "/tornei/{event_off}/",
        "event-print": "/tornei/{event_over}/stampa/",
        "event-deal": "/tornei/{event_over}/smazzate/1-1/",
        "event-numbers": "/tornei/{event_over}/numeri/",
        "event-result": "/tornei/{event_over}/turni/1/1/",
        "event-match": "/tornei/{event_match}/",
        "event-match-result": "/tornei/{event_match}/turni/1/1/",
        "series": "/tornei/serie/{series}/",
        "series-history": "/tornei/serie/{series}/stagioni/",
        "clubs": "/circoli/",
        "club": "/circoli/{club}/",
        "club-calendar": "/circoli/{club}/calendario/",
        "club-fame": "/circoli/{club}/albo/",
        "courses": "/lezioni/",
        "course": "/lezioni/tressette/",
        "lesson-step": "/lezioni/tressette/carte/1/",
        "lesson-wrong": "/lezioni/tressette/carte/1/?risposta=7C",
        "lesson-right": "/lezioni/tressette/carte/1/?risposta=2C",
        "lesson-marking": "/lezioni/tressette/accusa/1/?risposta=accuse:combo=three,rank=A",
        "puzzles": "/giocate/",
        "puzzle": "/giocate/{puzzle}/",
        "puzzle-solved": "/giocate/{puzzle}/?carta={card}",
        "sign-in": "/account/accedi/",
        "sign-up": "/account/iscriviti/",
        "password-forgotten": "/account/password/dimenticata/",
        "password-sent": "/account/password/dimenticata/inviata/",
        "password-changed": "/account/password/dimenticata/cambiata/",
        "inactive": "/account/disattivato/",
        "api": "/api/",
        "not-found": "/non-c-e/",
        "bad-request": "/classifiche/?dopo=x",
        "offline": "/senza-rete/",
    },
    NEW: {
        "club-invitation": "/circoli/{club}/invito/{secret}/",
        "home-new": "/",
        "notices-none": "/avvisi/",
        "friends-none": "/amici/",
        "bots-none": "/account/bot/",
        "forbidden": "/tornei/{event_runs}/direzione/",
    },
    GUEST: {"home-guest": "/", "account-guest": "/account/", "sign-up-guest": "/account/iscriviti/"},
    ROSALIA: {
        "home-mine": "/",
        "lobby-mine": "/tavoli/",
        "leaderboard-me": "/classifiche/?gioco=tressette&io=1",
        "leaderboard-friends": "/classifiche/?gioco=tressette&amici=1",
        "profile-mine": "/giocatori/{name}/",
        "profile-other": "/giocatori/{other}/",
        "history-mine": "/giocatori/{name}/partite/?gioco=tressette",
        "replay-tressette": "/partita/{match_tressette}/",
        "event-soon": "/tornei/{event_soon}/",
        "event-runs": "/tornei/{event_runs}/",
        "event-deal-closed": "/tornei/{event_runs}/smazzate/1-1/",
        "wizard": "/tornei/nuovo/",
        "console": "/tornei/{event_runs}/direzione/",
        "console-opens": "/tornei/{event_opens}/direzione/",
        "console-change": "/tornei/{event_opens}/direzione/modifica/",
        "console-seats": "/tornei/{event_runs}/direzione/posti/",
        "console-log": "/tornei/{event_runs}/direzione/registro/",
        "console-table": "/tornei/{event_runs}/direzione/tavoli/1/1/",
        "console-entry": "/tornei/{event_runs}/direzione/iscritti/1/",
        "clubs-mine": "/circoli/",
        "club-mine": "/circoli/{club}/",
        "club-new": "/circoli/nuovo/",
        "club-change": "/circoli/{club}/modifica/",
        "club-tables": "/circoli/{club}/tavoli/",
        "club-chat": "/circoli/{club}/chat/",
        "club-calendar-mine": "/circoli/{club}/calendario/",
        "club-date-new": "/circoli/{club}/appuntamenti/nuovo/",
        "club-date": "/circoli/{club}/appuntamenti/1/",
        "series-change": "/tornei/serie/{series}/modifica/",
        "event-teams": "/tornei/{event_teams}/",
        "event-for-club": "/tornei/nuovo/?circolo={club}",
        "club-members": "/circoli/{club}/soci/",
        "club-roster": "/circoli/{club}/soci/lista/",
        "club-leaderboard": "/circoli/{club}/classifica/",
        "friends": "/amici/",
        "notices": "/avvisi/",
        "notice-switches": "/account/avvisi/",
        "challenges": "/sfide/",
        "report": "/segnala/?chi={other}",
        "account": "/account/",
        "account-profile": "/account/profilo/",
        "account-email": "/account/email/",
        "account-password": "/account/password/cambia/",
        "account-2fa": "/account/secondo-passo/",
        "account-app": "/account/secondo-passo/app/aggiungi/",
        "account-passkeys": "/account/passkey/",
        "account-passkey": "/account/passkey/aggiungi/",
        "account-sessions": "/account/dispositivi/",
        "account-tokens": "/account/token/",
        "account-bots": "/account/bot/",
        "account-webhooks": "/account/webhook/",
        "account-webhook": "/account/webhook/{webhook}/",
        "account-privacy": "/account/privacy/",
        "account-delete": "/account/privacy/elimina/",
        "sign-out": "/account/esci/",
    },
    STAFF: {
        "moderation": "/moderazione/",
        "moderation-closed": "/moderazione/?stato=chiuse",
        "moderation-case": "/moderazione/casi/{report}/",
        "moderation-person": "/moderazione/persone/{judged}/",
        "moderation-log": "/moderazione/registro/",
    },
}


WRITTEN = ("too-many-requests", "server-error", "mail")
"""Documents that no address shows on demand; see `world.rendered`."""


class Place(NamedTuple):
    name: str
    who: str
    path: str


def places(values: Mapping[str, Any]) -> Iterator[Place]:
    """Yield all places, with the parameters of their addresses filled in."""
    for who, paths in PAGES.items():
        for name, path in paths.items():
            yield Place(name, who, path.format(**values))
