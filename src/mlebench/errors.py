"""Errors that a user can act on. They are shown as one message, never as a traceback."""

from __future__ import annotations


class MlebenchError(Exception):
    """A problem with a message for the user and, where one exists, the command or step that fixes it."""

    exit_code = 1  # of the command line

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\n{self.hint}" if self.hint else self.message


class WrongUsage(MlebenchError):
    """What was typed, or a file that was named, asks for something that does not exist: nothing was tried."""

    exit_code = 2


class MissingExtra(MlebenchError):
    """An optional dependency is needed and not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(
            f"{what} needs the optional part '{extra}', which is not installed.",
            hint=f"Install it with: pip install 'mlebench[{extra}]'",
        )


class CatalogError(MlebenchError):
    """A competition folder is wrong; the message names file and field."""


class WrongFolder(CatalogError, WrongUsage):
    """A folder of competitions does not exist, or a file in it has wrong fields."""


class UnknownCompetition(CatalogError, WrongUsage):
    """No competition folder has this name."""


class DataError(MlebenchError):
    """Data could not be acquired, extracted, prepared or verified."""


class NotPrepared(DataError):
    """The competition's data has not been prepared in this data folder."""


class DamagedData(NotPrepared):
    """Prepared data is not as it was when it was prepared."""


class InvalidSubmission(MlebenchError):
    """The submission breaks a rule; the message uses only the submission and public facts."""

    warnings: list[str] = []  # what was odd about it before


class SubmissionWarning(UserWarning):
    """The submission is scored as v1 does, although something about it is wrong."""


class ExploitWarning(SubmissionWarning):
    """The submission uses a hole of v1's grader, so that its score is better than it deserves."""
