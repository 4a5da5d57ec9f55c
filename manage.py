#!/usr/bin/env python
"""Run the management commands of the site."""

import gc
import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    gc.set_threshold(50_000, 20, 20)  # most of what a command loads stays in use: collect garbage rarely
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ludopoli.site.settings")
    execute_from_command_line(sys.argv)
