"""Which cell of a submission is which of the master's: cases that stand alone."""

from autograder.master import lay

from .sheets import answered, check, sheet, solution


def test_an_edited_test_that_binds_an_answers_name_is_still_the_test():
    master = sheet(
        solution("f", "def f(x):\n    return 2 * x"),
        check("g", "kept = f\ndel f\nassert kept\nf = kept\nassert f(3) == 6"),
    )
    handed_in = answered(master, f="def f(x):\n    return x + x")
    handed_in["cells"][1]["source"] += "\nprint('ok')"
    laid = lay(master, handed_in)
    assert [cell.source for cell in laid.cells if cell.role == "solution"] == [
        "def f(x):\n    return x + x"
    ]
