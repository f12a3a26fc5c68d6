"""Main: `python -m routelock` is the command `routelock`."""

from routelock.cli import main

if __name__ == "__main__":
    main()
