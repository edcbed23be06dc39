"""Questions of a designer about horrible-mountain."""
