"""Who decides: compiled policies, and those in a user's file."""
