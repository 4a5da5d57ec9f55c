"""The tests, and what starts servers and browsers for them."""

import os
import sys

# A run starts Python some hundred times: what it compiles is kept, also where the environment says not to.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
