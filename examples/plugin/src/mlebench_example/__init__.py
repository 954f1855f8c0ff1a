"""What a package can add to mlebench: a sandbox, an executor, an agent."""
