"""For every test."""

import pytest
from django.conf import settings


@pytest.fixture(scope="session", autouse=True)
def files_when_asked() -> None:
    """Static files are looked for when they are asked for, not listed for each of the tests' clients."""
    settings.WHITENOISE_AUTOREFRESH = True
