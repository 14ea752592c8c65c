"""`python -m sidepot` is the same as `sidepot`."""

from sidepot.cli.app import main

if __name__ == "__main__":
    main()
