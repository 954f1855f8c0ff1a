"""Templates, with words and numbers as people read them. All that is put into a page is escaped and made readable."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import HTMLResponse

from mlebench._version import __version__
from mlebench.view.files import readable


def render(template: str, status: int = 200, **content: Any) -> HTMLResponse:
    """A page."""
    return HTMLResponse(_ENVIRONMENT.get_template(template).render(content), status)


def link(*parts: str, **query: object) -> str:
    """An address below ours. Each part is one step of it, but for the last, which may have slashes."""
    *steps, last = parts
    path = "/".join([*(quote(step, safe="") for step in steps), quote(last)])
    asked = "&".join(f"{name}={quote(str(value), safe='')}" for name, value in query.items() if value not in ("", None))
    return f"/{path}" + (f"?{asked}" if asked else "")


def _finalize(value: Any) -> Any:
    return readable(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def duration(seconds: float | None) -> str:
    """4 s, 3 min 05 s, 2 h 07 min."""
    if seconds is None or not math.isfinite(seconds):
        return "–"
    minutes, rest = divmod(int(seconds), 60)
    if minutes < 1:
        return f"{rest} s"
    return f"{minutes} min {rest:02d} s" if minutes < 60 else f"{minutes // 60:,} h {minutes % 60:02d} min"


def size(number: float | None) -> str:
    """Bytes, as people say it."""
    if number is None:
        return "–"
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if number < 1024 or unit == "GiB":
            break
        number /= 1024
    return f"{number:,.0f} {unit}" if unit == "bytes" else f"{number:,.1f} {unit}"


def count(number: int | None) -> str:
    """With separators, or a dash."""
    return "–" if number is None else f"{number:,}"


def dollars(number: float | None) -> str:
    """With enough digits for the cost of one run."""
    return "–" if number is None else f"${number:,.4f}" if number < 1 else f"${number:,.2f}"


def score(number: float | None) -> str:
    """With the digits that matter."""
    return "–" if number is None else f"{number:.5g}"


def moment(at: datetime | float | None) -> str:
    """In UTC, as all files have it."""
    try:
        found = datetime.fromtimestamp(at, UTC) if isinstance(at, float) else at
    except (ValueError, OverflowError, OSError):  # an agent can give its files any time
        found = None
    return found.strftime("%Y-%m-%d %H:%M:%S") if found else "–"


_ENVIRONMENT = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    finalize=_finalize,
    trim_blocks=True,
    lstrip_blocks=True,
)
_ENVIRONMENT.filters |= {
    "duration": duration,
    "size": size,
    "count": count,
    "dollars": dollars,
    "score": score,
    "moment": moment,
}
_ENVIRONMENT.globals |= {"link": link, "version": __version__}
