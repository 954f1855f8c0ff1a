from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from mlebench.data.tables.shuffle import Shuffle


@pytest.mark.parametrize("parts", [1, 3, 50])
def test_every_text_goes_to_its_place(tmp_path: Path, parts: int) -> None:
    texts = [f"é{number}" * (number % 4) for number in range(40)]
    places = np.random.default_rng(0).permutation(len(texts))
    with Shuffle(tmp_path, places, parts) as shuffle:
        for start in range(0, 40, 7):
            assert shuffle.missing == 40 - start
            shuffle.append(pa.array(texts[start : start + 7], pa.large_string()))
        assert shuffle.missing == 0
        found = [text for piece in shuffle.texts() for text in piece.to_pylist()]
        assert not list(tmp_path.iterdir())
    assert [found[place] for place in places] == texts
