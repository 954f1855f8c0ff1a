"""What agents are told: in a sandbox of ours, and in one of another harness that runs the same competitions."""

from __future__ import annotations

RULES = """\
Rules
  Your predictions must come from a model or procedure that you made yourself from the given files.
  Do not label the test data by hand, do not look for the answers, and do not copy published solutions
  to this competition.
"""

INSTRUCTIONS = """\
You take part in an offline machine-learning competition. Work on your own until you are done or the time
is up; nobody will answer questions.

Your sandbox
  {data}
      the competition's public files, and description.md, which says what to do. Read only.
  {submission}/submission.csv
      write your predictions to exactly this file. It alone is scored, once, after your time is over.
  {code}
      keep the code that made your submission here.
  {logs}
      anything worth keeping about how you worked.

Your limits
  Time: {time_limit:.0f} seconds. When they are over, all your processes are ended; what lies in
  {submission} at that moment counts, so hand in something early and improve it.
  Steps: {step_limit}, where your agent counts steps.

Checking the form of your submission
  {validate} FILE
      says whether a file is a valid submission, and if not why. It knows no answers and tells no score.
      You may ask as often as you like. The same over HTTP: {url}/validate (POST, form field "file"); {url}/health.
  {url}/status (GET) says what is left of your time, and of your budget where you have a model.

{rules}
The competition: {competition_id}

{description}
"""

_ELSEWHERE = """\
You take part in an offline machine-learning competition. Work on your own until you are done or the time
is up; nobody will answer questions.

Where you work
  {data}
      the competition's public files, and description.md, which says what to do. Do not change them.
  {submission}
      write your predictions to exactly this file. It alone is scored, once, after your time is over.

Your limits
  Time: {time_limit:.0f} seconds. What lies in that file when they are over counts, so hand in something early and
  improve it.

{rules}
The competition: {competition_id}

{description}
"""


def instructions_elsewhere(
    competition_id: str, description: str, *, data: str, submission: str, time_limit: float
) -> str:
    """What an agent of another harness is told."""
    return _ELSEWHERE.format(
        competition_id=competition_id,
        description=description,
        data=data,
        submission=submission,
        time_limit=time_limit,
        rules=RULES,
    )
