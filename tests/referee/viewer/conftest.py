import pytest

from tests.referee.browser import chromium
from tests.referee.cli.conftest import record, run

__all__ = ["record", "run"]


@pytest.fixture(scope="session")
def started_browser(tmp_path_factory):
    with chromium(tmp_path_factory.mktemp("browser")) as found:
        yield found


@pytest.fixture
def browser(started_browser):
    """A browser with nothing of the last test: the same for all pages, as it takes longer to start than to show one."""
    started_browser.get("about:blank")
    started_browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    started_browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    for log in ("browser", "performance"):
        started_browser.get_log(log)
    return started_browser
