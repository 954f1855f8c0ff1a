"""Submission cases: imet-2020-fgvc7."""

from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers(dtype=str)
    total = len(cases.read("public/labels.csv"))
    sets = [s.split() for s in truth["attribute_ids"]]
    known = {x for s in sets for x in s}

    def put(cells):
        return truth.assign(attribute_ids=cells)

    def disturb(s):
        keep = [x for x in s if rng.random() < 0.7]
        return " ".join(keep + [str(x) for x in rng.integers(0, total, size=rng.integers(0, 3))])

    save("ok-perfect", put(truth["attribute_ids"]))
    noisy = save("ok-noisy", put([disturb(s) for s in sets]))
    save("ok-random", put([" ".join(map(str, rng.choice(total, 4, replace=False))) for _ in sets]))
    save("ok-everything", put(" ".join(map(str, range(total)))))
    # attributes that never occur in the answers are ignored, existing or not
    unseen = [str(k) for k in range(total) if str(k) not in known]
    save("ok-unseen-attributes-free", put([" ".join(s + unseen + ["99999", "banana"]) for s in sets]))
    save("ok-repeats-and-blanks", put(["  ".join(s[::-1] + s) for s in sets]))  # sets: repeats and order don't count
    save("ok-leading-zeros", put([" ".join("0" + x for x in s) for s in sets]))  # '07' is not '7': nothing matches
    save("ok-some-empty", with_cell(noisy, slice(None, None, 3), "attribute_ids", ""))
    save("ok-all-empty", put(""))
    save("ok-shuffled", noisy.sample(frac=1, random_state=0)[["attribute_ids", "id"]])

    save("bad-one-attribute-each", put([s[0] for s in sets]))  # a purely numeric column
    save("bad-one-or-none", put([s[0] if i % 2 else "" for i, s in enumerate(sets)]))
    save("bad-no-attributes", noisy.rename(columns={"attribute_ids": "attributes"}))
    save("bad-with-extension", noisy.assign(id=noisy["id"] + ".png"))
    save("bad-too-few-rows", noisy.iloc[2:])
    save("bad-duplicate-id", with_cell(noisy, 1, "id", noisy["id"][0]))
