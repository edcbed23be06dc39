"""The conformance kit, for games and policies of ours and of other packages."""
