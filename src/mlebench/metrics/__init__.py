"""Metrics: pure functions of arrays, `f(y_true, y_pred, *, options)`. This package knows no other."""
