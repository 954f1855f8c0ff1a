"""Submission cases: 3-D boxes, right, disturbed and malformed."""

import numpy as np
import pandas as pd
from tests.competitions.cases import Cases

ID, Y = "Id", "PredictionString"
ALL = ["car", "truck", "bus", "other_vehicle", "pedestrian", "bicycle", "motorcycle", "emergency_vehicle", "animal"]


def parse(text):
    t = text.split(" ")
    return [[float(x) for x in t[i : i + 8]] + [t[i + 8]] for i in range(0, len(t), 9)]


def show(boxes):
    return " ".join(" ".join(map(str, b)) for b in boxes)


def write_cases(cases: Cases) -> None:
    save, rng, truth = cases.save, cases.rng, cases.answers()
    boxes = [parse(s) for s in truth[Y]]

    def put(texts, ids=None):
        return pd.DataFrame({ID: truth[ID] if ids is None else ids, Y: texts})

    def jitter(b, scale):
        """Shift, resize and turn a box a little; the confidence falls with the disturbance."""
        z = rng.normal(0, scale, 7)
        x = np.array(b[1:8]) + z * [b[5], b[4], b[6], 0, 0, 0, 1]
        x[3:6] *= np.exp(z[3:6])
        return [round(float(np.exp(-abs(z).sum()) * rng.uniform(0.7, 1)), 4), *(round(float(v), 4) for v in x), b[8]]

    save("ok-perfect", put(truth[Y]))
    # several tries per object, some objects left out, some false alarms of classes that are present
    noisy = []
    for sample in boxes:
        tries = [jitter(b, s) for b in sample if rng.random() < 0.9 for s in (0.02, 0.06)]
        alarms = [
            [round(rng.uniform(0, 1), 3), *(round(v + rng.uniform(5, 9), 3) for v in b[1:4]), *b[4:]]
            for b in sample[:2]
        ]
        noisy.append([(tries + alarms)[i] for i in rng.permutation(len(tries + alarms))])
    order = rng.permutation(len(truth))
    save("ok-noisy-shuffled", put([show(noisy[i]) for i in order], truth[ID].iloc[order]))
    # same boxes, confidence 1 everywhere: ties keep the order of the file, and the score changes
    save("ok-noisy-flat-confidence", put([show([[1.0, *b[1:]] for b in s]) for s in noisy]))
    save("ok-small-jitter", put([show([jitter(b, 0.015) for b in s]) for s in boxes]))
    save("ok-twice", put([show(s + s) for s in boxes]))  # the second copies are false alarms
    # a wrong class misses the object; boxes of a class that the sample does not have cost nothing
    save("ok-all-cars", put([show([[*b[:8], "car"] for b in s]) for s in boxes]))
    save("ok-yaw-turned-half", put([show([[*b[:7], b[7] + np.pi, b[8]] for b in s]) for s in boxes]))
    save("ok-width-length-swapped", put([show([[*b[:4], b[5], b[4], *b[6:]] for b in s]) for s in boxes]))
    extra = []
    for s in boxes:
        absent = [c for c in [*ALL, "unicorn"] if c not in {b[8] for b in s}]
        # even impossible boxes of an absent class are never looked at
        extra.append(s + [[0.99, 1e30, 0.0, "nan", -1.0, 2.0, 0.0, 0.0, absent[0]], [0.5, *s[0][1:8], absent[-1]]])
    save("ok-absent-classes", put([show(s) for s in extra]))
    one = [show(boxes[0])] + [""] * (len(boxes) - 1)
    save("ok-one-sample-only", put(one))

    first = lambda text: [text] + list(truth[Y][1:])
    b = boxes[0][0]
    save("bad-no-confidence", put([show([x[1:] for x in s]) for s in boxes]))
    save("bad-trailing-blank", put(truth[Y] + " "))
    save("bad-double-blank", put(truth[Y].str.replace(" ", "  ")))
    save("bad-negative-width", put(first(show([[*b[:4], -b[4], *b[5:]]]))))
    save("bad-nan-centre", put(first(show([[b[0], "nan", *b[2:]]]))))
    save("bad-nan-yaw", put(first(show([[*b[:7], "nan", b[8]]]))))
    save("bad-word-for-number", put(first(show([["high", *b[1:]]]))))
    save("bad-infinite-centre", put(first(show([[b[0], "inf", *b[2:]]]))))
    save("bad-far-away", put(first(show([[b[0], 1e12, 1e12, *b[3:7], 0.3, b[8]]]))))
    save("bad-number-column", put(np.arange(len(truth))))
    save("bad-short", put(truth[Y][1:], truth[ID][1:]))
    save("bad-duplicate-id", put(truth[Y], [truth[ID].iloc[1], *truth[ID].iloc[1:]]))
