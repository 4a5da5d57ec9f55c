"""Names of devices, from the browser's user agent."""

from __future__ import annotations

from django.utils.translation import gettext as _

# The first match counts: every browser also claims to be some of the others.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS X": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


def device_name(user_agent: str) -> str:
    """A name such as "Firefox on Linux", or "An unknown device"."""
    browser = next((called for sign, called in BROWSERS.items() if sign in user_agent), "")
    system = next((called for sign, called in SYSTEMS.items() if sign in user_agent), "")
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("An unknown device")
