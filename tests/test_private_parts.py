"""Packages of whose private parts the site makes use have exact versions: a person renews them."""

from __future__ import annotations

import tomllib
from importlib.metadata import version

import pytest
from channels.generic.websocket import AsyncWebsocketConsumer
from channels_redis import pubsub, utils
from kombu.transport import redis
from numba.core import codegen
from twisted.internet import abstract, tcp

from tests.live.stack import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

USED = {
    "channels": [(AsyncWebsocketConsumer, "__call__")],
    "channels-redis": [
        (utils, "_wrap_close"),
        (pubsub.RedisPubSubChannelLayer, "_get_layer"),
        (pubsub.RedisPubSubLoopLayer, "_get_shard"),
        (pubsub.RedisPubSubLoopLayer, "_get_group_channel_name"),
        (pubsub.RedisSingleShardConnection, "_ensure_redis"),
        (pubsub.RedisSingleShardConnection, "_receive_message"),
    ],
    "kombu": [
        (redis.Channel, "_brpop_read"),
        (redis.Channel, "_flush_brpop_reauth"),
        (redis.Channel, "sep"),
        (redis.Transport, "_deliver"),
    ],
    "numba": [
        (codegen.JITCPUCodegen, "_library_class"),
        (codegen.JITCodeLibrary, "_get_module_for_linking"),
        (codegen.JITCodeLibrary, "_unserialize"),
    ],
    "twisted": [
        (tcp.Port, "transport"),
        (tcp.Connection, "writeSomeData"),
        (abstract.FileDescriptor, "dataBuffer"),
        (abstract.FileDescriptor, "offset"),
        (abstract.FileDescriptor, "_writeDisconnected"),
    ],
}
"""Private parts that `connections.py`, `layers.py`, `redis_broker.py`, `server.py` and `compiled.py` replace
or read.

A newer version is taken only after these parts have been compared with those of the former one."""


@pytest.mark.parametrize("package", USED)
def test_a_package_whose_private_parts_are_used_has_an_exact_version(package: str) -> None:
    assert f"{package}=={version(package)}" in PROJECT["dependencies"]
    assert [name for owner, name in USED[package] if not hasattr(owner, name)] == []
