"""What runs inside a sandbox, before and beside the agent: only the standard library, Python 3.8 or newer.

It is shown to the sandbox as a folder of its own and imports nothing else of mlebench, which stays outside.
"""
