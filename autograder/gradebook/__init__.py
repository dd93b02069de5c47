"""nbgrader's gradebook, written in one transaction a submission, without importing nbgrader."""
