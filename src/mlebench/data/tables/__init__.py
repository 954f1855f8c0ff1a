"""Tables as CSV files: the results of pandas, at a size that pandas does not bear."""
