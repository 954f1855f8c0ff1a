"""What the tree agent tries next, what it hands in, and what it asks for."""

from __future__ import annotations

import sys
from pathlib import Path

from mlebench.agents.registry import BUILT_IN

sys.path.insert(0, str(BUILT_IN / "tree"))

from search.attempts import Attempt, Kind, Tree
from search.prompts import describe_task, overview, prompt_for


def tree_of(*attempts: tuple[Kind, int | None, float | None], lower: bool = False) -> Tree:
    """A tree of kinds, parents and scores; null is a failure."""
    made = [
        Attempt(
            number, kind, parent, score=score, valid=score is not None, problem=None if score is not None else "broken"
        )
        for number, (kind, parent, score) in enumerate(attempts)
    ]
    return Tree(lower, made)


def next_of(tree: Tree, drafts: int = 1, debug_depth: int = 2) -> tuple[Kind, int | None]:
    kind, parent = tree.next_step(drafts, debug_depth)
    return kind, parent.number if parent else None


def test_begins_with_drafts() -> None:
    assert next_of(Tree()) == ("draft", None)
    assert next_of(tree_of(("draft", None, 0.5)), drafts=2) == ("draft", None)
    assert next_of(tree_of(("draft", None, 0.5)), drafts=1) == ("improve", 0)


def test_a_failure_is_repaired_so_many_times_and_no_more() -> None:
    assert next_of(tree_of(("draft", None, None))) == ("debug", 0)
    assert next_of(tree_of(("draft", None, None)), debug_depth=0) == ("draft", None)
    assert next_of(tree_of(("draft", None, None), ("debug", 0, None))) == ("debug", 1)
    assert next_of(tree_of(("draft", None, None), ("debug", 0, None), ("debug", 1, None))) == ("draft", None)


def test_a_failed_improvement_is_repaired_too_and_then_left() -> None:
    tree = tree_of(("draft", None, 0.5), ("improve", 0, None), ("debug", 1, None))
    assert next_of(tree) == ("debug", 2)
    assert next_of(tree, debug_depth=1) == ("improve", 0)


def test_the_best_is_improved_in_either_direction() -> None:
    attempts: list[tuple[Kind, int | None, float | None]] = [
        ("draft", None, 0.5),
        ("draft", None, 0.7),
        ("draft", None, 0.3),
    ]
    assert next_of(tree_of(*attempts)) == ("improve", 1)
    assert next_of(tree_of(*attempts, lower=True)) == ("improve", 2)


def test_after_three_vain_improvements_the_next_best_gets_its_turn() -> None:
    tree = tree_of(("draft", None, 0.7), ("draft", None, 0.5), *[("improve", 0, 0.1)] * 3)
    assert next_of(tree) == ("improve", 1)
    assert next_of(tree_of(("draft", None, 0.7), *[("improve", 0, 0.7)] * 3)) == ("improve", 1)


def test_what_the_scripts_say_of_the_direction_outvotes_the_description() -> None:
    tree = tree_of(("draft", None, 0.5), ("draft", None, 0.7), lower=False)
    assert tree.direction() == "higher"
    tree.attempts[0].lower_is_better = True
    assert tree.direction() == "lower"
    tree.attempts[1].lower_is_better = False
    assert tree.direction() == "higher"


def test_a_valid_file_without_a_score_is_handed_in_only_while_there_is_nothing_better() -> None:
    tree = tree_of(("draft", None, None), ("draft", None, None))
    assert tree.to_hand_in() is None
    tree.attempts[0].valid = True
    assert tree.to_hand_in() is tree.attempts[0]
    tree.attempts.append(Attempt(2, "draft", None, score=0.0, valid=True))
    assert tree.to_hand_in() is tree.attempts[2]


def test_questions_hold_the_task_the_history_and_the_failure(tmp_path: Path) -> None:
    (tmp_path / "train.csv").write_text("id,petals\n1,5\n")
    task = describe_task(tmp_path, "Count {petals}.", overview(tmp_path), 77)
    tree = tree_of(("draft", None, None))
    tree.attempts[0].code, tree.attempts[0].output = "print('{broken}')", "Traceback: no such {thing}"
    text = prompt_for("debug", tree.attempts[0], tree, task)
    for part in (
        "Count {petals}.",
        "id,petals",
        "77 seconds",
        "print('{broken}')",
        "no such {thing}",
        "failed, broken",
    ):
        assert part in text
    tree = tree_of(("draft", None, 0.25), lower=True)
    text = prompt_for("improve", tree.attempts[0], tree, task)
    assert "0.25 (lower is better)" in text
    assert "#0 (draft): score 0.25" in text


def test_questions_stay_bounded(tmp_path: Path) -> None:
    (tmp_path / "wide.csv").write_text(",".join(["column"] * 100_000) + "\n" + "9" * 100_000)
    (tmp_path / "binary.csv").write_bytes(bytes(range(256)) * 1000)
    (tmp_path / "pictures").mkdir()
    for number in range(300):
        (tmp_path / "pictures" / f"{number}.png").write_bytes(b"")
    files = overview(tmp_path)
    assert "pictures/*.png: 300 files in all" in files
    tree = tree_of(*[("draft", None, None)] * 200)
    for attempt in tree.attempts:
        attempt.plan = attempt.output = attempt.code = "x" * 1_000_000
        attempt.problem = "y" * 1000  # the longest that there is
    text = prompt_for("debug", tree.attempts[-1], tree, describe_task(tmp_path, "d" * 1_000_000, files, 1))
    assert len(text) < 200_000


def test_the_agent_stays_small_enough_to_be_read() -> None:
    assert sum(len(path.read_text().splitlines()) for path in (BUILT_IN / "tree").rglob("*.py")) < 600
