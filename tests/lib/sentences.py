"""How tests read a failed check: what it says is one sentence in one line."""

import pytest


def sentence(assertion, *args, longest, ends=".?", **options) -> str:
    """What a failing assertion says, held to its form."""
    with pytest.raises(AssertionError) as caught:
        assertion(*args, **options)
    text = str(caught.value)
    assert "\n" not in text and text[-1] in ends and ". " not in text
    assert len(text) < longest, text
    return text
