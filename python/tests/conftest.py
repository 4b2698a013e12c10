"""Interrupts work as at a terminal, even if the tests were started with interrupts ignored, as a shell does in the background."""

import signal

signal.signal(signal.SIGINT, signal.default_int_handler)
