"""How the tree agent runs scripts that nobody has read, and hands in; and its page of what they said."""

from __future__ import annotations

import os
import re
import sys
import time
from html.parser import HTMLParser
from pathlib import Path

import pytest

from mlebench.agents.registry import BUILT_IN
from tests.sandboxes import alive, until

sys.path.insert(0, str(BUILT_IN / "tree"))

from search.attempts import Attempt, Tree
from search.page import page
from search.sandbox import Sandbox

VALIDATOR = '#!/bin/sh\nif grep -q "^id" "$1"; then echo "is valid"; else echo "no column id" && exit 1; fi\n'


@pytest.fixture
def sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    for name in ("data", "submission", "logs", "code", "agent"):
        (tmp_path / name).mkdir()
        monkeypatch.setenv(f"{name.upper()}_DIR", str(tmp_path / name))
    monkeypatch.setenv("TIME_LIMIT_SECS", "600")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-of-the-user")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (tmp_path / "validate_submission.sh").write_text(VALIDATOR)
    return Sandbox()


def run(sandbox: Sandbox, code: str, seconds: float = 120.0) -> tuple[str, int | None]:
    script = sandbox.code / "script.py"
    script.write_text(code)
    return sandbox.run(script, sandbox.scratch, seconds)


def test_output_errors_and_exit_code_come_back(sandbox: Sandbox) -> None:
    output, exit_code = run(sandbox, "print('before')\nraise ValueError('of the script')")
    assert exit_code == 1
    assert output.startswith("before\nTraceback")
    assert "ValueError: of the script" in output


def test_huge_outputs_are_cut_and_keep_their_end(sandbox: Sandbox) -> None:
    output, exit_code = run(sandbox, "for _ in range(200): print('x' * 100_000)\nprint('validation score: 0.5')")
    assert exit_code == 0
    assert len(output) <= 1 << 18
    assert output.endswith("validation score: 0.5\n")


def test_output_that_is_no_text_does_no_harm(sandbox: Sandbox) -> None:
    output, _ = run(sandbox, "import sys; sys.stdout.buffer.write(bytes(range(256)))")
    assert output.encode()


def test_a_script_that_takes_too_long_ends_with_all_that_it_started(sandbox: Sandbox) -> None:
    code = """
        import subprocess, sys, time
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
        print(child.pid)
        time.sleep(3600)
    """
    began = time.monotonic()
    output, exit_code = run(sandbox, "\n".join(line.strip() for line in code.splitlines()), 5.0)
    assert exit_code is None
    assert time.monotonic() - began < 600
    assert until(lambda: not output.strip() or not alive(int(output)))


def test_what_a_script_leaves_in_the_background_does_not_hold_up_the_agent(sandbox: Sandbox) -> None:
    code = 'import subprocess, sys\nchild = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])\n'
    output, exit_code = run(sandbox, code + "print(child.pid)")
    assert exit_code == 0
    assert until(lambda: not alive(int(output)))


def test_scripts_see_no_key_and_no_way_to_the_model(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_BASE_URL", "OPENAI_API_BASE", "ANTHROPIC_API_KEY", "GOOGLE_GEMINI_BASE_URL", "GEMINI_API_KEY"):
        monkeypatch.setenv(name, "the-model-is-here")
    output, _ = run(sandbox, "import os; print(dict(os.environ))")
    assert "sk-secret-of-the-user" not in output
    assert "the-model-is-here" not in output
    assert "SUBMISSION_DIR" not in output
    assert "DATA_DIR" in output


def test_a_sample_that_is_valid_is_found_and_handed_in(sandbox: Sandbox) -> None:
    target = Path(os.environ["SUBMISSION_DIR"])
    assert sandbox.find_sample() is None
    (sandbox.data / "sample_submission.csv").write_text("wrong\n")
    assert sandbox.find_sample() is None
    (sandbox.data / "deep").mkdir()
    (sandbox.data / "deep" / "sampleSubmission.csv").write_text("id,y\n1,2\n")
    assert sandbox.find_sample() == sandbox.data / "deep" / "sampleSubmission.csv"
    sandbox.hand_in(None)
    assert list(target.iterdir()) == []
    sandbox.hand_in(sandbox.find_sample())
    assert [path.name for path in target.iterdir()] == ["submission.csv"]
    assert (target / "submission.csv").read_text() == "id,y\n1,2\n"


def test_the_validator_decides(sandbox: Sandbox) -> None:
    file = sandbox.scratch / "submission.csv"
    assert sandbox.validate(file) == (False, "there is no submission.csv in its working folder")
    file.mkdir()
    assert sandbox.validate(file)[0] is False
    file.rmdir()
    file.write_text("x\n")
    assert sandbox.validate(file) == (False, "no column id")
    file.write_text("id\n")
    assert sandbox.validate(file) == (True, "is valid")


HOSTILE = "</pre></details><script>alert(1)</script><img src=x onerror=alert(1)>\"'&<!-- \x00 \x1b[31m"


class Tags(HTMLParser):
    """Which elements a browser would find, and with which attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        self.attributes |= {name for name, _ in attrs}


def test_no_text_of_the_models_or_a_scripts_becomes_part_of_the_page() -> None:
    texts = {"plan": HOSTILE, "code": HOSTILE, "output": HOSTILE}
    tree = Tree(
        attempts=[Attempt(0, "draft", None, problem=HOSTILE, **texts), Attempt(1, "debug", 0, score=1.0, **texts)]
    )
    tags = Tags()
    tags.feed(page(tree, HOSTILE))
    assert not tags.found & {"script", "img", "iframe", "object", "embed", "form", "base", "link"}
    assert not [name for name in tags.attributes if name.startswith("on") or name == "src"]
    assert page(tree, HOSTILE).count("&lt;script&gt;") == 8


def test_the_page_shows_every_attempt_once_and_links_to_it() -> None:
    attempts = [
        Attempt(0, "draft", None, problem="broken"),
        Attempt(1, "debug", 0, score=0.5),
        Attempt(2, "draft", None, score=0.4),
        Attempt(3, "improve", 1, score=0.9),
        Attempt(4, "improve", 1, score=0.1),
    ]
    text = page(Tree(attempts=attempts), "at work")
    assert re.findall(r'id="a(\d)"', text) == list("01234")
    assert sorted(re.findall(r'href="#a(\d)"', text)) == list("01234")
    assert text.count("<line ") == 3
    centres = re.findall(r'cx="(\d+)" cy="(\d+)"', text)
    assert len(set(centres)) == 5
    assert "(best)" in text.split('id="a3"')[1].split("</summary>")[0]


def test_a_tree_without_attempts_and_a_very_deep_one_are_shown() -> None:
    assert "none yet" in page(Tree(), "nothing happened")
    chain = [Attempt(n, "improve" if n else "draft", n - 1 if n else None, score=float(n)) for n in range(1500)]
    assert page(Tree(attempts=chain), "done").count("<details") == 1500
