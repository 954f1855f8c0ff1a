"""What to do with our records is the user's to say: by itself Python would print some of them.

Imported by each package that logs, rather than by `mlebench` itself: the command line starts sooner without logging.
"""

import logging

logging.getLogger("mlebench").addHandler(logging.NullHandler())
