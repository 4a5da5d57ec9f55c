"""The process that pytest-xdist starts as a worker: it has one forked (`tests/workers.py`), and waits."""

import socket
import sys

with socket.socket(socket.AF_UNIX) as line:
    line.connect(sys.argv[1])
    socket.send_fds(line, [b"fork"], [0, 1, 2])
    line.recv(1)
