"""What the commands share that read a contract: contract and plan."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer.request.request import Request


def request_of(game: str, game_file: str | None, given: Mapping[str, object]) -> "Request":
    """The request of a contract, from a file or from the line itself."""
    from analyzer.request.contract_file import contract_request
    from analyzer.request.options import options_of

    rows = options_of("contract")
    said = {
        name: value
        for name, value in given.items()
        if name in rows and rows[name].changes_result and value != rows[name].default
    }
    return contract_request(game, said, game_file)
