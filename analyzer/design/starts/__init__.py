"""Games to begin with: `analyze new` copies one of them."""
