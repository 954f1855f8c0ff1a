"""What goes wrong while a competition is prepared, as messages that a user can act on."""

from __future__ import annotations

import errno
import tarfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from mlebench.catalog import Competition
from mlebench.data.archives.zips import DAMAGE
from mlebench.data.layout import DataLayout
from mlebench.errors import DataError, MlebenchError

_DISK_FULL = {errno.ENOSPC, errno.EDQUOT}
_CLOSED = {errno.EACCES, errno.EPERM, errno.EROFS}
_DAMAGE = (*DAMAGE, tarfile.TarError)


@contextmanager
def explained(competition: Competition, layout: DataLayout) -> Iterator[None]:
    """Turn what preparation raises into a DataError; the traceback of a surprise goes to a file."""
    try:
        yield
    except MlebenchError:
        raise
    except OSError as error:
        raise _of_the_disk(layout, error) from error
    except _DAMAGE as error:
        raise DataError(
            f"{competition.id}: an archive of the raw data is damaged or incomplete ({error}).",
            hint="Get the raw data again.",
        ) from error
    except Exception as error:
        log = layout.root / "prepare-error.log"
        with suppress(OSError):
            log.write_text(traceback.format_exc())
        raise DataError(
            f"{competition.id}: preparation failed with {type(error).__name__}: {error}",
            hint=f"Is this the raw data of {competition.id}? The traceback is in {log}",
        ) from error


def make_folder(layout: DataLayout) -> None:
    """The competition's folder; where it cannot be made, the data folder is the problem."""
    try:
        layout.root.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise (_of_the_disk if error.errno in _DISK_FULL else _cannot_write)(layout, error) from error


def _cannot_write(layout: DataLayout, error: OSError) -> DataError:
    return DataError(
        f"The data folder {layout.data_dir} cannot be written to ({error.strerror}).",
        hint="Choose another with --data-dir or MLEBENCH_DATA_DIR.",
    )


def _of_the_disk(layout: DataLayout, error: OSError) -> DataError:
    if error.errno in _DISK_FULL:
        return DataError(
            f"{layout.competition_id}: the disk is full ({layout.data_dir}).",
            hint="Free some space, or choose another disk with --data-dir, and repeat: it goes on where it was.",
        )
    if error.errno in _CLOSED and error.filename is not None and Path(error.filename).is_relative_to(layout.data_dir):
        return _cannot_write(layout, error)
    if isinstance(error, FileNotFoundError) and error.filename is not None:
        return DataError(
            f"{layout.competition_id}: there is no {error.filename}.",
            hint=f"The raw data is incomplete, or is not that of {layout.competition_id}.",
        )
    return DataError(f"{layout.competition_id}: {error}")
