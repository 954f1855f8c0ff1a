"""An alias that guides for agents import; see `mlebench`."""
