"""Prepared data in a shared place: pushed once, pulled by digest.

    URL/ID/prepared/store.json          what lies there: the digests of the two lists
    URL/ID/prepared/public/SHA256       the list of public files and the pieces of their content
    URL/ID/prepared/private/SHA256      the same of the answers; nodes of a cluster never ask for it

Files are laid end to end and cut into pieces, so that a million small pictures are as quick to fetch as one large file.
"""
