"""The parts of the baseline agent."""
