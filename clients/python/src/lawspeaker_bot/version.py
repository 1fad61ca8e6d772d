"""The SDK's version, and its name on the wire."""

from typing import Final

__version__ = "0.1.0"
SDK: Final = f"python/{__version__}"
PROTOCOL: Final = 1
