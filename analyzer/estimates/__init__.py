"""From totals to findings: one part of the arithmetic per file. No printing, no games."""
