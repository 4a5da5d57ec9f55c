"""The texts and names of the OpenAPI document that follow from no code."""

from __future__ import annotations

CHANGES = (
    (
        "2026-12-01",
        "New: apps make webhooks (`POST me/webhooks/`, `PATCH` and `DELETE me/webhooks/{webhook}/`, scope "
        "`webhook`); webhooks have `app`, and an app sees only its own; `max_age`, `prompt` and `auth_time` "
        "of OpenID Connect",
    ),
    (
        "2026-11-30",
        "New: apps act for people by OAuth 2.1 and OpenID Connect (`/.well-known/openid-configuration`), "
        "with the scopes `openid` and `profile`; `me/userinfo/`; tokens at sockets; finer scopes, which "
        "`play` and `organise` include",
    ),
    (
        "2026-11-30",
        "Webhooks follow Standard Webhooks, with `type`, `timestamp`, `sequence` and the `id` of the stream; "
        "deliveries have `subject` and `sequence`. New: `me/webhooks/{webhook}/again/`, streams as "
        "`text/event-stream`, `asyncapi/`, `record-schema/`",
    ),
    (
        "2026-11-30",
        "New: `me/profile/`, `me/notice-kinds/`, `me/quiet-hours/`, `me/reports/`, `me/sanctions/`, "
        "`me/export/` (scope `export`), `clubs/{club}/members/file/`, `clubs/{club}/export/`, "
        "`federations/{federation}/licence-file/`, `results/` of federations and series, `calendar/`, and "
        "`calendar/` of clubs and tournaments, `tournaments/{event}/evening/`; all filters of "
        "`people/{name}/matches/`, with `preset` and `rated`, at `me/records/` and `me/results/`; "
        "`ETag` and `If-Match` wherever one address reads and changes",
    ),
    (
        "2026-11-30",
        "Renamed: `bot` of `people/{name}/` and `me/` is `program`; `place` of a club or date is `location`, "
        "that of a person in an entry `position`, `places` of a line-up `positions`, those of a table "
        "of a tournament `entries`, of which `side` is one that is swapped or forfeits; a bot enters by its "
        "`level`, not by `bot`; `matches/{match}/events/` takes `have`, as streams, not `since`; `page` of "
        "rules is `url`, `size` of a month of the archive `bytes`; `at` of the findings of a review and of "
        "a mistake is `step`, that of a curve `steps`",
    ),
    ("2026-11-30", "`puzzles/mistakes/` and what was below it moved to `me/mistakes/`"),
)
"""Changes that clients have to know of, most recent first, each with its day."""

DESCRIPTION = "\n".join(
    [
        "Everything that a browser can do at a table, for programs. `/documenti/api.md` explains it, "
        "`/api/v1/asyncapi/` describes sockets, streams and webhooks.\n",
        "## Changes\n",
        *(f"- {day}: {change}." for day, change in CHANGES),
    ]
)

TAGS = [
    {"name": "games", "description": "The games, their presets, options and rules."},
    {"name": "house rules", "description": "Rules that people have saved under a name."},
    {"name": "tables", "description": "Tables: open one, sit down, add bots, leave."},
    {"name": "play", "description": "A match in play: its state, events and commands."},
    {"name": "chat", "description": "The chat of a table."},
    {"name": "matches", "description": "Matches, their records and reviews; the referee."},
    {"name": "people", "description": "Players, their ratings, statistics and histories."},
    {"name": "leaderboards", "description": "The best players of each game and period."},
    {"name": "challenges", "description": "Invitations of one account to a table of another."},
    {"name": "me", "description": "The account that makes the request."},
    {"name": "clubs", "description": "Clubs, their members and leaderboards."},
    {"name": "lessons", "description": "The courses of the games: positions with tasks."},
    {"name": "puzzles", "description": "Positions in which one card is better, and answers to them."},
    {"name": "analysis", "description": "Deals of finished matches, played on; studies of them."},
    {"name": "tournaments", "description": "Events, their rounds and standings."},
    {"name": "entries", "description": "Who takes part in an event, and as whom; line-ups, check-in."},
    {
        "name": "directing",
        "description": "What directors do in an event: rounds, rulings, scores, cash.",
    },
    {"name": "seasons", "description": "Series of events, their seasons and divisions."},
    {"name": "federations", "description": "Federations of clubs, licences and championships."},
    {"name": "moved", "description": "Former addresses, which lead to the current ones for a while."},
    {"name": "webhooks", "description": "What is sent to the webhooks of an account."},
]

ENUM_NAMES = {
    "GameName": "ludocards.engine.registry.GAMES",
    "CountryCode": "ludopoli.api.own_profile.COUNTRIES",
    "LanguageCode": "ludopoli.api.own_profile.LANGUAGES",
    "ReportReason": "games.api.reports.REASONS",
    "PresetName": "games.api.view_helpers.PRESETS",
    "PublicGameName": "games.api.view_helpers.PUBLIC_GAMES",
    "BotLevel": "ludocards.bots.levels.LEVELS",
    "ProposalKind": "games.play.proposals.RULES",
    "PuzzleTheme": "practice.texts.THEMES",
    "ThoughtStatus": "analysis.api.shapes.THOUGHT",
    "StudyAccess": "analysis.api.shapes.ACCESS",
    "OpenBasis": "games.api.shapes.reviews.OPEN_BASES",
    "MatchStatus": "games.api.shapes.matches.MATCH_STATUSES",
    "TableStatus": "games.api.shapes.tables.TABLE_STATUSES",
    "ReviewStatus": "games.api.shapes.reviews.STATUSES",
    "ChallengeStatus": "games.api.shapes.me.CHALLENGE_STATUSES",
    "DeliveryStatus": "ludopoli.webhooks.api.DELIVERY_STATUSES",
    "PhaseLevel": "tournaments.api.shapes.federations.PHASE_LEVELS",
    "LicenceStatus": "tournaments.api.shapes.entries.LICENCE_STATUSES",
    "EventStatus": "tournaments.api.shapes.EVENT_STATUSES",
    "BulletinName": "tournaments.outlets.bulletins.NAMES",
    "EventAccess": "tournaments.api.shapes.ACCESS",
    "EventVenue": "tournaments.api.shapes.VENUES",
    "EventScores": "tournaments.api.shapes.SCORES",
    "Walkover": "tournaments.api.shapes.WALKOVERS",
    "AskedByes": "tournaments.api.shapes.ASKED_BYES",
    "FeePayer": "tournaments.api.shapes.FEE_PAYERS",
    "PrizeTies": "tournaments.api.shapes.PRIZE_TIES",
    "Currency": "tournaments.api.shapes.MONEY",
    "EntryStatus": "tournaments.api.shapes.ENTRY_STATUSES",
    "RoundStatus": "tournaments.api.shapes.ROUND_STATUSES",
    "ClaimStatus": "tournaments.api.shapes.CLAIM_STATUSES",
    "MissedEvent": "tournaments.api.shapes.MISSED",
    "SeasonTies": "tournaments.api.shapes.TIES",
    "SubstituteCredit": "tournaments.api.shapes.CREDITS",
    "SeasonPeriod": "tournaments.api.shapes.PERIODS",
    "DivisionBorder": "tournaments.api.shapes.BORDERS",
    "InactiveInSeason": "tournaments.api.shapes.INACTIVE",
    "Newcomers": "tournaments.api.shapes.NEWCOMERS",
    "ClubRole": "clubs.api.shapes.ROLES",
    "RosterOutcome": "clubs.api.shapes.OUTCOMES",
    "TournamentTableStatus": "tournaments.api.shapes.TOURNAMENT_TABLE_STATUSES",
}
"""Where the values of each enumeration stand, by its name."""
