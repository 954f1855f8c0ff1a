"""Metrics: pure functions of arrays, `f(y_true, y_pred, *, options)`. This sandbox knows no other."""
