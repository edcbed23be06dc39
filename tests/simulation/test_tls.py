"""A scheduler that asks for a certificate, on loopback."""

import json
import os
import shutil
import subprocess
import sys
import time

import dask
import pytest

from analyzer.errors import UserError
from analyzer.simulation.executors import certificates, cluster
from support.stored_runs import analyze

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="makes no certificates")
PLAIN = "simulate hike -p 3 -n 200 --rule target=9 --json"
SETTINGS = ("distributed.comm.tls.ca-file", "distributed.comm.tls.client.cert",
            "distributed.comm.tls.client.key")  # fmt: skip


@pytest.fixture(scope="module")
def pems(tmp_path_factory):
    """Two authorities of our own: one is that of the cluster, the other one is of somebody else."""
    folder = tmp_path_factory.mktemp("pems")
    line = "openssl req -x509 -nodes -days 2 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1"
    for name in ("ours", "theirs"):
        words = [*line.split(), "-subj", "/CN=analyzer", "-keyout", f"{name}.key"]
        subprocess.run([*words, "-out", f"{name}.pem"], check=True, capture_output=True, cwd=folder)
    return folder


def named(folder, name):
    """The settings of Dask that name our certificates."""
    files = (folder / f"{name}.pem", folder / f"{name}.pem", folder / f"{name}.key")
    return dict(zip(SETTINGS, map(str, files), strict=True))


@pytest.fixture
def address(pems):
    """A scheduler and a worker in this process."""
    from distributed import LocalCluster
    from distributed.security import Security

    pem, key = str(pems / "ours.pem"), str(pems / "ours.key")
    mine = Security(
        require_encryption=True, tls_ca_file=pem,
        tls_client_cert=pem, tls_client_key=key, tls_worker_cert=pem, tls_worker_key=key,
        tls_scheduler_cert=pem, tls_scheduler_key=key,
    )  # fmt: skip
    with LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, protocol="tls://", security=mine,
        host="127.0.0.1", dashboard_address="127.0.0.1:0", silence_logs=50,
    ) as found:  # fmt: skip
        yield found.scheduler_address


def test_with_a_certificate_it_answers_as_threads_do(address, pems, capsys):
    assert address.startswith("tls://127.0.0.1:")
    with dask.config.set(named(pems, "ours")):
        told = [
            json.loads(analyze(f"{PLAIN} {where}", capsys))
            for where in ("--threads 1", f"--cluster {address}")
        ]
    for found in told:
        found.pop("run")
    assert told[0] == told[1]


def test_a_certificate_of_somebody_else_is_refused_by_both(address, pems, capsys, monkeypatch):
    monkeypatch.setattr(cluster, "CONNECT", 1.0)
    with dask.config.set(named(pems, "theirs")):
        told = analyze(f"{PLAIN} --cluster {address}", capsys, code=2)
    assert "must name a scheduler that answers" in told
    plain = address.replace("tls:", "tcp:")
    assert "must name a scheduler" in analyze(f"{PLAIN} --cluster {plain}", capsys, code=2)


def test_certificates_that_are_missing_or_none_are_one_sentence(pems, capsys):
    line = f"{PLAIN} --cluster tls://127.0.0.1:9"
    told = analyze(line, capsys, code=2)
    assert told.startswith("Option --cluster tls://... needs certificates: set DASK_DISTRIBUTED__")
    assert told.endswith(f"{certificates.AUTHORITY} is missing.\n")
    os.mkfifo(pems / "pipe")
    (pems / "empty").touch()
    for setting in SETTINGS:
        for name, why in (
            ("none", "no such file"),
            ("pipe", "it is a pipe"),
            ("empty", "cannot use"),
        ):
            with dask.config.set(named(pems, "ours") | {setting: str(pems / name)}):
                told = analyze(line, capsys, code=2)
            assert why in told
            assert told.count("\n") == 1
    (pems / "pipe").unlink()
    with dask.config.set(named(pems, "ours") | {SETTINGS[2]: str(pems / "theirs.key")}):
        assert "cannot use its certificates" in analyze(line, capsys, code=2)


def test_a_scheduler_file_may_have_such_an_address(tmp_path):
    (tmp_path / "s.json").write_text('{"address": "tls://10.0.0.1:8786"}')
    assert cluster.parse_cluster(f"file:{tmp_path}/s.json").address == "tls://10.0.0.1:8786"
    with pytest.raises(UserError):
        cluster.parse_cluster("tls://host:0")


@pytest.mark.full
def test_it_works_as_the_documents_say(pems, tmp_path):
    """Scheduler, worker and command as processes of their own, told by the environment."""
    pem, key = str(pems / "ours.pem"), str(pems / "ours.key")
    files = ["--tls-ca-file", pem, "--tls-cert", pem, "--tls-key", key]
    told = {certificates.AUTHORITY: pem, certificates.CERTIFICATE: pem, certificates.KEY: key}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": tmp_path}
    dask_words = [sys.executable, "-P", "-m", "distributed.cli.dask_"]
    file = ["--scheduler-file", "s.json", "--no-dashboard", "--host", "127.0.0.1"]
    started = []
    try:
        for part, more in (("scheduler", ["--port", "0", "--protocol", "tls"]),
                           ("worker", ["--nthreads", "1", "--no-nanny"])):  # fmt: skip
            words = [*dask_words[:-1], f"{dask_words[-1]}{part}", *file, *more, *files]
            started.append(subprocess.Popen(words, **quiet))
        until = time.monotonic() + 100
        while not (tmp_path / "s.json").exists():
            assert time.monotonic() < until
            time.sleep(0.05)
        assert json.loads((tmp_path / "s.json").read_text())["address"].startswith("tls://")
        words = [sys.executable, "-P", "-m", "analyzer", *PLAIN.split(), "--cluster", "file:s.json"]
        done = subprocess.run(
            words, cwd=tmp_path, capture_output=True, check=False, env=os.environ | told
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert json.loads(done.stdout)["games"] == 200
    finally:
        for process in started:
            process.kill()
            process.wait()
