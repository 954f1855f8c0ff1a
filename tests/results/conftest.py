from tests.browser import browser  # noqa: F401
