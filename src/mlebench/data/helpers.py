"""What a competition's `prepare.py` works with, as names of `mlebench.data`."""

from mlebench.data.archives.tars import deal_tar, sort_tar, tar_files, tar_names
from mlebench.data.archives.zips import (
    ZipMember,
    member_names,
    new_member,
    open_zip,
    place_members,
    repack,
    zip_files,
    zip_text,
)
from mlebench.data.files.copies import by_content, remove_copies
from mlebench.data.files.folders import place_folder, place_folders
from mlebench.data.files.named import place_named
from mlebench.data.files.place import place, place_all, place_tree
from mlebench.data.formats import coco
from mlebench.data.formats.tfrecords import copy_records, place_shards, text_feature
from mlebench.data.formats.v1_floats import v1_floats
from mlebench.data.layout import DataLayout, default_data_dir
from mlebench.data.progress import track
from mlebench.data.sources.download import download
from mlebench.data.splits.groups import linked, split_sorted_groups
from mlebench.data.splits.ids import shuffled_ids
from mlebench.data.splits.seeded import split_groups, split_positions, split_rows
from mlebench.data.tables.csv_files import read_csv, read_texts, rows_where, write_csv
from mlebench.data.tables.large_tables import filter_csv, split_csv
from mlebench.errors import DataError

__all__ = [
    "DataError",
    "DataLayout",
    "ZipMember",
    "by_content",
    "coco",
    "copy_records",
    "deal_tar",
    "default_data_dir",
    "download",
    "filter_csv",
    "linked",
    "member_names",
    "new_member",
    "open_zip",
    "place",
    "place_all",
    "place_folder",
    "place_folders",
    "place_members",
    "place_named",
    "place_shards",
    "place_tree",
    "read_csv",
    "read_texts",
    "remove_copies",
    "repack",
    "rows_where",
    "shuffled_ids",
    "sort_tar",
    "split_csv",
    "split_groups",
    "split_positions",
    "split_rows",
    "split_sorted_groups",
    "tar_files",
    "tar_names",
    "text_feature",
    "track",
    "v1_floats",
    "write_csv",
    "zip_files",
    "zip_text",
]
