#!/usr/bin/env python
import gc
import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    gc.set_threshold(50_000, 20, 20)  # almost all that a command loads stays: so collect rarely
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ludopoli.site.settings")
    execute_from_command_line(sys.argv)
