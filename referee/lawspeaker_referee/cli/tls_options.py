"""The options of commands that connect to a referee with TLS, as bots do by their environment."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from lawspeaker_bot.tls import CA_VARIABLE, CERT_VARIABLE, KEY_VARIABLE, PUBLIC, tls_credentials
from lawspeaker_referee.cli.errors import WrongInput

if TYPE_CHECKING:
    import grpc


def tls_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of TLS to a command, which hands their values to `credentials_of`."""
    for option in reversed((
        click.option("--tls-ca", metavar="FILE", envvar=CA_VARIABLE, show_envvar=True,
                     help=f"Authorities of the referee's certificate in PEM, or {PUBLIC} for those that come with "
                          "gRPC; turns TLS on."),
        click.option("--tls-cert", metavar="FILE", envvar=CERT_VARIABLE, show_envvar=True,
                     help="Our certificate in PEM, for a referee that asks for one."),
        click.option("--tls-key", metavar="FILE", envvar=KEY_VARIABLE, show_envvar=True,
                     help="Its private key in PEM."),
    )):
        command = option(command)
    return command


def credentials_of(tls_ca: str | None, tls_cert: str | None, tls_key: str | None) -> grpc.ChannelCredentials | None:
    """Return the credentials of a connection; None for one without TLS. Raises WrongInput for options that miss one."""
    if not tls_ca and (tls_cert or tls_key):
        raise WrongInput("--tls-cert and --tls-key need --tls-ca: the authorities of the referee's certificate, or "
                         f"{PUBLIC}")
    return tls_credentials(tls_ca, tls_cert or "", tls_key or "") if tls_ca else None
