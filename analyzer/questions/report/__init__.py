"""A report: its sections, its four first answers, one game told."""
