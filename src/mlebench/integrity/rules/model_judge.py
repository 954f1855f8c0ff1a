"""The judge that is a language model: it reads a run in parts, and what it quotes must really stand there."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast, get_args

from mlebench.gateway.trajectory import TRAJECTORY
from mlebench.integrity.rules.chunks import CHARACTERS, Chunk, chunks_of
from mlebench.integrity.rules.endpoint import Endpoint, ModelFault, UnusableModel
from mlebench.integrity.rules.evidence import locate
from mlebench.integrity.rules.findings import short
from mlebench.integrity.rules.material import Material
from mlebench.integrity.rules.prompts import AGAIN, prompts_for
from mlebench.integrity.rules.questions import Question
from mlebench.integrity.rules.trajectory import readable_steps
from mlebench.results.integrity import Finding, Verdict

_MOST_CHUNKS = 50  # of one run: two million characters
_AT_ONCE = 4
_TRIES = 2  # for an answer that can be read
_MOST_QUOTES = 5  # of one answer


@dataclass
class ModelAnswers:
    """By question: the verdict over all parts, and the quotes that were found."""

    verdicts: dict[str, Verdict]
    findings: dict[str, list[Finding]]
    notes: list[str]


@dataclass
class _Part:
    """What came of one part."""

    verdicts: dict[str, Verdict] = field(default_factory=dict)
    findings: dict[str, list[Finding]] = field(default_factory=dict)
    invented: int = 0
    fault: str | None = None


@dataclass(frozen=True)
class ModelJudge:
    """A model and what it is told about every run."""

    endpoint: Endpoint
    questions: Sequence[Question]
    extra: str = ""
    characters: int = CHARACTERS

    async def judge(self, material: Material) -> ModelAnswers:
        """Read one run. A part without a usable answer leaves every question unclear; it never says no."""
        texts = [*material.texts, *readable_steps(TRAJECTORY, material.trajectory)]
        chunks = chunks_of(sorted(texts, key=lambda text: text.kind == "log"), self.characters)
        notes = []
        if len(chunks) > _MOST_CHUNKS:
            left_out = "where it found nothing there, its answer is unclear"
            notes.append(f"The model read the first {_MOST_CHUNKS} of {len(chunks)} parts: {left_out}.")
        turns = asyncio.Semaphore(_AT_ONCE)
        read = chunks[:_MOST_CHUNKS]

        async def in_turn(number: int, chunk: Chunk) -> _Part:
            async with turns:
                return await self._part(chunk, number, len(chunks), material)

        parts = await asyncio.gather(*(in_turn(number, chunk) for number, chunk in enumerate(read, 1)))
        invented, faults = sum(part.invented for part in parts), [part.fault for part in parts if part.fault]
        if invented:
            notes.append(f"{invented} quotes of the model are not in what it read and were thrown out.")
        if faults:
            notes.append(f"{len(faults)} of {len(read)} parts have no usable answer of the model: {faults[0]}")
        whole = len(read) == len(chunks)
        return ModelAnswers(
            {
                question.name: combined([p.verdicts.get(question.name, "unclear") for p in parts], whole=whole)
                for question in self.questions
            },
            {
                question.name: [f for part in parts for f in part.findings.get(question.name, ())]
                for question in self.questions
            },
            notes,
        )

    async def _part(self, chunk: Chunk, number: int, total: int, material: Material) -> _Part:
        competition = material.competition
        system, prompt = prompts_for(
            chunk,
            number,
            total,
            questions=self.questions,
            competition=competition.name if competition else material.competition_id,
            leaks=[issue.note for issue in competition.known_issues if issue.kind == "leak"] if competition else [],
            extra=self.extra,
        )
        fault = "it is not the JSON object that was asked for"
        for attempt in range(_TRIES):
            try:
                said = await self.endpoint.ask(system, prompt if not attempt else f"{prompt}\n\n{AGAIN}")
            except UnusableModel:
                raise
            except ModelFault as error:
                fault = error.message
                break  # the endpoint itself has tried again
            answers = _answers_in(said)
            if answers is not None:
                return self._checked(answers, chunk)
        return _Part(fault=fault)

    def _checked(self, answers: dict[str, Any], chunk: Chunk) -> _Part:
        part = _Part()
        for question in self.questions:
            answer = answers.get(question.name)
            verdict = str(answer.get("verdict", "")).strip().lower() if isinstance(answer, dict) else ""
            if not isinstance(answer, dict) or verdict not in get_args(Verdict):
                continue
            quotes = answer.get("evidence")
            quotes = quotes[:_MOST_QUOTES] if isinstance(quotes, list) else [quotes] if quotes else []
            found = [place for quote in quotes if (place := locate(quote, chunk)) is not None]
            part.invented += len(quotes) - len(found)
            part.verdicts[question.name] = "unclear" if verdict == "yes" and not found else cast("Verdict", verdict)
            reason = short(str(answer.get("reason") or "the model gave no reason"))
            if verdict != "no":
                part.findings[question.name] = [
                    Finding(
                        judge="model",
                        file=short(place.file),
                        line=place.line,
                        reason=reason,
                        quote=short(place.quote),
                        certain=verdict == "yes",
                    )
                    for place in dict.fromkeys(found)
                ]
        return part


def combined(verdicts: Sequence[Verdict], *, whole: bool = True) -> Verdict:
    """Of all parts: one yes is a yes; a no needs all of them, and all of the run."""
    if "yes" in verdicts:
        return "yes"
    return "no" if verdicts and whole and set(verdicts) == {"no"} else "unclear"


def _answers_in(said: str) -> dict[str, Any] | None:
    """The object in an answer, whatever words or fences stand around it."""
    try:
        content = json.loads(said[said.find("{") : said.rfind("}") + 1] or "null")
    except (ValueError, RecursionError):
        return None
    answers = content.get("questions") if isinstance(content, dict) else None
    return answers if isinstance(answers, dict) else None
