"""Bundles: the results of run groups in one file that a stranger can check."""

from mlebench.bundles.archive import Bundle, BundleError
from mlebench.bundles.make import make_bundle
from mlebench.bundles.points import Level, Point, Status, Verification
from mlebench.bundles.signatures import countersign, sign
from mlebench.bundles.verify import verify_bundle

__all__ = [
    "Bundle",
    "BundleError",
    "Level",
    "Point",
    "Status",
    "Verification",
    "countersign",
    "make_bundle",
    "sign",
    "verify_bundle",
]
