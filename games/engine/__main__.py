"""`python -m games.engine referee …`, the address that the contract of the record names."""

from __future__ import annotations

import runpy

runpy.run_module("ludocards.engine", run_name="__main__", alter_sys=True)
