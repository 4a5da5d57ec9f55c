from contextlib import closing

import dj_database_url
import psycopg
import pytest
from redis import Redis
from redis.exceptions import ConnectionError

from tests.servers import database, postgres, redis


@pytest.fixture
def own_servers(monkeypatch):
    monkeypatch.delenv("DATABASE_URL", raising=False)


def test_postgres_commits_durably_and_stops(own_servers):
    with postgres() as url:
        assert dj_database_url.parse(url)["ENGINE"] == "django.db.backends.postgresql"
        with closing(psycopg.connect(url)) as connection:
            for setting in ("fsync", "synchronous_commit", "full_page_writes"):
                assert connection.execute(f"SHOW {setting}").fetchone() == ("on",)
            assert connection.info.server_version >= 180000
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url)


def test_every_database_is_fresh(own_servers):
    with postgres() as url:
        for _ in range(2):
            with database(url) as fresh, closing(psycopg.connect(fresh, autocommit=True)) as connection:
                connection.execute("CREATE TABLE once (id int)")


def test_redis_answers_and_stops():
    with redis() as url, Redis.from_url(url) as client:
        client.set("card", "3B")
        assert client.get("card") == b"3B"
    with Redis.from_url(url) as client, pytest.raises(ConnectionError):
        client.ping()


def test_a_running_postgres_takes_precedence(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://there/club")
    with postgres() as url:
        assert url == "postgresql://there/club"
