"""Files in the format before PyTorch 1.6 with wrong headers, storages and keys."""
import io
import pickle
import struct
from collections import OrderedDict

import torch

import checkpoints
from hostile_pickles import COMMAND, in_model, named, text
from stub_checkpoint import Skeleton, _Pickler

MAGIC = torch.serialization.MAGIC_NUMBER
PROTOCOL = torch.serialization.PROTOCOL_VERSION
SYSTEM = {
    "protocol_version": PROTOCOL, "little_endian": True,
    "type_sizes": {"short": 2, "int": 4, "long": 4}}


def _file(*, magic=MAGIC, protocol=PROTOCOL, system=SYSTEM, data=None, keys=None, storages=None):
    """The bytes of a file; what is not given is right."""
    skeleton = Skeleton()
    found = OrderedDict()
    for stub in skeleton.tensors.values():
        found[stub.storage.key] = stub.storage
        stub.storage.identifier = (
            "storage", stub.storage.kind, stub.storage.key, "cpu", stub.storage.count, None)
    stream = io.BytesIO()
    for value in (magic, protocol, system):
        pickle.dump(value, stream, 2)
    if data is None:
        with checkpoints.named_as():
            _Pickler(stream, 2).dump(skeleton.contents)
    else:
        stream.write(data)
    pickle.dump(list(found) if keys is None else keys, stream, 2)
    if storages is None:
        storages = b"".join(
            struct.pack("<q", storage.count) + storage.data for storage in found.values())
    elif callable(storages):
        storages = storages(list(found.values()))
    return stream.getvalue() + storages


def _first(count):
    """All storages, the first with another count in front of it."""
    def write(storages):
        return b"".join(
            struct.pack("<q", storage.count if index else count) + storage.data
            for index, storage in enumerate(storages))

    return write


def cases():
    """(name, about, bytes, must) of all files."""
    whole = _file()
    yield "valid-legacy", "nothing is wrong here", whole, "load"
    for name, about, data in (
            ("magic", "another magic number", _file(magic=MAGIC + 1)),
            ("magic-text", "a text for the magic number", _file(magic="1950a86a20f9469cfc6c")),
            ("protocol", "protocol 1002", _file(protocol=1002)),
            ("call", "REDUCE of os.system for the model", _file(
                data=in_model(named("os", "system") + text(COMMAND) + b"\x85R"), keys=[],
                storages=b"")),
            ("keys-none", "no keys of storages", _file(keys=[])),
            ("keys-others", "keys of other storages", _file(keys=["x", "y"])),
            ("keys-numbers", "numbers for keys", _file(keys=[1, 2, 3])),
            ("keys-twice", "a key twice", _file(keys=["0"] * 12)),
            ("keys-no-list", "no list of keys", _file(keys="keys")),
            ("count-other", "a storage with another count", _file(storages=_first(215))),
            ("count-negative", "a storage with a count of -1", _file(storages=_first(-1))),
            ("count-huge", "a storage with a count of 2^62", _file(storages=_first(1 << 62))),
            ("count-overflow", "a storage with a count of 2^63 - 1", _file(
                storages=_first((1 << 63) - 1))),
            ("no-storages", "no storages", _file(storages=b"")),
            ("cut-storages", "cut off in the storages", whole[:-300]),
            ("cut-keys", "cut off in the keys", whole[:whole.rindex(b"]q")] + b"]q\0("),
            ("cut-model", "cut off in the model", whole[:1000]),
            ("cut-header", "cut off in the system's facts", whole[:40])):
        yield f"legacy-{name}", f"legacy: {about}", data, "refuse"
    big = SYSTEM | {"little_endian": False}
    yield "legacy-big-endian", "legacy: says it is big-endian", _file(system=big), "refuse or load"
    yield "legacy-system", "legacy: a number for the system's facts", _file(system=5), (
        "refuse or load")
    yield "legacy-more", "legacy: bytes after the storages", whole + b"more", "refuse or load"
