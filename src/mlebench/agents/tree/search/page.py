"""The tree as a page: no script, nothing from elsewhere, and every text of the model's or a program's is escaped."""

from html import escape

from search.attempts import Attempt, Tree
from search.reading import shortened

_WIDE, _HIGH, _EDGE = 110, 44, 30
_HEAD = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Attempts</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><style>
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; padding: 0 1rem; max-width: 70rem; }
.tree { overflow-x: auto; border: 1px solid #8885; border-radius: 8px; margin: 1rem 0; }
text { fill: currentColor; font-size: 12px; } svg a { color: inherit; } line { stroke: #888; }
circle { fill: Canvas; stroke: #2da44e; stroke-width: 3; } .bad { stroke: #e5534b; stroke-dasharray: 3 2; }
.best { fill: #2da44e; } details { border-top: 1px solid #8885; padding: .4rem 0; } summary { cursor: pointer; }
pre { background: #8882; padding: .7rem; border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; }
</style></head><body><h1>Attempts</h1>"""


def page(tree: Tree, state: str) -> str:
    """The whole page."""
    best = next(iter(tree.ranked()), None)
    head = f"{len(tree.attempts)} attempts; {tree.direction()} is better. Best: {best or 'none yet'}. {state}"
    details = "".join(_details(each, each is best) for each in tree.attempts)
    return f"{_HEAD}<p>{escape(head)}</p>{_drawing(tree, best)}{details}</body></html>\n"


def _drawing(tree: Tree, best: Attempt | None) -> str:
    """Drafts stand at the left; what was made of an attempt to its right, the first of it in the same row."""
    places: dict[int | None, tuple[int, int]] = {}
    waiting, row, lines, nodes = tree.children(None)[::-1], -1, "", ""
    while waiting:
        attempt = waiting.pop()
        row += attempt.parent is None or tree.children(attempt.parent)[0] is not attempt
        a, b = places.get(attempt.parent, (_EDGE - _WIDE, 0))
        x, y = places[attempt.number] = a + _WIDE, _EDGE + row * _HIGH
        lines += "" if attempt.parent is None else f'<line x1="{a}" y1="{b}" x2="{x}" y2="{y}"/>'
        kind = "bad" if attempt.problem else "best" if attempt is best else "good"
        label = "failed" if attempt.problem else f"{attempt.score:.4g}"
        nodes += f'<a href="#a{attempt.number}"><circle class="{kind}" cx="{x}" cy="{y}" r="8"/>'
        nodes += f'<text x="{x + 10}" y="{y - 10}">#{attempt.number} {label}</text></a>'
        waiting += tree.children(attempt.number)[::-1]
    wide, high = max((x for x, _ in places.values()), default=0) + _WIDE, 2 * _EDGE + row * _HIGH
    return f'<div class="tree"><svg width="{wide}" height="{high}">{lines}{nodes}</svg></div>'


def _details(attempt: Attempt, best: bool) -> str:
    head = f"{str(attempt)[:300]}, {attempt.seconds:.0f} s{' (best)' if best else ''}"
    texts = {"Plan": attempt.plan, "Script": attempt.code, "Output": shortened(attempt.output, 20_000)}
    body = "".join(f"{name}<pre>{escape(text)}</pre>" for name, text in texts.items() if text)
    return f'<details id="a{attempt.number}"><summary>{escape(head)}</summary>{body}</details>'
