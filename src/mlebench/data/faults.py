"""What goes wrong while a competition is prepared, as messages that a user can act on."""

from __future__ import annotations

import errno
import tarfile
import traceback
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from mlebench.catalog import Competition
from mlebench.data.layout import DataLayout
from mlebench.errors import DataError, MlebenchError

_DISK_FULL = {errno.ENOSPC, errno.EDQUOT}
_DAMAGE = (zipfile.BadZipFile, zlib.error, tarfile.TarError, EOFError)


@contextmanager
def explained(competition: Competition, layout: DataLayout) -> Iterator[None]:
    """Turn what preparation raises into a DataError; the traceback of a surprise goes to a file."""
    try:
        yield
    except MlebenchError:
        raise
    except OSError as error:
        raise _of_the_disk(competition, layout, error) from error
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


def _of_the_disk(competition: Competition, layout: DataLayout, error: OSError) -> DataError:
    if error.errno in _DISK_FULL:
        return DataError(
            f"{competition.id}: the disk is full ({layout.data_dir}).",
            hint="Free some space, or choose another disk with --data-dir, and repeat: it goes on where it was.",
        )
    if isinstance(error, FileNotFoundError) and error.filename is not None:
        return DataError(
            f"{competition.id}: there is no {error.filename}.",
            hint=f"The raw data is incomplete, or is not that of {competition.id}.",
        )
    return DataError(f"{competition.id}: {error}")
