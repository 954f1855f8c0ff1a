"""Curves as one SVG picture, which needs nothing else. Lines are told apart without colours, by their dashes."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from mlebench.results.scaling import Curve, Scaling

_WIDTH, _HEIGHT = 720, 420
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 16, 16, 56
_LINE = 18  # of the legend
# Colours that people with any colour vision tell apart on white and on black (Okabe and Ito), and dashes.
_STYLES = (
    ("#0072b2", ""),
    ("#d55e00", "8 4"),
    ("#009e73", "2 3"),
    ("#cc79a7", "10 3 2 3"),
    ("#e69f00", "4 4"),
    ("#56b4e9", "14 4"),
)
_CSS = (
    "text{font:12px system-ui,sans-serif;fill:#333}.axis{stroke:#888}.grid{stroke:#8884}.paper{fill:#fff}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}.paper{fill:#161616}}"
)


@dataclass(frozen=True)
class _Scale:
    """From hours and per cent to places in the picture."""

    hours: float

    def x(self, hours: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * hours / self.hours

    def y(self, percent: float) -> float:
        return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - percent / 100)


def svg(found: Scaling) -> str:
    """The curves of each agent on the split that it is known by, with their intervals."""
    curves = [curve for curve in found.curves if curve.is_headline]
    scale = _Scale(max(point.hours for curve in curves for point in curve.points))
    height = _HEIGHT + _LINE * len(curves)
    title = "Any medal by hour: " + ", ".join(f"{curve.agent} ({curve.split})" for curve in curves)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img" '
        f'aria-labelledby="chart-title"><title id="chart-title">{_text(title)}</title><style>{_CSS}</style>'
        f'<rect class="paper" width="{_WIDTH}" height="{height}"/>',
        *_axes(scale),
        *(_band(curve, scale, index) for index, curve in enumerate(curves)),
        *(_line(curve, scale, index) for index, curve in enumerate(curves)),
        *(_legend(curve, index) for index, curve in enumerate(curves)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _axes(scale: _Scale) -> list[str]:
    left, right, bottom = scale.x(0), scale.x(scale.hours), scale.y(0)
    parts = []
    for percent in range(0, 101, 20):
        y = scale.y(percent)
        parts.append(f'<line class="grid" x1="{left:.1f}" x2="{right:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{left - 8:.1f}" y="{y + 4:.1f}" text-anchor="end">{percent}</text>')
    for n in range(7):
        hours = scale.hours * n / 6
        parts.append(f'<text x="{scale.x(hours):.1f}" y="{bottom + 18:.1f}" text-anchor="middle">{hours:.3g}</text>')
    middle = (left + right) / 2
    return [
        *parts,
        f'<line class="axis" x1="{left:.1f}" x2="{right:.1f}" y1="{bottom:.1f}" y2="{bottom:.1f}"/>',
        f'<text x="{middle:.1f}" y="{bottom + 38:.1f}" text-anchor="middle">hours</text>',
        f'<text x="14" y="{scale.y(50):.1f}" text-anchor="middle" '
        f'transform="rotate(-90 14 {scale.y(50):.1f})">runs with a medal, %</text>',
    ]


def _band(curve: Curve, scale: _Scale, index: int) -> str:
    known = [(point.hours, point.interval) for point in curve.points if point.interval is not None]
    upper = [f"{scale.x(hours):.1f},{scale.y(between.high):.1f}" for hours, between in known]
    lower = [f"{scale.x(hours):.1f},{scale.y(between.low):.1f}" for hours, between in reversed(known)]
    colour, _ = _STYLES[index % len(_STYLES)]
    return f'<polygon points="{" ".join(upper + lower)}" fill="{colour}" fill-opacity="0.15"/>' if known else ""


def _line(curve: Curve, scale: _Scale, index: int) -> str:
    places = [f"{scale.x(0):.1f},{scale.y(0):.1f}"]
    places += [f"{scale.x(point.hours):.1f},{scale.y(point.any_medal.mean):.1f}" for point in curve.points]
    return f'<polyline points="{" ".join(places)}" fill="none" {_stroke(index)}/>'


def _legend(curve: Curve, index: int) -> str:
    y = _HEIGHT + _LINE * index
    size = f"{curve.split}, {curve.competitions} competitions × {curve.seeds} seeds"
    return (
        f'<line x1="{_LEFT}" x2="{_LEFT + 40}" y1="{y}" y2="{y}" {_stroke(index)}/>'
        f'<text x="{_LEFT + 48}" y="{y + 4}">{_text(f"{curve.agent} ({size}), with its 95 % interval")}</text>'
    )


def _stroke(index: int) -> str:
    colour, dashes = _STYLES[index % len(_STYLES)]
    return f'stroke="{colour}" stroke-width="2"' + (f' stroke-dasharray="{dashes}"' if dashes else "")


def _text(text: str) -> str:
    """Names are a stranger's."""
    return escape("".join(c if c.isprintable() else " " for c in text))
