"""Submission cases: Right Whale Redux."""

from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, ans = cases.save, cases.rng, cases.answers()

    save("ok-perfect", ans)
    save("ok-random", ans.assign(probability=rng.random(len(ans))))
    noisy = (0.5 * ans.probability + rng.normal(0.25, 0.3, len(ans))).clip(0, 1)
    save("ok-noisy-shuffled", ans.assign(probability=noisy).sample(frac=1, random_state=1))
    save("ok-ties-one-decimal", ans.assign(probability=noisy.round(1), comment="extra column"))
    save("ok-inverted", ans.assign(probability=1 - ans.probability))

    save("bad-above-one", ans.assign(probability=ans.probability * 1.5))
    save("bad-logits-negative", ans.assign(probability=ans.probability * 4.0 - 2.0))
    save("bad-clip-without-extension", ans.assign(clip=ans["clip"].str.replace(".aif", "", regex=False)))
    old = [c.replace("Test", "TRAIN").replace(".aif", f"_{y}.aif") for c, y in zip(ans["clip"], ans.probability)]
    save("bad-train-style-names", ans.assign(clip=old))
    save("bad-clip-twice", with_cell(ans, 0, "clip", ans["clip"][1]))
    save("bad-yes-no", ans.assign(probability=ans.probability.map({0: "no", 1: "yes"})))
    save("bad-all-blank", ans.assign(probability=""))
