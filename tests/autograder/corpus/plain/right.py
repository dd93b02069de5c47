# Right answers.
