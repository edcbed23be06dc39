"""The certificates with which we call a scheduler, where Dask itself looks for them.

Dask reads the paths from its settings, so that one place serves scheduler, workers and us. We check
the files before anybody is called, because Dask tells of a wrong one as a connection that failed.
"""

import ssl
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.errors import UserError, describe_read_error, first_line
from analyzer.system import input_files

if TYPE_CHECKING:
    from distributed.security import Security

AUTHORITY = "DASK_DISTRIBUTED__COMM__TLS__CA_FILE"
CERTIFICATE = "DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT"
KEY = "DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY"


def client_security(name: str) -> "Security":
    """What Dask needs for a tls address; `name` is the option, in words."""
    from distributed.security import Security

    found = Security(require_encryption=True)
    files = {
        AUTHORITY: found.tls_ca_file,
        CERTIFICATE: found.tls_client_cert,
        KEY: found.tls_client_key or found.tls_client_cert,  # the key may stand in the same file
    }
    for variable, path in files.items():
        _check_file(name, variable, path)
    try:
        context = ssl.create_default_context(cafile=files[AUTHORITY])
        context.load_cert_chain(files[CERTIFICATE], files[KEY], password=lambda: "")
    except (OSError, ValueError) as error:
        raise UserError(
            f"{name} cannot use its certificates ({files[AUTHORITY]}, {files[CERTIFICATE]}, "
            f"{files[KEY]}): {first_line(error)}."
        ) from None
    return found


def _check_file(name: str, variable: str, path: object) -> None:
    if not isinstance(path, str):
        raise UserError(
            f"{name} tls://... needs certificates: set {AUTHORITY}, {CERTIFICATE} and {KEY} to the "
            f"paths of PEM files; {variable} is missing."
        )
    try:
        input_files.read_bytes(Path(path))
    except (OSError, ValueError) as error:
        raise UserError(
            f"{name} tls://... cannot read {variable} {path}: {describe_read_error(error)}."
        ) from None
