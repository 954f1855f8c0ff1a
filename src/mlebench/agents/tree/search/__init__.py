"""The parts of the tree agent."""
