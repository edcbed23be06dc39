"""A cluster in a user's words, opened and closed.

local:4  tcp://host:8786  tls://host:8786  file:scheduler.json
"""

import json
import logging
import re
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from multiprocessing import resource_tracker
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from analyzer.errors import RunError, UserError, first_line
from analyzer.simulation.executors import certificates
from analyzer.system import input_files, signals
from analyzer.system.values import short_repr

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

    from analyzer.simulation.executors.dask import Dask

MAX_WORKERS = 1024  # workers of one machine
CONNECT = 5.0  # seconds in which a scheduler must answer
ARRIVE = 10.0  # seconds in which it must have a worker
LEAN = {  # extra work that Dask does for its dashboard: some per cent of a core
    "distributed.worker.profile.enabled": False,
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.admin.tick.interval": "1s",
}
DEATHS = {"distributed.scheduler.allowed-failures": 0}  # we hear of each, and count them ourselves
LOGS = {"distributed", "tornado", "asyncio"}
FORMS = "local:4, tcp://host:8786, tls://host:8786 or file:scheduler.json"
_ADDRESS = re.compile(r"(?P<kind>tcp|tls)://(\[[0-9A-Fa-f:.]+\]|[^\s:/\[\]]+):(?P<port>[0-9]{1,5})")


@dataclass(frozen=True)
class ClusterAddress:
    """Where to play: a number of our own workers, or the address of a scheduler."""

    workers: int = 0
    address: str = ""


def parse_cluster(words: object, name: str = "Option --cluster") -> ClusterAddress:
    """A user's words, checked. The file of a scheduler is read, but nobody is called."""
    if not isinstance(words, str):
        raise UserError(f"{name} must be {FORMS}; got {short_repr(words)}.")
    kind, _, rest = words.strip().partition(":")
    if kind == "local":
        if not re.fullmatch("[0-9]{1,4}", rest) or not 1 <= int(rest) <= MAX_WORKERS:
            raise UserError(
                f"{name} local:N must have a whole number of workers from 1 to {MAX_WORKERS}; "
                f"got {words!r}."
            )
        return ClusterAddress(workers=int(rest))
    if kind == "file":
        return ClusterAddress(address=_read_scheduler_file(rest, name))
    return ClusterAddress(address=_check_address(words.strip(), words, name))


def _check_address(address: object, got: str, name: str) -> str:
    found = _ADDRESS.fullmatch(address) if isinstance(address, str) else None
    if found is None or not 1 <= int(found["port"]) <= 65_535:
        raise UserError(f"{name} must be {FORMS}; got {got!r}.")
    return found[0]


def _read_scheduler_file(path: str, name: str) -> str:
    """The address in the file that `dask scheduler --scheduler-file` writes."""
    try:
        told = json.loads(input_files.read_text(Path(path).expanduser()))
    except (OSError, RuntimeError) as error:
        why = (getattr(error, "strerror", None) or str(error)).lower()
        raise UserError(
            f"{name} file:{path} cannot be read: {why}; it is what "
            "'dask scheduler --scheduler-file' writes."
        ) from None
    except ValueError:  # not JSON, not UTF-8 text, or not a possible name of a file
        told = None
    address = told.get("address") if isinstance(told, dict) else None
    try:
        return _check_address(address, "", name)
    except UserError:
        raise UserError(
            f"{name} file:{path} must be the file of a scheduler with its address, as "
            "'dask scheduler --scheduler-file' writes it."
        ) from None


@contextmanager
def open_cluster(words: str | None, name: str = "Option --cluster") -> "Iterator[Dask | None]":
    """Connects to the workers and yields them; yields None without words: threads play then. What
    was started here ends here."""
    if words is None:
        yield None
        return
    place = parse_cluster(words, name)
    if find_spec("distributed") is None:
        raise UserError(
            f"{name} needs Dask, which is not installed: pip install '.[cluster]' in the checkout "
            "of analyzer, or pip install './FILE.whl[cluster]' with its wheel file."
        )
    with ExitStack() as open_things:
        with _settings_blamed(name):
            from analyzer.simulation.executors.dask import Dask

            open_things.enter_context(_silence_logs())
            opened = _local(place) if place.workers else _remote(place, name)
            client = open_things.enter_context(opened)
            executor = Dask(client, str(client.scheduler.address))
        yield executor


@contextmanager
def _settings_blamed(name: str) -> Iterator[None]:
    """Dask reads settings from files and from the environment, and fails where it uses them."""
    try:
        yield
    except (UserError, RunError):
        raise
    except Exception as error:
        raise UserError(
            f"{name} cannot be used: Dask fails with {first_line(error)}; look at its settings, "
            "which are in ~/.config/dask and in variables that begin with DASK_."
        ) from error


@contextmanager
def _silence_logs() -> Iterator[None]:
    """Keep Dask's log quiet: we tell what matters in our own sentences."""
    import distributed

    names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] in LOGS]
    before = {log: log.level for log in map(logging.getLogger, names)}
    for log in before:
        log.setLevel(logging.CRITICAL + 1)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", distributed.versions.VersionMismatchWarning)
            yield
    finally:
        for log, level in before.items():
            log.setLevel(level)


@contextmanager
def _local(place: ClusterAddress) -> "Iterator[Client]":
    """Processes of this machine; one thread each, so that policies in Python run side by side."""
    import dask
    from distributed import Client, LocalCluster

    options: dict[str, object] = {
        "n_workers": place.workers,
        "threads_per_worker": 1,
        "processes": True,
        "host": "127.0.0.1",
        "dashboard_address": "127.0.0.1:0",  # any free port: the usual one may be taken
        "memory_limit": 0,  # a chunk needs little memory; do not kill workers on a small machine
        "silence_logs": logging.CRITICAL,
    }
    with (
        TemporaryDirectory(prefix="analyzer-", ignore_cleanup_errors=True) as folder,
        ExitStack() as open_things,
    ):
        try:
            # A cluster that is half started could not be closed: an interrupt waits for it.
            with signals.uninterrupted(), _ignore_interrupts(), dask.config.set(LEAN | DEATHS):
                cluster = LocalCluster(**options, local_directory=folder)
                open_things.callback(_close, cluster)
                client = Client(cluster, set_as_default=False)
        except (OSError, RuntimeError) as error:
            signals.raise_lost_interrupt()  # it may have reached the workers, too
            raise RunError(f"The workers could not be started: {first_line(error)}.") from error
        open_things.callback(_close, client)
        yield client


def _close(part: "Client | LocalCluster") -> None:
    """The games are played: errors of Dask must no longer cost the answer.

    After a worker has died, Dask may fail with a KeyError here, when all processes have ended.
    """
    with signals.discard_interrupts(), suppress(Exception):
        part.close()


@contextmanager
def _ignore_interrupts() -> Iterator[None]:
    """Ctrl-C goes to all processes of a terminal, but only this one should receive it.

    Threads and processes inherit the signal mask of whoever starts them, also those that Dask
    starts later to replace a dead worker. Python's own resource tracker lifts the mask of the
    thread that starts it, so it is started before.
    """
    resource_tracker.ensure_running()
    with signals.inherited_by_nobody():
        yield


@contextmanager
def _remote(place: ClusterAddress, name: str) -> "Iterator[Client]":
    from distributed import Client

    security = certificates.client_security(name) if place.address.startswith("tls:") else None
    try:
        client = Client(place.address, timeout=CONNECT, set_as_default=False, security=security)
    except (OSError, ValueError) as error:
        raise UserError(
            f"{name} must name a scheduler that answers; {place.address} does not "
            f"({_system_reason(error)}): start it with 'dask scheduler', or correct the address."
        ) from None
    try:
        try:
            client.wait_for_workers(1, timeout=ARRIVE)
        except OSError:
            raise UserError(
                f"The scheduler {place.address} has no workers: start some with "
                f"'dask worker {place.address}'."
            ) from None
        yield client
    finally:
        _close(client)


def _system_reason(error: BaseException) -> str:
    """The system's reason below Dask's own words, if there is one."""
    below: BaseException | None = error
    while below is not None:
        if isinstance(below, OSError) and below.strerror:
            return below.strerror.lower()
        below = below.__cause__ or below.__context__
    return f"no answer in {CONNECT:g} seconds"
