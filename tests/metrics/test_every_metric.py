"""A metric that nothing compares with another implementation could be wrong for years."""

import importlib
import inspect
import pkgutil
from pathlib import Path

import pytest

import mlebench.metrics

MODULES = [
    importlib.import_module(f"mlebench.metrics.{m.name}") for m in pkgutil.iter_modules(mlebench.metrics.__path__)
]
METRICS = [
    function
    for module in MODULES
    for name, function in inspect.getmembers(module, inspect.isfunction)
    if function.__module__ == module.__name__ and not name.startswith("_")
]
PROPERTY_TESTS = [text for path in Path(__file__).parent.glob("test_*.py") if "@given" in (text := path.read_text())]


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.__name__)
def test_a_metric_has_no_property_test_or_no_example(metric):
    assert any(f"{metric.__name__}(" in text for text in PROPERTY_TESTS)
    assert ">>> " in metric.__doc__
