"""A zip writer in which every field can be given a wrong value."""
import dataclasses
import struct
import zlib

STORED, DEFLATED = 0, 8
ZIP64 = 0xFFFFFFFF


def deflate(data, level=9):
    """A raw deflate stream."""
    compressor = zlib.compressobj(level, zlib.DEFLATED, -15)
    return compressor.compress(data) + compressor.flush()


@dataclasses.dataclass
class Entry:
    """An entry. Fields that are None are right; others are written as they are."""

    name: bytes
    data: bytes = b""
    method: int = STORED
    flags: int = 0
    packed: bytes = None
    crc: int = None
    packed_size: int = None
    size: int = None
    local_name: bytes = None
    local_size: int = None
    local_crc: int = None
    local_extra: bytes = b""
    extra: bytes = b""
    offset: int = None
    extra_length: int = None
    descriptor: bool = False
    zip64: bool = False
    hidden: bool = False

    def __post_init__(self):
        if isinstance(self.name, str):
            self.name = self.name.encode()
        if self.packed is None:
            self.packed = deflate(self.data) if self.method == DEFLATED else self.data
        if self.crc is None:
            self.crc = zlib.crc32(self.data)
        if self.packed_size is None:
            self.packed_size = len(self.packed)
        if self.size is None:
            self.size = len(self.data)

    def local(self):
        """The local header and what follows it."""
        name = self.name if self.local_name is None else self.local_name
        crc = self.crc if self.local_crc is None else self.local_crc
        size = self.size if self.local_size is None else self.local_size
        packed_size, extra, tail = self.packed_size, self.local_extra, b""
        flags = self.flags
        if self.descriptor:
            flags |= 8
            tail = struct.pack("<4sIII", b"PK\7\10", crc, packed_size, size)
            crc = packed_size = size = 0
        if self.zip64:
            extra = struct.pack("<HHQQ", 1, 16, size, packed_size) + extra
            size = packed_size = ZIP64
        return struct.pack(
            "<4s5H3I2H", b"PK\3\4", 20, flags, self.method, 0, 33, crc, packed_size, size,
            len(name), len(extra)) + name + extra + self.packed + tail

    def central(self, offset):
        """The record of the central directory."""
        offset = offset if self.offset is None else self.offset
        flags = self.flags | (8 if self.descriptor else 0)
        size, packed_size, extra = self.size, self.packed_size, self.extra
        if self.zip64:
            extra = struct.pack("<HHQQQ", 1, 24, size, packed_size, offset) + extra
            size = packed_size = offset = ZIP64
        length = len(extra) if self.extra_length is None else self.extra_length
        return struct.pack(
            "<4s6H3I5H2I", b"PK\1\2", 20, 20, flags, self.method, 0, 33, self.crc, packed_size,
            size, len(self.name), length, 0, 0, 0, 0, offset) + self.name + extra


def archive(entries, *, prefix=b"", count=None, directory_size=None, directory_offset=None,
            comment=b"", comment_length=None, zip64=None, end=True):
    """The bytes of the archive. `zip64` has fields of its end records, {} if all are right."""
    body, directory = prefix, b""
    for entry in entries:
        record = entry.central(len(body))
        body += entry.local()
        if not entry.hidden:
            directory += record
    shown = sum(not entry.hidden for entry in entries)
    count = shown if count is None else count
    size = len(directory) if directory_size is None else directory_size
    offset = len(body) if directory_offset is None else directory_offset
    result = body + directory
    if zip64 is not None:
        fields = {"length": 44, "count": count, "size": size, "offset": offset,
                  "locator": len(result), "disks": 1} | zip64
        result += struct.pack(
            "<4sQHHIIQQQQ", b"PK\6\6", fields["length"], 45, 45, 0, 0, fields["count"],
            fields["count"], fields["size"], fields["offset"])
        result += struct.pack("<4sIQI", b"PK\6\7", 0, fields["locator"], fields["disks"])
        count, size, offset = 0xFFFF, ZIP64, ZIP64
    if end:
        length = len(comment) if comment_length is None else comment_length
        result += struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, count, count, size, offset, length)
    return result + comment
