"""What runs inside a room, before and beside the agent: only the standard library, Python 3.8 or newer.

It is shown to the room as a folder of its own and imports nothing else of mlebench, which stays outside.
"""
