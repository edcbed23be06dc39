"""For Python: the questions as functions, and the result that they return."""
