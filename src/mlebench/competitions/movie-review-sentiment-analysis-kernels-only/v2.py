from pathlib import Path

from mlebench.data import ZipMember, read_csv, split_groups

from .prepare import write_parts


def prepare(raw: Path, public: Path, private: Path) -> None:
    # Without words for missing values: the phrase "None" is a phrase.
    phrases = read_csv(ZipMember(raw / "train.tsv.zip", "train.tsv"), sep="\t", keep_default_na=False)
    write_parts(public, private, *split_groups(phrases, by="SentenceId", test_size=0.3))
