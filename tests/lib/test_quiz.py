"""Forecasts: what is right, what counts, and how they show themselves."""

import sys

import ipywidgets
import numpy as np
import pytest

from shardlab.quiz import card, cards, forecast


def parts(widget, kind):
    """All widgets of a kind inside a widget, in order."""
    if isinstance(widget, kind):
        return [widget]
    return [found for child in getattr(widget, "children", ()) for found in parts(child, kind)]


@pytest.mark.parametrize(
    ("answer", "said", "right"),
    [
        (3 / 19, "3/19", True),
        (3 / 19, "0.158", True),
        (3 / 19, "15.8%", True),
        (3 / 19, "3 / 16", False),
        (1024, "1,024", True),
        (1024, "1023", False),  # a count comes exactly, within no tolerance
        (np.int64(256), 256, True),
        (np.float64(0.75), "3/4", True),
        (0, "0", True),
        (-2.5, "-2.5", True),
        ((4, 8), "4×8", True),
        ((4, 8), "(4, 8)", True),
        ((4, 8), "8, 4", False),
        ((4,), "(4,)", True),
    ],
)
def test_a_forecast_reads_what_people_write(answer, said, right):
    asked = forecast("how many?", answer)
    asked.commit(said)
    assert asked.right is right


@pytest.mark.parametrize(("answer", "said"), [(3.0, "many"), (3, ""), (1, "1/0"), ((4, 8), "x")])
def test_what_cannot_be_read_is_not_committed(answer, said):
    asked = forecast("how many?", answer)
    assert asked.commit(said).startswith("Give a")
    assert asked.committed is None


def test_only_the_first_forecast_counts():
    asked = forecast("how many bytes?", lambda: 256, unit="bytes", why="A half each way.")
    first = asked.commit("128")
    assert first == "You said 128. It comes out as 256 bytes. A half each way."
    assert asked.commit("256") == first
    assert (asked.committed, asked.right) == ("128", False)


def test_the_answer_is_measured_once_and_only_after_the_commitment():
    measured = []

    def measure():
        measured.append(1)
        return 7

    asked = forecast("how many?", measure)
    assert not measured
    asked.commit("6")
    asked.commit("7")
    assert len(measured) == 1


def test_choices_must_be_chosen():
    asked = forecast("which?", lambda: (4, 8), choices=["(4, 4)", (4, 8)])
    assert asked.commit("(9, 9)") == "Choose: (4, 4), (4, 8)."
    assert "as you said" in asked.commit("(4, 8)") and asked.right


def test_a_forecast_before_its_cells_says_what_to_run():
    asked = forecast("how many?", lambda: not_yet_defined)  # noqa: F821
    assert (
        asked.commit("3") == "not_yet_defined is not there yet: run the cells above. Then commit."
    )
    assert asked.committed is None
    assert "run the cells above" in asked.static()
    broken = forecast("how many?", lambda: 1 / 0)
    assert "ZeroDivisionError" in broken.commit("3")


def test_committing_with_the_button_locks_and_reveals():
    asked = forecast("how many?", lambda: 3 / 4)
    widget = asked.widget(ipywidgets)
    (field,), (button,) = parts(widget, ipywidgets.Text), parts(widget, ipywidgets.Button)
    out = parts(widget, ipywidgets.HTML)[-1]
    button.click()
    assert "Give a number" in out.value and not button.disabled
    field.value = "0.75"
    button.click()
    assert "as you said" in out.value and button.disabled
    assert asked.committed == "0.75"


def test_enter_in_the_field_commits_and_leaving_it_does_not():
    asked = forecast("how many?", 5)
    field = parts(asked.widget(ipywidgets), ipywidgets.Text)[0]
    field.value = "4"
    assert asked.committed is None
    # as a browser does it: the event of the key, then the value
    field._handle_custom_msg({"event": "submit"}, [])
    assert asked.committed is None
    field.value = "5"
    assert asked.right


def test_the_button_cannot_overtake_the_value():
    # a field that sends each letter holds some back while the kernel works; the click does not wait
    field = parts(forecast("?", 5).widget(ipywidgets), ipywidgets.Text)[0]
    assert field.continuous_update is False


def test_without_widgets_a_question_opens_as_text(monkeypatch):
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    for asked in (forecast("A & B?", 3, unit="bytes"), card("QB-TF3"), card("CL-6", "CL-7")):
        bundle = asked._repr_mimebundle_()
        assert set(bundle) == {"text/plain", "text/html"}
        assert "<details>" in bundle["text/html"]
    assert "A &amp; B?" in forecast("A & B?", 3).static()


def test_with_widgets_the_text_stays_as_a_fallback():
    bundle = card("QB-TF3")._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert "<details>" in bundle["text/html"]


def test_no_widget_that_jupyterlab_takes_the_keys_of():
    for asked in (card(*cards()), forecast("?", 1), forecast("?", 1, choices=[1, 2])):
        widget = asked.widget(ipywidgets)
        keys_are_taken = (ipywidgets.RadioButtons, ipywidgets.Dropdown, ipywidgets.Select)
        assert not parts(widget, keys_are_taken)


@pytest.mark.parametrize(
    ("unit", "answer", "said", "right"),
    [
        ("%", 12.5, "12.5%", True),
        ("%", 12.5, "12.5", True),
        ("%", 12.5, "0.125", False),
        ("", 0.125, "12.5%", True),
        ("bytes", 1536, "1,536", True),
        ("bytes", 1536, "1536 bytes", True),
        ("percent", 15.8, "15.8%", True),
        ("percent", 15.8, "15.8 percent", True),
        ("percent", 15.8, "15.8", True),
        ("per cent of the time", 15.8, "15.8 %", True),
        ("% of all", 15.8, "0.158", False),
        ("", 0.158, "15.8 per cent", True),
        ("", 1.0, "0.99", True),  # within 1%, though not in floats
        ("", -2.5, "−2.5", True),  # a true minus sign
        ("", 2**60 + 1, str(2**60 + 1), True),
        ("", 2**60 + 1, str(2**60), False),
    ],
)
def test_percent_and_thousands_are_read_as_written(unit, answer, said, right):
    asked = forecast("How much?", answer, unit=unit)
    asked.commit(said)
    assert asked.right is right


def test_a_comma_that_may_be_a_point_is_asked_back():
    asked = forecast("How much?", 0.158)
    assert "with a point" in asked.commit("0,158")
    assert asked.committed is None
