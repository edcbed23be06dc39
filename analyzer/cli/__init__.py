"""`analyze`: parse, call, print. One command per file; a new file is a new command.

Imports that cost time (numpy, polars, matplotlib) wait inside the commands, so that `--help`
answers at once.
"""

import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pkgutil import iter_modules
from typing import Annotated

import typer

from analyzer import __version__
from analyzer.cli import _complete, _streams, _usage
from analyzer.errors import RunError, UserError
from analyzer.program import program

OK, FAILED, MISTAKE, STOPPED, BROKEN_PIPE = 0, 1, 2, 130, 141

_HELP = """\
Plays board and card games millions of times and tells how fair they are.

\b
  analyze games                         which games there are
  analyze rules hike                    how one is played, what can be changed
  analyze simulate hike -p 5 -n 1e6     is the table fair? how long is a game?
  analyze replay hike -p 5 --game 7     one game, move by move
"""

app = typer.Typer(
    name="analyze",
    help=_HELP,
    cls=_usage.Commands,
    rich_markup_mode=None,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def _analyze(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and stop.")] = False,
    install_completion: Annotated[
        bool, typer.Option("--install-completion", help="Complete words in this shell.")
    ] = False,
    show_completion: Annotated[
        bool, typer.Option("--show-completion", help="Print the script for that.")
    ] = False,
) -> None:
    if version:
        typer.echo(f"analyzer {__version__}")
    elif install_completion:
        typer.echo(_complete.install())
    elif show_completion:
        typer.echo(_complete.SCRIPTS[_complete.shell()], nl=False)
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _add_commands() -> None:
    names = [found.name for found in iter_modules(__path__) if not found.name.startswith("_")]
    modules = [import_module(f"{__name__}.{name}") for name in names]
    for module in sorted(modules, key=lambda module: module.PLACE):
        name = module.__name__.rpartition(".")[2].replace("_", "-")
        app.command(name, cls=_usage.Command, epilog=module.EXAMPLES)(module.command)


_add_commands()


def main() -> int:
    """Run the command line of this process; returns its exit code."""
    _streams.prepare()
    if _complete.asked():
        return _complete.answer(typer.main.get_group(app))
    return run()


def invoke(arguments: Sequence[str] | None) -> int | None:
    """The command that the words name; mistakes and failures are exceptions."""
    command = typer.main.get_command(app)
    code: int | None = command.main(args=arguments, prog_name=program(), standalone_mode=False)
    if code == STOPPED:  # typer's own answer to Ctrl-C
        raise _usage.Interrupted
    return code


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line; the exit code: 0, 1 a failed run, 2 a user's mistake, 130 stopped."""
    try:
        code = invoke(arguments)
        sys.stdout.flush()
        return code or OK
    except UserError as error:
        return _say(str(error), MISTAKE)
    except RunError as error:
        return _say(str(error), FAILED)
    except typer.TyperException as error:
        return _say(_usage.sentence(error), MISTAKE)
    except _usage.Stopped:
        return STOPPED
    except _usage.Interrupted as stop:
        return _say(str(stop), STOPPED)
    except KeyboardInterrupt:
        return _say(str(_usage.Interrupted()), STOPPED)
    except SystemExit as stop:  # typer and rich leave so when nobody reads on
        return BROKEN_PIPE if _nobody_reads(stop) else int(stop.code or OK)
    except BrokenPipeError:
        _forget_output()
        return BROKEN_PIPE
    except OSError as error:
        _forget_output()
        return _say(f"Writing the result failed: {(error.strerror or str(error)).lower()}.", FAILED)
    except Exception:  # noqa: BLE001 - a bug of ours, told as such
        traceback.print_exc()
        return _say("This is a bug in analyzer; please report it with the text above.", FAILED)


def _say(sentence: str, code: int) -> int:
    from analyzer.report._words import clean

    with suppress(OSError):  # nobody reads it, but the exit code still tells
        print(clean(sentence), file=sys.stderr, flush=True)
    return code


def _nobody_reads(stop: SystemExit) -> bool:
    return isinstance(stop.__context__, BrokenPipeError)


def _forget_output() -> None:
    """Let the interpreter flush into nothing when it ends, without a message."""
    with suppress(OSError, ValueError):  # a stream without a file has nothing to lose
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
