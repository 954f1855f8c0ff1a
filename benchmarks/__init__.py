"""Benchmarks: ratios to a floor that is measured in the same run. Absolute times of a noisy machine mean nothing."""
