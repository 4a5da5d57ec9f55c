"""Print what the project needs without the bounds of its versions, a line each, for `make newest`."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

NAME = re.compile(r"[\w.-]+(\[[^\]]+\])?")
"""A package and its extras, at the beginning of a requirement."""


def main() -> None:
    project = tomllib.loads(Path("pyproject.toml").read_text())["project"]
    for requirement in project["dependencies"] + project["optional-dependencies"]["dev"]:
        if name := NAME.match(requirement):
            print(name[0])


if __name__ == "__main__":
    main()
