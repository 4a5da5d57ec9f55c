"""Bodies for the addresses of chats, which take a text alone.

- Discord: https://discord.com/developers/docs/resources/webhook (2,000 letters)
- Slack: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
- Telegram: https://core.telegram.org/bots/api#sendmessage (4,096 letters; the address names the chat)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit


def _for_discord(text: str) -> dict[str, Any]:
    return {"content": text[:2000], "allowed_mentions": {"parse": []}}  # no name calls a whole channel


def _for_slack(text: str) -> dict[str, Any]:
    return {"text": text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")}


def _for_telegram(text: str) -> dict[str, Any]:
    return {"text": text[:4096]}


CHATS: Mapping[str, Callable[[str], dict[str, Any]]] = {
    "discord.com": _for_discord,
    "discordapp.com": _for_discord,
    "hooks.slack.com": _for_slack,
    "api.telegram.org": _for_telegram,
}
"""By host."""


def body_for_chat(url: str, text: str) -> dict[str, Any] | None:
    """Return what the chat at an address wants for a text; None if there is no chat."""
    body = CHATS.get(urlsplit(url).hostname or "")
    return None if body is None else body(text)
