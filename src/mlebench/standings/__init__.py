"""Standings: published results with groups and bundles among them, as a table and as a site."""

from mlebench.standings.own import rows_of_bundle, rows_of_results
from mlebench.standings.row import SPLITS, Row, published_rows, ranked
from mlebench.standings.site import write_site

__all__ = ["SPLITS", "Row", "published_rows", "ranked", "rows_of_bundle", "rows_of_results", "write_site"]
