"""What holds for every test, wherever the tests were started from."""

from __future__ import annotations

import signal

from hypothesis import settings

settings.register_profile("any machine", deadline=None)  # a busy machine makes an example slow, not wrong
settings.load_profile("any machine")


def pytest_configure() -> None:
    """Take Ctrl-C as from a terminal. In the background of a shell, and under some CI, processes start with SIGINT
    ignored, and what they start inherits that; but tests send SIGINT, and tests that need it ignored say so.
    """
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
