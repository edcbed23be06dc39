"""`analyze cache`: compiled games and answers to contracts that are kept."""

from analyzer.cli._parameters import takes
from analyzer.cli._streams import print_line

HELP_ORDER = 19
EXAMPLES = """\
\b
Examples:
  analyze cache             where compiled games lie, and how large they are
  analyze cache --empty     removes them; they are made again when needed
"""


@takes("cache")
def command(empty: bool) -> None:
    """List the games that were compiled from files, or remove them."""
    from analyzer.design import cache
    from analyzer.store.kept_verdicts import kept_files

    contracts = kept_files()
    folder, kept = cache.folder(), cache.list_compiled()
    size = sum(one.size for one in kept)
    if empty:
        cache.empty()
        for path in contracts:
            path.unlink(missing_ok=True)
        print_line(f"{_many(len(kept))} removed from {folder}.")
        if contracts:
            print_line(f"{_contracts(len(contracts))} removed from {contracts[0].parent}.")
        return
    for one in kept:
        print_line(f"{one.size / 1000:>6.0f} kB  {one.day}  {one.game}")
    print_line(f"{_many(len(kept))}, {size / 1000:,.0f} kB, in {folder}.")
    if contracts:
        kept_size = sum(path.stat().st_size for path in contracts)
        many = _contracts(len(contracts))
        print_line(f"{many}, {kept_size / 1000:,.0f} kB, in {contracts[0].parent}.")


def _many(n: int) -> str:
    return "1 compiled game" if n == 1 else f"{n} compiled games"


def _contracts(n: int) -> str:
    return "1 answer to a contract" if n == 1 else f"{n} answers to contracts"
