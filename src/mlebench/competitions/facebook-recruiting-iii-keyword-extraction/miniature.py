"""Miniature raw data: Facebook Recruiting III - Keyword Extraction."""

import csv
import io
import zipfile
from pathlib import Path

import numpy as np

TAGS = [
    "javascript",
    "c#",
    "python",
    "php",
    "java",
    "c++",
    "jquery",
    "ios",
    "html",
    "css",
    ".net",
    "sql",
    "ruby-on-rails",
    "homework",
    "calculus",
    "node.js",
    "asp.net-mvc-3",
    "nan",
    "3g",
    "2010",
]
ROWS = 260


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    weight = 1 / np.arange(1, len(TAGS) + 1)
    weight /= weight.sum()

    def question(i):
        tags = [str(t) for t in rng.choice(TAGS, int(rng.integers(1, 6)), replace=False, p=weight)]
        title = f"How do I use {tags[0]} with {tags[-1]}?" if i % 5 else f'"Why" does {tags[0]}, fail'
        body = (
            f"<p>I have a question about {' and '.join(tags[:3])}.</p>\r\n\r\n"
            f'<pre><code>x = "{int(rng.integers(1000))}";\n  print(x)\n</code></pre>\n\n<p>Thanks, "me"</p>\n'
        )
        return title, body, " ".join(tags)

    rows = [question(i) for i in range(ROWS)]
    # Like the real table: questions occur repeatedly, and some rows have awkward values.
    for i in range(20, ROWS, 7):
        rows[i] = rows[i - 20]
    rows[3] = ("null", rows[3][1], rows[3][2])  # a title that reads as missing
    for i in (10, 33, 78, 121, 166, 201, 240):
        rows[i] = (rows[i][0], rows[i][1], "nan")  # the tag "nan" alone reads as missing
    for i in (15, 90, 150):
        rows[i] = (rows[i][0], rows[i][1], "2010")  # a tag that is a number

    def table(header, lines):
        text = io.StringIO()
        writer = csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
        writer.writerow(header)
        writer.writerows(lines)
        return text.getvalue().encode()

    train = table(["Id", "Title", "Body", "Tags"], [(i + 1, *r) for i, r in enumerate(rows)])
    test = table(["Id", "Title", "Body"], [(ROWS + 1 + i, *r[:2]) for i, r in enumerate(rows[:10])])
    for name, data in (("Train", train), ("Test", test)):
        with zipfile.ZipFile(raw / f"{name}.zip", "w", zipfile.ZIP_DEFLATED) as z:
            z.writestr(zipfile.ZipInfo(f"{name}.csv", (2013, 8, 30, 0, 0, 0)), data)
    sample = table(["Id", "Tags"], [(ROWS + 1 + i, "javascript c# python php java") for i in range(10)])
    with zipfile.ZipFile(raw / "SampleSubmission.csv.zip", "w") as z:
        z.writestr(zipfile.ZipInfo("SampleSubmission.csv", (2013, 8, 30, 0, 0, 0)), sample)
