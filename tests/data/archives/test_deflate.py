import random
import zipfile

from mlebench.data import deflated_member
from mlebench.data.progress import _Silent, listening


def test_a_member_written_in_pieces_reads_back_whole(tmp_path):
    rng = random.Random(0)
    pieces = [bytes(rng.choices(b"abcdefgh \n", k=rng.randrange(400_000))) for _ in range(20)]
    for threads in (1, 3):
        path = tmp_path / f"{threads}.zip"
        with listening(_Silent(), workers=threads), zipfile.ZipFile(path, "w") as archive:
            with deflated_member(archive, "text.txt") as file:
                for piece in pieces:
                    file.write(piece)
            with deflated_member(archive, "empty.txt"):
                pass
        with zipfile.ZipFile(path) as archive:
            assert archive.testzip() is None
            assert archive.read("text.txt") == b"".join(pieces)
            assert archive.read("empty.txt") == b""
            assert archive.getinfo("text.txt").compress_size < len(b"".join(pieces)) / 2
