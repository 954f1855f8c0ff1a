"""Archives: read, written and unpacked, without a stop on disk where there need be none."""
