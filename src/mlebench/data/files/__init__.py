"""Putting files into the prepared folder."""
