"""Rules over logs: traces of what was done, not words about it. A log quotes whatever it likes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mlebench.integrity.rules.findings import Located, at
from mlebench.integrity.rules.places import Given, Hit, host_hits, path_hits, url_hits
from mlebench.integrity.rules.shell import shell_hits

_LONGEST_LINE = 4000  # characters of a line that are looked at
# A connection that failed, as the usual clients tell it.
_HOSTS = (
    re.compile(r"HTTPS?ConnectionPool\(host='(?P<host>[\w.-]+)', port=(?P<port>\d+)\)"),
    re.compile(r"Could not resolve host:? '?(?P<host>[\w.-]+)"),
    re.compile(r"unable to resolve host address [‘'`\"]?(?P<host>[\w.-]+)"),
    re.compile(r"Failed to connect to (?P<host>[\w.-]+) port (?P<port>\d+)"),
    re.compile(r"[Cc]annot connect to host (?P<host>[\w.-]+):(?P<port>\d+)"),
    re.compile(r"mlebench: (?P<host>[\w.-]+):(?P<port>\d+) is not open to this run"),
)
# A file that was not there or not to be opened, as Python and the shell tell it.
_FILES = (
    re.compile(r"(?:Permission|FileNotFound|NotADirectory|IsADirectory)Error: \[Errno \d+\] [^:]+: '(?P<path>[^']+)'"),
    re.compile(
        r"^(?:\w+: )?(?:ls|cat|cp|head|tail|find|cd|bash|sh): (?:line \d+: )?(?:cannot \w+ )?"
        r"'?(?P<path>/[^':]+)'?: (?:No such|Permission)"
    ),
)
_PROMPT = re.compile(r"^\s*(?:\$|\+{1,3}|(?:[\w.@-]+:)?[~/][\w./~-]*[$#])\s+(?P<command>\S.*)$")
_FENCE = re.compile(r"^\s*```\s*(?P<language>\w*)\s*$")


def log_hits(content: str, given: Given) -> Iterator[Located]:
    """Connections and files that were tried, and commands behind a prompt."""
    for number, line in enumerate(content.split("\n"), 1):
        line = line[:_LONGEST_LINE]
        for pattern in _HOSTS:
            if found := pattern.search(line):
                named = found.groupdict()
                hits = host_hits(found["host"], int(named.get("port") or 443), given)
                yield from at((hit._replace(reason=f"a connection failed: {hit.reason}") for hit in hits), number)
        for pattern in _FILES:
            if found := pattern.search(line):
                yield from at(path_hits(found["path"], given), number)
        if found := _PROMPT.match(line):
            yield from at((each.hit for each in shell_hits(found["command"], given)), number)


def fenced(content: str) -> Iterator[tuple[int, str, str]]:
    """Blocks of code between ``` in a text: the number of the first line, the language, the code."""
    lines = content.split("\n")
    start, language = None, ""
    for number, line in enumerate(lines, 1):
        if "```" not in line or not (fence := _FENCE.match(line)):
            continue
        if start is None:
            start, language = number + 1, fence["language"].lower()
        else:
            yield start, language, "\n".join(lines[start - 1 : number - 1])
            start = None


def other_code_hits(content: str, given: Given) -> Iterator[Located]:
    """Code in other languages, or that cannot be parsed: quoted paths and addresses, as hints."""
    for number, line in enumerate(content.split("\n"), 1):
        code = re.sub(r"(^|\s)(#|//|--).*$", "", line[:_LONGEST_LINE])
        for quoted in re.findall(r"\"([^\"]{3,400})\"|'([^']{3,400})'", code):
            text = quoted[0] or quoted[1]
            hits = url_hits(text, given) if "://" in text else path_hits(text, given)
            yield from at((_hint(hit) for hit in hits), number)


def _hint(hit: Hit) -> Hit:
    return hit._replace(certain=False)
