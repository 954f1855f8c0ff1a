"""What a store can do, and the kinds of stores: a folder, a web server (read only), whatever fsspec knows."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol, TypeVar
from urllib.parse import unquote, urlsplit, urlunsplit

from mlebench.data.stores.contents import PRIVATE
from mlebench.errors import DataError, MissingExtra, MlebenchError, WrongUsage
from mlebench.files import write_atomically

_log = logging.getLogger(__name__)
_TRIES = 4
Result = TypeVar("Result")
_SECONDS = 60.0  # that a server may be silent


class Missing(Exception):
    """There is no such object."""


class Store(Protocol):
    """Small objects by name; whatever a library raises becomes a DataError that names the place."""

    def read(self, name: str, most: int) -> bytes:
        """The object, and no more than so many bytes of it: a store may send without end. Missing: there is none."""

    def write(self, name: str, content: bytes) -> None:
        """The whole object or nothing: nobody sees half of it."""

    def size(self, name: str) -> int | None:
        """Null where there is none."""


def open_store(url: str) -> Store:
    """By the beginning of its URL."""
    parts = urlsplit(url)
    if parts.scheme == "file" and parts.netloc in ("", "localhost") and parts.path.startswith("/"):
        return FolderStore(Path(unquote(parts.path)))
    if parts.scheme in ("http", "https") and parts.netloc:
        return WebStore(url)
    if parts.scheme and parts.scheme != "file" and "://" in url:
        return FsspecStore(url)
    raise WrongUsage(
        f"'{shown(url)}' is no place for data.",
        hint="Such as s3://BUCKET/FOLDER, https://HOST/FOLDER or file:///FOLDER",
    )


def shown(url: str) -> str:
    """A URL for messages and logs: without a password, and without what a signed link ends in."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", "")).rstrip("/")


class FolderStore:
    """A folder, of a shared disk say. What is private can be read by the owner and the group, and nobody else."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, name: str, most: int) -> bytes:
        """From the disk."""
        try:
            with (self._folder / name).open("rb") as file:
                return file.read(most)
        except FileNotFoundError:
            raise Missing from None
        except OSError as error:
            raise DataError(f"{self._folder / name}: cannot be read ({error.strerror}).") from error

    def write(self, name: str, content: bytes) -> None:
        """Whole or not at all."""
        path = self._folder / name
        try:
            is_new = not path.parent.exists()
            path.parent.mkdir(parents=True, exist_ok=True)
            if is_new and path.parent.name == PRIVATE:
                path.parent.chmod(0o750)
            write_atomically(path, content)
        except OSError as error:
            raise DataError(
                f"{path}: cannot be written ({error.strerror}).", hint="Repeat the command: it goes on where it was."
            ) from error

    def size(self, name: str) -> int | None:
        """Of the file."""
        path = self._folder / name
        try:
            return path.stat().st_size
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise DataError(f"{path}: cannot be looked at ({error.strerror}).") from error


class WebStore:
    """Any web server that serves a folder. Reading only: a push goes to the folder, or the bucket, behind it."""

    def __init__(self, url: str) -> None:
        self._url = url

    @cached_property
    def _client(self) -> Any:
        import httpx

        return httpx.Client(timeout=_SECONDS, follow_redirects=True)

    def read(self, name: str, most: int) -> bytes:
        """One request."""

        def once() -> bytes:
            import httpx

            parts = urlsplit(self._url)  # what stands behind a question mark (a signature) stays behind the name
            url, content = urlunsplit(parts._replace(path=f"{parts.path.rstrip('/')}/{name}")), bytearray()
            with self._client.stream("GET", url) as answer:
                if answer.status_code in (404, 410):
                    raise Missing
                if answer.status_code in (401, 403):
                    raise DataError(f"{shown(self._url)} refuses to hand out {name} (HTTP {answer.status_code}).")
                if answer.is_error:  # httpx itself would name the whole URL, with its password or signature
                    raise httpx.HTTPStatusError(f"HTTP {answer.status_code}", request=answer.request, response=answer)
                for part in answer.iter_bytes():
                    content += part
                    if len(content) > most:
                        break
            return bytes(content[:most])

        return _retried(once, f"{shown(self._url)}/{name}", _is_fault_of_the_web)

    def write(self, name: str, content: bytes) -> None:
        """Not this way."""
        raise WrongUsage(
            f"Nothing can be pushed to {shown(self._url)}: web servers are read only.",
            hint="Push to the folder (file:///…) or the bucket (s3://…) that it serves.",
        )

    def size(self, name: str) -> int | None:
        """Asked by those who are about to write."""
        self.write(name, b"")
        return None


class FsspecStore:
    """s3://, gs://, az:// and others. Who may read an object is the bucket's business: none is made public here."""

    def __init__(self, url: str) -> None:
        self._url = url.rstrip("/")

    @cached_property
    def _files(self) -> Any:
        try:
            from fsspec.core import url_to_fs
        except ImportError as error:
            raise MissingExtra(f"'{shown(self._url)}'", "s3") from error
        scheme = urlsplit(self._url).scheme
        try:
            # Listings are never used, and a client that remembered that an object was missing would go on saying so.
            return url_to_fs(self._url, use_listings_cache=False)[0]
        except ValueError as error:  # no such protocol
            raise WrongUsage(f"'{shown(self._url)}': {error}") from error
        except ImportError as error:
            if scheme in ("s3", "s3a"):
                raise MissingExtra(f"'{shown(self._url)}'", "s3") from error
            raise DataError(f"'{shown(self._url)}' needs a package that is not installed: {error}") from error

    def read(self, name: str, most: int) -> bytes:
        """Two requests: not every server takes a range that ends behind the object."""
        place = f"{self._url}/{name}"

        def once() -> bytes:
            part = (0, most) if self._files.size(place) > most else ()
            return bytes(self._files.cat_file(place, *part))

        return _retried(once, f"{shown(self._url)}/{name}")

    def write(self, name: str, content: bytes) -> None:
        """Objects appear whole."""
        _retried(lambda: self._files.pipe_file(f"{self._url}/{name}", content), f"{shown(self._url)}/{name}")

    def size(self, name: str) -> int | None:
        """Asked of the store each time."""
        try:
            return _retried(lambda: int(self._files.size(f"{self._url}/{name}")), f"{shown(self._url)}/{name}")
        except Missing:
            return None


def _is_fault_of_the_web(error: Exception) -> bool:
    import httpx

    answered = isinstance(error, httpx.HTTPStatusError) and error.response.status_code < 500
    return isinstance(error, httpx.HTTPError) and not answered


def _is_passing(error: Exception) -> bool:
    """Whether it may go by itself; what is missing or forbidden does not. Libraries of stores raise what they like."""
    return not isinstance(error, PermissionError)


def _retried(once: Callable[[], Result], what: str, is_passing: Callable[[Exception], bool] = _is_passing) -> Result:
    for left in reversed(range(_TRIES)):
        try:
            return once()
        except (Missing, FileNotFoundError):
            raise Missing from None
        except MlebenchError:
            raise
        except Exception as error:
            if not left or not is_passing(error):
                raise DataError(f"{what}: cannot be reached ({type(error).__name__}: {error}).") from error
            _log.info("%s: once more, because of %s.", what, error)
            time.sleep(2.0 ** (_TRIES - left) / 4)
    raise AssertionError
