"""Questions of a designer about oh-hell."""
