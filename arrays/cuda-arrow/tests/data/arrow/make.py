"""Writes `types.json` and its streams next to this file: what stock pyarrow makes of types that `cases.json` lacks."""
import decimal
import json
import pathlib

import pyarrow as pa
import pyarrow.compute as pc

FOLDER = pathlib.Path(__file__).parent
FILES = []
T = pa.types


def number(value):
    if value is None or value == value and abs(value) != float("inf"):
        return value
    return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"


def values(array):
    """What the entries are in JSON."""
    kind = array.type
    if T.is_dictionary(kind):
        return values(array.dictionary_decode())
    if T.is_run_end_encoded(kind):
        return values(pc.run_end_decode(array))
    if T.is_date32(kind) or T.is_time32(kind):
        return array.view(pa.int32()).to_pylist()
    if T.is_date64(kind) or T.is_time64(kind) or T.is_timestamp(kind) or T.is_duration(kind):
        return array.view(pa.int64()).to_pylist()
    entries = array.to_pylist()
    if T.is_decimal(kind):
        one = str
    elif T.is_interval(kind):
        one = lambda it: {"months": it.months, "days": it.days, "nanoseconds": it.nanoseconds}
    elif T.is_binary(kind) or T.is_large_binary(kind) or T.is_fixed_size_binary(kind) or kind == pa.binary_view():
        one = lambda it: {"hex": it.hex()}
    elif T.is_map(kind):
        one = lambda it: [{"key": key, "value": value} for key, value in it]
    elif T.is_floating(kind):
        one = number
    else:
        return entries
    return [None if it is None else one(it) for it in entries]


def stream(name, batches, tier, options=None):
    """Adds the stream of batches."""
    schema = batches[0].schema
    path = FOLDER / f"{name}.arrows"
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_stream(file, schema, options=options) as writer:
        for batch in batches:
            writer.write_batch(batch)
    case = {
        "name": name,
        "tier": tier,
        "stream": path.name,
        "bytes": path.stat().st_size,
        "schema": [{"name": it.name, "type": str(it.type), "nullable": it.nullable} for it in schema],
        "batches": [
            {
                "rows": batch.num_rows,
                "columns": [values(column) for column in batch.columns],
                "null_counts": [column.null_count for column in batch.columns],
            }
            for batch in batches
        ],
    }
    if schema.metadata:
        case["metadata"] = {key.decode(): value.decode() for key, value in schema.metadata.items()}
    FILES.append(case)
    return case


def add(name, columns, tier=2, rows=None, options=None, metadata=None):
    """Adds a stream of one batch, and its single messages."""
    batch = pa.RecordBatch.from_arrays([it for _, it in columns], names=[it for it, _ in columns])
    if metadata:
        batch = batch.replace_schema_metadata(metadata)
    if rows:
        batch = batch.slice(*rows)
    case = stream(name, [batch], tier, options)
    for key, suffix, message in [("schema_message", "schema", batch.schema), ("batch_messages", "b0", batch)]:
        file = FOLDER / f"{name}.{suffix}"
        file.write_bytes(message.serialize())
        case[key] = file.name if key == "schema_message" else [file.name]


def decimals(*texts):
    return [None if it is None else decimal.Decimal(it) for it in texts]


V4 = pa.ipc.MetadataVersion.V4
TEXTS = ["a", None, "a text longer than twelve bytes", "", "zwölf"]
BYTES = [b"x", None, b"0123456789abcdef", b"", b"\xff\x00"]
LISTS = [[1], None, [], [2, 3]]
add("temporal", [
    ("d", pa.array([1, None, -3], pa.date32())),
    ("d64", pa.array([86400000, None, 0], pa.date64())),
    ("t", pa.array([1, 2, None], pa.time32("s"))),
    ("t2", pa.array([1, 2, None], pa.time64("ns"))),
    ("ts", pa.array([1, None, 3], pa.timestamp("us", tz="UTC"))),
    ("du", pa.array([1, 2, None], pa.duration("ms"))),
], 1)
add("dec", [
    ("a", pa.array(decimals("1.50", None, "-2.25"), pa.decimal128(10, 2))),
    ("b", pa.array(decimals("1.50", None, None), pa.decimal256(50, 2))),
    ("c", pa.array(decimals("1.5", None, None), pa.decimal32(5, 1))),
    ("e", pa.array(decimals("1.5", None, None), pa.decimal64(12, 1))),
])
add("views", [("v", pa.array(TEXTS, pa.string_view())), ("b", pa.array(BYTES, pa.binary_view()))])
add("bin", [
    ("b", pa.array(BYTES, pa.binary())),
    ("l", pa.array(BYTES, pa.large_binary())),
    ("f", pa.array([b"xy", None, b"\xff\x00", b"  ", None], pa.binary(2))),
], 1)
add("lists2", [
    ("ll", pa.array(LISTS, pa.large_list(pa.int8()))),
    ("fl", pa.array([[1, 2], None, [3, None], [4, 5]], pa.list_(pa.int16(), 2))),
    ("m", pa.array([[("a", 1)], None, [], [("b", 2), ("c", None)]], pa.map_(pa.string(), pa.int32()))),
])
add("lv", [
    ("lv", pa.array(LISTS, pa.list_view(pa.int8()))),
    ("llv", pa.array(LISTS, pa.large_list_view(pa.int8()))),
])
IDS = pa.array([0, 1, 0], pa.int8())
add("unions", [
    ("s", pa.UnionArray.from_sparse(IDS, [pa.array([1, 2, 3]), pa.array(["x", "y", "z"])])),
    ("d", pa.UnionArray.from_dense(IDS, pa.array([0, 0, 1], pa.int32()), [pa.array([1, 3]), pa.array(["y"])])),
])
add("ree", [("r", pa.RunEndEncodedArray.from_arrays(pa.array([2, 5], pa.int32()), pa.array(["x", None])))])
add("interval", [("i", pa.array([(1, 2, 3), None], pa.month_day_nano_interval()))])
add("null", [("n", pa.nulls(3)), ("x", pa.array([1, 2, 3]))], 1)
add("meta", [("x", pa.array([1, 2, 3]))], 1, metadata={"k": "v", "ü": "2"})
add("sliced", [
    ("s", pa.array(TEXTS * 3)),
    ("l", pa.array((LISTS + [[4]]) * 3)),
    ("b", pa.array([True, None, False, True, True] * 3)),
], 1, rows=(3, 9))
add("nested_dict", [
    ("d", pa.array([["a"], None, ["b", "a"]], pa.list_(pa.dictionary(pa.int32(), pa.string())))),
    ("st", pa.StructArray.from_arrays([pa.array(["x", "y", "x"]).dictionary_encode()], names=["q"])),
])
add("v4", [("x", pa.array([1, 2, 3]))], 1, options=pa.ipc.IpcWriteOptions(metadata_version=V4))
LEGACY = pa.ipc.IpcWriteOptions(metadata_version=V4, use_legacy_format=True)
add("legacy", [("x", pa.array([1, 2, 3])), ("s", pa.array(["p", None, "q"]))], 1, options=LEGACY)


def words(keys, dictionary):
    array = pa.DictionaryArray.from_arrays(pa.array(keys, pa.int32()), pa.array(dictionary))
    return pa.record_batch([array], names=["d"])


# Buffers that compression shortens, that it doesn't, and that are empty.
MANY = 2000
for codec in ["lz4", "zstd"]:
    options = pa.ipc.IpcWriteOptions(compression=codec)
    columns = [
        ("same", pa.array([7] * MANY, pa.int32())),
        ("few", pa.array([1.5, None, -2.5] * (MANY // 4) + [0.0] * (MANY - 3 * (MANY // 4)))),
        ("texts", pa.array((["a text that repeats", None, ""] * MANY)[:MANY])),
        ("lists", pa.array(([[1], None, [], [2, 3]] * MANY)[:MANY], pa.list_(pa.int16()))),
        ("flags", pa.array(([True, False, None] * MANY)[:MANY])),
        ("words", pa.array((["x", "y", "y", None] * MANY)[:MANY]).dictionary_encode()),
    ]
    batch = pa.RecordBatch.from_arrays([it for _, it in columns], names=[it for it, _ in columns])
    stream(f"compressed_{codec}", [batch.slice(0, 500), batch.slice(0, 0), batch.slice(3, 5)], 1, options)
V4_COMPRESSED = pa.ipc.IpcWriteOptions(compression="lz4", metadata_version=V4)
add("compressed_short", [("x", pa.array([1, 2, None], pa.int8())), ("n", pa.nulls(3))], 1, options=V4_COMPRESSED)


DELTAS = pa.ipc.IpcWriteOptions(emit_dictionary_deltas=True)
stream("delta", [words([0, 1], ["a", "b"]), words([0, 2], ["a", "b", "c"])], 1, DELTAS)
stream("replaced", [words([0, 1], ["a", "b"]), words([1, None], ["x", "y"])], 1)

TEXT = ",\n".join("  " + json.dumps(it, ensure_ascii=False) for it in FILES)
HEAD = f'{{\n "format": "arrow 1",\n "upstream": "pyarrow {pa.__version__}",\n "note": "made by make.py",\n "files": [\n'
(FOLDER / "types.json").write_text(HEAD + TEXT + "\n ]\n}\n", encoding="utf-8")
