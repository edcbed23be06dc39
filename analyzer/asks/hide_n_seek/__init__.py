"""Questions of a designer about hide-n-seek."""
