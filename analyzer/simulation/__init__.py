"""From a plan to sums: cells, chunks, who plays them, columns and what adds up."""
