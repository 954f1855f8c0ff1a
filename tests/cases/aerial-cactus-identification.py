"""Submission cases: Aerial Cactus."""

from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, ans = cases.save, cases.rng, cases.answers()

    save("ok-perfect", ans)
    save("ok-random", ans.assign(has_cactus=rng.random(len(ans))))
    noisy = (0.5 * ans.has_cactus + rng.normal(0.25, 0.3, len(ans))).clip(0, 1)
    save("ok-noisy-shuffled", ans.assign(has_cactus=noisy).sample(frac=1, random_state=1))
    save("ok-ties-one-decimal", ans.assign(has_cactus=noisy.round(1), comment="extra column"))
    save("ok-inverted", ans.assign(has_cactus=1 - ans.has_cactus))

    save("bad-above-one", ans.assign(has_cactus=ans.has_cactus * 1.5))
    save("bad-logits-negative", ans.assign(has_cactus=ans.has_cactus * 4.0 - 2.0))
    save("bad-id-without-extension", ans.assign(id=ans.id.str.replace(".jpg", "", regex=False)))
    save("bad-id-twice", with_cell(ans, 0, "id", ans["id"][1]))
    save("bad-yes-no", ans.assign(has_cactus=ans.has_cactus.map({0: "no", 1: "yes"})))
    save("bad-all-blank", ans.assign(has_cactus=""))
