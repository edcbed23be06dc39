"""What questions are built from."""
