"""Scripts of the site run by Node, without a browser."""

from __future__ import annotations

import json
import subprocess
from typing import Any


def run(script: str, **given: Any) -> Any:
    """Run a module in Node, with these constants; return the JSON that it prints."""
    constants = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in given.items())
    said = subprocess.run(
        ["node", "--input-type=module", "-e", constants + script],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    return json.loads(said.stdout)
