"""Words that a description may share with a competition's name, and words that none may hold."""

from __future__ import annotations

import re

# Words of names that lead to no competition, each for the reason in front of it.
GENERIC = frozenset(
    (
        # function words, and a verb that looks like a month
        "a an and as at by for from in into is it may not of on only or the to vs with "
        # what is asked for: no task can be told without
        "challenge classification competition contest detection identification recognition segmentation "
        "prediction score label extraction "
        # what is given: a contestant must be told
        "audio data dataset image language object text series tabular "
        # run-length encodings start somewhere, problems have many classes, rows have an id
        "starter multi new id"
    ).split()
)

# Who set or paid for tasks, and where; no text names any of them, be it its own or another's.
HOSTS = (
    *("kaggle google tensorflow facebook lyft jigsaw statoil c-core tgs cdiscount h&m petfinder lmsys".split()),
    *("fgvc cvpr icml mlsp ieee miccai neurips chalearn nfl reddit freesound inaturalist iwildcam".split()),
    *("rsna siim fisabio isic ranzcr osic aptos aravind hubmap hms harvard vinbigdata vingroup brats".split()),
    *("ingv nomad2018 icecube seti stanford cornell makerere madison eterna champs uspto uci timit".split()),
    *("imet metropolitan codh nybg vesuvius".split()),
    *("stack exchange,stack overflow,bristol-myers,booz allen,conversation ai,learning agency".split(",")),
)

_ENDING = re.compile(r"(?<=.{4})(?:ations?|ions?|ings?|ers?|ors?|ars?|ments?|ies|ity|als?|ics?|ed|es|e|y)$|(?<=.{3})s$")


def stem(word: str) -> str:
    """What is left of a word without its endings: `molecules` and `molecular` are the same word."""
    word, before = word.lower(), ""
    while word != before:
        before, word = word, _ENDING.sub("", word)
    return word


def words(text: str) -> list[str]:
    """The words of a text; an underscore ends one."""
    return re.findall(r"[^\W_]+", text)


def stems(text: str) -> list[str]:
    """The words of a text without their endings, in order."""
    return [stem(word) for word in words(text)]
