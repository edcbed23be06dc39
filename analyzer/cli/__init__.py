"""`analyze`: parse, call, print. One command per file; a new file is a new command.

Imports that cost time (numpy, polars, matplotlib) wait inside the commands, so that `--help`
answers at once.
"""

import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pkgutil import iter_modules

import typer

from analyzer import __version__
from analyzer.cli import _complete, _modes, _streams, _typer
from analyzer.cli._parameters import takes
from analyzer.errors import RunError, UserError, refuse_broken_text
from analyzer.request.options import flag_of
from analyzer.system import environment, signals
from analyzer.system.faces import on_command_line
from analyzer.system.invocation import program_name

OK, FAILED, MISTAKE, STOPPED, BROKEN_PIPE = 0, 1, 2, 130, 141

_HELP = """\
Plays board and card games millions of times and tells how fair they are.

\b
  analyze games                         which games there are
  analyze rules hike                    how one is played, what can be changed
  analyze simulate hike -p 5 -n 1e6     is the table fair? how long is a game?
  analyze ask hike                      what a designer can ask
  analyze replay hike -p 5 --game 7     one game, move by move
  analyze new lagoon                    a game of your own, in one Python file

\b
A game file (./lagoon.py) is compiled if that is possible. --interpreted,
--compiled and --debug may stand anywhere in a command.
"""

app = typer.Typer(
    name="analyze",
    help=_HELP,
    cls=_typer.Commands,
    rich_markup_mode=None,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@takes("analyze")
def _analyze(
    context: typer.Context,
    version: bool,
    install_completion: bool,
    show_completion: bool,
    **_anywhere: bool,
) -> None:
    if version:
        typer.echo(f"analyzer {__version__}")
    elif install_completion:
        typer.echo(_complete.install_script())
    elif show_completion:
        typer.echo(_complete.SCRIPTS[_complete.find_shell()], nl=False)
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


app.callback(invoke_without_command=True)(_analyze)


def _add_commands() -> None:
    names = [found.name for found in iter_modules(__path__) if not found.name.startswith("_")]
    modules = [import_module(f"{__name__}.{name}") for name in names]
    for module in sorted(modules, key=lambda module: module.HELP_ORDER):
        name = module.__name__.rpartition(".")[2].replace("_", "-")
        app.command(name, cls=_typer.Command, epilog=module.EXAMPLES)(module.command)


_add_commands()


def main() -> int:
    """Run the command line of this process; returns its exit code."""
    _streams.prepare_streams()
    if _complete.is_completion():
        return _complete.print_completions(typer.main.get_group(app))
    return run()


def invoke(arguments: Sequence[str] | None) -> int | None:
    """The command that the words name; mistakes and failures are exceptions."""
    command = typer.main.get_command(app)
    words = _modes.without_modes(sys.argv[1:] if arguments is None else arguments)
    environment.forget_library_settings()
    for word in words:
        refuse_broken_text(word, "A word of the command line")
    with on_command_line(flag_of):
        code: int | None = command.main(args=words, prog_name=program_name(), standalone_mode=False)
    if code == STOPPED:  # typer's own answer to Ctrl-C
        raise _typer.Interrupted
    return code


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line; the exit code: 0, 1 a failed run, 2 a user's mistake, 130 stopped."""
    given = sys.argv[1:] if arguments is None else arguments
    debug = _modes.DEBUG in given
    try:
        with _traceback_if(debug):
            code = invoke([word for word in given if word != _modes.DEBUG])
            sys.stdout.flush()
        return code or OK
    except UserError as error:
        return _say(str(error), MISTAKE)
    except RunError as error:
        return _say(str(error), FAILED)
    except _typer.UsageMistake as error:
        return _say(_typer.usage_sentence(error), MISTAKE)
    except _typer.Stopped:
        return STOPPED
    except _typer.Interrupted as stop:
        return _say(str(stop), STOPPED)
    except KeyboardInterrupt:
        return _say(str(_typer.Interrupted()), STOPPED)
    except SystemExit as stop:  # typer and rich leave so when nobody reads on
        if _nobody_reads(stop):
            return BROKEN_PIPE
        return _say("The program was told to exit before there was any result.", FAILED)
    except BrokenPipeError:
        _forget_output()
        return BROKEN_PIPE
    except OSError as error:
        _forget_output()
        return _say(f"Writing the result failed: {(error.strerror or str(error)).lower()}.", FAILED)
    except Exception:  # noqa: BLE001 - a bug of ours, told as such
        if signals.was_raised():
            return _say(str(_typer.Interrupted()), STOPPED)
        traceback.print_exc()
        return _say("This is a bug in analyzer; please report it with the text above.", FAILED)


@contextmanager
def _traceback_if(debug: bool) -> Iterator[None]:
    """With --debug, where a mistake or a failure was found."""
    try:
        yield
    except (UserError, RunError):
        if debug:
            traceback.print_exc()
        raise


def _say(sentence: str, code: int) -> int:
    from analyzer.render.text import strip_controls

    with suppress(OSError):  # nobody reads it, but the exit code still tells
        print(strip_controls(sentence), file=sys.stderr, flush=True)
    return code


def _nobody_reads(stop: SystemExit) -> bool:
    return isinstance(stop.__context__, BrokenPipeError)


def _forget_output() -> None:
    """Let the interpreter flush into nothing when it ends, without a message."""
    with suppress(OSError, ValueError):  # a stream without a file has nothing to lose
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
