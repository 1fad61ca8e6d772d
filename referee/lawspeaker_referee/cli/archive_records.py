"""The records of archives, for commands that read files of records."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from lawspeaker_referee.cli.errors import WrongInput


@contextmanager
def records_of(paths: Collection[Path]) -> Iterator[tuple[list[Path], dict[Path, Path]]]:
    """Give the paths, with a folder of records in the place of each archive, and how these folders are to be called.

    Raises WrongInput and OSError. What is in an archive and counts lies in folders for as long as the block lasts.
    """
    from lawspeaker_referee.competition.archive.manifest import RECORDS
    from lawspeaker_referee.competition.archive.reader import is_archive

    archives = [path for path in paths if is_archive(path)]
    if not archives:
        yield list(paths), {}
        return
    with TemporaryDirectory(prefix="lawspeaker-") as folder:
        names = {Path(folder) / str(number): path for number, path in enumerate(archives)}
        for each, archive in names.items():
            _lay_out(archive, each)
        yield ([path for path in paths if path not in archives] + list(names),
               {each: archive / RECORDS for each, archive in names.items()})


def _lay_out(archive: Path, folder: Path) -> None:
    from lawspeaker_referee.competition.archive.manifest import ArchiveError
    from lawspeaker_referee.competition.archive.reader import opened

    folder.mkdir()
    try:
        with opened(archive) as (_, records):
            for each, data in records:
                if data is None or sha256(data).hexdigest() != each.sha256:
                    raise WrongInput(f"{archive}: {each.record} is not the file of the manifest")
                if each.counts:
                    (folder / Path(each.record).name).write_bytes(data)
    except ArchiveError as error:
        raise WrongInput(str(error)) from None
