"""The real Kaggle client against a local server."""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path

import pytest

from mlebench.catalog import Competition
from mlebench.data.layout import DataLayout
from mlebench.data.record import record_leaderboard
from mlebench.data.sources import kaggle, kaggle_client
from mlebench.errors import DataError, MissingExtra
from tests.data.kaggle_server import STORAGE, Bundle, KaggleServer

CONTENT = bytes(range(256)) * 2000


def test_download_arrives_whole_and_the_token_stays_with_kaggle(
    toy: Competition, layout: DataLayout, signed_in: KaggleServer
) -> None:
    signed_in.bundles["toy"] = Bundle(CONTENT)
    kaggle.download(toy, layout.archive)
    assert layout.archive.read_bytes() == CONTENT
    assert [path.name for path in layout.root.iterdir()] == ["toy.zip"]
    assert [r.headers["Authorization"] for r in signed_in.asked("localhost")] == ["Bearer secret-token"]
    assert all("Authorization" not in request.headers for request in signed_in.asked(STORAGE))


def test_broken_transfers_go_on_where_they_stopped(
    toy: Competition, layout: DataLayout, signed_in: KaggleServer
) -> None:
    # The second attempt asks twice: for the version, and for the rest of it.
    signed_in.bundles["toy"] = Bundle(CONTENT, cuts=[100_000, 0, 200_000])
    kaggle.download(toy, layout.archive)
    assert layout.archive.read_bytes() == CONTENT
    ranges = [r.headers["Range"] for r in signed_in.asked(STORAGE) if "Range" in r.headers]
    whole = 1 << 16  # of the block in which a transfer breaks off nothing is kept
    assert ranges == [f"bytes={whole}-", f"bytes={4 * whole}-"]


def test_second_call_continues_what_the_first_could_not_finish(
    toy: Competition, layout: DataLayout, signed_in: KaggleServer
) -> None:
    signed_in.bundles["toy"] = Bundle(CONTENT, cuts=[300_000, *[0] * 20])
    with pytest.raises(DataError, match=r"toy: the download broke off .*\n.*is kept. To go on: again"):
        kaggle.download(toy, layout.archive, command="again")
    assert not layout.archive.exists()
    signed_in.bundles["toy"].cuts = []
    kaggle.download(toy, layout.archive)
    assert layout.archive.read_bytes() == CONTENT
    assert signed_in.requests[-1].headers["Range"] == f"bytes={4 << 16}-"


def test_part_of_an_older_version_is_not_continued(
    toy: Competition, layout: DataLayout, signed_in: KaggleServer
) -> None:
    signed_in.bundles["toy"] = Bundle(b"old" * 200_000, cuts=[300_000, *[0] * 20])
    with pytest.raises(DataError):
        kaggle.download(toy, layout.archive)
    signed_in.bundles["toy"] = Bundle(CONTENT, etag='"v2"')
    kaggle.download(toy, layout.archive)
    assert layout.archive.read_bytes() == CONTENT


def test_server_that_ignores_ranges_does_not_spoil_the_file(
    toy: Competition, layout: DataLayout, signed_in: KaggleServer
) -> None:
    signed_in.bundles["toy"] = Bundle(CONTENT, cuts=[100_000], ranges=False)
    kaggle.download(toy, layout.archive)
    assert layout.archive.read_bytes() == CONTENT


@pytest.mark.parametrize("status", [429, 500, 503])
def test_passing_trouble_is_waited_out(
    status: int, toy: Competition, layout: DataLayout, signed_in: KaggleServer
) -> None:
    signed_in.bundles["toy"] = Bundle(CONTENT, statuses=[status, status], retry_after="0")
    kaggle.download(toy, layout.archive)
    assert layout.archive.read_bytes() == CONTENT


def test_lasting_trouble_is_told(toy: Competition, signed_in: KaggleServer) -> None:
    signed_in.bundles["toy"] = Bundle(statuses=[503] * 50)
    with pytest.raises(DataError, match=r"cannot be reached \(it answers 503"):
        kaggle.ask(toy)


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (401, r"credentials are missing or not valid(.|\n)*settings/api(.|\n)*repeat: again"),
        (403, r"not accepted the competition's rules(.|\n)*competitions/toy/rules(.|\n)*repeat: again"),
        (404, r"no data under this name(.|\n)*--archive"),
        (400, r"Kaggle refuses"),
    ],
)
def test_refusal_says_what_to_do(status: int, message: str, toy: Competition, signed_in: KaggleServer) -> None:
    signed_in.bundles["toy"] = Bundle(statuses=[status] * 9)
    with pytest.raises(DataError, match=message):
        kaggle.ask(toy, command="again")
    assert len(signed_in.requests) == 1, "a refusal is not tried again"


def test_asking_moves_no_data(toy: Competition, signed_in: KaggleServer) -> None:
    signed_in.bundles["toy"] = Bundle(claimed_size=10**12)
    assert kaggle.ask(toy) == 10**12


def test_missing_credentials_are_found_without_asking(toy: Competition, server: KaggleServer) -> None:
    with pytest.raises(DataError, match=r"credentials are missing(.|\n)*repeat: again"):
        kaggle.sign_in(toy, command="again")
    assert not server.requests


def basic(name: str, key: str) -> str:
    return "Basic " + base64.b64encode(f"{name}:{key}".encode()).decode()


def test_older_credentials_work(
    toy: Competition, server: KaggleServer, signed_out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.bundles["toy"] = Bundle(CONTENT)
    for number, folder in enumerate((".config/kaggle", ".kaggle", "elsewhere")):
        (signed_out / folder).mkdir(parents=True)
        (signed_out / folder / "kaggle.json").write_text(json.dumps({"username": "u", "key": str(number)}))
        if folder == "elsewhere":
            monkeypatch.setenv("KAGGLE_CONFIG_DIR", str(signed_out / folder))
        kaggle_client.credentials.cache_clear()
        kaggle.ask(toy)
        assert server.asked("localhost")[-1].headers["Authorization"] == basic("u", str(number))
    monkeypatch.setenv("KAGGLE_USERNAME", "v")
    monkeypatch.setenv("KAGGLE_KEY", "k")
    kaggle_client.credentials.cache_clear()
    kaggle.ask(toy)
    assert server.asked("localhost")[-1].headers["Authorization"] == basic("v", "k")


def test_token_file_works_and_goes_before_older_credentials(
    toy: Competition, server: KaggleServer, signed_out: Path
) -> None:
    server.bundles["toy"] = Bundle(CONTENT)
    (signed_out / ".kaggle").mkdir()
    (signed_out / ".kaggle" / "kaggle.json").write_text('{"username": "u", "key": "k"}')
    (signed_out / ".kaggle" / "access_token").write_text("from-file\n")
    kaggle.ask(toy)
    assert server.asked("localhost")[-1].headers["Authorization"] == "Bearer from-file"


def test_broken_credentials_file_counts_as_none(toy: Competition, server: KaggleServer, signed_out: Path) -> None:
    (signed_out / ".kaggle").mkdir()
    (signed_out / ".kaggle" / "kaggle.json").write_text("{")
    with pytest.raises(DataError, match="credentials are missing"):
        kaggle.ask(toy)


def test_all_pages_of_a_board_are_digested(toy: Competition, signed_in: KaggleServer) -> None:
    signed_in.leaderboards["toy"] = [["0.9", "0.8"], ["0.7", ""], ["0.1"]]
    scores = kaggle.leaderboard(toy)
    assert scores == [0.9, 0.8, 0.7, 0.1]
    record_leaderboard(toy, scores, "a test")
    leaderboard = json.loads((toy.folder / "leaderboard.json").read_text())
    assert leaderboard["teams"] == 4
    assert leaderboard["gold"] == leaderboard["percentiles"][0] == 0.9


def test_empty_board_is_an_error(toy: Competition, signed_in: KaggleServer) -> None:
    with pytest.raises(DataError, match="no leaderboard"):
        kaggle.leaderboard(toy)


def test_missing_client_is_named_with_the_command_that_installs_it(
    toy: Competition, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "kagglesdk", None)
    kaggle_client.credentials.cache_clear()
    with pytest.raises(MissingExtra, match=r"pip install 'mlebench\[kaggle\]'"):
        kaggle.sign_in(toy)
