"""Writes the files of `written`, as older and other writers have them, and of timestamps of 96 bits, by pyarrow.

    python3 make.py

Each of `written` is a file of pyarrow whose footer was changed; pyarrow reads the same rows of all of them, which is checked.
"""

import copy
import datetime
import pathlib
import struct

import pyarrow as pa
import pyarrow.parquet as pq

HERE = pathlib.Path(__file__).parent
I32, I64, BINARY, LIST, STRUCT = 5, 6, 8, 9, 12


class Reader:
    """Thrift's compact protocol: a struct is a list of [field, type, value], and a list is (type, values)."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def byte(self):
        self.at += 1
        return self.data[self.at - 1]

    def varint(self):
        number = shift = 0
        while True:
            byte = self.byte()
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return number

    def signed(self):
        number = self.varint()
        return (number >> 1) ^ -(number & 1)

    def value(self, kind):
        if kind in (1, 2):
            return kind == 1
        if kind == 3:
            return self.byte()
        if kind in (4, I32, I64):
            return self.signed()
        if kind in (7, BINARY):
            count = 8 if kind == 7 else self.varint()
            self.at += count
            return self.data[self.at - count : self.at]
        if kind == LIST:
            head = self.byte()
            count = self.varint() if head >> 4 == 15 else head >> 4
            return (head & 15, [self.value(head & 15) for _ in range(count)])
        return self.struct()

    def struct(self):
        field, fields = 0, []
        while (head := self.byte()) & 15:
            field = field + (head >> 4) if head >> 4 else self.signed()
            fields.append([field, head & 15, self.value(head & 15)])
        return fields


def varint(number):
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def signed(number):
    return varint(number << 1 if number >= 0 else ~(number << 1))


def encoded(kind, value):
    if kind in (1, 2):
        return b""
    if kind == 3:
        return bytes([value])
    if kind in (4, I32, I64):
        return signed(value)
    if kind == 7:
        return value
    if kind == BINARY:
        return varint(len(value)) + value
    if kind == LIST:
        of, values = value
        count = len(values)
        head = bytes([count << 4 | of]) if count < 15 else bytes([240 | of]) + varint(count)
        return head + b"".join(bytes([1 if it else 2]) if of in (1, 2) else encoded(of, it) for it in values)
    out, last = b"", 0
    for field, of, it in value:
        of = (1 if it else 2) if of in (1, 2) else of
        out += bytes([field - last << 4 | of]) if 0 < field - last < 16 else bytes([of]) + signed(field)
        out += encoded(of, it)
        last = field
    return out + b"\0"


def get(fields, field):
    return next((value for own, _, value in fields if own == field), None)


def put(fields, field, kind=None, value=None):
    kept = [it for it in fields if it[0] != field]
    fields[:] = sorted(kept + ([[field, kind, value]] if kind else []), key=lambda it: it[0])


def groups(footer):
    return get(footer, 4)[1]


def columns(footer):
    return [get(chunk, 3) for group in groups(footer) for chunk in get(group, 1)[1]]


def of_columns(change):
    return lambda footer: [change(column) for column in columns(footer)]


def dictionary_zero(column):
    if get(column, 11) is not None:
        put(column, 9, I64, get(column, 11))
        put(column, 11, I64, 0)


def dictionary_missing(column):
    if get(column, 11) is not None:
        put(column, 9, I64, get(column, 11))
        put(column, 11)


def dictionary_behind(column):
    if get(column, 11) is not None:
        first, other = get(column, 11), get(column, 9)
        put(column, 9, I64, first)
        put(column, 11, I64, other)


def uncounted_header(footer):
    put(footer, 6, BINARY, b"parquet-mr version 1.2.8 (build abc)")
    for column in columns(footer):
        put(column, 7, I64, get(column, 7) - 14)


def empty_group(footer):
    group = copy.deepcopy(groups(footer)[0])
    put(group, 3, I64, 0)
    for chunk in get(group, 1)[1]:
        column = get(chunk, 3)
        for field in (5, 6, 7):
            put(column, field, I64, 0)
        put(column, 11)
    groups(footer).insert(1, group)


BOOLEANS = (LIST, (1, [True, False]))
CHANGES = {
    "dictionary-zero": of_columns(dictionary_zero),
    "dictionary-missing": of_columns(dictionary_missing),
    "dictionary-behind": of_columns(dictionary_behind),
    "vendor-15": of_columns(lambda it: put(it, 15, LIST, (STRUCT, [[[1, I64, 3]]]))),
    "vendor-17": of_columns(lambda it: put(it, 17, I64, 5)),
    "vendor-14-to-16": of_columns(lambda it: [put(it, field, *BOOLEANS) for field in (14, 15, 16, 100)]),
    "vendor-chunks": lambda footer: [put(chunk, field, BINARY, b"v") for group in groups(footer) for chunk in get(group, 1)[1] for field in (4, 5, 6, 7, 40)],
    "vendor-groups": lambda footer: [put(group, field, BINARY, b"v") for group in groups(footer) for field in (4, 5, 6, 7, 9)],
    "vendor-file": lambda footer: [put(footer, field, I64, 7) for field in (5, 6, 7, 30)],
    "vendor-schema": lambda footer: [put(it, field, BINARY, b"v") for it in get(footer, 2)[1] for field in (9, 11, 40)],
    "uncounted-header": uncounted_header,
    "longer-chunks": of_columns(lambda it: put(it, 7, I64, get(it, 7) + 3)),
    "empty-group": empty_group,
    "odd-statistics": of_columns(lambda it: put(it, 12, STRUCT, [[3, I64, -1], [4, I64, -3]])),
    "no-statistics": of_columns(lambda it: [put(it, field) for field in (8, 12, 13)]),
    "odd-encodings": of_columns(lambda it: put(it, 2, LIST, (I32, [0, 3, 77]))),
    "odd-sizes": of_columns(lambda it: put(it, 6, I64, -7)),
    "no-writer": lambda footer: [put(footer, 6), put(footer, 7)],
    "odd-writer": lambda footer: put(footer, 6, BINARY, b"\xff\xfe"),
    "odd-orders": lambda footer: put(footer, 7, LIST, (STRUCT, [[[9, STRUCT, []]]] * 2)),
    "odd-names": of_columns(lambda it: put(it, 3, LIST, (BINARY, [b"zz"]))),
    "only-converted-types": lambda footer: [put(it, 10) for it in get(footer, 2)[1]],
    "logical-with-fields": lambda footer: put(get(footer, 2)[1][2], 10, STRUCT, [[1, STRUCT, [[1, I32, 3]]]]),
    "repeated-root": lambda footer: put(get(footer, 2)[1][0], 3, I32, 2),
}


def main():
    table = pa.table({"a": pa.array(list(range(20)) * 2, pa.int32()), "s": [f"x{row % 7}" for row in range(40)]})
    source = HERE / "written" / "source.parquet"
    pq.write_table(table, source, compression="none", row_group_size=25, store_schema=False)
    data = source.read_bytes()
    source.unlink()
    size = struct.unpack("<I", data[-8:-4])[0]
    for name, change in CHANGES.items():
        footer = Reader(data[-8 - size : -8]).struct()
        change(footer)
        made = encoded(STRUCT, footer)
        path = HERE / "written" / f"{name}.parquet"
        path.write_bytes(data[: -8 - size] + made + struct.pack("<I", len(made)) + b"PAR1")
        assert pq.read_table(path).to_pydict() == table.to_pydict(), name

    def microseconds(year, month=1, day=1):
        return (datetime.datetime(year, month, day) - datetime.datetime(1970, 1, 1)) // datetime.timedelta(microseconds=1)

    unit = pa.timestamp("us")
    beyond = [microseconds(723), microseconds(1582, 10, 15), microseconds(1970), microseconds(2262, 4, 12), microseconds(9999, 12, 31), None]
    within = [microseconds(1677, 9, 22), -1, 0, microseconds(2262, 4, 11), None]
    for name, values in [("beyond", beyond), ("within", within)]:
        table = pa.table({"t": pa.array(values, unit), "l": pa.array([[it, it] for it in values], pa.list_(unit))})
        for kind, use_dictionary in [("plain", False), ("dictionary", True)]:
            path = HERE / f"int96-{name}-{kind}.parquet"
            pq.write_table(table, path, use_deprecated_int96_timestamps=True, store_schema=False, use_dictionary=use_dictionary)
            assert pq.read_table(path, coerce_int96_timestamp_unit="us").to_pydict() == table.to_pydict()

    # A test changes a bit of a page.
    table = pa.table({"x": pa.array(range(100), pa.int32())})
    pq.write_table(table, HERE / "checksums.parquet", compression="none", store_schema=False, use_dictionary=False, write_page_checksum=True)


if __name__ == "__main__":
    main()
