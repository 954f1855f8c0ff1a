"""What only a few competitions have: their own kinds of files, and of texts and numbers in them."""
