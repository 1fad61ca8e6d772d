"""Settings of all tests."""

from hypothesis import settings

settings.register_profile("any machine", deadline=None)  # a busy machine makes an example slow, not wrong
settings.load_profile("any machine")
