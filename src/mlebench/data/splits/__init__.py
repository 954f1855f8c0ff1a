"""Seeded splits and new ids."""
