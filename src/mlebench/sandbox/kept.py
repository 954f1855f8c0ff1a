"""The handle of a sandbox that has a keeper, whatever is around it."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace

from mlebench.sandbox.protocol import Outcome, SandboxError
from mlebench.sandbox.wire import OuterProcess, Wire, outcome_of, report_of

_log = logging.getLogger(__name__)
_USAGE_SECONDS = 0.5
_FORCE_SECONDS = 10.0  # a keeper that has not answered so long after the grace is not asked again


class KeptSandbox:
    """A sandbox with a wire to its keeper and a outer around it; `undo` is done when it is closed."""

    def __init__(
        self,
        wire: Wire,
        outer: OuterProcess,
        *,
        enforced: Mapping[str, str],
        image_digest: str | None = None,
        undo: ExitStack | None = None,
    ) -> None:
        self._wire, self._outer = wire, outer
        self._enforced, self._image_digest, self._undo = enforced, image_digest, undo or ExitStack()
        self._outcome: Outcome | None = None
        self._looked = 0.0
        self._closed = False

    def opened(self, seconds: float) -> None:
        """Wait until the agent has started. Where it does not, the sandbox is taken away and the reason raised."""
        news = self._wire.receive(seconds)
        if news is not None and news[0] == "S":
            return
        try:
            if news is not None:
                raise SandboxError(f"The agent could not be started: {news[1].decode(errors='replace')}")
            self._outer.kill()
            complaint = self._outer.complaint().strip() or f"no answer within {seconds:.0f} s"
            raise SandboxError(f"The sandbox could not be opened: {complaint}")
        finally:
            self.close()

    def wait(self, timeout: float) -> Outcome | None:
        """Read what comes, until the keeper's report."""
        if self._outcome is not None:
            return self._outcome
        deadline = time.monotonic() + max(0.0, timeout)
        while self._outcome is None:
            left = deadline - time.monotonic()
            news = self._wire.receive(min(left, _USAGE_SECONDS))
            if news is not None or self._wire.lost:
                self._finish(news[1] if news is not None and news[0] == "R" else b"")
            elif time.monotonic() - self._looked >= _USAGE_SECONDS:
                self._looked = time.monotonic()
                self._outer.sample()
            if time.monotonic() >= deadline:
                break
        return self._outcome

    def _finish(self, report: bytes, *, forced: bool = False) -> None:
        self._outer.usage()  # some shells take their figures with them when they end
        self._wire.close()
        self._outer.kill()
        usage = self._outer.usage()
        if not report and not forced and not usage.out_of_memory:
            complaint = self._outer.complaint().strip()
            if not self._wire.spoke_nonsense and not self._outer.ended_inside():
                raise SandboxError(f"The sandbox was ended from outside: {complaint}")
            _log.warning("A sandbox was ended from inside, which is its agent's failure: %s", complaint)
        outcome = outcome_of(report_of(report), usage)
        self._outcome = replace(outcome, enforced=self._enforced, image_digest=self._image_digest)

    def terminate(self, grace: float) -> Outcome:
        """Ask the keeper; where it does not answer, end the sandbox without it."""
        if self._outcome is None:
            self._wire.terminate(grace)
        outcome = self.wait(grace + _FORCE_SECONDS)
        if outcome is None:
            self._finish(b"", forced=True)
        self.close()
        assert self._outcome is not None
        return self._outcome

    def close(self) -> None:
        """End what still runs and take the sandbox away."""
        if self._closed:
            return
        self._closed = True
        with self._undo:
            self._wire.close()
            self._outer.kill()
            self._outer.remove()
