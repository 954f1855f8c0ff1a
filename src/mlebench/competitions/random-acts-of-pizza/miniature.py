"""Miniature raw data: random-acts-of-pizza."""

import json
from pathlib import Path

import numpy as np

# Fields in the order of the files; those marked True also stand in Kaggle's test.json.
FIELDS = [
    ("giver_username_if_known", True),
    ("number_of_downvotes_of_request_at_retrieval", False),
    ("number_of_upvotes_of_request_at_retrieval", False),
    ("post_was_edited", False),
    ("request_id", True),
    ("request_number_of_comments_at_retrieval", False),
    ("request_text", False),
    ("request_text_edit_aware", True),
    ("request_title", True),
    ("requester_account_age_in_days_at_request", True),
    ("requester_account_age_in_days_at_retrieval", False),
    ("requester_days_since_first_post_on_raop_at_request", True),
    ("requester_days_since_first_post_on_raop_at_retrieval", False),
    ("requester_number_of_comments_at_request", True),
    ("requester_number_of_comments_at_retrieval", False),
    ("requester_number_of_comments_in_raop_at_request", True),
    ("requester_number_of_comments_in_raop_at_retrieval", False),
    ("requester_number_of_posts_at_request", True),
    ("requester_number_of_posts_at_retrieval", False),
    ("requester_number_of_posts_on_raop_at_request", True),
    ("requester_number_of_posts_on_raop_at_retrieval", False),
    ("requester_number_of_subreddits_at_request", True),
    ("requester_received_pizza", False),
    ("requester_subreddits_at_request", True),
    ("requester_upvotes_minus_downvotes_at_request", True),
    ("requester_upvotes_minus_downvotes_at_retrieval", False),
    ("requester_upvotes_plus_downvotes_at_request", True),
    ("requester_upvotes_plus_downvotes_at_retrieval", False),
    ("requester_user_flair", False),
    ("requester_username", True),
    ("unix_timestamp_of_request", True),
    ("unix_timestamp_of_request_utc", True),
]
SUBREDDITS = ["AskReddit", "funny", "gaming", "Music", "pics", "trees", "WTF", "Random_Acts_Of_Pizza"]
NEEDY = ["lost my job last week", "two kids and an empty fridge", "payday is on Friday", "broke my arm"]
IDLE = ["just bored tonight", "never had a free pizza", "it's my cake day", "caf\u00e9 is shut \u2639"]


def request(rng, k):
    needy = rng.random() < 0.5
    lucky = bool(rng.random() < (0.45 if needy else 0.1))
    story = str(rng.choice(NEEDY if needy else IDLE))
    text = f'Hi all,\n\n{story}. I\'d "pay it forward" later & say thanks!\tBless.'
    age, wait = rng.uniform(0, 900), rng.uniform(10, 1000)
    when = int(rng.integers(1291800000, 1380400000))
    up, down = int(rng.integers(0, 3000)), int(rng.integers(0, 900))
    subs = [str(s) for s in rng.choice(SUBREDDITS, int(rng.integers(0, 6)), replace=False)]
    comments, posts = int(rng.integers(0, 900)), int(rng.integers(0, 90))
    known = lucky and rng.random() < 0.35
    v = {
        "giver_username_if_known": f"giver{int(rng.integers(0, 50))}" if known else "N/A",
        "number_of_downvotes_of_request_at_retrieval": int(rng.integers(0, 9)),
        "number_of_upvotes_of_request_at_retrieval": int(rng.integers(0, 30)),
        "post_was_edited": bool(lucky and rng.random() < 0.4),
        "request_id": "t3_" + np.base_repr(int(rng.integers(36**4, 36**5)) * 200 + k, 36).lower(),
        "request_number_of_comments_at_retrieval": int(rng.integers(0, 20)),
        "request_text": text + ("\n\nEDIT: Thanks /u/foo!" if lucky else ""),
        "request_text_edit_aware": text,
        "request_title": f"[Request] {story}",
        "requester_account_age_in_days_at_request": float(age),
        "requester_account_age_in_days_at_retrieval": float(age + wait),
        "requester_days_since_first_post_on_raop_at_request": 0.0,
        "requester_days_since_first_post_on_raop_at_retrieval": float(wait),
        "requester_number_of_comments_at_request": comments,
        "requester_number_of_comments_at_retrieval": comments + int(rng.integers(0, 90)),
        "requester_number_of_comments_in_raop_at_request": int(rng.integers(0, 4)),
        "requester_number_of_comments_in_raop_at_retrieval": int(rng.integers(4, 9)),
        "requester_number_of_posts_at_request": posts,
        "requester_number_of_posts_at_retrieval": posts + int(rng.integers(1, 9)),
        "requester_number_of_posts_on_raop_at_request": 0,
        "requester_number_of_posts_on_raop_at_retrieval": 1,
        "requester_number_of_subreddits_at_request": len(subs),
        "requester_received_pizza": lucky,
        "requester_subreddits_at_request": subs,
        "requester_upvotes_minus_downvotes_at_request": up - down,
        "requester_upvotes_minus_downvotes_at_retrieval": up - down + 5,
        "requester_upvotes_plus_downvotes_at_request": up + down,
        "requester_upvotes_plus_downvotes_at_retrieval": up + down + 15,
        "requester_user_flair": ("shroom" if rng.random() < 0.9 else "PIF") if lucky else None,
        "requester_username": f"user_{k}",
        "unix_timestamp_of_request": float(when),
        "unix_timestamp_of_request_utc": float(when - 3600 * int(rng.integers(0, 2))),
    }
    return {name: v[name] for name, _ in FIELDS}


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)
    rows = [request(rng, k) for k in range(190)]
    train, test = rows[:130], rows[130:]
    kept = [name for name, in_test in FIELDS if in_test]
    kept.sort(key=lambda name: name != "request_id")  # test.json has a key order of its own here
    test = [{name: r[name] for name in kept} for r in test]
    for name, data in [("train.json", train), ("test.json", test)]:
        (raw / name).write_text(json.dumps(data, indent=2, ensure_ascii=False), encoding="utf-8")
    lines = ["request_id,requester_received_pizza"] + [f"{r['request_id']},0" for r in test]
    (raw / "sampleSubmission.csv").write_text("\n".join(lines) + "\n")
