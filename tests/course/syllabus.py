"""The rows of the syllabus by level, for the tests beside this file."""

# rows that have an ID; quiz items and flashcards are in CARDS
ROWS = {
    "L1": "MP-1.1 MP-1.2 MP-1.3 DT-1.1 DT-1.2 DT-1.3 FIG-s01",
    "L2": "MP-2.1 MP-2.2 MP-2.3 DT-2.1 DT-2.2 DT-2.3 WE-1 WE-2 WE-4 WE-5 ERR-1 ERR-6 ERR-9",
    "L3": "MP-3.1 MP-3.2 MP-3.3 DT-3.1 DT-3.2 DT-3.3 WE-3 FIG-s02 FIG-s03 ERR-2 ERR-4 ERR-5",
    "L4": "MP-4.1 MP-4.2 DT-4.1 DT-4.2 DT-4.3 WE-6 WE-7 ERR-3 ERR-7 ERR-8 ERR-13",
    "L5": "MP-5.1 MP-5.2 DT-5.1 WE-8 ERR-10 ERR-11 ERR-12",
}
ROWS = {level: names.split() for level, names in ROWS.items()}
# what the assignment of a level asks: every MP and DT, and the slips that it has the learner find
ASKED = {
    level: [name for name in names if name.startswith(("MP-", "DT-"))]
    for level, names in ROWS.items()
}
ASKED["L2"] += ["WE-1", "WE-2", "WE-4", "WE-5", "ERR-6", "ERR-9"]
ASKED["L3"] += ["WE-3", "ERR-4"]
ASKED["L4"] += ["WE-6", "WE-7", "ERR-13"]
ASKED["L5"] += ["WE-8"]
CARDS = {
    "L1": "QB-TF1 QB-TF2 QB-EDGE5 CL-1",
    "L2": (
        "QB-TF3 QB-TF4 QB-TF6 QB-SE1 QB-SE2 QB-SE4 QB-SE5 QB-WHY1 QB-WHY3 QB-WHY5 "
        "QB-EDGE1 QB-EDGE2 QB-EDGE3 CL-3 CL-6 CL-7"
    ),
    "L3": "QB-TF7 QB-SE3 QB-WHY2 CL-2",
    "L4": "QB-TF5 QB-TF8 QB-WHY4 QB-WHY6 QB-EDGE4 CL-4 CL-5 CL-8",
    "L5": "QB-SE6 QB-EDGE6 CL-9 CL-10",
}
CARDS = {level: names.split() for level, names in CARDS.items()}
