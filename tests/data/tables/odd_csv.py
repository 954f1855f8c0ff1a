"""CSV files as programs write them, and now and then as people do."""

from __future__ import annotations

from hypothesis import strategies as st

ODD_CELLS = [
    *(
        "",
        " ",
        "  1",
        "1 ",
        "\t1",
        "+1",
        "-1",
        "-0",
        "+0.5",
        "007",
        "00.5",
        "1.",
        ".5",
        "-.5",
        "1e5",
        "1E-5",
        "1e",
        "e5",
    ),
    *("0x1F", "0b1", "0o7", "1_000", "1.2.3", "--1", "1-", "1d5", "1f", "1L", "٣", "½", "1,5", "1;5"),
    *("9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809"),
    *("18446744073709551615", "18446744073709551616", "123456789012345678901234567890", "9007199254740993"),
    *("1e308", "1e309", "-1e309", "1e-308", "5e-324", "1e-400", "0.1", "0.30000000000000004", "2.5e-8"),
    *("inf", "-inf", "+inf", "Inf", "INF", "infinity", "-Infinity", "nan", "NaN", "NAN", "nAn", "-nan", "+nan"),
    *("NA", "N/A", "n/a", "#N/A", "null", "NULL", "None", "<NA>", "none", "Null", "-1.#IND", "1.#QNAN", " NA", "NA "),
    *(
        "True",
        "False",
        "true",
        "FALSE",
        "TRUE",
        "yes",
        "2020-01-01",
        "12:30",
        "a",
        "é",
        "名前",
        "\u2028",
        "😀",
        "\ufeff",
    ),
    *('"', '""', 'a"b', '"a"', "a,b", "a\nb", "a\r\nb", "a\rb", "\n", "'", "#", "\\", "\x0b", "\x1c", "\x85"),
]
ODD_NAMES = ["a", "a", "", "1", "é", " b ", "a.1", "Unnamed: 0", "a,b", "a\nb", "a\rb", 'a"b', '"', '""']
# Each column is of one kind with odd cells here and there, as files are.
KINDS = [
    st.integers(-(10**6), 10**6).map(str),
    st.integers(-(2**66), 2**66).map(str),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.decimals(-1000, 1000, allow_nan=False, places=4).map(str),
    st.from_regex(r"[0-9]{1,20}\.[0-9]{1,20}(e-?[0-9]{1,3})?", fullmatch=True).map(str),
    st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=6),
    st.sampled_from(["x", "y", "z w"]),
    st.sampled_from(["", "NA", "1"]),
    st.sampled_from(["True", "TRUE", "true", "False", "FALSE", "false"]),
]


@st.composite
def columns(draw: st.DrawFn) -> list[list[str]]:
    rows = draw(st.integers(1, 8))
    return [
        draw(
            st.lists(
                st.one_of(kind, st.sampled_from(ODD_CELLS)) if draw(st.booleans()) else kind,
                min_size=rows,
                max_size=rows,
            )
        )
        for kind in draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=4))
    ]


def quoted(cell: str, always: bool) -> str:
    if always or any(c in cell for c in ',"\r\n'):
        return '"' + cell.replace('"', '""') + '"'
    return cell


@st.composite
def contents(draw: st.DrawFn) -> bytes:
    """CSV as programs write it, and now and then as people do."""
    cells = draw(columns())
    names = [f"c{i}" for i in range(len(cells))]
    if draw(st.integers(0, 9)) == 0:
        names = [draw(st.sampled_from(ODD_NAMES)) for _ in cells]
    style = draw(st.sampled_from(["minimal", "minimal", "all", "raw"]))
    lines = [",".join(quoted(name, style == "all") for name in names)]
    for row in zip(*cells, strict=True):
        lines.append(",".join(cell if style == "raw" else quoted(cell, style == "all") for cell in row))
    if draw(st.integers(0, 9)) == 0:
        lines.insert(draw(st.integers(0, len(lines))), draw(st.sampled_from(["", " ", ",", "1,2,3,4,5", "a"])))
    end = draw(st.sampled_from(["\n", "\n", "\r\n", "\r"]))
    mark = "\ufeff" if draw(st.integers(0, 19)) == 0 else ""
    return (mark + end.join(lines) + draw(st.sampled_from([end, ""]))).encode()
