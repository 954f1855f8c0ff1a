"""Submission cases: ml2021spring-hw2."""

from tests.competitions.cases import Cases, with_cell


def write_cases(cases: Cases) -> None:
    save, rng, answers = cases.save, cases.rng, cases.answers()

    wrong = rng.random(len(answers)) < 0.4
    noisy = save("ok-noisy", with_cell(answers, wrong, "ClassId", rng.integers(0, 39, wrong.sum())))
    save("ok-perfect", answers)
    save("ok-random", answers.assign(ClassId=rng.integers(0, 39, len(answers))))
    save("ok-shuffled-rows", noisy.sample(frac=1, random_state=0))
    save("ok-unknown-classes", noisy.assign(ClassId=noisy["ClassId"].where(~wrong, 99)))  # counted as wrong
    save("ok-float-classes", noisy.assign(ClassId=noisy["ClassId"].astype(float)))  # 3.0 equals 3

    save("bad-column-called-class", noisy.rename(columns={"ClassId": "Class"}))  # the header of the original task
    save("bad-ids-from-one", noisy.assign(Id=noisy["Id"] + 1))
    save("bad-half-classes", noisy.assign(ClassId=noisy["ClassId"] + 0.5))
    save("bad-blank-class", with_cell(noisy, 0, "ClassId", ""))
    save("bad-phoneme-name", with_cell(noisy, 0, "ClassId", "sil"))
    save("bad-first-half", noisy.iloc[: len(noisy) // 2])
