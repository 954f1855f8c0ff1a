"""Checking a bundle, point by point. It never says that results are genuine: docs/explanation/verified.md has why."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mlebench.bundles.archive import Bundle
from mlebench.bundles.consistency import read_groups
from mlebench.bundles.disclosures import disclosures
from mlebench.bundles.points import Point, Verification
from mlebench.bundles.regrade import regraded
from mlebench.bundles.signatures import Signature, signatures_of
from mlebench.catalog import Registry
from mlebench.scratch import Scratch


def verify_bundle(
    path: Path,
    registry: Registry,
    data_dir: Path,
    *,
    allowed_signers: Path | None = None,
    regrade: bool = True,
    workers: int | None = None,
    on_run: Callable[[], None] = lambda: None,
) -> Verification:
    """Look at everything that can be looked at here. Raises BundleError where the file is no bundle."""
    with Bundle.open(path) as bundle:
        damages = bundle.damages()
        points = [_archive_point(bundle, damages), *_signature_points(signatures_of(path, allowed_signers))]
        if not damages:
            with Scratch("bundle") as folder:
                bundle.unpack(folder)
                groups, consistency = read_groups(bundle, folder)
                points += consistency
                if all(point.status != "fails" for point in consistency):
                    points += disclosures(groups, registry)
                    points += regraded(groups, registry, data_dir, regrade, workers, on_run)
        return Verification(file=path.name, groups=bundle.manifest.groups, points=points)


def _archive_point(bundle: Bundle, damages: list[str]) -> Point:
    if damages:
        return Point(name="files", status="fails", text="Not every file is as it was put in.", details=damages)
    return Point(
        name="files",
        status="holds",
        text=f"All {len(bundle.manifest.files)} files are as they were put in, in a chain.",
    )


def _signature_points(found: list[Signature]) -> list[Point]:
    if not found:
        text = "It is not signed: whoever had it could have made it anew."
        return [Point(name="signed", status="open", text=text), _not_countersigned()]
    owner, *others = found
    points = [_signature_point("signed", owner)]
    second = [each for each in others if each.key != owner.key or not each.good]
    if not second:
        return [*points, _not_countersigned(same_key=bool(others))]
    return [*points, *(_signature_point("countersigned", each) for each in second)]


def _signature_point(name: str, signature: Signature) -> Point:
    if not signature.good:
        return Point(name=name, status="fails", text=f"A signature is not good: {signature.why}.")
    whose = f"{signature.who}, " if signature.who else ""
    unknown = "" if signature.who else " Whose key that is, nobody here says: see --allowed-signers."
    return Point(name=name, status="holds", text=f"By {whose}{signature.key}.{unknown}")


def _not_countersigned(*, same_key: bool = False) -> Point:
    why = "Only by the key that signed it." if same_key else "Nobody who ran the machine vouches for it."
    return Point(name="countersigned", status="open", text=why)
