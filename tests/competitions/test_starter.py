"""The starter track: eight competitions on data that is already there."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from PIL import Image

from mlebench.catalog import Competition, Leaderboard, Registry
from mlebench.data.layout import DataLayout
from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.embedded import Embedded
from mlebench.data.verify import verify_prepared
from mlebench.errors import InvalidSubmission
from mlebench.grading.grade import grade_submission, load_answers, load_paired, score_submission

BOARD_MODELS = 100
PROJECT = Path(__file__).parents[2]
LICENCES = PROJECT / "docs" / "reference" / "data-licences.md"
SCORES = PROJECT / "tools" / "starter_boards" / "scores"
STARTER = [
    "starter-breast-cancer",
    "starter-diabetes-progression",
    "starter-digit-images",
    "starter-drift-monitoring",
    "starter-jargon-retrieval",
    "starter-photo-denoising",
    "starter-verse-genres",
    "starter-wine-cultivars",
]
every = pytest.mark.parametrize("competition_id", STARTER)


class Track:
    """Starter competitions, prepared on first use."""

    def __init__(self, registry: Registry, data_dir: Path) -> None:
        self.registry = registry
        self.data_dir = data_dir

    def layout(self, competition_id: str) -> DataLayout:
        return prepare(self.registry.get(competition_id), self.data_dir, Embedded(), PrepareOptions()).layout

    def public(self, competition_id: str, name: str) -> pd.DataFrame:
        return pd.read_csv(self.layout(competition_id).public / name)

    def submission(self, competition_id: str) -> pd.DataFrame:
        """A valid submission: the sample."""
        return self.public(competition_id, "sample_submission.csv")

    def score(self, competition_id: str, submission: pd.DataFrame) -> float:
        self.layout(competition_id)
        competition = self.registry.get(competition_id)
        return score_submission(competition, submission, *load_paired(competition, self.data_dir)).score


@pytest.fixture(scope="module")
def track(registry: Registry, tmp_path_factory: pytest.TempPathFactory) -> Track:
    return Track(registry, tmp_path_factory.mktemp("starter"))


def contents(prepared: Path) -> dict[str, str]:
    files = sorted(path for side in ("public", "private") for path in (prepared / side).rglob("*") if path.is_file())
    return {str(path.relative_to(prepared)): hashlib.md5(path.read_bytes()).hexdigest() for path in files}


def test_the_starter_split_is_these_eight(registry: Registry) -> None:
    assert [i for i in registry.ids() if i.startswith("starter-")] == STARTER
    for competition_id in STARTER:
        competition = registry.get(competition_id)
        assert (competition.complexity, competition.source) == ("starter", "embedded")


@every
def test_all_tables_have_recorded_checksums(track: Track, competition_id: str) -> None:
    layout, sums = track.layout(competition_id), track.registry.get(competition_id).checksums
    tables = {
        f"{side}/{path.name}" for side in ("public", "private") for path in (layout.prepared / side).glob("*.csv")
    }
    assert {*(f"public/{name}" for name in sums.public), *(f"private/{name}" for name in sums.private)} == tables


@every
def test_preparing_twice_gives_the_same_bytes(track: Track, competition_id: str, tmp_path: Path) -> None:
    again = Track(track.registry, tmp_path).layout(competition_id)
    assert contents(again.prepared) == contents(track.layout(competition_id).prepared)


@pytest.mark.parametrize("competition_id", [i for i in STARTER if i != "starter-digit-images"])  # many files
def test_the_random_generator_does_not_change_the_data(registry: Registry, competition_id: str, tmp_path: Path) -> None:
    competition = registry.get(competition_id)
    for seed in (1, 2):
        competition.build_miniature(tmp_path / str(seed), np.random.default_rng(seed))
    files = [sorted(p.relative_to(tmp_path / s) for p in (tmp_path / s).rglob("*")) for s in ("1", "2")]
    assert files[0] == files[1]
    for name in files[0]:
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()


@every
def test_the_perfect_submission_wins_gold(track: Track, competition_id: str) -> None:
    track.layout(competition_id)
    competition = track.registry.get(competition_id)
    answers = load_answers(competition, track.data_dir)
    perfect = competition.perfect_submission(answers) if competition.perfect_submission else answers
    assert medal(competition, track.score(competition_id, perfect)) == "gold"


@every
def test_the_sample_is_valid_and_wins_nothing(track: Track, competition_id: str) -> None:
    competition, layout = track.registry.get(competition_id), track.layout(competition_id)
    report = grade_submission(competition, layout.public / "sample_submission.csv", track.data_dir)
    assert report.valid_submission
    assert not report.any_medal
    assert not report.above_median
    assert report.score == competition.sample_score


def medal(competition: Competition, score: float) -> str | None:
    from mlebench.grading.medals import standing

    return standing(score, competition.leaderboard, lower_is_better=competition.metric.lower_is_better).medal


@every
def test_the_board_is_one_of_models_and_spreads(registry: Registry, competition_id: str) -> None:
    competition = registry.get(competition_id)
    leaderboard = competition.leaderboard
    assert leaderboard.kind == "model"
    assert leaderboard.teams is not None
    assert leaderboard.teams >= BOARD_MODELS
    assert f"{leaderboard.teams} models fitted by tools/make_starter_boards.py" in leaderboard.source
    sign = -1 if competition.metric.lower_is_better else 1
    steps = [sign * value for value in (leaderboard.gold, leaderboard.silver, leaderboard.bronze, leaderboard.median)]
    assert steps == sorted(set(steps), reverse=True)


@every
def test_the_board_is_the_digest_of_the_recorded_scores(registry: Registry, competition_id: str) -> None:
    competition = registry.get(competition_id)
    scores = pd.read_csv(SCORES / f"{competition_id}.csv")
    assert scores["model"].is_unique
    digest = Leaderboard.from_scores(
        scores["score"], lower_is_better=competition.metric.lower_is_better, source="", kind="model"
    )
    leaderboard = competition.leaderboard
    for figure in ("teams", "gold", "silver", "bronze", "median"):
        assert getattr(leaderboard, figure) == pytest.approx(getattr(digest, figure), abs=1e-6)


@every
def test_the_licence_is_named(registry: Registry, competition_id: str) -> None:
    assert registry.get(competition_id).licence
    assert competition_id in LICENCES.read_text(encoding="utf-8")


@every
def test_the_description_says_what_a_contestant_needs(registry: Registry, competition_id: str) -> None:
    description = registry.get(competition_id).description
    for part in ("## Task", "## Evaluation", "## Submission", "invalid", "## Data", "sample_submission.csv"):
        assert part in description


# ---------------------------------------------------------------- train and test are apart


@pytest.mark.parametrize(
    ("competition_id", "key"),
    [
        ("starter-breast-cancer", "id"),
        ("starter-wine-cultivars", "id"),
        ("starter-diabetes-progression", "id"),
        ("starter-digit-images", "id"),
        ("starter-verse-genres", "id"),
        ("starter-jargon-retrieval", "query_id"),
        ("starter-drift-monitoring", "batch_id"),
    ],
)
def test_no_id_is_in_both_parts(track: Track, competition_id: str, key: str) -> None:
    train, test = track.public(competition_id, "train.csv")[key], track.public(competition_id, "test.csv")[key]
    assert not set(train) & set(test)
    assert train.is_unique
    assert test.is_unique
    assert train.is_monotonic_increasing
    assert test.is_monotonic_increasing


@pytest.mark.parametrize(
    "competition_id", ["starter-breast-cancer", "starter-wine-cultivars", "starter-diabetes-progression"]
)
def test_no_row_of_a_table_is_in_both_parts(track: Track, competition_id: str) -> None:
    test = track.public(competition_id, "test.csv").drop(columns="id")
    train = track.public(competition_id, "train.csv")[test.columns]
    assert not pd.concat([train, test]).duplicated().any()


def test_no_chapter_or_verse_is_in_both_parts(track: Track, tmp_path: Path) -> None:
    name = "starter-verse-genres"
    track.registry.get(name).build_miniature(tmp_path, np.random.default_rng(0))
    chapters = pd.read_csv(tmp_path / "verses.csv").set_index("text")["chapter"]
    train, test = (track.public(name, f"{part}.csv")["text"] for part in ("train", "test"))
    assert not set(train) & set(test)
    assert not set(chapters[train]) & set(chapters[test])


def test_no_query_stands_in_a_passage_and_no_entry_has_two(track: Track) -> None:
    name = "starter-jargon-retrieval"
    passages = "\n".join(track.public(name, "passages.csv")["text"])
    train, test = track.public(name, "train.csv"), track.public(name, "test.csv")
    assert not [query for query in [*train["query"], *test["query"]] if query in passages]
    answers = pd.read_csv(track.layout(name).private / "test.csv")
    named = " ".join([*train["passage_ids"], *answers["passage_ids"]]).split()
    assert len(named) == len(set(named))


def test_no_batch_shares_a_row_with_another_or_the_reference(track: Track) -> None:
    name = "starter-drift-monitoring"
    rows = [
        track.public(name, "reference.csv"),
        track.public(name, "train_rows.csv").drop(columns="batch_id"),
        track.public(name, "test_rows.csv").drop(columns="batch_id"),
    ]
    assert not pd.concat(rows).duplicated().any()


def test_no_test_patch_overlaps_a_training_patch(track: Track, tmp_path: Path) -> None:
    name = "starter-photo-denoising"
    layout = track.layout(name)
    track.registry.get(name).build_miniature(tmp_path, np.random.default_rng(0))
    photographs = {path.name: np.asarray(Image.open(path)) for path in tmp_path.glob("*.png")}
    places = pd.read_csv(layout.private / "places.csv")
    taken = {photograph: np.zeros(grey.shape, bool) for photograph, grey in photographs.items()}
    for place in places.itertuples():
        cell = taken[place.photograph][place.top : place.top + 32, place.left : place.left + 32]
        assert cell.shape == (32, 32)
        assert not cell.any()
        cell[:] = True
    assert len(places) == len(list((layout.public / "test").iterdir()))
    for path in (layout.public / "train_clean").iterdir():
        clean = np.asarray(Image.open(path))
        found = [
            (photograph, top, left)
            for photograph, grey in photographs.items()
            for top in range(0, grey.shape[0] - 31, 32)
            for left in range(0, grey.shape[1] - 31, 32)
            if np.array_equal(grey[top : top + 32, left : left + 32], clean)
        ]
        assert found, f"{path.name} is no cell of the grid"
        assert not any(taken[photograph][top, left] for photograph, top, left in found)


def test_no_picture_of_a_digit_is_in_both_parts(track: Track) -> None:
    public = track.layout("starter-digit-images").public
    train, test = ({path.read_bytes() for path in (public / part).iterdir()} for part in ("train", "test"))
    assert not train & test


# ------------------------------------------------------------------------ graders refuse


def broken(submission: pd.DataFrame) -> dict[str, pd.DataFrame]:
    key, value = submission.columns
    text = submission.astype({value: object})
    unknown = submission.astype({key: object})
    unknown.loc[0, key] = "zzz-unknown-id"
    blank, words = text.copy(), text.copy()
    blank.loc[0, value] = None
    words.loc[0, value] = "not-a-value"
    return {
        "last row missing": submission[:-1],
        "first row twice": pd.concat([submission[:1], submission]),
        "another id": unknown,
        "no rows": submission[:0],
        "no values": submission[[key]],
        "no ids": submission[[value]],
        "other names": submission.rename(columns=str.upper),
        "a blank value": blank,
        "words for a value": words,
    }


@every
def test_broken_submissions_are_refused(track: Track, competition_id: str) -> None:
    sample = track.submission(competition_id)
    if competition_id == "starter-wine-cultivars":
        sample = sample[["id", "cultivar_1"]]
    for what, submission in broken(sample).items():
        with pytest.raises(InvalidSubmission):
            pytest.fail(f"{what}: scored {track.score(competition_id, submission)}")


@every
def test_row_order_and_extra_columns_do_not_matter(track: Track, competition_id: str) -> None:
    sample = track.submission(competition_id)
    changed = sample.sample(frac=1, random_state=0).assign(zzz_extra=1)[["zzz_extra", *sample.columns[::-1]]]
    assert track.score(competition_id, changed) == track.score(competition_id, sample)


@pytest.mark.parametrize(
    ("competition_id", "changes"),
    [
        ("starter-breast-cancer", {"malignant": 1.2}),
        ("starter-wine-cultivars", {"cultivar_1": 0.9}),
        ("starter-wine-cultivars", {"cultivar_1": np.nan}),
        ("starter-diabetes-progression", {"progression": np.inf}),
        ("starter-digit-images", {"digit": 10}),
        ("starter-digit-images", {"digit": 2.5}),
        ("starter-photo-denoising", {"value": 256}),
        ("starter-verse-genres", {"genre": "Law"}),
        ("starter-verse-genres", {"genre": 3}),
        ("starter-jargon-retrieval", {"passage_ids": "p0001 p0002 p0003 p0004 p0005 p0006"}),
        ("starter-jargon-retrieval", {"passage_ids": "p0001 p0001"}),
        ("starter-jargon-retrieval", {"passage_ids": "p0001,p0002"}),
        ("starter-jargon-retrieval", {"passage_ids": 7}),
        ("starter-drift-monitoring", {"drifted": -np.inf}),
    ],
)
def test_values_out_of_range_are_refused(track: Track, competition_id: str, changes: dict[str, object]) -> None:
    with pytest.raises(InvalidSubmission):
        track.score(competition_id, track.submission(competition_id).assign(**changes))


def test_a_changed_file_is_found(track: Track, tmp_path: Path) -> None:
    from mlebench.data.sources.acquire import digest_cache
    from mlebench.errors import DataError

    layout = Track(track.registry, tmp_path).layout("starter-breast-cancer")
    (layout.public / "train.csv").write_text("id\n1\n")
    with pytest.raises(DataError, match=r"train\.csv"):
        verify_prepared(track.registry.get("starter-breast-cancer"), layout.prepared, digest_cache(layout))
