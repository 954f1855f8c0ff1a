from pathlib import Path

from mlebench.locks import try_lock


def test_a_lock_keeps_others_out_until_its_file_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with path.open("w") as other:
        with path.open("w") as file:
            assert try_lock(file)
            assert not try_lock(other)
            assert not try_lock(other, shared=True)
        assert try_lock(other, shared=True)
        with path.open("w") as third:
            assert try_lock(third, shared=True)
            assert not try_lock(third)
