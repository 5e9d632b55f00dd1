"""Runs a command whose messages go to a terminal, and prints them."""

import os
import pty
import subprocess
import sys


def main():
    ours, terminal = pty.openpty()
    run = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL,
                           stderr=terminal, env=dict(os.environ, TERM="dumb"))
    os.close(terminal)
    said = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:
            break
        if not part:
            break
        said += part
    run.wait()
    sys.stdout.write(said.decode().replace("\r\n", "\n"))


main()
