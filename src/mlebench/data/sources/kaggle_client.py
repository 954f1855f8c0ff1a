"""Kaggle's official client, signed in. Imported only where something is fetched from Kaggle.

Of the client, only its lower half is used (`kagglesdk`, which speaks the interface). The upper half (`kaggle`)
is a command line: importing it signs in at once, prints, makes folders, and may end the process.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from mlebench.errors import DataError, MissingExtra

TIMEOUT = (30, 120)  # seconds to connect, and between two blocks


class SignInFailed(DataError):
    """No credentials, or none that Kaggle takes."""

    def __init__(self, command: str = "the same command") -> None:
        super().__init__(
            "Kaggle credentials are missing or not valid.",
            hint=(
                "Create a token at https://www.kaggle.com/settings/api and set KAGGLE_API_TOKEN to it, or save it "
                "in ~/.kaggle/access_token.\nThe older kaggle.json (in ~/.kaggle or KAGGLE_CONFIG_DIR) and the "
                f"variables KAGGLE_USERNAME and KAGGLE_KEY work too.\nThen repeat: {command}"
            ),
        )


class Credentials(NamedTuple):
    """Either a token, or a name and a key."""

    api_token: str | None = None
    username: str | None = None
    password: str | None = None


@contextlib.contextmanager
def kaggle_client() -> Iterator[Any]:
    """A signed-in client that gives up on a silent server."""
    require_client()
    from kagglesdk import KaggleClient
    from requests.adapters import HTTPAdapter

    class Impatient(HTTPAdapter):
        def send(self, *args: Any, **settings: Any) -> Any:
            return super().send(*args, **{**settings, "timeout": settings.get("timeout") or TIMEOUT})

    with KaggleClient(user_agent="mlebench", **credentials()._asdict()) as client:
        session = session_of(client)
        session.headers["Accept-Encoding"] = "identity"  # Content-Length must be that of the file
        for scheme in ("https://", "http://"):
            session.mount(scheme, Impatient())
        yield client


def session_of(client: Any) -> Any:
    """The client's `requests` session, which has no public name."""
    return client.http_client()._session


def require_client() -> None:
    """Say what to install where the client is missing."""
    if importlib.util.find_spec("kagglesdk") is None:
        raise MissingExtra("Downloading from Kaggle", "kaggle")


def is_set_up() -> bool:
    """Whether there is anything to sign in with. It is not tried, and the client, slow to import, is not asked."""
    folder = Path.home() / ".kaggle"
    files = (folder / name for name in ("access_token", "access_token.txt", "credentials.json"))
    known = os.environ.get("KAGGLE_API_TOKEN") or _from_environment() or _from_file()
    return bool(known) or any(file.is_file() for file in files)


@cache
def credentials() -> Credentials:
    """What the user has set up, looked for where and in the order in which the official client does."""
    require_client()
    from kagglesdk import get_access_token_from_env

    token, _ = get_access_token_from_env()
    if token:
        return Credentials(api_token=token)
    key = _from_environment() or _from_file()
    if key:
        return key
    token = _from_log_in()
    if token:
        return Credentials(api_token=token)
    raise SignInFailed


def _from_environment() -> Credentials | None:
    name, key = os.environ.get("KAGGLE_USERNAME"), os.environ.get("KAGGLE_KEY")
    return Credentials(username=name, password=key) if name and key else None


def _from_file() -> Credentials | None:
    configured = os.environ.get("KAGGLE_CONFIG_DIR")
    home, shared = Path.home(), os.environ.get("XDG_CONFIG_HOME")
    folders = [Path(configured)] if configured else [home / ".kaggle", Path(shared or home / ".config") / "kaggle"]
    for folder in folders:
        try:
            content = json.loads((folder / "kaggle.json").read_text())
            return Credentials(username=str(content["username"]), password=str(content["key"]))
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return None


def _from_log_in() -> str | None:
    """The token of `kaggle auth login`, renewed where it has run out."""
    from kagglesdk import KaggleClient, KaggleCredentials

    with KaggleClient() as client:
        found = KaggleCredentials.load(client)
        return str(found.get_access_token()) if found else None
