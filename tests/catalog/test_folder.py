from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from mlebench.catalog import SPLITS, Registry, load_competition, split_ids
from mlebench.catalog.create import create_competition
from mlebench.errors import CatalogError, MlebenchError, UnknownCompetition
from tests.data.toy import BOARD


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return create_competition("my-task", tmp_path)


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_template_loads(folder: Path) -> None:
    assert load_competition(folder).id == "my-task"


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("complexity: dev", "complexity: easy", "complexity"),
        ("  lower_is_better: false", "  lower_is_better: maybe", "metric.lower_is_better"),
        ("answers: private/test.csv", "answers: ../test.csv", "answers"),
        ("category: Tabular", "categori: Tabular", "categori"),
        ("known_issues: []", "known_issues: [{kind: bad, note: x}]", "known_issues.0.kind"),
        ("known_issues: []", "checksums: {archive: XYZ}", "checksums.archive"),
        ("known_issues: []", "id: other", "id"),
    ],
)
def test_error_names_file_and_field(folder: Path, old: str, new: str, field: str) -> None:
    edit(folder / "competition.yaml", old, new)
    with pytest.raises(CatalogError) as caught:
        load_competition(folder)
    assert "competition.yaml" in caught.value.message
    assert field in caught.value.message


def test_leaderboard_may_be_left_out_but_not_lead_nowhere(folder: Path) -> None:
    assert load_competition(folder).leaderboard is None
    (folder / "leaderboard.json").symlink_to("nothing.json")
    with pytest.raises(MlebenchError, match=r"leaderboard\.json"):
        load_competition(folder)


def test_no_link_to_kaggle_for_what_is_not_there(folder: Path, registry: Registry) -> None:
    assert load_competition(folder).url is None
    assert registry.get("starter-breast-cancer").url is None
    assert str(registry.get("spooky-author-identification").url).endswith("/competitions/spooky-author-identification")


def test_error_names_the_leaderboard(folder: Path) -> None:
    content = json.loads(BOARD) | {"percentiles": [1, 2, 3]}
    (folder / "leaderboard.json").write_text(json.dumps(content))
    with pytest.raises(CatalogError, match=r"leaderboard\.json.*percentiles must have 101"):
        load_competition(folder)


def test_broken_yaml_and_missing_files_are_clear(folder: Path) -> None:
    (folder / "grade.py").unlink()
    with pytest.raises(CatalogError, match=r"missing grade\.py"):
        load_competition(folder)
    (folder / "grade.py").write_text("def grade(: pass")
    (folder / "competition.yaml").write_text("name: [")
    with pytest.raises(CatalogError, match=r"competition\.yaml"):
        load_competition(folder)


def test_broken_code_is_named(folder: Path) -> None:
    (folder / "grade.py").write_text("def grade(: pass")
    with pytest.raises(CatalogError, match=r"grade\.py: SyntaxError"):
        _ = load_competition(folder).grade_function
    (folder / "prepare.py").write_text("x = 1")
    with pytest.raises(CatalogError, match="has no function prepare"):
        _ = load_competition(folder).prepare_function


def test_users_folder_joins_and_replaces(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MLEBENCH_COMPETITIONS_DIR", str(folder.parent))
    assert Registry.default().get("my-task").name == "My task"
    own = create_competition("spooky-author-identification", folder.parent)
    assert Registry.default().get(own.name).folder == own.resolve()


def test_wrong_id_is_answered_with_near_ones(registry: Registry) -> None:
    with pytest.raises(UnknownCompetition) as caught:
        registry.get("spooky-author-identificaton")
    assert "spooky-author-identification" in str(caught.value)


def test_wrong_folder_of_competitions_is_clear(tmp_path: Path) -> None:
    with pytest.raises(CatalogError, match="no such folder"):
        Registry([tmp_path / "nothing"]).ids()


def test_entry_points_add_competitions(tmp_path: Path) -> None:
    """A real installed package: a module on the path and its dist-info."""
    create_competition("plugin-task", tmp_path / "plugin_pack")
    (tmp_path / "plugin_pack" / "__init__.py").touch()
    info = tmp_path / "plugin_pack-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plugin-pack\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[mlebench.competitions]\npack = plugin_pack\n")
    code = "from mlebench.catalog import Registry; print(Registry().get('plugin-task').name)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, env={"PYTHONPATH": str(tmp_path)}
    )
    assert done.stdout.strip() == "Plugin task", done.stderr


def test_loading_one_competition_imports_no_other() -> None:
    code = (
        "import sys; from mlebench.catalog import Registry;"
        "Registry().get('spooky-author-identification').score_function;"
        "print([m for m in sys.modules if m.startswith('mlebench.competitions.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    package = "mlebench.competitions._loaded.spooky-author-identification"
    assert done.stdout.strip() == f"['{package}', '{package}.grade']"


def with_list(folder: Path, name: str) -> Path:
    """A competition whose prepare.py takes a list from grade.py, and writes it."""
    (folder / "grade.py").write_text(f"CLASSES = ['{name}']\n")
    (folder / "prepare.py").write_text(
        "from .grade import CLASSES\ndef prepare(raw, public, private): private.write_text(CLASSES[0])\n"
    )
    return folder


def prepared(folder: Path) -> str:
    written = folder / "written"
    load_competition(folder).prepare_function(folder, folder, written)
    return written.read_text()


def test_files_of_a_folder_import_from_each_other_and_not_from_a_folder_of_the_same_name(tmp_path: Path) -> None:
    first = with_list(create_competition("my-task", tmp_path / "first"), "one")
    second = with_list(create_competition("my-task", tmp_path / "second"), "two")
    assert [prepared(first), prepared(second), prepared(first)] == ["one", "two", "one"]


def test_an_edited_file_is_imported_anew_by_those_beside_it(folder: Path) -> None:
    with_list(folder, "old")
    assert prepared(folder) == "old"
    (folder / "grade.py").write_text("CLASSES = ['as it is now']\n")
    assert prepared(folder) == "as it is now"


def test_a_link_of_an_editor_among_the_files_does_no_harm(folder: Path) -> None:
    (folder / ".#grade.py").symlink_to("somebody@elsewhere.1")
    assert prepared(with_list(folder, "one")) == "one"


def test_splits_have_their_published_sizes(registry: Registry) -> None:
    sizes = {name: len(split_ids(name, registry)) for name in SPLITS}
    assert sizes == {
        "low": 22,
        "lite": 22,
        "medium": 38,
        "high": 15,
        "all": 75,
        "dev": 7,
        "systemcard30": 30,
        "starter": 8,
    }


def test_split_of_a_file(registry: Registry, tmp_path: Path) -> None:
    listing = tmp_path / "mine.txt"
    listing.write_text("# mine\nspooky-author-identification\n\nleaf-classification # small\n")
    assert split_ids(str(listing), registry) == ["spooky-author-identification", "leaf-classification"]
    listing.write_text("nope\n")
    with pytest.raises(UnknownCompetition):
        split_ids(str(listing), registry)
    listing.write_text("# nothing\n")
    with pytest.raises(MlebenchError, match="names no competition"):
        split_ids(str(listing), registry)
    with pytest.raises(MlebenchError, match="neither a split nor a file"):
        split_ids("tiny", registry)


def test_the_other_description_may_be_absent_and_may_not_lead_out(folder: Path, tmp_path: Path) -> None:
    assert load_competition(folder).description_obfuscated is None
    (folder / "description_obfuscated.md").write_text("Something else")
    assert load_competition(folder).description_obfuscated == "Something else"
    (folder / "description_obfuscated.md").unlink()
    (tmp_path / "secret.md").write_text("not of this folder")
    (folder / "description_obfuscated.md").symlink_to(tmp_path / "secret.md")
    with pytest.raises(MlebenchError, match="leads out of its folder"):
        _ = load_competition(folder).description_obfuscated
