"""What an agent may talk to from its sandbox: the validator, a language model, listed hosts. Nothing else.

`Gateway` is in `access`, `GatewayHost` in `server`, `Checker` in `checker`: who reads what a run used needs no server.
"""

import mlebench.quiet  # noqa: F401
