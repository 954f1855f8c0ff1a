"""Public kernels by the real Kaggle client from a local server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mlebench.catalog import Competition
from mlebench.data.sources.kernels import INDEX, Kernels, download_kernels
from mlebench.errors import DataError
from tests.data.kaggle_server import KaggleServer

NOTEBOOK = json.dumps({"cells": [{"cell_type": "code", "source": ["!ls\n", "x = 1"]}]})


def entry(ref: str, votes: int) -> dict[str, Any]:
    return {"ref": ref, "title": f"On {ref}", "author": ref.split("/")[0], "totalVotes": votes}


@pytest.fixture
def kaggle(signed_in: KaggleServer) -> KaggleServer:
    signed_in.kernels["toy"] = [
        [entry("ann/first", 90), entry("bob/gone", 80), entry("../../etc", 70)],
        [entry("cy/in-r", 60), entry("dee/script", 75), entry("eve/empty", 5)],
    ]
    in_r = json.dumps({"cells": [], "metadata": {"kernelspec": {"language": "R"}}})
    signed_in.sources |= {"ann/first": NOTEBOOK, "bob/gone": 403, "cy/in-r": in_r}
    signed_in.sources |= {"dee/script": "y = 2\n", "eve/empty": " "}
    return signed_in


def test_kernels_by_votes_with_notebooks_as_scripts(toy: Competition, tmp_path: Path, kaggle: KaggleServer) -> None:
    found = download_kernels(toy, tmp_path / "k", top=50)
    assert {path.name: path.read_text() for path in (tmp_path / "k").glob("*.py")} == {
        "ann__first.py": "# %%\n# !ls\nx = 1\n",
        "dee__script.py": "y = 2\n",
    }
    assert [(kernel.ref, kernel.votes, kernel.notebook) for kernel in found.kernels] == [
        ("ann/first", 90, True),
        ("dee/script", 75, False),
    ]
    assert found.left_out == [
        "bob/gone: Kaggle does not give it out",
        "../../etc: has a name that is none of Kaggle's",
        "cy/in-r: is a notebook in r",
        "eve/empty: is empty",
    ]
    assert f"{toy.url}/rules" in found.rules
    assert Kernels.model_validate_json((tmp_path / "k" / INDEX).read_bytes()) == found
    asked = {"competition": "toy", "language": "python", "sortBy": "VOTE_COUNT", "group": "EVERYONE", "pageSize": 50}
    assert kaggle.asked_for[0] == asked


def test_no_more_than_were_asked_for(toy: Competition, tmp_path: Path, kaggle: KaggleServer) -> None:
    assert [kernel.ref for kernel in download_kernels(toy, tmp_path, top=1).kernels] == ["ann/first"]
    assert len(kaggle.asked_for) == 1


def test_kernels_of_an_earlier_download_go_and_other_files_stay(
    toy: Competition, tmp_path: Path, kaggle: KaggleServer
) -> None:
    download_kernels(toy, tmp_path, top=50)
    (tmp_path / "mine.py").write_text("z = 3")
    kaggle.sources["dee/script"] = 404
    download_kernels(toy, tmp_path, top=50)
    assert sorted(path.name for path in tmp_path.glob("*.py")) == ["ann__first.py", "mine.py"]


def test_a_list_that_names_files_elsewhere_removes_nothing(
    toy: Competition, tmp_path: Path, kaggle: KaggleServer
) -> None:
    found = download_kernels(toy, tmp_path / "k", top=50).model_dump(mode="json")
    found["kernels"][0]["file"] = "../precious.py"
    (tmp_path / "k" / INDEX).write_text(json.dumps(found))
    (tmp_path / "precious.py").write_text("x")
    download_kernels(toy, tmp_path / "k", top=50)
    assert (tmp_path / "precious.py").exists()


def test_a_competition_without_kernels_is_an_error(toy: Competition, tmp_path: Path, signed_in: KaggleServer) -> None:
    with pytest.raises(DataError, match="shows no public kernels in Python"):
        download_kernels(toy, tmp_path / "k", top=5)
    assert not (tmp_path / "k").exists()


def test_who_is_not_signed_in_is_told_how(toy: Competition, tmp_path: Path, server: KaggleServer) -> None:
    with pytest.raises(DataError, match=r"credentials are missing(.|\n)*Then repeat: again"):
        download_kernels(toy, tmp_path / "k", top=5, command="again")


def test_passing_trouble_is_waited_out(toy: Competition, tmp_path: Path, kaggle: KaggleServer) -> None:
    kaggle.sources["ann/first"] = 503
    with pytest.raises(DataError, match="cannot be reached"):
        download_kernels(toy, tmp_path / "k", top=1, command="again")
    assert not (tmp_path / "k" / INDEX).exists()
