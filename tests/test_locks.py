import threading
from pathlib import Path

from mlebench.locks import try_lock, turn, wait_for_lock


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


def test_waiting_ends_when_the_lock_is_free_or_the_time_is_up(tmp_path: Path) -> None:
    with (tmp_path / "lock").open("w") as other, (tmp_path / "lock").open("w") as file:
        assert wait_for_lock(other)
        assert not wait_for_lock(file, 0)
        threading.Timer(0.05, other.close).start()
        assert wait_for_lock(file)


def test_those_who_work_in_a_folder_take_turns_and_hear_that_they_wait(tmp_path: Path) -> None:
    done: list[str] = []
    waits = threading.Event()

    def second() -> None:
        with turn(tmp_path, waiting=waits.set):
            done.append("second")

    with turn(tmp_path):
        thread = threading.Thread(target=second)
        thread.start()
        assert waits.wait(60)
        done.append("first")
    thread.join()
    assert done == ["first", "second"]
