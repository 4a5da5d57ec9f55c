"""How the site connects to PostgreSQL."""

from __future__ import annotations

from typing import Any

import dj_database_url


def postgresql_settings(url: str) -> dict[str, Any]:
    """Return the settings of a PostgreSQL, with all libpq options of its URL (`?sslmode=verify-full`).

    Nobody waits long for a row that another transaction holds: one stuck transaction would stop everybody.
    Nor for a network that drops packets: by default, the kernel gives such a connection up after a quarter of
    an hour, and one that waits for an answer after two hours. The server does the same at its end, so that a
    machine without network does not hold the matches that it has locked.
    """
    parsed: dict[str, Any] = {**dj_database_url.parse(url)}
    given = {
        "connect_timeout": 3,  # seconds
        "tcp_user_timeout": 5000,  # milliseconds
        "keepalives_idle": 3,
        "keepalives_interval": 1,
        "keepalives_count": 3,
        **parsed.get("OPTIONS", {}),
    }
    server = {
        "lock_timeout": "2s",
        "tcp_user_timeout": 5000,
        "tcp_keepalives_idle": 3,
        "tcp_keepalives_interval": 1,
        "tcp_keepalives_count": 3,
    }
    options = " ".join(f"-c {name}={value}" for name, value in server.items())
    ours = {
        "options": f"{options} {given.get('options', '')}".rstrip(),
        "prepare_threshold": 0,  # by cursors that bind on the server: `games/play/prepared_sql.py`
        # By default its pauses between two attempts to connect grow to minutes.
        "pool": {"min_size": 1, "max_size": 12, "timeout": 3, "reconnect_timeout": 3},
    }
    return {**parsed, "CONN_HEALTH_CHECKS": True, "OPTIONS": {**given, **ours}}
