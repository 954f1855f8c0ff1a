"""`python -m mlebench`, for where the command is not on the path."""

from mlebench.cli.main import main

if __name__ == "__main__":
    main()
