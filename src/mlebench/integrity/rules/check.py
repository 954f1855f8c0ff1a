"""Rule violations: every run of a group, or every line of a file, judged by rules and by a language model."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

from mlebench.catalog import Registry
from mlebench.gateway.model import ProxyConfig
from mlebench.integrity.rules.endpoint import Endpoint, UnusableModel, provider_of
from mlebench.integrity.rules.material import Material
from mlebench.integrity.rules.model_judge import ModelAnswers, ModelJudge, combined
from mlebench.integrity.rules.questions import Question, chosen_questions
from mlebench.integrity.rules.reading import of_group, of_lines
from mlebench.integrity.rules.static import static_findings, static_verdict
from mlebench.logs import one_line
from mlebench.results.integrity import Answer, JudgedRun, QuestionSummary, RulesReport
from mlebench.runs import RunGroup

_MOST_FINDINGS = 20  # of one question and run


def check_rules(
    source: RunGroup | Path,
    *,
    questions: Iterable[str] = (),
    model: str | None = None,
    extra_prompt: str = "",
    registry: Registry | None = None,
    config: ProxyConfig | None = None,
    on_run: Callable[[], None] = lambda: None,
) -> RulesReport:
    """Judge the runs of a group, or the lines of a JSONL file with `competition_id`, `logs_path` and `code_path`.

    The rules always judge; with `model`, a language model does too, at the provider that the environment (or
    `config`) names. Nothing is executed, and nothing is written: see `write_rules`.
    """
    registry = registry or Registry.default()
    asked = chosen_questions(questions)
    config = config or ProxyConfig.from_environment(os.environ)
    if model is not None:
        provider_of(model, config)  # a wrong name is told before anything is read
    notes: list[str] = []
    materials = of_group(source, registry) if isinstance(source, RunGroup) else of_lines(source, registry, notes)
    usable, runs = model is not None, []
    for material in materials:
        told: ModelAnswers | None = None
        if model is not None and usable and (material.texts or material.trajectory):
            try:
                told = _asked(model, config, asked, extra_prompt, material)
            except UnusableModel as error:
                notes.append(f"{error.message} It was not asked about this run or later ones: {material.run}.")
                usable = False
        runs.append(_judged(material, asked, told))
        on_run()
    return RulesReport(
        created_at=datetime.now(UTC).isoformat(timespec="seconds"),
        model=model,
        questions=list(_summaries(asked, runs)),
        runs=runs,
        notes=[one_line(note) for note in notes],
    )


def _asked(
    model: str, config: ProxyConfig, questions: Sequence[Question], extra: str, material: Material
) -> ModelAnswers:
    async def judge() -> ModelAnswers:
        async with Endpoint(model, config) as endpoint:
            return await ModelJudge(endpoint, questions, extra).judge(material)

    with ThreadPoolExecutor(1) as thread:  # a notebook has an event loop of its own in this one
        return thread.submit(lambda: asyncio.run(judge())).result()


def _judged(material: Material, questions: Sequence[Question], told: ModelAnswers | None) -> JudgedRun:
    answers = {}
    if not material.is_empty:
        static = static_findings(material)
        for question in questions:
            own = static.get(question.name, [])
            verdict, by_model = static_verdict(own), told.verdicts[question.name] if told else None
            found = sorted([*own, *(told.findings[question.name] if told else [])], key=lambda each: not each.certain)
            answers[question.name] = Answer(
                # A model's no takes nothing back: a log may have talked it into that.
                verdict=verdict if by_model is None else combined([verdict, by_model]),
                static=verdict,
                model=by_model,
                findings=found[:_MOST_FINDINGS],
                more_findings=max(0, len(found) - _MOST_FINDINGS),
            )
    notes = [*material.notes, *(told.notes if told else [])]
    return JudgedRun(
        run=one_line(material.run),
        competition_id=one_line(material.competition_id),
        answers=answers,
        notes=[one_line(note) for note in dict.fromkeys(notes)],
    )


def _summaries(questions: Sequence[Question], runs: Sequence[JudgedRun]) -> Iterator[QuestionSummary]:
    for question in questions:
        verdicts = [run.answers[question.name].verdict for run in runs if run.answers]
        counts = {name: verdicts.count(name) for name in ("yes", "no", "unclear")}
        percents = {f"{name}_percent": 100 * n / len(verdicts) if verdicts else None for name, n in counts.items()}
        yield QuestionSummary(question=question.name, text=question.text, judged=len(verdicts), **counts, **percents)
