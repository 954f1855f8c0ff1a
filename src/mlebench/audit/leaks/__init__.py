"""Does anything public give the answers away? The searches behind `mlebench integrity leaks`.

Each search is a module that takes what was read once (public files, tables, answers) and returns a `Search`.
"""
