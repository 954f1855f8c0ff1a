"""The leak audit of one prepared competition: every search, in one walk over the answers and the public files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mlebench.audit.leaks.answer_columns import answer_columns, answers_in_tables
from mlebench.audit.leaks.contents import Contents
from mlebench.audit.leaks.document_answers import answers_in_documents
from mlebench.audit.leaks.duplicate_files import duplicate_files
from mlebench.audit.leaks.duplicate_rows import duplicate_rows
from mlebench.audit.leaks.features import telling_features, telling_order
from mlebench.audit.leaks.groups import shared_groups
from mlebench.audit.leaks.linked import linked_files
from mlebench.audit.leaks.masks import masks_in_public
from mlebench.audit.leaks.metadata import telling_metadata
from mlebench.audit.leaks.private_files import private_files
from mlebench.audit.leaks.report import LeakReport, Search, with_known
from mlebench.audit.leaks.tables import Table, read_tables
from mlebench.audit.leaks.truth import Truth, read_truth
from mlebench.catalog import Competition
from mlebench.data.layout import DataLayout
from mlebench.data.manifest import kind_of
from mlebench.data.tables.pandas_rules import our_pandas


@our_pandas()
def audit_leaks(
    competition: Competition, layout: DataLayout, *, groups: Sequence[str] = (), excuse_known: bool = True
) -> LeakReport:
    """Look for whatever gives the answers away in the public files of `layout`.

    `groups` are columns that must not have the same value on both sides of the split, beside those that are found.
    Known issues are those of the competition's version; without `excuse_known` they excuse nothing. Raises NotPrepared
    where there is nothing to look at.
    """
    layout.require_prepared()
    notes: list[str] = []
    contents = Contents(layout.public, notes)
    searches = [private_files(competition, layout, contents)]
    truth = read_truth(competition, layout, notes)
    tables = public_tables(competition, contents)
    columns = answer_columns(competition, tables, truth)
    searches.append(columns)
    if isinstance(truth, str):
        searches.append(Search("no answers in public files", not_run=truth))
    else:
        values = answers_in_tables(tables, truth, columns.leaks)
        searches += [
            values,
            telling_features(tables, truth, told=values.leaks),
            telling_order(truth, contents, tables),
            *_files(contents, tables, truth, synthetic=kind_of(layout) == "miniature"),
            duplicate_rows(contents, tables, truth),
            shared_groups(tables, truth, groups, notes),
        ]
    if excuse_known:
        searches = [with_known(search, competition) for search in searches]
    return LeakReport(competition.id, searches, notes)


def public_tables(competition: Competition, contents: Contents) -> list[Table]:
    """All of them; the sample submission is marked."""
    sample = competition.sample_submission.removeprefix("public/")
    return [replace(table, is_sample=table.name == sample) for table in read_tables(contents)]


def _files(contents: Contents, tables: list[Table], truth: Truth, *, synthetic: bool) -> list[Search]:
    families = linked_files(contents.entries, truth.ids)
    return [
        answers_in_documents(contents, families, truth),
        masks_in_public(contents, families, truth),
        telling_metadata(contents, families, truth, synthetic=synthetic),
        duplicate_files(contents, tables, families, truth),
    ]
