"""Zip archives that contradict themselves, around a whole checkpoint of the smallest net."""
import struct

from stub_checkpoint import Skeleton
from zip_writer import DEFLATED, STORED, Entry, archive, deflate

TEN_MEGABYTES = 10 << 20
MAXIMUM = (1 << 64) - 1


def _changed(index, method_of_all=DEFLATED, **fields):
    """The archive with fields of one entry set. Entry 0 is data.pkl, 2 the first weight."""
    entries = Skeleton().entries(method=method_of_all)
    for name, value in fields.items():
        setattr(entries[index], name, value)
    return archive(entries)


def _with(*more, **options):
    """The archive with more entries at its end."""
    return archive(Skeleton().entries(method=DEFLATED) + list(more), **options)


def _without(index):
    entries = Skeleton().entries(method=DEFLATED)
    del entries[index]
    return archive(entries)


def valid():
    """The same checkpoint in good order: these load."""
    entries = Skeleton().entries
    yield "valid-stored", "nothing is wrong here: all entries stored", archive(entries())
    yield "valid-deflated", "nothing is wrong here: data.pkl deflated", archive(
        entries(method=DEFLATED))
    every = [Entry(entry.name, entry.data, DEFLATED, descriptor=True) for entry in entries()]
    yield "valid-descriptors", "nothing is wrong here: sizes in data descriptors", archive(every)
    every = [Entry(entry.name, entry.data, zip64=True) for entry in entries()]
    yield "valid-zip64", "nothing is wrong here: zip64 records throughout", archive(
        every, zip64={})
    yield "valid-comment", "nothing is wrong here: a comment at the end", _with(
        comment=b"a comment of some length")


def entries():
    """Entries that are not what the directory says."""
    same = Skeleton().entries(method=DEFLATED)
    yield "overlap-same", "two names for one place in the file", archive(
        same[:2] + [Entry(same[3].name, same[3].data, offset=0)] + same[2:3] + same[4:])
    inner = Entry("a/data/0", bytes(432)).local()
    outer = Entry("a/big", inner)
    place = len(outer.local()) - len(inner)
    yield "overlap-inside", "an entry inside the data of another", archive(
        [outer] + same[:2] + [Entry("a/data/0", bytes(432), offset=place)] + same[3:])
    zeros = bytes(TEN_MEGABYTES)
    yield "bomb-4g", "10 MB of zeros that claim to be 4 GB", _changed(
        0, data=zeros, packed=deflate(zeros), packed_size=len(deflate(zeros)), size=0xFFFFFFFE)
    yield "bomb-10", "10 MB of zeros that claim to be 10 bytes", _changed(
        0, packed=deflate(zeros), packed_size=len(deflate(zeros)), size=10)
    zeros = deflate(zeros[:1 << 20])
    yield "bomb-storage", "a weight of 432 bytes that inflates to 1 MB", _changed(
        2, method=DEFLATED, packed=zeros, packed_size=len(zeros))
    yield "size-over", "a stored entry larger than the file", _changed(
        0, method=0, size=1 << 30, packed_size=1 << 30)
    yield "size-unequal", "a stored entry whose two sizes differ", _changed(
        2, STORED, packed_size=431)
    yield "size-local", "another size in the local header", _changed(2, local_size=999)
    yield "crc-pickle", "a wrong CRC of data.pkl", _changed(0, crc=0x12345678)
    yield "crc-weight", "a wrong CRC of a weight", _changed(2, crc=0x12345678)
    yield "crc-local", "another CRC in the local header", _changed(2, local_crc=0x12345678)
    yield "encrypted", "the flag of encryption", _changed(0, flags=1)
    yield "encrypted-strong", "the flags of strong encryption", _changed(0, flags=0x41)
    yield "patched", "the flag of patched data", _changed(0, flags=0x20)
    for method in (9, 12, 99):
        yield f"method-{method}", f"compression method {method}", _changed(0, method=method)
    yield "offset-beyond", "an entry beyond the file", _changed(0, offset=1 << 30)
    yield "offset-in-data", "an entry where no local header is", _changed(0, offset=7)
    yield "offset-directory", "an entry in the directory", _changed(
        2, offset=archive(same).index(b"PK\1\2"))
    yield "name-local", "another name in the local header", _changed(
        2, local_name=b"a/data/9")
    yield "extra-over", "an extra field longer than the file", _changed(0, extra_length=0xFFFF)
    yield "extra-local-cut", "an extra field that ends in its own header", _changed(
        0, local_extra=b"\1\0\xff")


def names():
    """Names of entries, and which of them there are."""
    evil = b"owned"
    for number, name in enumerate((
            "../../escaped", "/etc/escaped", "a/../../escaped", "C:\\escaped",
            "a\\data\\0", "a/data/\0zero", b"a/data/\xff\xfe", "", "a" * 300)):
        yield f"name-{number}", f"one more entry, named {str(name)[:30]!r}", _with(
            Entry(name, evil))
    yield "no-pickle", "data.pkl is missing", _without(0)
    yield "no-weight", "a weight is missing", _without(2)
    second = Entry("a/data.pkl", b"\x80\2}.")
    yield "two-pickles", "data.pkl twice", _with(second)
    yield "two-folders", "data.pkl in two folders", _with(
        Entry("other/data.pkl", b"\x80\2}."))
    yield "two-weights", "a weight twice, with other bytes", _with(
        Entry("a/data/0", bytes(432)))
    yield "no-folder", "data.pkl without a folder", archive([
        Entry(entry.name.removeprefix(b"a/"), entry.data, DEFLATED)
        for entry in Skeleton().entries()])
    yield "byte-order", "a byte order that there is not", _with(
        Entry("a/byteorder", b"middle"))


def directories():
    """End records and directories."""
    yield "count-more", "the end record counts one entry more", _with(count=40)
    yield "count-fewer", "the end record counts fewer entries", _with(count=1)
    yield "count-0", "the end record counts none", _with(count=0)
    yield "directory-size-0", "a directory of 0 bytes", _with(directory_size=0)
    yield "directory-size-over", "a directory larger than the file", _with(
        directory_size=0x7FFFFFFF)
    yield "directory-offset-over", "a directory beyond the file", _with(
        directory_offset=0x7FFFFFFF)
    yield "directory-offset-0", "a directory at the start", _with(directory_offset=0)
    yield "comment-over", "a comment longer than the file", _with(comment_length=500)
    yield "comment-mark", "a comment with an end record's mark in it", _with(
        comment=b"a comment PK\5\6 of some length, with no record in it")
    yield "no-end", "no end record", _with(end=False)
    yield "end-only", "an end record and nothing else", archive([])
    yield "end-cut", "an end record cut in half", _with()[:-11]
    yield "prefix", "40 bytes in front of the archive, offsets not moved", b"#" * 40 + _with()
    yield "prefix-counted", "40 bytes in front of the archive, offsets moved", _with(
        prefix=b"#" * 40)
    for name, about, fields in (
            ("offset", "a directory at 2^64 - 1", {"offset": MAXIMUM}),
            ("size", "a directory of 2^64 - 1 bytes", {"size": MAXIMUM}),
            ("sum", "offset and size that overflow to a right place", {
                "offset": MAXIMUM - 99, "size": 200}),
            ("count", "2^64 - 1 entries", {"count": MAXIMUM}),
            ("length", "an end record of 2^64 - 1 bytes", {"length": MAXIMUM}),
            ("locator", "a locator to 2^64 - 1", {"locator": MAXIMUM}),
            ("disks", "a locator that counts 7 disks", {"disks": 7})):
        yield f"zip64-{name}", f"zip64: {about}", _with(zip64=fields)
    yield "zip64-no-extra", "zip64: sizes of 2^32 - 1 without the extra field", _changed(
        2, size=0xFFFFFFFF, packed_size=0xFFFFFFFF)
    yield "zip64-extra-short", "zip64: an extra field that is too short", _changed(
        2, size=0xFFFFFFFF, packed_size=0xFFFFFFFF, extra=struct.pack("<HHQ", 1, 8, 432))
    yield "zip64-extra-huge", "zip64: an entry of 2^63 bytes", _changed(
        2, size=0xFFFFFFFF, packed_size=0xFFFFFFFF,
        extra=struct.pack("<HHQQ", 1, 16, 1 << 63, 1 << 63))


def deflate_streams():
    """Compressed data of data.pkl that cannot be decoded."""
    good = deflate(Skeleton().pickled())
    for name, about, packed in (
            ("empty", "nothing", b""),
            ("block-type", "a block of the reserved type", b"\7"),
            ("stored-length", "a stored block whose length and its complement differ",
             b"\1\5\0\5\0hello"),
            ("stored-over", "a stored block longer than the entry", b"\1\xff\xff\0\0hello"),
            ("distance", "a copy from before the start", b"\x4b\x04\x12\x00"),
            ("no-codes", "dynamic codes of no lengths", b"\5\0\0\0\0\0\0\0\0\0\0\0\0"),
            ("over-subscribed", "dynamic codes that are over-subscribed",
             b"\5\xe0\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff"),
            ("cut", "a stream cut in half", good[:len(good) // 2]),
            ("cut-last", "a stream without its last byte", good[:-1]),
            ("more", "bytes after the last block", good + b"more bytes"),
            ("flipped", "a flipped bit", good[:40] + bytes([good[40] ^ 16]) + good[41:])):
        yield f"deflate-{name}", f"deflate: {about}", _changed(
            0, packed=packed, packed_size=len(packed))


def truncated():
    """The valid file, cut."""
    whole = archive(Skeleton().entries(method=DEFLATED))
    for number in range(10):
        length = len(whole) * number // 10 + (3 if number else 0)
        yield f"cut-{number}", f"cut off after {length} of {len(whole)} bytes", whole[:length]


def other_files():
    """Files of other kinds that end in .pt now and then."""
    yield "kind-lfs", "a pointer of Git LFS", (
        b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64 + b"\nsize 1024\n")
    yield "kind-page", "a web page", b"<!DOCTYPE html>\n<html><title>404</title></html>\n"
    yield "kind-zeros", "1,000 zeros", bytes(1000)
    yield "kind-one-byte", "one byte", b"P"
    yield "kind-zip-mark", "four bytes of a zip's mark", b"PK\3\4"
    yield "kind-gzip", "a gzip file", b"\x1f\x8b\10\0\0\0\0\0\0\3" + deflate(b"hello") + bytes(8)


# What PyTorch or other zip readers pass over; whether a reader takes it is its own affair.
EITHER = {
    *(f"name-{number}" for number in range(9)), "crc-weight", "crc-local", "size-local",
    "deflate-more", "deflate-cut-last", "prefix",
    "prefix-counted", "patched", "name-local", "zip64-length",
    "zip64-disks", "extra-local-cut", "byte-order", "no-folder", "two-folders", "two-pickles",
    "two-weights", "directory-size-0", "count-more", "count-fewer", "comment-over", "comment-mark"}


def cases():
    """(name, about, bytes, must) of all files."""
    for name, about, data in valid():
        yield name, about, data, "load"
    for group in (entries, names, directories, deflate_streams, truncated, other_files):
        for name, about, data in group():
            yield name, about, data, "refuse or load" if name in EITHER else "refuse"
