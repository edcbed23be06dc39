"""`python -m analyzer`: the same as `analyze`."""

from analyzer.cli import main

if __name__ == "__main__":
    main()
