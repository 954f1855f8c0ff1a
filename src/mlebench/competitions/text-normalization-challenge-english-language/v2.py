from pathlib import Path

from mlebench.data.formats.text_normalization import prepare_language

TEXT_COLUMNS = ["after"]


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_language("en", raw, public, private, as_texts=True)
    (private / "sample_submission.csv").rename(public / "sample_submission.csv")
