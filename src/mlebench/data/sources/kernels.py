"""Public kernels of a competition from Kaggle: those with the most votes, notebooks as scripts."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from mlebench import foreign
from mlebench.catalog import Competition
from mlebench.data.layout import DataLayout
from mlebench.data.progress import advance, stage
from mlebench.data.sources.kaggle import Refused, patiently
from mlebench.data.sources.kaggle_client import kaggle_client
from mlebench.errors import DataError
from mlebench.files import write_atomically
from mlebench.notebooks import NotANotebook, script_of

INDEX = "kernels.json"
_PAGE = 100  # kernels per request: Kaggle's most
_REF = re.compile(r"[A-Za-z0-9_-]+/[A-Za-z0-9_-]+")  # author/kernel: it becomes a file's name
RULES = (
    "Kernels are works of their authors, each under the licence that its page states. Keep them to yourself unless it "
    "allows more, and never show them to an agent. What the host allows stands in the competition's rules: {url}/rules"
)


class Kernel(BaseModel):
    """One kernel that was fetched."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    file: foreign.Name  # its script, beside the list
    ref: str  # author/kernel, below https://www.kaggle.com/code
    title: str  # as its author calls it
    votes: int  # when it was fetched
    notebook: bool  # it was one, and is kept as a script


class Kernels(BaseModel):
    """kernels.json: what was fetched and what was not."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    competition_id: str  # whose kernels they are
    fetched_at: datetime  # UTC
    rules: str  # what to know before they are used
    kernels: list[Kernel]  # the one with the most votes first
    left_out: list[str]  # kernels that were not kept, with the reason


def kernels_folder(layout: DataLayout) -> Path:
    """Where a competition's kernels lie, beside its data."""
    return layout.root / "kernels"


def download_kernels(competition: Competition, folder: Path, *, top: int, command: str | None = None) -> Kernels:
    """Fetch the kernels with the most votes; those that lie in the folder are fetched anew."""
    if competition.url is None:
        raise DataError(f"{competition.id}: not a competition of Kaggle's, which has no kernels of it.")
    stage("listing the kernels")
    listed = _listed(competition, top, command)
    if not listed:
        raise DataError(f"{competition.id}: Kaggle shows no public kernels in Python.")
    try:
        return _fetch(competition, listed, folder, command)
    except OSError as error:
        raise DataError(f"{folder}: the kernels cannot be written ({error.strerror or error}).") from error


def _fetch(competition: Competition, listed: list[Any], folder: Path, command: str | None) -> Kernels:
    folder.mkdir(parents=True, exist_ok=True)
    stage("fetching the kernels", len(listed))
    kernels: list[Kernel] = []
    left_out: list[str] = []
    for facts in listed:
        ref = str(facts.ref)
        try:
            kernels.append(_kept(facts, _source(competition, ref, command), folder))
        except (NotANotebook, Refused) as error:
            reason = "Kaggle does not give it out" if isinstance(error, Refused) else str(error)
            left_out.append(f"{ref}: {reason}")
        advance(1)
    found = Kernels(
        competition_id=competition.id,
        fetched_at=datetime.now(UTC),
        rules=RULES.format(url=competition.url),
        kernels=kernels,
        left_out=left_out,
    )
    for former in set(_former(folder)) - {kernel.file for kernel in kernels}:
        (folder / former).unlink(missing_ok=True)
    write_atomically(folder / INDEX, found.model_dump_json(indent=2) + "\n")
    return found


def _former(folder: Path) -> list[str]:
    """Files of an earlier download; others in the folder are not ours."""
    try:
        return [kernel.file for kernel in Kernels.model_validate_json((folder / INDEX).read_bytes()).kernels]
    except (OSError, ValueError):
        return []


def _listed(competition: Competition, top: int, command: str | None) -> list[Any]:
    found: list[Any] = []
    token = ""
    while True:
        page = patiently(lambda token=token: _page(competition.id, top, token), competition, command)  # type: ignore[misc]
        found += page.kernels or []
        token = str(page.next_page_token or "")
        if not token or not page.kernels or len(found) >= top:
            break
    # Kaggle sorts them; whoever asks twice shall get the same order where votes are equal.
    return sorted(found, key=lambda facts: (-int(facts.total_votes), str(facts.ref)))[:top]


def _page(competition_id: str, top: int, token: str) -> Any:
    with kaggle_client() as client:
        from kagglesdk.kernels.types.kernels_api_service import ApiListKernelsRequest
        from kagglesdk.kernels.types.kernels_enums import KernelsListSortType, KernelsListViewType

        request = ApiListKernelsRequest()
        request.competition, request.language = competition_id, "python"
        request.sort_by, request.group = KernelsListSortType.VOTE_COUNT, KernelsListViewType.EVERYONE
        request.page_size = min(top, _PAGE)
        if token:
            request.page_token = token
        return client.kernels.kernels_api_client.list_kernels(request)


def _source(competition: Competition, ref: str, command: str | None) -> str:
    if not _REF.fullmatch(ref):
        raise NotANotebook("has a name that is none of Kaggle's")
    return str(patiently(lambda: _fetched(ref), competition, command))


def _fetched(ref: str) -> str:
    with kaggle_client() as client:
        from kagglesdk.kernels.types.kernels_api_service import ApiGetKernelRequest

        request = ApiGetKernelRequest()
        request.user_name, request.kernel_slug = ref.split("/")
        return str(client.kernels.kernels_api_client.get_kernel(request).blob.source)


def _kept(facts: Any, source: str, folder: Path) -> Kernel:
    notebook = source.lstrip().startswith("{")
    script = script_of(source) if notebook else source
    if not script.strip():
        raise NotANotebook("is empty")
    name = f"{str(facts.ref).replace('/', '__')}.py"
    write_atomically(folder / name, script.encode("utf-8", "replace"))
    return Kernel(
        file=name, ref=str(facts.ref), title=str(facts.title), votes=int(facts.total_votes), notebook=notebook
    )
