"""Small neural nets of whole numbers."""
