from __future__ import annotations

import json

from mlebench.catalog import CompetitionFacts, Registry

TASK = "spooky-author-identification"


def test_what_is_stored_is_read_as_it_was(registry: Registry) -> None:
    facts = CompetitionFacts.of(registry.get(TASK))
    stored = json.loads(facts.model_dump_json())
    assert CompetitionFacts.model_validate(stored) == facts
    assert facts.leaderboard.teams == registry.get(TASK).leaderboard.teams
    stored["board"] = stored.pop("leaderboard")  # as version 0.1 wrote it
    assert CompetitionFacts.model_validate({**stored, "of_a_later_version": 1}) == facts


def test_a_competition_that_nobody_here_has_needs_a_name_only() -> None:
    facts = CompetitionFacts(name="their-task")
    assert (facts.complexity, facts.is_lower_better, facts.leaderboard.percentiles) == ("unknown", None, None)
