"""Check that links between the project's own pages lead somewhere: `python tools/check_links.py FOLDER [SITE]`.

FOLDER is searched for Markdown as a code host shows it, SITE is a built site. Links to other hosts are not followed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

SKIPPED = {".git", ".venv", "_build", "src", "node_modules"}


@dataclass
class Page:
    """What a page links to, and what in it can be linked to."""

    links: list[str] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)


def markdown_page(text: str) -> Page:
    """Links, and the anchors that code hosts give to headings; anchors of generated parts are the site's."""
    page = Page()
    tokens = MarkdownIt().enable("table").parse(text)
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and following is not None:
            page.anchors.add(_free(slug(following.content), page.anchors))
        page.links += _links(token)
    return page


def _links(token: Token) -> Iterator[str]:
    for inner in [token, *(token.children or [])]:
        for name in ("href", "src"):
            if inner.attrGet(name):
                yield str(inner.attrGet(name))


def slug(heading: str) -> str:
    """The anchor of a heading: lower case, hyphens for spaces, nothing but letters, digits, `-` and `_`."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def _free(name: str, taken: set[str]) -> str:
    numbered = (f"{name}-{n}" for n in range(1, 1000))
    return name if name not in taken else next(each for each in numbered if each not in taken)


class _Html(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.page = Page()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name in ("id", "name") and value:
                self.page.anchors.add(value)
            elif name in ("href", "src") and value:
                self.page.links.append(value)


@cache
def read(path: Path) -> Page:
    """One page."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return markdown_page(text)
    parser = _Html()
    parser.feed(text)
    return parser.page


def broken(folder: Path, suffix: str) -> Iterator[str]:
    """A line for each link of the folder's pages that leads nowhere."""
    for path in sorted(folder.rglob(f"*{suffix}")):
        parts = path.relative_to(folder).parts
        if SKIPPED & set(parts) or parts[0].startswith(".venv-"):
            continue
        for link in dict.fromkeys(read(path).links):
            if problem := _problem(path, link, suffix):
                yield f"{path}: {link}: {problem}"


def _problem(path: Path, link: str, suffix: str) -> str | None:
    address = urlsplit(link)
    if address.scheme or address.netloc:
        return None
    target = (path.parent / unquote(address.path)).resolve() if address.path else path.resolve()
    if not target.exists():
        return "no such file"
    anchor = unquote(address.fragment)
    if not anchor or target.suffix != suffix or (suffix == ".md" and "<!-- generated: " in target.read_text()):
        return None
    return None if anchor in read(target).anchors else "no such heading"


def main(folder: str, site: str | None = None) -> int:
    """Print what is broken; 1 if anything is."""
    found = [*broken(Path(folder), ".md"), *(broken(Path(site), ".html") if site else ())]
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
