"""The plain bytes of a file that may be compressed: forward only, and never more than is allowed.

How much a file unpacks to is known only by unpacking it, so bytes are counted as they come out.
"""

import bz2
import io
import lzma
import zlib
from collections.abc import Callable, Mapping
from typing import BinaryIO, Protocol

from arena.errors import SubmissionError

_CHUNK = 262_144
_MEMORY = 134_217_728
"""Bytes that unpacking may take at once: the strongest usual setting of xz takes half of it."""
_MOST_PARTS = 1_000
"""Programs that pack on several processors write files of many parts, but not of more."""
_GZIP = 16 + zlib.MAX_WBITS


class _Unpacker(Protocol):
    """What the standard library's decompressors have in common."""

    def decompress(self, data: bytes, max_length: int = -1, /) -> bytes: ...
    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...


class _Gunzip:
    """zlib's decompressor in the form of the others."""

    def __init__(self) -> None:
        self._inner = zlib.decompressobj(_GZIP)
        self.needs_input = True

    def decompress(self, data: bytes, max_length: int = -1, /) -> bytes:
        made = self._inner.decompress(self._inner.unconsumed_tail + data, max_length)
        self.needs_input = len(made) < max_length and not self._inner.unconsumed_tail
        return made

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data


def _unxz() -> _Unpacker:
    return lzma.LZMADecompressor(lzma.FORMAT_XZ, _MEMORY)


_UNPACKERS: Mapping[bytes, Callable[[], _Unpacker]] = {
    b"\x1f\x8b": _Gunzip,
    b"BZh": bz2.BZ2Decompressor,
    b"\xfd7zXZ\0": _unxz,
}
"""By how a file begins."""


class Packed(io.BufferedIOBase):
    """What a file holds once it is unpacked, or the file itself if it is not packed.

    Reading raises SubmissionError for what cannot be unpacked and behind `most` bytes.
    """

    def __init__(self, file: BinaryIO, most: int, too_much: Callable[[], SubmissionError]) -> None:
        self._file, self._most, self._too_much = file, most, too_much
        start = file.read(_CHUNK)
        news = [new for magic, new in _UNPACKERS.items() if start.startswith(magic)]
        self._new = news[0] if news else None
        self._unpacker = self._new() if self._new else None
        self._start = start
        self._parts = 1
        self._position = 0

    def readable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def seek(self, target: int, whence: int = io.SEEK_SET, /) -> int:
        """Moves forward."""
        if whence != io.SEEK_SET or target < self._position:
            raise io.UnsupportedOperation("this can only be read from its beginning to its end")
        while target > self._position:
            self.read(min(target - self._position, _CHUNK))
        return self._position

    def read(self, size: int | None = -1, /) -> bytes:
        """Returns `size` bytes, and never fewer: whoever reads knows that they have to be there."""
        assert size is not None, "how much is read is always said"
        parts = []
        while size > 0:
            part = self.read_some(min(size, _CHUNK))
            if not part:
                raise SubmissionError("it breaks off: hand in all of it")
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def read_some(self, most: int = _CHUNK) -> bytes:
        """Returns up to `most` bytes, none at the end."""
        part = self._unpacked(most)
        self._position += len(part)
        if self._position > self._most:
            raise self._too_much()
        return part

    def _unpacked(self, most: int) -> bytes:
        try:
            if self._unpacker is None:
                return self._read_plain(most)
            return self._unpack(self._unpacker, most)
        except (zlib.error, lzma.LZMAError, EOFError, ValueError, OSError) as error:
            if isinstance(error, lzma.LZMAError) and "memory" in str(error).lower():
                raise SubmissionError("it takes too much memory to unpack: pack it anew") from None
            raise SubmissionError("it is damaged where it is packed: pack it anew") from None

    def _read_plain(self, most: int) -> bytes:
        if not self._start:
            return self._file.read(most)
        part, self._start = self._start[:most], self._start[most:]
        return part

    def _unpack(self, unpacker: _Unpacker, most: int) -> bytes:
        while True:
            data = b""
            if unpacker.eof:
                data = self._rest(unpacker)
                if not data:
                    return b""
                unpacker = self._next_part()
            elif unpacker.needs_input:
                data = self._read_plain(_CHUNK)
                if not data:
                    raise SubmissionError("it breaks off where it is packed: hand in all of it")
            if part := unpacker.decompress(data, most):
                return part

    def _rest(self, unpacker: _Unpacker) -> bytes:
        """Returns what follows a part that is over, but for zeros between and after parts."""
        rest = unpacker.unused_data.lstrip(b"\0")
        while not rest and (more := self._read_plain(_CHUNK)):
            rest = more.lstrip(b"\0")
        return rest

    def _next_part(self) -> _Unpacker:
        assert self._new is not None, "only what is packed has parts"
        self._parts += 1
        if self._parts > _MOST_PARTS:
            raise SubmissionError(
                f"it is packed in more than {_MOST_PARTS:,} parts: pack it in one"
            )
        self._unpacker = self._new()
        return self._unpacker
