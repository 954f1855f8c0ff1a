"""Competitions as task folders of Harbor: `mlebench export harbor`."""
