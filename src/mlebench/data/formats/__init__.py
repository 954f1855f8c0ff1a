"""What only a few competitions have: their own kinds of files."""
