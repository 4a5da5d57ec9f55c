from __future__ import annotations

from hypothesis import settings

settings.register_profile("engine", deadline=None)  # a busy machine is no bug of the rules
settings.load_profile("engine")
