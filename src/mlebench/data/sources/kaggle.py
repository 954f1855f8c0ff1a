"""Downloads and leaderboards from Kaggle.

The official client signs in and speaks the interface. The transfer itself is ours: the client's own prints to
the terminal, tells nobody of its progress, and loses what it has where the answer to a retry is an error.
"""

from __future__ import annotations

import contextlib
import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from mlebench.catalog import Competition
from mlebench.data.progress import advance, stage
from mlebench.data.sources.kaggle_client import SignInFailed, credentials, kaggle_client, session_of
from mlebench.errors import DataError

Answer = TypeVar("Answer")

ATTEMPTS = 6  # in a row, without a new byte in between
FIRST_WAIT = 1.0  # seconds; doubles with each attempt
LONGEST_WAIT = 60.0
PART = ".part"
_BLOCK = 1 << 16  # the block in which a transfer breaks off is fetched again
_MB = 1e6
_PAGE = 200  # rows of a leaderboard per request


class Refused(DataError):
    """Kaggle answers, and gives out nothing: to ask again does not help."""


def sign_in(competition: Competition, *, command: str | None = None) -> None:
    """See whether there are credentials at all; whether Kaggle takes them, the first answer shows."""
    patiently(credentials, competition, command)


def ask(competition: Competition, *, command: str | None = None) -> float:
    """Size of the download in bytes (0: not told), or the reason why there is none. Nothing is downloaded."""

    def size() -> float:
        with kaggle_client() as client, _answer(client, competition.id) as response:
            return float(response.headers.get("Content-Length") or 0)

    return patiently(size, competition, command)


def download(competition: Competition, target: Path, *, command: str | None = None) -> None:
    """Download the competition's archive; what an earlier call got is not fetched again."""
    part = target.with_name(target.name + PART)
    patiently(lambda: _fetch(competition.id, part), competition, command, grows=part)
    part.replace(target)
    _note(part).unlink(missing_ok=True)


def leaderboard(competition: Competition, *, command: str | None = None) -> list[float]:
    """All scores of the leaderboard: of the private one where the competition is over."""
    if competition.url is None:
        raise DataError(f"{competition.id}: not a competition of Kaggle's, which has no leaderboard of it.")
    stage("fetching the leaderboard")
    scores: list[float] = []
    token = None
    while token != "":
        page = patiently(lambda token=token: _leaderboard_page(competition.id, token), competition, command)  # type: ignore[misc]
        for row in page.submissions or []:
            with contextlib.suppress(ValueError):  # a team without a score
                scores.append(float(row.score))
        token = str(page.next_page_token or "")
    if not scores:
        raise DataError(f"{competition.id}: Kaggle shows no leaderboard.")
    return scores


def _leaderboard_page(competition_id: str, token: str | None) -> Any:
    with kaggle_client() as client:
        from kagglesdk.competitions.types.competition_api_service import ApiGetLeaderboardRequest

        request = ApiGetLeaderboardRequest()
        request.competition_name, request.page_size = competition_id, _PAGE
        if token:
            request.page_token = token
        return client.competitions.competition_api_client.get_leaderboard(request)


def _answer(client: Any, competition_id: str) -> contextlib.closing[Any]:
    """The server's answer to a download, of which only the headers have been read."""
    from kagglesdk.competitions.types.competition_api_service import ApiDownloadDataFilesRequest

    request = ApiDownloadDataFilesRequest()
    request.competition_name = competition_id
    return contextlib.closing(client.competitions.competition_api_client.download_data_files(request))


def _fetch(competition_id: str, part: Path) -> None:
    """One attempt to get the rest of the archive into `part`."""
    with kaggle_client() as client, _answer(client, competition_id) as response:
        size = int(response.headers.get("Content-Length") or 0)
        version = response.headers.get("ETag") or response.headers.get("Last-Modified")
        have = part.stat().st_size if part.is_file() else 0
        if have and (version is None or _noted(part) != [version, size] or (size and have > size)):
            have = 0  # of another version, or of nobody knows what
        _note(part).write_text(json.dumps([version, size]))
        stage(f"downloading {competition_id} (MB)", size / _MB or None)
        if have and have == size:
            advance(size / _MB)
            return
        if have:
            response.close()
            response = _rest(session_of(client), response.request, have, str(version))
        with contextlib.closing(response), part.open("ab" if response.status_code == 206 else "wb") as file:
            advance(file.tell() / _MB)
            for block in response.iter_content(_BLOCK):
                file.write(block)
                advance(len(block) / _MB)
            done = file.tell()
    if size and done != size:
        raise ConnectionError(f"the transfer ended after {done} of {size} bytes")


def _rest(session: Any, request: Any, start: int, version: str) -> Any:
    """The answer from byte `start` on; a server that has another version by now sends all of it (200, not 206)."""
    request = request.copy()
    request.headers.update({"Range": f"bytes={start}-", "If-Range": version})
    settings = session.merge_environment_settings(request.url, {}, True, None, None)
    response = session.send(request, **settings)
    response.raise_for_status()
    return response


def _note(part: Path) -> Path:
    return part.with_name(part.name + ".json")


def _noted(part: Path) -> Any:
    try:
        return json.loads(_note(part).read_text())
    except (OSError, ValueError):
        return None


def patiently(
    attempt: Callable[[], Answer], competition: Competition, command: str | None, grows: Path | None = None
) -> Answer:
    """Try again with growing pauses where that may help. An attempt by which `grows` grew does not count."""
    command = command or f"mlebench prepare -c {competition.id}"
    tries = size = 0
    while True:
        try:
            return attempt()
        except SignInFailed:
            raise SignInFailed(command) from None
        except OSError as error:  # all errors of requests are, and so are those of the disk
            problem = error
        response = getattr(problem, "response", None)
        if response is not None and response.status_code != 429 and response.status_code < 500:
            raise _refused(competition, response.status_code, problem, command) from problem
        if response is None and problem.errno is not None and not isinstance(problem, ConnectionError):
            raise problem
        now = grows.stat().st_size if grows and grows.is_file() else 0
        tries, size = (1 if now > size else tries + 1), now
        if tries >= ATTEMPTS:
            if grows is None:  # the same for all competitions, so that it is said once for many
                raise DataError(f"Kaggle cannot be reached ({_reason(problem)}).", hint=f"To try again: {command}")
            raise DataError(
                f"{competition.id}: the download broke off ({_reason(problem)}).",
                hint=f"What has arrived is kept. To go on: {command}",
            ) from problem
        time.sleep(_pause(tries, response))


def _reason(error: BaseException) -> str:
    """What is at the bottom of it; the libraries wrap it three times and add an address in each."""
    response = getattr(error, "response", None)
    if response is not None:
        return f"it answers {response.status_code} {response.reason}"
    while error.__context__ is not None:
        error = error.__context__
    return str(error)


def _pause(tries: int, response: Any) -> float:
    asked = response.headers.get("Retry-After", "") if response is not None else ""
    wanted = float(asked) if asked.isdigit() else FIRST_WAIT * 2 ** (tries - 1) * random.uniform(0.8, 1.2)
    return min(wanted, LONGEST_WAIT)


def _refused(competition: Competition, status: int, error: Exception, command: str) -> DataError:
    if status == 401:
        return SignInFailed(command)
    if status == 403:
        return Refused(
            f"{competition.id}: this account has not accepted the competition's rules.",
            hint=f"Join the competition at {competition.url}/rules\nThen repeat: {command}",
        )
    if status == 404:
        return Refused(
            f"{competition.id}: Kaggle has no data under this name (any more).",
            hint=f"See {competition.url}; an archive that you have can be given with --archive FILE.",
        )
    return Refused(f"{competition.id}: Kaggle refuses ({error}).", hint=f"To try again: {command}")
