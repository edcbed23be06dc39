"""What an option is: its keyword, its flags, what its values may be, who takes it."""

from dataclasses import dataclass

from analyzer.errors import UserError
from analyzer.request.kinds import Flag, Kind, Plain
from analyzer.system.faces import option_subject


@dataclass(frozen=True)
class Option:
    """One option of some commands, or an argument, which has no flag."""

    keyword: str  # in Python and in JSON
    flags: tuple[str, ...]  # on the command line, the one that is printed first; (): an argument
    metavar: str
    kind: Kind
    help: str
    takers: tuple[str, ...]  # kinds of requests, and other commands
    default: Plain = None  # None: not given
    changes_result: bool = True  # otherwise it only says how an answer is made or shown
    required: str = ""  # what it must do, if it must be given
    is_always_printed: bool = False  # in commands that we print, also where it has its default
    completes: str = ""  # what completion offers for it

    @property
    def is_flag(self) -> bool:
        return isinstance(self.kind, Flag)

    @property
    def sentence(self) -> str:
        """Its help, with the default if that is a plain value."""
        if self.default is None or self.is_flag:
            return self.help
        return f"{self.help} [default: {self.kind.to_words(self.default)[0]}]"

    def read(self, value: object) -> Plain:
        """A value that somebody gives, checked."""
        name = option_subject(self.keyword)
        if isinstance(value, str) and not value.strip():
            out = "" if self.required else "; leave it out instead"
            raise UserError(f"{name} must not be empty{out}.")
        return self.kind.read(value, name)

    def missing(self) -> UserError:
        return UserError(f"{option_subject(self.keyword)} must {self.required}.")

    def to_argv(self, value: Plain) -> list[str]:
        """The words that give this value on a command line."""
        if not self.flags:
            return self.kind.to_words(value)
        if self.is_flag:
            return [self.flags[0]] if value else []
        return [word for text in self.kind.to_words(value) for word in (self.flags[0], text)]
