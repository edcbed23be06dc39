"""Questions of a designer about hike-sled."""
