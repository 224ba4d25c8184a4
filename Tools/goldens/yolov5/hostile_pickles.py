"""Pickles that call things, lie about lengths, underflow stacks or never end."""
import struct

import stub_checkpoint
from zip_writer import DEFLATED, Entry, archive

PROTOCOL_2 = b"\x80\x02"
# What would be run; a test can look whether the file is there.
COMMAND = "touch yolokit-hostile-pickle-ran"
DEPTH = 100_000


def text(word):
    """BINUNICODE."""
    word = word.encode()
    return b"X" + struct.pack("<I", len(word)) + word


def named(module, name):
    """GLOBAL."""
    return f"c{module}\n{name}\n".encode()


def in_model(value):
    """{"model": value}."""
    return PROTOCOL_2 + b"}" + text("model") + value + b"s."


def in_zip(data, method=None):
    """A checkpoint with this data.pkl and one storage."""
    if method is None:
        method = DEFLATED if len(data) > 2000 else 0
    return archive([
        Entry("a/data.pkl", data, method), Entry("a/version", b"3\n"),
        Entry("a/data/0", bytes(8))])


def calling():
    """Pickles that call functions: a reader must know them for data only, and refuse."""
    command = text(COMMAND)
    call = command + b"\x85R"
    yield "reduce-os-system", "REDUCE of os.system", named("os", "system") + call
    yield "reduce-posix-system", "REDUCE of posix.system", named("posix", "system") + call
    yield "reduce-eval", "REDUCE of builtins.eval", named("builtins", "eval") + text(
        f"__import__('os').system('{COMMAND}')") + b"\x85R"
    yield "reduce-exec", "REDUCE of __builtin__.exec", named("__builtin__", "exec") + text(
        f"import os; os.system('{COMMAND}')") + b"\x85R"
    yield "getattr-chain", "REDUCE of the result of __builtin__.getattr", (
        named("__builtin__", "getattr") + named("__builtin__", "__import__") + text("os") + b"\x85R"
        + text("system") + b"\x86R" + call)
    yield "inst-os-system", "INST of os.system", b"(" + command + b"ios\nsystem\n"
    yield "obj-os-system", "OBJ of os.system", b"(" + named("os", "system") + command + b"o"
    yield "newobj-popen", "NEWOBJ of subprocess.Popen", (
        named("subprocess", "Popen") + b"]" + b"".join(text(w) + b"a" for w in COMMAND.split())
        + b"\x85\x81")
    yield "newobj-ex-popen", "NEWOBJ_EX of subprocess.Popen", (
        named("subprocess", "Popen") + b"]" + b"".join(text(w) + b"a" for w in COMMAND.split())
        + b"\x85}\x92")
    yield "stack-global", "STACK_GLOBAL of os.system", (
        text("os") + text("system") + b"\x93" + call)
    yield "build-setstate", "BUILD that sets __setstate__ to os.system, and BUILD again", (
        named("models.common", "Conv") + b")\x81" + b"}" + text("__setstate__")
        + named("os", "system") + b"sb" + command + b"b")
    yield "build-on-class", "BUILD on a class instead of an object", (
        named("torch.nn.modules.conv", "Conv2d") + b"}" + text("forward")
        + named("os", "system") + b"sb")
    yield "build-slots", "BUILD with a pair of states for an OrderedDict", (
        named("collections", "OrderedDict") + b")R" + b"N}" + text("__class__")
        + named("os", "system") + b"s\x86b")
    yield "load-in-load", "REDUCE of torch.load", named("torch", "load") + call
    yield "hub-load", "REDUCE of torch.hub.load", named("torch.hub", "load") + call
    yield "rebuild-with-function", "_rebuild_parameter of os.system's result", (
        named("torch._utils", "_rebuild_parameter") + named("os", "system") + call
        + b"\x88" + named("collections", "OrderedDict") + b")R\x87R")
    yield "reduce-not-callable", "REDUCE of a string", command + b")R"
    yield "reduce-not-tuple", "REDUCE with a list for a tuple", (
        named("collections", "OrderedDict") + b"]R")
    yield "newobj-not-class", "NEWOBJ of a number", b"K\1)\x81"
    for number, code in (("1", b"\x82\1"), ("2", b"\x83\1\0"), ("4", b"\x84\1\0\0\0")):
        yield f"extension-{number}", f"EXT{number}: copyreg's registry", code
    yield "global-dotted", "GLOBAL with a dotted name", named("torch", "nn.modules.conv.Conv2d")
    yield "global-empty", "GLOBAL with empty names", named("", "")
    yield "global-not-utf8", "GLOBAL whose name is not UTF-8", b"cmodels\xff.yolo\nDetect\xfe\n"
    yield "global-unended", "GLOBAL whose name has no end", b"cmodels.yolo\nDetect"
    yield "global-long", "GLOBAL with a name of 100,000 letters", named("models", "D" * DEPTH)


def lengths():
    """Lengths that the file does not have."""
    most = (1 << 64) - 1
    yield "unicode-4g", "BINUNICODE of 4 GB", b"X\xff\xff\xff\xffabc"
    yield "unicode-short-over", "SHORT_BINUNICODE past the end", b"\x8c\xffabc"
    yield "unicode8-max", "BINUNICODE8 of 2^64 - 1", b"\x8d" + struct.pack("<Q", most) + b"abc"
    yield "unicode8-signed", "BINUNICODE8 of 2^63 - 1", b"\x8d" + struct.pack("<Q", most >> 1)
    yield "bytes8-max", "BINBYTES8 of 2^64 - 1", b"\x8e" + struct.pack("<Q", most) + b"abc"
    yield "bytes8-1g", "BINBYTES8 of 10^9", b"\x8e" + struct.pack("<Q", 10**9) + b"abc"
    yield "bytes-4g", "BINBYTES of 4 GB", b"B\xff\xff\xff\xffabc"
    yield "bytearray8", "BYTEARRAY8 of 2^60", b"\x96" + struct.pack("<Q", 1 << 60) + b"abc"
    yield "string-negative", "BINSTRING of -1", b"T\xff\xff\xff\xffabc"
    yield "long1-over", "LONG1 of 255 bytes past the end", b"\x8a\xffabc"
    yield "long4-2g", "LONG4 of 2^31 - 1", b"\x8b\xff\xff\xff\x7fabc"
    yield "long4-negative", "LONG4 of -1", b"\x8b\xff\xff\xff\xffabc"
    yield "long-text", "LONG of 100,000 digits", b"L" + b"9" * DEPTH + b"L\n"
    yield "long-garbage", "LONG that is no number", b"L12x4L\n"
    yield "int-garbage", "INT that is no number", b"Inumber\n"
    yield "int-unended", "INT without a line's end", b"I12"
    yield "float-garbage", "FLOAT that is no number", b"F1.0e\n"
    yield "float-cut", "BINFLOAT cut off", b"G\x3f\xf0"
    yield "string-unquoted", "STRING without quotes", b"Sabc\n"
    yield "unicode-escape", "UNICODE with half an escape", b"Vab\\u12\n"
    yield "unicode-not-utf8", "BINUNICODE that is not UTF-8", b"X\3\0\0\0\xff\xfe\xfd"
    yield "unicode-surrogate", "BINUNICODE with a lone surrogate", b"X\3\0\0\0\xed\xa0\x80"


def frames():
    """Whole pickles with wrong frames, protocols and ends."""
    yield "frame-max", "FRAME of 2^64 - 1", b"\x80\4\x95" + b"\xff" * 8 + b"N."
    yield "frame-long", "FRAME longer than the pickle", (
        b"\x80\4\x95" + struct.pack("<Q", 99) + b"N.")
    yield "frame-short", "an opcode that crosses the end of its FRAME", (
        b"\x80\4\x95" + struct.pack("<Q", 4) + b"\x8c\x08abcdefgh.")
    yield "protocol-6", "PROTO 6", b"\x80\6N."
    yield "protocol-255", "PROTO 255", b"\x80\xffN."
    yield "protocol-cut", "PROTO without its number", b"\x80"
    yield "empty", "an empty pickle", b""
    yield "no-stop", "no STOP", PROTOCOL_2 + b"}"
    yield "stop-empty", "STOP with an empty stack", PROTOCOL_2 + b"."
    yield "stop-mark", "STOP with an open MARK", PROTOCOL_2 + b"(N."
    yield "unknown-255", "opcode 255", PROTOCOL_2 + b"\xff."
    yield "unknown-0", "opcode 0", PROTOCOL_2 + b"\0."
    yield "buffer", "NEXT_BUFFER without buffers", b"\x80\5\x97\x98."
    yield "text", "no pickle at all", b"<!DOCTYPE html><html></html>"


def stacks():
    """Too few things on the stack, and wrong ones."""
    yield "pop-empty", "POP too many", b"0000"
    yield "dup-empty", "DUP of nothing", b"00002"
    yield "pop-mark-none", "POP_MARK without a MARK", b"1"
    yield "append-no-list", "APPEND to None", b"NNa"
    yield "appends-no-mark", "APPENDS without a MARK", b"]e"
    yield "appends-no-list", "APPENDS to a number", b"K\1(K\1e"
    yield "setitem-no-dict", "SETITEM on a tuple", b")K\1K\1s"
    yield "setitems-odd", "SETITEMS with a key and no value", b"}(K\1u"
    yield "setitems-no-mark", "SETITEMS without a MARK", b"}u"
    yield "dict-odd", "DICT with a key and no value", b"(K\1d"
    yield "tuple-no-mark", "TUPLE without a MARK", b"t"
    yield "tuple3-short", "TUPLE3 of two", b"000K\1\x87"
    yield "reduce-short", "REDUCE of nothing", b"000R"
    yield "build-short", "BUILD without an object", b"000b"
    yield "newobj-short", "NEWOBJ of nothing", b"000\x81"
    yield "stack-global-numbers", "STACK_GLOBAL of numbers", b"K\1K\2\x93"
    yield "key-list", "a list as the key of a dictionary", b"}]K\1s"
    yield "key-itself", "a tuple that holds its dictionary as a key of it", b"}q\1h\1\x85K\1s"
    yield "frozenset-no-mark", "FROZENSET without a MARK", b"\x91"
    yield "additems-no-set", "ADDITEMS to a list", b"](K\1\x90"


def memos():
    """Numbers of the memo."""
    yield "put-2-31", "LONG_BINPUT 2^31", b"Nr\0\0\0\x80"
    yield "put-max", "LONG_BINPUT 2^32 - 1", b"Nr\xff\xff\xff\xff"
    yield "put-text", "PUT 99999999999999999999", b"Np99999999999999999999\n"
    yield "put-negative", "PUT -1", b"Np-1\n"
    yield "put-empty", "BINPUT with an empty stack", b"000q\1"
    yield "memoize-empty", "MEMOIZE with an empty stack", b"000\x94"
    yield "get-unset", "BINGET of nothing", b"h\7"
    yield "get-unset-long", "LONG_BINGET 2^31", b"j\0\0\0\x80"
    yield "get-garbage", "GET that is no number", b"gx\n"
    laughs = b"]" + b"".join(
        b"q" + bytes([i]) + b"0" + b"](" + b"h" + bytes([i]) + b"h" + bytes([i]) + b"e"
        for i in range(60))
    yield "laughs-lists", "60 lists, each with the one before twice", laughs
    laughs = b")" + b"".join(
        b"q" + bytes([i]) + b"h" + bytes([i]) + b"\x86" for i in range(60))
    yield "laughs-tuples", "60 tuples, each with the one before twice", laughs
    laughs = text("ha") + b"".join(
        b"q" + bytes([i]) + b"0" + b"}" + text("a") + b"h" + bytes([i]) + b"s" + text("b")
        + b"h" + bytes([i]) + b"s" for i in range(60))
    yield "laughs-dicts", "60 dictionaries, each with the one before twice", laughs
    yield "list-in-itself", "a list that holds itself", b"]q\1h\1a"
    yield "dict-in-itself", "a dictionary that holds itself", b"}q\1" + text("model") + b"h\1s"


def depths():
    """Deep nesting, 100,000 levels."""
    yield "deep-lists", "lists in lists", b"]" * DEPTH + b"a" * (DEPTH - 1)
    yield "deep-tuples", "tuples in tuples", b")" + b"\x85" * DEPTH
    yield "deep-dicts", "dictionaries in dictionaries", b"}" + b"K\1}" * DEPTH + b"s" * DEPTH
    yield "deep-marks", "MARKs without an end", b"(" * DEPTH
    yield "deep-marked-lists", "LISTs of MARKs", b"(" * DEPTH + b"l" * DEPTH
    yield "deep-reduce", "OrderedDicts built of OrderedDicts", (
        named("collections", "OrderedDict") + b"q\1)R" + b"q\0" + b"0"
        + b"h\1" * 20_000 + b")R" + b"\x85R" * 19_999)


def persistent():
    """Persistent ids that name no storage. Each stands for the storage of a tensor."""
    half = named("torch", "HalfStorage")

    def storage(*parts):
        return b"(" + b"".join(parts) + b"tQ"

    kind, key, place, count = text("storage"), text("0"), text("cpu"), b"K\4"
    yield "persid-text", "PERSID, a text", b"Pstorage\n"
    yield "persid-number", "BINPERSID of a number", b"K\1Q"
    yield "persid-empty", "an empty tuple", b")Q"
    yield "persid-short", "a tuple without the last parts", storage(kind, half, key)
    yield "persid-kind", "an unknown kind", storage(text("tensor"), half, key, place, count)
    yield "persid-module", "kind `module` in a zip", storage(
        text("module"), named("models.yolo", "Model"), text("yolo.py"), text("class Model: ..."))
    yield "persid-type", "os.system for a storage type", storage(
        kind, named("os", "system"), key, place, count)
    yield "persid-type-text", "a text for a storage type", storage(
        kind, text("HalfStorage"), key, place, count)
    yield "persid-type-complex", "a storage of complex numbers", storage(
        kind, named("torch", "ComplexFloatStorage"), key, place, count)
    yield "persid-key-number", "a number for a key", storage(kind, half, b"K\0", place, count)
    yield "persid-key-path", "a path for a key", storage(
        kind, half, text("../../../../etc/passwd"), place, count)
    yield "persid-key-missing", "a key that has no entry", storage(
        kind, half, text("77"), place, count)
    yield "persid-place-list", "a list for a place", storage(kind, half, key, b"]", count)
    yield "persid-count-text", "a text for a count", storage(kind, half, key, place, text("4"))
    yield "persid-count-negative", "a count of -1", storage(
        kind, half, key, place, b"J\xff\xff\xff\xff")
    yield "persid-count-2-62", "a count of 2^62", storage(
        kind, half, key, place, b"\x8a\x08\0\0\0\0\0\0\0\x40")
    yield "persid-count-2-200", "a count of 2^200", storage(
        kind, half, key, place, b"\x8a\x1a" + bytes(25) + b"\1")
    yield "persid-stack", "BINPERSID with an empty stack", b"000Q"


def tensor_of(storage):
    """The tensor of shape [4] on a storage."""
    return (
        named("torch._utils", "_rebuild_tensor_v2") + b"(" + storage + b"K\0K\4\x85K\1\x85\x89"
        + named("collections", "OrderedDict") + b")RtR")


def cases():
    """(name, about, bytes) of all files."""
    for group in (calling, lengths, stacks, memos, depths):
        for name, about, value in group():
            yield name, about, in_zip(in_model(value))
    for name, about, storage in persistent():
        yield name, about, in_zip(in_model(tensor_of(storage)))
    for name, about, data in frames():
        yield name, about, in_zip(data)
    whole = stub_checkpoint.Skeleton()
    data = whole.pickled()[:-1] + text("opt") + named("os", "system") + text(COMMAND) + b"\x85Rs."
    yield "beside-a-model", "a whole model, and next to it REDUCE of os.system", archive(
        whole.entries(data, DEFLATED))
    data = named("os", "system") + text(COMMAND) + b"\x85R0" + whole.pickled()[2:]
    yield "before-a-model", "REDUCE of os.system, popped, then a whole model", archive(
        whole.entries(PROTOCOL_2 + data, DEFLATED))
