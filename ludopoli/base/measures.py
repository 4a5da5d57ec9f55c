"""The metrics that each process keeps of itself, for the operator (`docs/operations.md`).

No label names a match, a person or a card: the figures are sums over everybody.
"""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

FAST = (0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0)
SLOW = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
"""The upper bounds of histograms, in seconds."""

MOVES = Histogram(
    "ludopoli_move_seconds",
    "a move until it is stored (by anybody), and until a player's socket has its acknowledgement",
    ["stage"],
    buckets=FAST,
)
MOVE_STORED, MOVE_ACKNOWLEDGED = MOVES.labels("stored"), MOVES.labels("acknowledged")
THREAD_WAIT = Histogram(
    "ludopoli_thread_wait_seconds", "a socket's work before it gets a thread with a database", buckets=FAST
)
LOOP_DELAY = Histogram("ludopoli_loop_delay_seconds", "the event loop gets round to it late", buckets=FAST)
SOCKETS = Gauge("ludopoli_sockets", "open sockets of this process")
REFUSALS = Counter("ludopoli_refusals_total", "refusals sent to sockets", ["code"])
THINKING = Histogram("ludopoli_bot_thinking_seconds", "a bot chooses a command", buckets=SLOW)
SWEEPS = Histogram("ludopoli_sweep_seconds", "a sweep over all tables", buckets=SLOW)
DELIVERIES = Counter("ludopoli_deliveries_total", "attempts to deliver a webhook", ["outcome"])
NOT_SENT = Counter("ludopoli_tasks_not_sent", "tasks that Redis did not take in time: the sweeps ask again")
