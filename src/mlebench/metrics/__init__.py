"""Metrics: pure functions of arrays, `f(y_true, y_pred, *, options)`. This room knows no other."""
