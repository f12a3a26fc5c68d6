"""Days: rows that wait on the disk, a file a day, to be gone through in the order of time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from routelock.whatif.arrow import PLACE, TRIED

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_DAY = 86_400_000_000
_OPTIONS = pa.ipc.IpcWriteOptions(compression="lz4")
OPEN = 64
"""The most days that are written to at a time: a log goes from day to day, as a rule."""


class Days:
    """Rows of `TRIED` in a folder; in memory are those of one day at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: dict[int, list[Path]] = {}
        self._open: dict[int, pa.ipc.RecordBatchStreamWriter] = {}

    def add(self, rows: pa.RecordBatch) -> None:
        """Write rows into the files of their days."""
        days = pc.divide(rows.column("moment"), _DAY)
        for day in pc.unique(days).to_pylist():
            self._writer(day).write_batch(rows.filter(pc.equal(days, day)))

    def sorted(self) -> Iterator[pa.Table]:
        """The rows of each day by time and, within a moment, by their place in the log."""
        self._close()
        for day in sorted(self.files):
            parts = []
            for file in self.files[day]:
                with pa.OSFile(str(file)) as source, pa.ipc.open_stream(source) as stream:
                    parts.append(stream.read_all())
            yield pa.concat_tables(parts).sort_by([("moment", "ascending"), (PLACE, "ascending")])

    def _writer(self, day: int) -> pa.ipc.RecordBatchStreamWriter:
        if day not in self._open:
            if len(self._open) >= OPEN:
                self._close()
            files = self.files.setdefault(day, [])
            files.append(self.folder / f"{day}-{len(files)}.arrow")
            self._open[day] = pa.ipc.new_stream(str(files[-1]), TRIED, options=_OPTIONS)
        return self._open[day]

    def _close(self) -> None:
        for writer in self._open.values():
            writer.close()
        self._open.clear()
