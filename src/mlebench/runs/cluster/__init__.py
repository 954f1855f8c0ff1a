"""Runs on the nodes of a Ray cluster. `driver` and `node` import Ray, so they are imported only when it is used."""
