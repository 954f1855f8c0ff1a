import zipfile
from bisect import bisect_left
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from mlebench.data import ZipMember, new_member, track

LINES = 30_301_028
TEST_SHARE = 0.01
HEADER = '"id","sentence"\n'
BLOCK = 16 << 20
QUICK = 1  # gigabytes of text: a fifth more space than the usual level, for a tenth of the time


def prepare(raw: Path, public: Path, private: Path) -> None:
    draws = Draws()
    whole, gapped = [HEADER], [HEADER]
    line = draws.lines_before_hit()
    with (
        zipfile.ZipFile(public / "train_v2.txt.zip", "w") as archive,
        new_member(archive, "train_v2.txt", compress=True, level=QUICK) as train,
    ):
        for block, ends in blocks_of_lines(ZipMember(raw / "train_v2.txt.zip", "train_v2.txt")):
            written = 0
            while line < len(ends):
                begin, end = int(ends[line - 1]) if line else 0, int(ends[line])
                sentence = block[begin:end].decode().strip().replace('"', '""')
                words = sentence.split()
                if len(words) > 2:
                    del words[1 + draws.below(len(words) - 2)]
                    number = len(whole) - 1
                    whole.append(f'{number},"{sentence}"\n')
                    gapped.append(f'{number},"{" ".join(words)}"\n')
                    train.write(block[written:begin])
                    written = end
                line += 1 + draws.lines_before_hit()
            line -= len(ends)
            train.write(block[written:])

    test = "".join(gapped).encode()
    (private / "test.csv").write_bytes("".join(whole).encode())
    (private / "sample_submission.csv").write_bytes(test)
    with (
        zipfile.ZipFile(public / "test_v2.txt.zip", "w") as archive,
        new_member(archive, "test_v2.txt", compress=True, level=QUICK) as file,
    ):
        file.write(test)


def blocks_of_lines(source: ZipMember) -> Iterator[tuple[bytes, "np.ndarray[tuple[int], np.dtype[np.intp]]"]]:
    """Whole lines with line feeds, many at a time, and where each of them ends."""
    left, rest = LINES, b""
    with source.open() as file:
        for _ in track(range(source.size // BLOCK + 1), "cutting sentences"):
            block = file.read(BLOCK)
            while block.endswith(b"\r") and (more := file.read(1)):
                block += more
            last = len(block) < BLOCK
            block = rest + block.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
            cut = len(block) if last else block.rfind(b"\n") + 1
            block, rest = block[:cut], block[cut:]
            ends = np.flatnonzero(np.frombuffer(block, dtype=np.uint8) == ord("\n")) + 1
            if last and block and not block.endswith(b"\n"):
                ends = np.append(ends, len(block))
            ends = ends[:left]
            left -= len(ends)
            if len(ends):
                yield block[: int(ends[-1])], ends


class Draws:
    """v1's one sequence of random numbers: a uniform number for each line, an integer for each test sentence.

    Both come from one stream of 32-bit numbers. A uniform number takes two of them, so the lines
    that are hit can be found for many lines at once, at even and at odd places of the stream.
    """

    def __init__(self) -> None:
        self._random = np.random.RandomState(0)
        self._stream = np.empty(0, dtype=np.uint32)
        self._hits: list[list[int]] = [[], []]
        self._at = 0

    def lines_before_hit(self) -> int:
        """How many lines pass before the next one that is hit."""
        passed = 0
        while True:
            hits = self._hits[self._at % 2]
            index = bisect_left(hits, self._at)
            if index < len(hits):
                passed += (hits[index] - self._at) // 2
                self._at = hits[index] + 2
                return passed
            passed += (len(self._stream) - self._at) // 2
            self._at += (len(self._stream) - self._at) // 2 * 2
            self._refill()

    def below(self, limit: int) -> int:
        """An integer from 0 up to, not including, `limit`: as many bits as needed, until they fit."""
        mask = (1 << (limit - 1).bit_length()) - 1
        while limit > 1:
            if self._at == len(self._stream):
                self._refill()
            value = int(self._stream[self._at]) & mask
            self._at += 1
            if value < limit:
                return value
        return 0

    def _refill(self) -> None:
        more = self._random.randint(0, 1 << 32, size=1 << 20, dtype=np.uint32)
        self._stream = np.concatenate([self._stream[self._at :], more])
        self._at = 0
        high, low = self._stream >> 5, self._stream >> 6
        uniform = (high[:-1] * 67108864.0 + low[1:]) / 9007199254740992.0
        hits = np.flatnonzero(uniform <= TEST_SHARE)
        self._hits = [hits[hits % 2 == parity].tolist() for parity in (0, 1)]
