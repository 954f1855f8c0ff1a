"""Miniature raw data: H&M Personalized Fashion Recommendations."""

import csv
from pathlib import Path

import numpy as np
from PIL import Image

CUSTOMERS, ARTICLES, SALES = 70, 36, 1100
ARTICLE_COLUMNS = [
    "article_id",
    "product_code",
    "prod_name",
    "product_type_no",
    "product_type_name",
    "product_group_name",
    "graphical_appearance_no",
    "graphical_appearance_name",
    "colour_group_code",
    "colour_group_name",
    "perceived_colour_value_id",
    "perceived_colour_value_name",
    "perceived_colour_master_id",
    "perceived_colour_master_name",
    "department_no",
    "department_name",
    "index_code",
    "index_name",
    "index_group_no",
    "index_group_name",
    "section_no",
    "section_name",
    "garment_group_no",
    "garment_group_name",
    "detail_desc",
]


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    def table(name, header, rows):
        with open(raw / name, "w", newline="") as f:
            writer = csv.writer(f, lineterminator="\n")
            writer.writerow(header)
            writer.writerows(rows)

    # Article ids have ten digits, the first of which is always 0.
    codes = sorted(int(c) for c in rng.choice(np.arange(108775, 959461), ARTICLES // 2, replace=False))
    articles = [f"{c:07d}{v:03d}" for c in codes for v in (1, 2)]
    price = {a: float(rng.integers(100, 6000)) / 118000 for a in articles}
    colours = ["Black", "White", "Light Blue"]
    table(
        "articles.csv",
        ARTICLE_COLUMNS,
        [
            (
                a,
                int(a[:7]),
                f"Item {a[:7]}",
                253,
                "Vest top",
                "Garment Upper body",
                1010016,
                "Solid",
                9,
                colours[i % 3],
                4,
                "Dark",
                5,
                colours[i % 3],
                1676,
                "Jersey Basic",
                "A",
                "Ladieswear",
                1,
                "Ladieswear",
                16,
                "Womens Everyday Basics",
                1002,
                "Jersey Basic",
                'Jersey top, with "narrow" straps.' if i % 5 else "",
            )
            for i, a in enumerate(articles)
        ],
    )

    customers = sorted("".join(f"{int(v):x}" for v in rng.integers(0, 16, 64)) for _ in range(CUSTOMERS))
    table(
        "customers.csv",
        ["customer_id", "FN", "Active", "club_member_status", "fashion_news_frequency", "age", "postal_code"],
        [
            (
                c,
                *(("1.0", "1.0") if i % 3 == 0 else ("", "")),
                "ACTIVE" if i % 7 else "PRE-CREATE",
                "Regularly" if i % 3 == 0 else "NONE",
                int(rng.integers(16, 80)) if i % 9 else "",
                "".join(f"{int(v):x}" for v in rng.integers(0, 16, 64)),
            )
            for i, c in enumerate(customers)
        ],
    )

    # Each customer has a few favourite articles; most customers buy in the last days, some never do.
    taste = {c: rng.choice(articles, 5, replace=False) for c in customers}
    active = customers[:-8]
    rows = []
    for _ in range(SALES):
        c = active[min(int(rng.exponential(18)), len(active) - 1)]
        a = str(rng.choice(taste[c])) if rng.random() < 0.6 else articles[min(int(rng.exponential(9)), ARTICLES - 1)]
        day = np.datetime64("2020-09-22") - int(rng.integers(0, 50))
        rows.append((str(day), c, a, repr(price[a]), int(rng.integers(1, 3))))
    rows += [("2020-09-22", active[0], a, repr(price[a]), 2) for a in articles[:16]]  # more than 12 different articles
    rows += [("2020-09-21", active[1], articles[3], repr(price[articles[3]]), 1)] * 3  # the same article three times
    rows += [
        (d, active[2], articles[4], repr(price[articles[4]]), 1) for d in ("2020-09-14", "2020-09-15")
    ]  # the border
    table(
        "transactions_train.csv",
        ["t_dat", "customer_id", "article_id", "price", "sales_channel_id"],
        sorted(rows, key=lambda r: r[:2]),
    )

    popular = " ".join(articles[:12])
    table("sample_submission.csv", ["customer_id", "prediction"], [(c, popular) for c in customers])
    for a in articles[::3]:  # not every article has a photo
        path = raw / "images" / a[:3] / f"{a}.jpg"
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.fromarray(rng.integers(0, 255, (12, 8, 3)).astype(np.uint8)).save(path, quality=60)
