"""What the cards say is so: each number is worked out, here or by running what it is about."""

import re
import tomllib
from math import isclose

import numpy as np
import pytest

from shardlab.pipeline import F, simulate

from .pipelines import gpipe, turns


def near(value, said):
    """`said`, a text like 0.821, is the value rounded."""
    digits = len(said.partition(".")[2])
    return isclose(value, float(said), abs_tol=0.5001 * 10**-digits)


def S(T_compute, k, T_comm, a=1):
    return a * T_compute / (a * T_compute / k + T_comm)


# {card: {phrase: whether it is so}}; each number with a point, a slash or three digits is in one
FACTS = {
    "QB-TF3": {
        "X_i of shape (4, 3) has no product with W_i of shape (6, 4)": lambda: 3 != 6,
    },
    "QB-TF4": {"3/4 for D = 4": lambda: gpipe(4, 1).idle_fraction == 3 / 4},
    "QB-TF5": {
        "(D − 1)/(M + D − 1)": lambda: all(
            isclose(run(D, M).idle_fraction, (D - 1) / (M + D - 1))
            for run in (gpipe, turns)
            for D, M in [(2, 5), (4, 4), (3, 9)]
        ),
        "min(M, D − s)": lambda: all(
            list(turns(D, M).peak_activations) == [min(M, D - s) for s in range(D)]
            and list(gpipe(D, M).peak_activations) == [M] * D
            for D, M in [(2, 5), (4, 4), (5, 3)]
        ),
    },
    "QB-SE4": {
        "a batch of 256 samples in 8": lambda: 256 % 8 == 0,
        # what others say
        "3/(256 + 3)": lambda: not isclose(gpipe(4, 8).idle_fraction, 3 / (256 + 3)),
        "4/(256 + 4)": lambda: not isclose(gpipe(4, 8).idle_fraction, 4 / (256 + 4)),
        "3/256": lambda: not isclose(gpipe(4, 8).idle_fraction, 3 / 256),
        "256 is not M; M is 8": lambda: True,
        "3/(8 + 3) = 3/11": lambda: isclose(gpipe(4, 8).idle_fraction, 3 / 11),
    },
    "QB-SE6": {
        "1 + 2 becomes 1 + 1 + 2: 4/3": lambda: isclose((1 + 1 + 2) / (1 + 2), 4 / 3),
        "M = 20 does 0.8 ": lambda: isclose(1 - gpipe(6, 20).idle_fraction, 0.8),
        "M = 40 does 0.667": lambda: near((1 - gpipe(6, 40).idle_fraction) * 3 / 4, "0.667"),
    },
    "QB-WHY4": {
        "3 on the first stage in place of 20": lambda: (
            turns(3, 20).peak_activations[0] == 3 and gpipe(3, 20).peak_activations[0] == 20
        ),
    },
    "QB-WHY6": {"16 bytes a parameter stay 16: 2 + 2 + 4 + 8": lambda: 4 + 4 + 8 == 2 + 2 + 4 + 8},
    "CL-4": {
        "In all 16: 4 + 4 + 8": lambda: 4 + 4 + 8 == 16,
        "2 + 2 + 4 + 8 in mixed": lambda: 2 + 2 + 4 + 8 == 16,
        "4 + 8 = 12": lambda: 4 + 8 == 12,
        "2 + 4 + 4 + 8 = 18": lambda: 2 + 4 + 4 + 8 == 18,
    },
    "CL-7": {"3/4": lambda: gpipe(4, 1).idle_fraction == 3 / 4},
    "CL-9": {"60 devices, 1/20 each, 3 with": lambda: (4 * 5 * 3, 4 * 5, 60 // 20) == (60, 20, 3)},
    "CL-10": {
        "1. 128 samples": lambda: 8 * 16 * 1 == 128,
        "2. 16 steps. 8 steps": lambda: (32 // (2 * 1), 32 // (1 * 4)) == (16, 8),
        "3. 2.67 and 0.667": lambda: (
            near(S(400, 4, 50), "2.67") and near(S(400, 4, 50) / 4, "0.667")
        ),
        "4.0 and 0.5": lambda: (S(400, 8, 50), S(400, 8, 50) / 8) == (4.0, 0.5),
        "4. 3.81 and 0.952": lambda: near(S(400, 4, 5), "3.81") and near(S(400, 4, 5) / 4, "0.952"),
        "1.36 GB. At 10 Gbit/s that alone takes 1.09 s": lambda: (
            340e6 * 4 == 1.36e9 and near(1.36e9 * 8 / 10e9, "1.09")
        ),
        "50 ms is an assumption": lambda: 1.36e9 * 8 / 10e9 > 20 * 0.050,
        "6. 4 slots. 3/4": lambda: (
            simulate([[F(0)]] * 4).length * 4 == 16 and gpipe(4, 1).idle_fraction == 3 / 4
        ),
        "7. 150. S = a·T_compute / (a·T_compute/k + T_comm)": lambda: (
            isclose(6e9 / 40e9, 0.150) and isclose(S(900, 5, 60, a=3), 3 * 900 / (3 * 900 / 5 + 60))
        ),
        # given, not claimed
        "T_compute 400": lambda: True,
        "340 M gradients": lambda: True,
    },
}


@pytest.fixture(scope="module")
def cards(root):
    return tomllib.loads((root / "course" / "cards.toml").read_text(encoding="utf-8"))


def said(card):
    choices = card.get("choices", [])
    told = [card["front"], card["back"], *(c.get("why", "") for c in choices)]
    return "\n".join(told + [c["text"] for c in choices])


@pytest.mark.parametrize("name", FACTS)
def test_what_a_card_claims_is_so(cards, name):
    for phrase, holds in FACTS[name].items():
        assert phrase in said(cards[name]), f"{name} does not say {phrase!r}"
        assert holds(), f"{name}: {phrase}"


def test_every_number_of_a_card_is_worked_out(cards):
    number = re.compile(r"(?<![\w.])\d+(?:\.\d+|/\d+|\d\d)(?![\w.]*\d)")
    for name, card in cards.items():
        text = said(card)
        for phrase in FACTS.get(name, {}):
            text = text.replace(phrase, " ")
        assert not number.findall(text), f"{name}: {number.findall(text)}"


def test_the_backward_pass_of_a_column_parallel_layer_is_a_sum_of_terms(cards):
    rng = np.random.default_rng(3)
    X, W, G = rng.normal(size=(5, 4)), rng.normal(size=(4, 6)), rng.normal(size=(5, 6))
    terms = [G_i @ W_i.T for G_i, W_i in zip(np.split(G, 3, 1), np.split(W, 3, 1), strict=True)]
    assert np.allclose(sum(terms), G @ W.T) and terms[0].shape == X.shape
    for name in ("QB-SE3", "QB-WHY2"):
        assert "∂L/∂X = Σ_i G_i W_iᵀ" in cards[name]["back"]
