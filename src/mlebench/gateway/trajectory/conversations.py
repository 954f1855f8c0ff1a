"""Conversations: which call goes on from which, so that a history which is sent again and again is told once."""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from mlebench.gateway.trajectory.messages import Message, answered, asked
from mlebench.gateway.trajectory.steps import Steps, Texts

_NEVER = datetime.max.replace(tzinfo=UTC)
_ROUNDING = timedelta(milliseconds=5)  # of the journal's times


class Conversation:
    """One conversation with a model, as steps."""

    def __init__(self, number: int, texts: Texts) -> None:
        self.number = number
        self.steps = Steps(number, texts)
        self.calls = 0
        self.start: datetime | None = None
        self.end: datetime | None = None
        self.opening: bytes | None = None  # what it began with, after the system's messages
        self._seen: Counter[bytes] = Counter()

    def take(self, messages: Sequence[Message], entry: dict[str, Any], *, all_new: bool = False) -> None:
        """The messages of a request, as far as they are new."""
        start, end = _times(entry)
        self.start = min(filter(None, (self.start, start)), default=None)
        self.end = max(filter(None, (self.end, end)), default=None)
        met: Counter[bytes] = Counter()
        instructs = bool(self.calls)
        for message in messages:
            mark = message.fingerprint
            met[mark] += 1
            instructs = instructs and message.source == "system"
            if instructs and not self._seen[mark]:
                continue  # instructions that change with every call, by a date or a count
            if all_new or met[mark] > self._seen[mark]:
                self._seen[mark] += 1
                self.steps.add(message, start)
        self.calls += 1

    def close(self, message: Message | None, entry: dict[str, Any]) -> None:
        """The answer to what was just taken, or why there is none."""
        _, end = _times(entry)
        if message is not None:
            self._seen[message.fingerprint] += 1
            self.steps.add_answer(message, entry, end)
        else:
            self.steps.add_failure(entry, end)


class Conversations:
    """All conversations of a run, in the order in which they began."""

    def __init__(self) -> None:
        self.texts = Texts()
        self.all: list[Conversation] = []
        self._by_answer: dict[tuple[bytes | None, bytes], Conversation] = {}  # by opening and answer, and by answer
        self._by_id: dict[str, Conversation] = {}
        self._by_opening: dict[bytes, Conversation] = {}
        self.cut = 0  # requests that the journal has in part

    def take(self, entry: dict[str, Any]) -> None:
        """One call of the journal."""
        path, request = str(entry.get("path")), entry.get("request")
        request = request if isinstance(request, dict) else {}
        is_cut = "cut_from_characters" in request and "beginning" in request
        messages = [] if is_cut else asked(path, request)
        if not messages and not is_cut:
            return
        self.cut += is_cut
        previous = self._by_id.get(str(request.get("previous_response_id")))
        found = self._last_alike(entry) if is_cut else previous or self._continued(messages)
        if found is None:
            found = Conversation(len(self.all) + 1, self.texts)
            self.all.append(found)
        found.take(messages, entry, all_new=previous is not None)
        if found.opening is None and (opening := _opening(messages)) is not None:
            found.opening = opening
            self._by_opening[opening] = found
        failed = isinstance(entry.get("status"), int) and entry["status"] >= 400
        said = None if failed else answered(path, entry.get("answer"))
        found.close(said, entry)
        if said is not None:
            self._by_answer[None, said.fingerprint] = self._by_answer[found.opening, said.fingerprint] = found
            answer = entry["answer"]
            if isinstance(answer.get("id"), str):
                self._by_id[answer["id"]] = found

    def _continued(self, messages: Sequence[Message]) -> Conversation | None:
        """The conversation that a request goes on with: it repeats one of its answers, or at least its opening."""
        said = [message.fingerprint for message in reversed(messages) if message.source == "agent"]
        opening = _opening(messages)
        for begun in (opening, None):  # its opening too, or else one that was written anew
            for mark in said:
                if (found := self._by_answer.get((begun, mark))) is not None:
                    return found
        same = self._by_opening.get(opening) if opening is not None else None
        # Without an answer in it, it is a new try of a call that failed, or a new conversation that begins alike.
        return same if same is not None and (said or not same.steps.answers) else None

    def _last_alike(self, entry: dict[str, Any]) -> Conversation | None:
        alike = (each for each in reversed(self.all) if each.steps.last_model == entry.get("model"))
        return next(alike, None)

    def lines(self) -> tuple[list[Conversation], list[Conversation]]:
        """Those that follow each other, from the one with most calls on; and those that went on beside them."""
        main: list[Conversation] = []  # by their times: none overlaps with the next
        beside: list[Conversation] = []
        for each in sorted(self.all, key=lambda each: -each.calls):
            place = bisect(main, each.start or _NEVER, key=lambda other: other.start or _NEVER)
            if any(_overlap(each, other) for other in main[max(0, place - 1) : place + 1]):
                beside.append(each)
            else:
                main.insert(place, each)
        return main, sorted(beside, key=lambda each: each.number)


def _opening(messages: Sequence[Message]) -> bytes | None:
    return next((message.fingerprint for message in messages if message.source != "system"), None)


def _overlap(one: Conversation, other: Conversation) -> bool:
    if one.start is None or one.end is None or other.start is None or other.end is None:
        return False
    return one.start + _ROUNDING < other.end and other.start + _ROUNDING < one.end


def _times(entry: dict[str, Any]) -> tuple[datetime | None, datetime | None]:
    """When a call began and ended."""
    try:
        end = datetime.fromisoformat(str(entry.get("at"))).astimezone(UTC)
        return end - timedelta(seconds=float(entry.get("seconds") or 0)), end
    except (ValueError, TypeError, OverflowError):
        return None, None
