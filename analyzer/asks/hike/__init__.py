"""Questions of a designer about hike."""
