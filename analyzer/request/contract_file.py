"""A contract in a file: what must hold, read as a request. A mistake is told with its line.

The file is data. Code that it names, a game file or a policy file, is loaded only if the user names
it as well: whoever wrote the contract chose it.
"""

import re
import shlex
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer import games
from analyzer.errors import UserError, did_you_mean, first_line, system_message
from analyzer.policies import spec
from analyzer.questions import clauses
from analyzer.request.clause_words import LEVELS, read_clause_words
from analyzer.request.options import options_of
from analyzer.request.request import Request
from analyzer.system import files, input_files
from analyzer.system.faces import option_flag, option_subject
from analyzer.system.values import short_repr

if TYPE_CHECKING:
    from analyzer.system.json_types import Json

SUFFIX = ".toml"
# What a contract says beside its clauses, and the option that it stands for.
SETTINGS = {
    "game": "game",
    "players": "players",
    "rules": "rules",
    "policy": "policy",
    "seed": "seed",
    "games": "n",
    "open": "open",
    "level": "level",
    "seconds_per_decision": "seconds_per_decision",
    "minutes_per_decision": "minutes_per_decision",
}
_KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_TABLE = re.compile(r"\s*\[\[?\s*([^\]]+?)\s*\]")
_CODE = re.compile(r"(?P<file>[^:=]*\.pyx?)(?P<rest>(?::.*)?)")

Path_ = tuple[str, ...]


def is_contract(text: str) -> bool:
    """Does this word name a contract in a file, and no game?"""
    return text.endswith(SUFFIX)


class ContractFile:
    """The text of a contract, and where its keys stand."""

    def __init__(self, name: str) -> None:
        self.name = name
        path = files.parse_path(name, "The contract")
        self.folder = path.parent
        try:
            self.text = input_files.read_text(path)
        except (OSError, UnicodeDecodeError) as error:
            missing = isinstance(error, FileNotFoundError)
            why = system_message(error) or "it is no text"
            raise UserError(
                f"There is no contract {name!r}; {option_flag('write')} writes one."
                if missing
                else f"The contract {name!r} cannot be read: {why}."
            ) from None
        try:
            self.data: Json = tomllib.loads(self.text)
        except (ValueError, RecursionError) as error:
            raise UserError(f"The contract {name!r} is not TOML: {first_line(error)}.") from None
        self.lines = dict(self._lines())

    def _lines(self) -> Iterator[tuple[Path_, int]]:
        """The line on which each key stands first, as far as a look at the text tells."""
        table: Path_ = ()
        seen: set[Path_] = set()
        for number, line in enumerate(self.text.splitlines(), start=1):
            if header := _TABLE.match(line):
                table, found = _parts(header[1]), _parts(header[1])
            elif key := _KEY.match(line):
                found = (*table, *_parts(key[1]))
            else:
                continue
            for end in range(1, len(found) + 1):
                if found[:end] not in seen:
                    seen.add(found[:end])
                    yield found[:end], number

    def where(self, *keys: str) -> str:
        """The beginning of a sentence about a key: "balance.toml, line 4: "."""
        for end in range(len(keys), 0, -1):
            if (line := self.lines.get(keys[:end])) is not None:
                return f"{self.name}, line {line}: "
        return f"{self.name}: "

    @contextmanager
    def about(self, *keys: str) -> Iterator[None]:
        """Mistakes that are found here are about these keys."""
        try:
            yield
        except UserError as error:
            raise UserError(f"{self.where(*keys)}{error}") from None


def _parts(text: str) -> Path_:
    return tuple(part.strip().strip("\"'") for part in text.split("."))


FROM_CALL = ("n", "seed", "open", "plan")  # what may be said beside a file, and counts instead


def contract_request(game: str, said: Mapping[str, object], game_file: str | None) -> Request:
    """What a command line or a call asks: a contract in a file, or clauses about a game."""
    if not is_contract(game):
        if game_file is not None:
            raise UserError(f"{option_subject('game_file')} belongs to a contract in a file.")
        return Request("contract", game, dict(said))
    rest = dict(said)
    policies = options_of("contract")["policy"].read(rest.pop("policy", None) or [])
    if others := [name for name in rest if name not in FROM_CALL]:
        raise UserError(f"{option_subject(others[0])} is said by the contract; change it there.")
    named = [str(text) for text in policies] if isinstance(policies, list) else []
    return read_contract(game, game_file, named, **rest)


def read_contract(
    name: str,
    named_game: str | None = None,
    named_policies: Sequence[str] = (),
    **changed: object,
) -> Request:
    """The request that a file makes; `changed` are options that the user gives instead."""
    file = ContractFile(name)
    for key, value in file.data.items():
        if key not in SETTINGS and not isinstance(value, Mapping):
            raise UserError(f"{file.where(key)}there is no {key!r}{_known(key)}")
    words = dict(_settings(file)) | changed
    if changed.get("plan") and "n" not in changed:
        words.pop("n", None)  # what the contract says is its budget, and no size of a pilot
    if "game" not in words:
        raise UserError(f"{name}: a contract must say its game, as in game = 'hike'.")
    trust = Trust(file, named_game, named_policies)
    game = trust.game(words.pop("game"))
    if "policy" in words:
        words["policy"] = trust.policies(words["policy"], "policy")
    words["clause"] = [trust.clause(one) for one in _clauses(file, words.pop("level", None))]
    if not words["clause"]:
        raise UserError(f"{name}: a contract must have a clause, such as seats.within = 1.0.")
    trust.refuse_rest()
    rows = options_of("contract")
    for key, option in SETTINGS.items():
        if option in words and option in rows:
            with file.about(key):
                rows[option].read(words[option])
    request = Request("contract", game, words)
    _check_table(file, request)
    return request


def _known(key: str) -> str:
    return did_you_mean(key, [*SETTINGS, *clauses.kinds()])


def _settings(file: ContractFile) -> "Iterator[tuple[str, object]]":
    for key, option in SETTINGS.items():
        if key in file.data:
            value = file.data[key]
            if key == "level" and value not in LEVELS:
                raise UserError(
                    f"{file.where(key)}level must be error or warn; got {short_repr(value)}."
                )
            if key == "game" and not isinstance(value, str):
                raise UserError(
                    f"{file.where(key)}game must be the name of a game; got {short_repr(value)}."
                )
            yield option, value


def _clauses(file: ContractFile, level: object) -> "Iterator[Json]":
    """Each clause as plain data; one key may have several, in a list."""
    for group, keys in file.data.items():
        if group in SETTINGS:
            continue
        for rest, value in keys.items():
            key = f"{group}.{rest}"
            with file.about(group, rest):
                try:
                    clauses.find_kind(key)
                except UserError:
                    raise UserError(f"there is no clause {key!r}{_known(key)}") from None
                several = isinstance(value, list) and any(isinstance(o, Mapping) for o in value)
                for one in value if several else [value]:
                    words = dict(one) if isinstance(one, Mapping) else {"limit": one}
                    if level is not None:
                        words = {"level": level, **words}
                    yield {"key": key, **read_clause_words(key, words)}


def _check_table(file: ContractFile, request: Request) -> None:
    """Whatever only the game knows is wrong, with the line that says it."""
    from analyzer.request.build import contract_clauses
    from analyzer.request.setting import setting_of

    try:
        setting = setting_of(request)
    except UserError as error:
        raise UserError(f"{_line_of_setting(file, str(error))}{error}") from None
    with file.about("players"):
        for size in request["players"] or ():
            setting.with_players(size)
    for place, clause in enumerate(request["clause"] or ()):
        with file.about(*clause["key"].split(".", 1)):
            contract_clauses(request.replace(clause=[clause]), place)


def _line_of_setting(file: ContractFile, text: str) -> str:
    """The line of the rule, or other setting, that a sentence is about."""
    rules = file.data.get("rules")
    for name in rules if isinstance(rules, Mapping) else ():
        if repr(name) in text:
            return file.where("rules", name)
    about = {"players": "players", "polic": "policy", "seat": "policy", "rule": "rules"}
    lowered = text.lower()
    for word, key in about.items():
        if word in lowered and key in file.data:
            return file.where(key)
    return file.where("game")


class Trust:
    """Code that the contract names must be named by the user, too."""

    def __init__(self, file: ContractFile, game: str | None, policies: Sequence[str]) -> None:
        self.file = file
        self.named_game = game
        self.named = [spec.without_seats(text) for text in policies]
        self.used: set[str] = set()

    def game(self, text: object) -> str:
        found = str(text)
        if not games.is_file(found):
            return found
        if self.named_game is not None and self._same(found, self.named_game):
            self.used.add(self.named_game)
            return self.named_game
        raise self._unnamed("game", "game_file", found)

    def policies(self, value: object, *keys: str) -> object:
        if isinstance(value, str):
            return self._policy(value, *keys)
        if isinstance(value, Mapping):
            return {seat: self._policy(who, *keys, str(seat)) for seat, who in value.items()}
        if isinstance(value, list):
            return [self._policy(who, *keys) for who in value]
        return value

    def _policy(self, text: object, *keys: str) -> object:
        if not isinstance(text, str) or ".py" not in text:
            return text
        mine = spec.without_seats(text)
        for named in self.named:
            if self._same(mine, named):
                self.used.add(named)
                return text[: len(text) - len(mine)] + named
        raise self._unnamed(keys[0], "policy", mine, *keys[1:])

    def clause(self, one: "Json") -> "Json":
        group, _, rest = str(one["key"]).partition(".")
        found: dict[str, object] = dict(one)
        for word in ("of", "among"):
            if word in one:
                found[word] = self._policy(one[word], group, rest)
        return found

    def refuse_rest(self) -> None:
        """A file on the command line that the contract does not name would mean nothing."""
        pairs = [("game_file", self.named_game)] if self.named_game else []
        pairs += [("policy", text) for text in self.named]
        for option, text in pairs:
            if text not in self.used:
                what = "game" if option == "game_file" else "policy"
                raise UserError(
                    f"{option_subject(option)} must be a {what} file that the contract names; got "
                    f"{text!r}."
                )

    def _same(self, theirs: str, mine: str) -> bool:
        """The same file and class; a path in a contract begins in its folder."""
        one, two = _CODE.fullmatch(theirs), _CODE.fullmatch(mine)
        if not (one and two):  # a policy that names another one
            return theirs == mine
        if one["rest"] != two["rest"]:
            return False
        return (self.file.folder / one["file"]).resolve() == Path(two["file"]).resolve()

    def _unnamed(self, key: str, option: str, text: str, *rest: str) -> UserError:
        add = shlex.join([option_flag(option), self._from_here(text)])
        return UserError(
            f"{self.file.where(key, *rest)}it names code in a file, {text}, and whoever wrote the "
            f"contract chose it; if you trust that file, add {add}"
        )

    def _from_here(self, text: str) -> str:
        """How the user would name this file."""
        found = _CODE.fullmatch(text)
        if not found or self.file.folder == Path():
            return text
        return f"{self.file.folder / found['file']}{found['rest']}"
