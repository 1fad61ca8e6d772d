"""docs/api.md names what is public in the modules that `make setup` cannot import."""

from __future__ import annotations

import pytest

from tests.docs import test_api
from tests.docs.test_api import ELSEWHERE

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.mark.parametrize(("module", "needs"), ELSEWHERE.items())
def test_a_module_and_the_page_name_the_same(module, needs):
    pytest.importorskip(needs, reason=f"`make evaluators` runs what needs {needs}")
    test_api.test_a_module_and_the_page_name_the_same(module)
    test_api.test_classes_and_functions_that_are_public_say_what_they_are(module)
