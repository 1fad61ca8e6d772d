"""A real browser without a window: Chromium, by Selenium and Debian's packages chromium and chromium-driver."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
         "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage")


@contextmanager
def chromium(folder: Path) -> Iterator[webdriver.Chrome]:
    """With a new profile in this folder, noting all that is asked of the network. Skips where there is none, but not
    in CI.
    """
    program, driver = which("chromium"), which("chromedriver")
    if not (program and driver):
        told = "there is no browser: apt-get install chromium chromium-driver"
        if os.environ.get("CI"):
            pytest.fail(told)
        pytest.skip(told)
    options = Options()
    options.binary_location = program
    for flag in (*FLAGS, f"--user-data-dir={folder}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    browser = webdriver.Chrome(options=options, service=Service(driver))
    try:
        yield browser
    finally:
        browser.quit()
