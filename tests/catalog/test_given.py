"""Files of a user's in place of ours: what is not what it seems must not decide over medals."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from mlebench.catalog import Registry
from mlebench.catalog.given import read_descriptions, read_leaderboards
from mlebench.errors import MlebenchError, WrongUsage

SPOOKY = "spooky-author-identification"  # the lowest score is best
CACTUS = "aerial-cactus-identification"  # the highest is
SCORES = [0.1 + 0.001 * place for place in range(1000)]


def _write(path: Path, scores: list[float], header: str = "teamId,score") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{header}\n" + "".join(f"{team},{score}\n" for team, score in enumerate(scores)))
    return path


@pytest.mark.parametrize("form", ["{}/leaderboard.csv", "{}.csv"])
@pytest.mark.parametrize("header", ["teamId,score", "TeamName,Score"])
def test_a_full_leaderboard_gives_the_medals_of_its_ranks(
    tmp_path: Path, registry: Registry, form: str, header: str
) -> None:
    path = _write(tmp_path / form.format(SPOOKY), SCORES, header)
    [found] = read_leaderboards(tmp_path, [registry.get(SPOOKY)]).values()
    # 1000 teams: gold to rank 12, silver to 50, bronze to 100.
    assert (found.gold, found.silver, found.bronze) == (SCORES[11], SCORES[49], SCORES[99])
    assert (found.teams, found.kind) == (1000, "human")
    assert found.digest == hashlib.sha256(path.read_bytes()).hexdigest()
    placed = registry.with_leaderboards({SPOOKY: found})
    assert placed.get(SPOOKY).leaderboard == placed.under("v2").get(SPOOKY).leaderboard == found
    assert placed.get(CACTUS).leaderboard == registry.get(CACTUS).leaderboard
    assert registry.get(SPOOKY).leaderboard != found


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "pointer of git-lfs"),
        ("teamId,points\n1,2\n", "no column 'score'"),
        ("teamId,score\n", "has no rows"),
        ("teamId,score\n1,\n", "row 1 has no score"),
        ("teamId,score\n1,0.1\n2,nan\n", "row 2 has no score"),
        ("teamId,score\n1,0.1\n2\n", "row 2 has no score"),
        ("teamId,score\n1,0.3\n2,0.2\n", r"not sorted: 0\.2 stands below 0\.3 in row 2, and the lowest score is best"),
        ('teamId,score\n"1,0.1\n', "not a CSV file"),
        ("teamId,score\n" + "1,0.1\n" * 20, "20 rows: a first page"),
    ],
)
def test_a_file_that_is_no_full_leaderboard_is_taken(
    tmp_path: Path, registry: Registry, content: str, why: str
) -> None:
    (tmp_path / f"{SPOOKY}.csv").write_text(content)
    with pytest.raises(WrongUsage, match=f"{re.escape(str(tmp_path / SPOOKY))}.*{why}"):
        read_leaderboards(tmp_path, [registry.get(SPOOKY)])


def test_the_direction_is_the_metric_s(tmp_path: Path, registry: Registry) -> None:
    _write(tmp_path / f"{CACTUS}.csv", SCORES)
    with pytest.raises(WrongUsage, match="highest score is best"):
        read_leaderboards(tmp_path, [registry.get(CACTUS)])
    _write(tmp_path / f"{CACTUS}.csv", SCORES[::-1])
    assert read_leaderboards(tmp_path, [registry.get(CACTUS)])[CACTUS].gold == SCORES[-12]


def test_a_leaderboard_of_v1_is_taken_for_another_task(tmp_path: Path, registry: Registry) -> None:
    vesuvius = "vesuvius-challenge-ink-detection"
    _write(tmp_path / f"{vesuvius}.csv", SCORES[::-1])
    assert read_leaderboards(tmp_path, [registry.get(vesuvius)])
    with pytest.raises(WrongUsage, match="version 2 has a leaderboard of its own"):
        read_leaderboards(tmp_path, [registry.under("v2").get(vesuvius)])


def test_descriptions_are_found_in_both_forms(tmp_path: Path) -> None:
    (tmp_path / SPOOKY).mkdir()
    (tmp_path / SPOOKY / "description.md").write_text("# theirs\n")
    (tmp_path / f"{CACTUS}.md").write_text("# also theirs\n")
    assert read_descriptions(tmp_path, [SPOOKY, CACTUS]) == {SPOOKY: b"# theirs\n", CACTUS: b"# also theirs\n"}
    with pytest.raises(WrongUsage, match=r"neither ID/description\.md nor ID\.md of leaf-classification\."):
        read_descriptions(tmp_path, [SPOOKY, "leaf-classification"])


@pytest.mark.parametrize(
    ("content", "why"), [(b"\xff\xfe", "not UTF-8"), (b" \n", "empty"), (b"version https://git-lfs\n", "git-lfs")]
)
def test_a_file_that_tells_an_agent_nothing_is_shown_to_it(tmp_path: Path, content: bytes, why: str) -> None:
    (tmp_path / f"{SPOOKY}.md").write_bytes(content)
    with pytest.raises(WrongUsage, match=why):
        read_descriptions(tmp_path, [SPOOKY])


def test_a_description_leads_out_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("key")
    (tmp_path / "given").mkdir()
    (tmp_path / "given" / f"{SPOOKY}.md").symlink_to(tmp_path / "secret")
    with pytest.raises(MlebenchError, match="leads out of its folder"):
        read_descriptions(tmp_path / "given", [SPOOKY])
