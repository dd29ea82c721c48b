"""Makes random cases of operations on tables, with pyarrow's results.

    python make.py SEED COUNT FOLDER [KINDS]

The folder gets `tables.json` and `tables.bin`, the streams that it refers to. Those here are of seed 67 and 63 cases, by
pyarrow 26.0.1; those of the folder `expressions` of seed 5, 120 cases and the kinds
`expression,expression,window,outer,unique,quantile`, and those of `kinds` of seed 9, 24 cases and
`decimals,nested,halves,nested,anti,moments,nested,semi`; of all three, `few.py` left some. The option `cases` of the
test names other folders.
"""
import functools, json, math, random, sys
from decimal import Context, Decimal

import numpy
import pyarrow as pa
import pyarrow.compute as pc

seed, count, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
rng = random.Random(seed)
NAN, INF = float("nan"), float("inf")
BINARY = open(f"{folder}/tables.bin", "wb")

WORDS = ["", "a", "b", "ab", "a\0", "abc", "zürich", "a long text of more than twelve bytes", "a long text of more than twelve", "b" * 40]
ALL = {
    "int8": (pa.int8(), lambda: rng.randint(-128, 127)),
    "int16": (pa.int16(), lambda: rng.randint(-3, 3)),
    "int32": (pa.int32(), lambda: rng.choice([-(2**31), 2**31 - 1, 0, 1, 2, -1])),
    "int64": (pa.int64(), lambda: rng.choice([-(2**63), 2**63 - 1, 0, 1, 2, -1, rng.randint(-(2**63), 2**63 - 1)])),
    "uint8": (pa.uint8(), lambda: rng.randint(0, 5)),
    "uint16": (pa.uint16(), lambda: rng.randint(0, 65535)),
    "uint32": (pa.uint32(), lambda: rng.choice([0, 1, 2**32 - 1])),
    "uint64": (pa.uint64(), lambda: rng.choice([0, 1, 2**64 - 1, rng.randint(0, 2**64 - 1)])),
    "float": (pa.float32(), lambda: rng.choice([0.0, -0.0, 1.5, -2.25, NAN, INF, -INF, 1e30])),
    "double": (pa.float64(), lambda: rng.choice([0.0, -0.0, 1.5, -2.25, NAN, INF, -INF, 1e300, rng.randint(-9, 9)])),
    # Sums of these are exact, in any order.
    "exact": (pa.float64(), lambda: rng.randint(-1000, 1000) / 8),
    "bool": (pa.bool_(), lambda: rng.random() < 0.5),
    "string": (pa.string(), lambda: rng.choice(WORDS)),
    "large_string": (pa.large_string(), lambda: rng.choice(WORDS)),
    "string_view": (pa.string_view(), lambda: rng.choice(WORDS)),
    "binary": (pa.binary(), lambda: rng.choice(WORDS).encode()),
    "fixed": (pa.binary(3), lambda: bytes(rng.choice([0, 1, 255]) for _ in range(3))),
    "fixed4": (pa.binary(4), lambda: bytes(rng.choice([0, 1, 255]) for _ in range(4))),
    "date32": (pa.date32(), lambda: rng.choice([-1, 0, 1, 20000])),
    "date64": (pa.date64(), lambda: 86400000 * rng.choice([-1, 0, 1, 20000])),
    "ts_s": (pa.timestamp("s"), lambda: rng.choice([-1, 0, 86400, 1728000000])),
    "ts_us": (pa.timestamp("us", "UTC"), lambda: rng.choice([-1, 0, 1, 86400000000])),
    "ts_ns": (pa.timestamp("ns"), lambda: rng.choice([-1, 0, 1, 2**62])),
    "time32": (pa.time32("s"), lambda: rng.randint(0, 4)),
    "time64": (pa.time64("us"), lambda: rng.randint(0, 4)),
    "duration": (pa.duration("ms"), lambda: rng.randint(-2, 2)),
    "decimal": (pa.decimal128(20, 2), lambda: Decimal(rng.randint(-(10**18), 10**18) if rng.random() < 0.3 else rng.randint(-3, 3)).scaleb(-2)),
    "decimal256": (pa.decimal256(50, 0), lambda: Decimal(rng.randint(-3, 3) * 10 ** rng.choice([0, 30, 45]))),
    "null": (pa.null(), lambda: None),
    "dict": (pa.dictionary(pa.int8(), pa.string()), lambda: rng.choice(WORDS)),
    "dict_int": (pa.dictionary(pa.int32(), pa.int64()), lambda: rng.randint(-3, 3)),
}
DECIMALS = {
    "dec2": (pa.decimal128(9, 2), lambda: Decimal(rng.randint(-(10**9) + 1, 10**9 - 1)).scaleb(-2)),
    "dec4": (pa.decimal128(15, 4), lambda: Decimal(rng.choice([0, 1, rng.randint(-(10**6), 10**6), 10**15 - 1])).scaleb(-4)),
}
SORTED = [it for it in ALL if it not in ("dict", "dict_int", "string_view", "null")]
KEYS = [it for it in ALL if it != "exact"]
JOINED = [it for it in KEYS if it not in ("null", "string_view", "dict", "dict_int")]
SUMS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "exact", "bool", "null", "decimal"]
ORDERED = [it for it in ALL if it not in ("duration", "dict", "dict_int", "string_view", "decimal256")]
NESTED = {
    "struct": (pa.struct([("p", pa.int32()), ("q", pa.string())]), lambda: {"p": rng.randint(0, 9), "q": rng.choice(WORDS)}),
    "list": (pa.list_(pa.int16()), lambda: [rng.randint(0, 9) for _ in range(rng.randint(0, 3))]),
    "large_list": (pa.large_list(pa.string()), lambda: [rng.choice(WORDS) for _ in range(rng.randint(0, 3))]),
    "fixed_list": (pa.list_(pa.int32(), 2), lambda: [rng.randint(0, 9), None]),
    "lists": (pa.list_(pa.list_(pa.bool_())), lambda: [[True] * rng.randint(0, 2) for _ in range(rng.randint(0, 2))]),
}


def column(kind, n):
    data_type, value = (ALL | NESTED | DECIMALS)[kind]
    missing = rng.choice([0, 0, 0.2, 0.6, 1])
    values = [None if rng.random() < missing else value() for _ in range(n)]
    if pa.types.is_dictionary(data_type):
        return pa.array(values, data_type.value_type).dictionary_encode().cast(data_type)
    return pa.array(values, data_type)


def rows():
    return rng.choice([0, 1, 2, 7, 30, 64, 200])


def table(kinds, n):
    return pa.table({f"c{at}_{kind}": column(kind, n) for at, kind in enumerate(kinds)})


def stored(data):
    """Writes a table as a stream of one batch for each of its chunks."""
    place = BINARY.tell()
    with pa.ipc.new_stream(BINARY, data.schema, options=pa.ipc.IpcWriteOptions(unify_dictionaries=True)) as writer:
        for batch in data.to_batches():
            writer.write_batch(batch)
    return [place, BINARY.tell() - place]


def several(data):
    """Returns the same rows in several batches, and the part of them that is used."""
    cuts = sorted(rng.randint(0, data.num_rows) for _ in range(rng.choice([0, 0, 1, 2])))
    parts = [data.slice(a, b - a) for a, b in zip([0, *cuts], [*cuts, data.num_rows])]
    data = pa.concat_tables(parts)
    if rng.random() < 0.5:
        return data, data, None
    start = rng.randint(0, data.num_rows)
    part = [start, rng.randint(0, data.num_rows - start)]
    return data, data.slice(*part), part


def case_of_group():
    keys = [rng.choice(KEYS) for _ in range(rng.choice([0, 1, 1, 1, 2, 3]))]
    others = [rng.choice([*SUMS, *ORDERED]) for _ in range(rng.randint(0, 3))]
    data, used, part = several(table([*keys, *others], rows()))
    names = data.schema.names
    what = [([], "count_all")] if rng.random() < 0.3 else []
    for name, kind in zip(names[len(keys) :], others):
        # pyarrow counts the nulls of a column that has no type.
        what.append((name, rng.choice(["count", "count_distinct"]) if kind != "null" else "count"))
        if kind in SUMS:
            what.append((name, "sum"))
            if kind not in ("decimal",):
                what.append((name, "mean"))
        if kind in ORDERED and kind not in ("float", "double"):
            what += [(name, "min"), (name, "max")]
    if not keys and not what:
        what = [([], "count_all")]
    # pyarrow's groups are nearly in the order of their first rows.
    numbered = used.combine_chunks().append_column("row", pa.array(range(used.num_rows), pa.int64()))
    result = numbered.group_by(names[: len(keys)], use_threads=False).aggregate([*what, ("row", "min")])
    result = result.sort_by("row_min").drop_columns("row_min")
    return {"op": "group_by", "keys": names[: len(keys)], "what": [[name or None, function] for name, function in what]}, data, part, result


def case_of_sort():
    kinds = [rng.choice(SORTED) for _ in range(rng.choice([1, 1, 2, 3]))]
    others = [rng.choice([*ALL, *NESTED]) for _ in range(rng.randint(0, 2))]
    data, used, part = several(table([*kinds, *others], rows()))
    first = rng.random() < 0.3
    keys = [(name, rng.choice(["ascending", "descending"])) for name in data.schema.names[: len(kinds)]]
    used = used.combine_chunks()
    order = pc.sort_indices(used, options=pc.SortOptions(keys, null_placement="at_start" if first else "at_end"))
    return {"op": "sort_by", "keys": [[name, way, first] for name, way in keys]}, data, part, used.take(order)


def case_of_filter():
    data, used, part = several(table(["bool", *[rng.choice([*ALL, *NESTED]) for _ in range(3)]], rows()))
    return {"op": "filter", "mask": "c0_bool"}, data, part, used.combine_chunks().filter(used["c0_bool"].combine_chunks())


def case_of_join():
    kinds = [rng.choice(JOINED) for _ in range(rng.choice([1, 1, 2]))]
    left = table([*kinds, *[rng.choice(JOINED) for _ in range(2)]], rows())
    right = table([*kinds, rng.choice(JOINED)], rng.choice([0, 1, 7, 40]))
    keys = [f"c{at}_{kind}" for at, kind in enumerate(kinds)]
    other = right.schema.names[-1]
    # Several rows of each side match.
    left = left.append_column("left_row", pa.array(range(left.num_rows), pa.int64()))
    right = right.rename_columns([*keys, "other"]).append_column("right_row", pa.array(range(right.num_rows), pa.int64()))
    how = rng.choice(["inner", "left outer", "left semi", "left anti"])
    data, used, part = several(left)
    result = used.join(right, keys, join_type=how, use_threads=False)
    order = [("left_row", "ascending")] + ([("right_row", "ascending")] if "right_row" in result.schema.names else [])
    result = result.sort_by(order).combine_chunks()
    names = [*left.schema.names, *[it for it in result.schema.names if it not in left.schema.names]]
    return {"op": "join", "keys": keys, "how": how, "right": stored(right)}, data, part, result.select(names)


def case_of_compare():
    kind = rng.choice([it for it in SORTED if it not in ("decimal256",)])
    same = {"date32": ["date64", "ts_s", "ts_ns"], "ts_s": ["ts_ns", "date32"], "int8": ["int64"], "uint8": ["int32"], "float": ["double"], "string": ["large_string"]}
    other = rng.choice([kind, *same.get(kind, [])])
    data, used, part = several(table([kind, other], rows()))
    how = rng.choice(["equal", "not_equal", "less", "less_equal", "greater", "greater_equal"])
    a, b = (used[it].combine_chunks() for it in data.schema.names)
    result = pa.table({"is": getattr(pc, how)(a, b)})
    return {"op": "compare", "how": how}, data, part, result


def case_of_logic():
    data, used, part = several(table(["bool", "bool"], rows()))
    how = rng.choice(["and", "or", "not", "is_valid", "is_null"])
    a, b = (used[it].combine_chunks() for it in data.schema.names)
    made = {"and": lambda: pc.and_kleene(a, b), "or": lambda: pc.or_kleene(a, b), "not": lambda: pc.invert(a), "is_valid": lambda: pc.is_valid(a), "is_null": lambda: pc.is_null(a)}
    return {"op": "logic", "how": how}, data, part, pa.table({"is": made[how]()})


# Expressions: each is a list of the method, and its operands, and has pyarrow's result.
INTS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
NUMBERS = [*INTS, "float", "double"]
TEXTS = ["string", "large_string", "string_view", "dict"]
LOCAL = ["date32", "date64", "ts_s", "ts_ns"]
TIMES = ["time32", "time64"]
COMPARISONS = {"eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal"}
PARTS = {"Year": "year", "Quarter": "quarter", "Month": "month", "Day": "day", "DayOfYear": "day_of_year", "DayOfWeek": "day_of_week"}
PARTS_OF_TIME = {it.title(): it for it in ["hour", "minute", "second", "millisecond", "microsecond", "nanosecond"]}


class Fails(Exception):
    """An expression that is an error."""


def checked(tree, function, *of):
    try:
        return tree, function(*of)
    except pa.ArrowInvalid as error:
        # Nulls fail in pyarrow, too.
        if any(isinstance(it, pa.Array) and it.null_count == len(it) for it in of):
            raise
        # Of all integers of the type, whichever there are.
        if "Precision is not great enough" in str(error) or "out of range [" in str(error):
            raise
        raise Fails(tree)


class Expressions:
    def __init__(self, n):
        self.n, self.columns, self.last = n, {}, None

    def column(self, kinds):
        kind = rng.choice(kinds)
        found = [name for name in self.columns if name.endswith("_" + kind)]
        if found and rng.random() < 0.5:
            name = rng.choice(found)
        else:
            name = f"c{len(self.columns)}_{kind}"
            self.columns[name] = column(kind, self.n)
        array = self.columns[name]
        if pa.types.is_dictionary(array.type):
            array = array.cast(array.type.value_type)
        if array.type == pa.string_view():
            array = array.cast(pa.string())
        return ["col", name], array

    def literal(self, kinds):
        kind = rng.choice([it for it in kinds if it in (*NUMBERS, "bool", "string")] or [None])
        if kind is None:
            return self.column(kinds)
        value = ALL[kind][1]()
        text = value if kind == "string" else repr(value).lower()
        return ["lit", kind, text], pa.scalar(value, ALL[kind][0])

    def leaf(self, kinds):
        return self.literal(kinds) if rng.random() < 0.25 else self.column(kinds)

    def number(self, depth, kinds=NUMBERS):
        how = rng.choice(["leaf", "arithmetic", "arithmetic", "one", "cast", "pick", "pick", "length", "part", "decimal", "moment"]) if depth else "leaf"
        if how == "decimal":
            return self.decimal()
        if how == "moment":
            name, kinds = rng.choice([("subtract", ["date32", "ts_s", "ts_ns"]), ("add", ["duration"]), ("subtract", ["duration"])])
            a, b = self.column(["date32", "ts_s", "ts_ns", "duration"] if kinds == ["duration"] else kinds), self.column(kinds)
            self.last = checked([name, a[0], b[0]], getattr(pc, name), a[1], b[1])
            return checked(["cast", "int64", self.last[0]], self.last[1].cast, pa.int64())
        if how == "arithmetic":
            name = rng.choice(["add", "subtract", "multiply", "divide"])
            a, b = self.number(depth - 1), self.number(depth - 1)
            return checked([name, a[0], b[0]], getattr(pc, name), a[1], b[1])
        if how == "one":
            name, function = rng.choice([("abs", pc.abs), ("negate", pc.negate), ("sqrt", pc.sqrt), ("floor", pc.floor), ("ceil", pc.ceil), ("trunc", pc.trunc)])
            of = self.number(depth - 1)
            return checked([name, of[0]], function, of[1])
        if how == "cast":
            to = rng.choice(NUMBERS)
            if to in ("float", "double") and rng.random() < 0.3:
                of = self.number(depth - 1)
                return ["cast_inexact", to, of[0]], of[1].cast(ALL[to][0], safe=False)
            of = self.number(depth - 1) if rng.random() < 0.8 else self.boolean(depth - 1)
            return checked(["cast", to, of[0]], of[1].cast, ALL[to][0])
        if how == "pick":
            return self.pick(depth, self.number)
        if how == "length":
            of = self.text(depth - 1)
            name, function = rng.choice([("len_bytes", pc.binary_length), ("len_chars", pc.utf8_length)])
            return [name, of[0]], function(of[1])
        if how == "part":
            if rng.random() < 0.5:
                part, of = rng.choice(list(PARTS.items())), self.column([*LOCAL, "ts_us"])
            else:
                part, of = rng.choice(list(PARTS_OF_TIME.items())), self.column(["ts_s", "ts_us", "ts_ns", *TIMES])
            return ["part", part[0], of[0]], getattr(pc, part[1])(of[1])
        return self.leaf(kinds)

    def decimal(self):
        """Decimals that become numbers of other types, or booleans."""
        a, b = (self.column(["dec2", "dec4", "decimal"]) for _ in range(2))
        number = self.column(INTS)
        how = rng.choice(["int", "compare", "sum", "product", "negate", "least"])
        if how == "int":
            a = checked(["cast", "dec2", number[0]], number[1].cast, DECIMALS["dec2"][0])
            return checked(["cast", "int64", a[0]], a[1].cast, pa.int64())
        if how == "compare":
            other = rng.choice([b, number])
            name = rng.choice(list(COMPARISONS))
            made = [name, a[0], other[0]], getattr(pc, COMPARISONS[name])(a[1], other[1])
            return ["cast", "int8", made[0]], made[1].cast(pa.int8())
        if how in ("sum", "product"):
            name = rng.choice(["add", "subtract"]) if how == "sum" else "multiply"
            b = self.column(["dec2"]) if how == "product" else rng.choice([b, number])
            a = [name, a[0], b[0]], getattr(pc, name)(a[1], b[1])
        if how == "negate":
            name, function = rng.choice([("negate", pc.negate), ("abs", pc.abs)])
            a = [name, a[0]], function(a[1])
        if how == "least":
            a = ["least", a[0], b[0]], pc.min_element_wise(a[1], b[1])
        self.last = a
        return ["cast", "int8", ["is_null", a[0]]], pc.is_null(a[1]).cast(pa.int8())

    def pick(self, depth, make):
        a, b = make(depth - 1), make(depth - 1)
        how = rng.choice(["if_else", "fill_null", "least", "greatest"])
        if how == "if_else":
            condition = self.boolean(depth - 1)
            return checked([how, condition[0], a[0], b[0]], pc.if_else, condition[1], a[1], b[1])
        function = {"fill_null": pc.coalesce, "least": pc.min_element_wise, "greatest": pc.max_element_wise}[how]
        return checked([how, a[0], b[0]], function, a[1], b[1])

    def text(self, depth, kinds=TEXTS):
        if depth and rng.random() < 0.4:
            start, count = rng.randint(-4, 4), rng.choice([None, 0, 1, 3])
            of = self.text(depth - 1)
            if start < 0 and count is not None:
                count = None
            stop = None if count is None else start + count
            return ["substring", of[0], start, count], pc.utf8_slice_codeunits(of[1], start, stop)
        if depth and rng.random() < 0.4:
            return self.pick(depth, self.text)
        if depth and rng.random() < 0.4:
            a, b = self.text(depth - 1), self.text(depth - 1)
            return ["concat", a[0], b[0]], pc.binary_join_element_wise(a[1], b[1], "")
        if depth and rng.random() < 0.3:
            name, function = rng.choice([("to_ascii_uppercase", pc.ascii_upper), ("to_ascii_lowercase", pc.ascii_lower)])
            of = self.text(depth - 1)
            return [name, of[0]], function(of[1])
        return self.leaf([*kinds, "string"])

    def boolean(self, depth):
        if not depth:
            return self.leaf(["bool"])
        how = rng.choice(["compare", "compare", "logic", "logic", "null", "nan", "find", "is_in"])
        if how == "compare":
            name = rng.choice(list(COMPARISONS))
            make = rng.choice([self.number, self.number, self.text, lambda _: self.column(LOCAL), lambda _: self.column(TIMES), lambda _: self.column(["duration"]), self.boolean])
            a, b = make(depth - 1), make(depth - 1)
            # pyarrow refuses numbers that don't fit into one type.
            return [name, a[0], b[0]], getattr(pc, COMPARISONS[name])(a[1], b[1])
        if how == "logic":
            name, function = rng.choice([("and", pc.and_kleene), ("or", pc.or_kleene), ("not", pc.invert)])
            of = [self.boolean(depth - 1) for _ in range(1 if name == "not" else 2)]
            return [name, *[it[0] for it in of]], function(*[it[1] for it in of])
        if how == "null":
            name, function = rng.choice([("is_null", pc.is_null), ("is_not_null", pc.is_valid)])
            of = rng.choice([self.number, self.text, self.boolean])(depth - 1)
            return [name, of[0]], function(of[1])
        if how == "nan":
            of = self.number(depth - 1)
            return ["is_nan", of[0]], pc.is_nan(of[1])
        if how == "find":
            name, function = rng.choice([("contains", pc.match_substring), ("starts_with", pc.starts_with), ("ends_with", pc.ends_with)])
            of, part = self.text(depth - 1), rng.choice(["", "a", "b", "text", "ü", "b" * 40])
            return [name, of[0], ["lit", "string", part]], function(of[1], part)
        kind = rng.choice([*NUMBERS, "string", "large_string", "date32", "ts_ns", "dict"])
        of = self.column([kind])
        values = pa.array([None if rng.random() < 0.1 else ALL[kind][1]() for _ in range(rng.randint(0, 6))], of[1].type)
        name = f"values_{len(self.columns)}"
        self.columns[name] = pa.array([None] * self.n, values.type) if self.n < len(values) else pa.concat_arrays([values, pa.nulls(self.n - len(values), values.type)])
        if self.n < len(values):
            values = values.slice(0, 0)
        return ["is_in", of[0], name, len(values)], pc.is_in(of[1], value_set=values)


def case_of_text():
    return case_of_expression(["text"])


def case_of_expression(kinds=("number", "number", "boolean", "text")):
    made = Expressions(rng.choice([1, 2, 7, 30, 64, 300]))
    made.column(["int32"])
    depth, close = rng.choice([1, 2, 2, 3, 4]), False
    try:
        if rng.random() < 0.05:
            name, function = rng.choice([("exp", pc.exp), ("ln", pc.ln)])
            of = made.number(depth - 1)
            tree, result, close = [name, of[0]], function(of[1]), True
        else:
            tree, result = getattr(made, rng.choice(kinds))(depth)
            if made.last and rng.random() < 0.7:
                tree, result = made.last
    except Fails as fails:
        data = pa.table(made.columns)
        return {"op": "expression", "tree": fails.args[0], "fails": True}, data, None, data.select([])
    # The sign of the lesser of two zeros depends on the processor.
    text = json.dumps(tree)
    has_zeros = "least" in text or "greatest" in text
    if has_zeros and "divide" in text:
        raise pa.ArrowInvalid("infinities would differ")
    if tree[0] == "col":
        raise pa.ArrowInvalid("a column isn't computed")
    if isinstance(result, pa.Scalar):
        result = pa.array([result.as_py()] * made.n, result.type)
    data, used, part = several(pa.table(made.columns))
    if part:
        result = result.slice(*part)
    return {"op": "expression", "tree": tree}, data, part, pa.table({"about_mean" if close else "zeros" if has_zeros else "is": result})


# Kinds of which several expressions are of one table, computed by one kernel: decimals, half-precision floats, and named zones.
BIG = Context(prec=200)
ZONES = ["America/New_York", "Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe", "America/Sao_Paulo", "Pacific/Apia", "+05:30", "-0330", "UTC"]


def decimal_type():
    width = rng.choice([32, 64, 128, 256])
    most = {32: 9, 64: 18, 128: 38, 256: 76}[width]
    precision = rng.randint(1, min(most, rng.choice([5, 9, 18, 38, 76])))
    return getattr(pa, f"decimal{width}")(precision, rng.randint(-2, precision))


def any_decimal():
    it, least = decimal_type(), rng.choice([0, 1])
    some = lambda: rng.choice([rng.randint(0, 10 ** rng.randint(0, it.precision) - 1), 10**it.precision - 1, rng.randint(0, 9)])
    return it, lambda: Decimal(rng.choice([-1, 1]) * max(least, some())).scaleb(-it.scale, BIG)


def any_half():
    special = [0.0, -0.0, 65504, 6e-8, 1e-4, NAN, INF, -INF, 0.5]
    return pa.float16(), lambda: numpy.float16(rng.choice([rng.randint(-9, 9), rng.uniform(-3, 3), rng.choice(special)]))


def any_moment():
    unit, of = rng.choice([("s", 1), ("ms", 10**3), ("us", 10**6), ("ns", 10**9)])
    seconds = lambda: rng.choice([rng.randint(-4 * 10**9, 2 * 10**9), 900 * rng.randint(-(10**6), 2 * 10**6)])
    return pa.timestamp(unit, rng.choice(ZONES)), lambda: seconds() * of + rng.choice([0, rng.randint(0, of - 1)])


def by_numpy(function, *of):
    """Computes with half-precision floats, which pyarrow doesn't."""
    missing = functools.reduce(numpy.logical_or, [it.is_null().to_numpy(zero_copy_only=False) for it in of])
    with numpy.errstate(all="ignore"):
        made = function(*[it.fill_null(1).to_numpy(zero_copy_only=False) for it in of])
    return pa.array(made, mask=missing)


def to_half(array):
    """Converts numbers, of which pyarrow refuses some that are over the limit of another type."""
    return (array.cast(pa.float64(), safe=False) if pa.types.is_integer(array.type) else array).cast(pa.float16())


class Many(Expressions):
    def of(self, kind, make):
        """Returns a column, mostly one that is there."""
        found = [name for name in self.columns if name.endswith("_" + kind)]
        if len(found) < 4 or rng.random() < 0.1:
            data_type, value = make()
            missing = rng.choice([0, 0, 0.2, 1])
            found = [f"c{len(self.columns)}_{kind}"]
            self.columns[found[0]] = pa.array([None if rng.random() < missing else value() for _ in range(self.n)], data_type)
        name = rng.choice(found)
        return ["col", name], self.columns[name]

    def decimal(self):
        of = lambda: self.of("decimal", any_decimal)
        a, b = of(), rng.choice([of, of, lambda: self.column(INTS)])()
        own, how = a[1].type, rng.choice(["arithmetic", "arithmetic", "compare", "cast", "number", "one", "pick"])
        if how == "number":
            to = rng.choice([*INTS, "float", "double"])
            # pyarrow takes no small decimals for large integers.
            of = a[1].cast(pa.decimal256(own.precision, own.scale)) if to in INTS else a[1]
            return checked(["cast", to, a[0]], of.cast, ALL[to][0])
        if how == "one":
            name, function = rng.choice([("negate", pc.negate), ("abs", pc.abs)])
            return [name, a[0]], function(a[1].cast(pa.decimal256(own.precision, own.scale))).cast(own)
        if how == "cast":
            to, (tree, a) = decimal_type(), rng.choice([a, a, self.column(["int32", "exact", "float"])])
            # pyarrow loses digits of floats that have many.
            if pa.types.is_floating(a.type) and not 0 <= to.scale <= {32: 0, 64: 2, 128: 22, 256: 60}[to.bit_width]:
                raise pa.ArrowInvalid("digits are lost")
            # And of small decimals that lose more than they have.
            through = pa.decimal256(to.precision, to.scale) if pa.types.is_decimal(a.type) else to
            return checked(["cast", str(to), tree], lambda it: it.cast(through).cast(to), a)
        if how == "pick":
            return self.picked(a, of())
        if rng.random() < 0.3:
            a, b = b, a
        if how == "compare":
            b, name = rng.choice([b, self.column(["float", "double"])]), rng.choice(list(COMPARISONS))
            # pyarrow refuses large integers beside floats.
            return [name, a[0], b[0]], getattr(pc, COMPARISONS[name])(a[1], b[1])
        name = rng.choice(["add", "subtract", "multiply", "divide"])
        return checked([name, a[0], b[0]], getattr(pc, name), a[1], b[1])

    def picked(self, a, b):
        """One of two values, which stay of their type if it is the same."""
        name, same = rng.choice(["fill_null", "if_else", "least", "greatest"]), a[1].type == b[1].type
        common = a[1].type if same else pc.coalesce(a[1], b[1]).type
        is_half = common == pa.float16()
        x, y = (it[1].cast(common) for it in (a, b))
        if name == "if_else":
            condition = self.column(["bool"])
            return [name, condition[0], a[0], b[0]], pc.if_else(condition[1], x, y).cast(common)
        if name == "fill_null":
            return [name, a[0], b[0]], pc.coalesce(x, y).cast(common)
        function = {"least": pc.min_element_wise, "greatest": pc.max_element_wise}[name]
        through = pa.float32() if is_half else pa.decimal256(common.precision, common.scale) if pa.types.is_decimal(common) else common
        return [name, a[0], b[0]], function(x.cast(through), y.cast(through)).cast(common)

    def half(self):
        of = lambda: self.of("half", any_half)
        a, b = of(), rng.choice([of, of, lambda: self.column(NUMBERS)])()
        # As for other floats, the common type has the most bits.
        common = b[1].type if pa.types.is_floating(b[1].type) else pa.float16()
        how = rng.choice(["arithmetic", "arithmetic", "compare", "to", "from", "one", "pick", "nan", "decimal"])
        if how == "decimal":
            b = self.of("decimal", any_decimal)
            name = rng.choice([*COMPARISONS, "add", "multiply"])
            return checked([name, a[0], b[0]], getattr(pc, COMPARISONS.get(name, name)), a[1], b[1])
        if how == "to":
            to = rng.choice(NUMBERS)
            return checked(["cast", to, a[0]], a[1].cast, ALL[to][0])
        if how == "from":
            b = self.column(NUMBERS)
            return ["cast", "halffloat", b[0]], to_half(b[1])
        if how == "nan":
            return ["is_nan", a[0]], pc.is_nan(a[1])
        if how == "one":
            name = rng.choice(["abs", "negate", "sqrt", "floor", "ceil", "trunc"])
            return [name, a[0]], by_numpy({"negate": numpy.negative}.get(name) or getattr(numpy, name), a[1])
        if how == "pick":
            return self.picked(a, [b[0], to_half(b[1]) if common == pa.float16() else b[1]])
        if rng.random() < 0.3:
            a, b = b, a
        if how == "compare":
            name = rng.choice(list(COMPARISONS))
            exact = [it[1].cast(pa.float32()) if it[1].type == pa.float16() else it[1] for it in (a, b)]
            if pa.types.is_integer(b[1].type) or pa.types.is_integer(a[1].type):
                exact = [it.cast(pa.float64(), safe=False) for it in exact]
            return [name, a[0], b[0]], getattr(pc, COMPARISONS[name])(*exact)
        name = rng.choice(["add", "subtract", "multiply", "divide"])
        return [name, a[0], b[0]], by_numpy(getattr(numpy, name), *[to_half(it[1]) if common == pa.float16() else it[1].cast(common) for it in (a, b)])

    def moment(self):
        a, b = (self.of("moment", any_moment) for _ in range(2))
        how = rng.choice(["part", "part", "part", "compare", "subtract", "date"])
        if how == "date":
            return checked(["cast", "date32[day]", a[0]], a[1].cast, pa.date32())
        if how == "subtract":
            return checked(["subtract", a[0], b[0]], pc.subtract, a[1], b[1])
        if how == "compare":
            name = rng.choice(list(COMPARISONS))
            return checked([name, a[0], b[0]], getattr(pc, COMPARISONS[name]), a[1], b[1])
        name, function = rng.choice(list((PARTS | PARTS_OF_TIME).items()))
        # pyarrow's seconds are those of UTC, also where an offset had seconds.
        return ["part", name, a[0]], getattr(pc, function)(pc.local_timestamp(a[1]))


def many(kind):
    made, trees, result = Many(rng.choice([1, 7, 64])), [], {}
    while len(trees) < 20:
        try:
            tree, array = getattr(made, kind)()
        except Fails as fails:
            if rng.random() < 0.2:
                return {"op": "expression", "tree": fails.args[0], "fails": True}, pa.table(made.columns), None, pa.table({})
            continue
        except (pa.ArrowNotImplementedError, pa.ArrowInvalid):
            continue
        trees.append(tree)
        has_zeros = tree[0] in ("least", "greatest")
        result[f"{'zeros' if has_zeros else 'is'} {len(trees)}"] = array
    data, used, part = several(pa.table(made.columns))
    result = pa.table(result)
    return {"op": "expressions", "trees": trees}, data, part, result.slice(*part) if part else result


def case_of_decimals():
    return many("decimal")


def case_of_halves():
    return many("half")


def case_of_moments():
    return many("moment")


def nested(kind, n):
    """A column of a type whose entries say nowhere by themselves whether they are null."""
    ints, words = column("int16", n), column(rng.choice(["string", "null", "double"]), n)
    if kind == "runs":
        cuts = sorted({n, *[rng.randint(1, n) for _ in range(rng.randint(0, n))]}) if n else []
        return pa.RunEndEncodedArray.from_arrays(pa.array(cuts, rng.choice([pa.int16(), pa.int32(), pa.int64()])), ints.slice(0, len(cuts)))
    if kind in ("list_view", "large_list_view"):
        make = pa.ListViewArray if kind == "list_view" else pa.LargeListViewArray
        begins = [rng.randint(0, len(ints)) for _ in range(n)]
        sizes = [rng.randint(0, min(3, len(ints) - it)) for it in begins]
        return make.from_arrays(begins, sizes, ints, mask=pa.array([rng.random() < 0.2 for _ in range(n)], pa.bool_()))
    ids = [rng.randint(0, 1) for _ in range(n)]
    if kind == "sparse":
        return pa.UnionArray.from_sparse(pa.array(ids, pa.int8()), [ints, words])
    places = [ids[:at].count(it) for at, it in enumerate(ids)]
    ids, codes = [[5, 3][it] for it in ids], [5, 3]
    return pa.UnionArray.from_dense(pa.array(ids, pa.int8()), pa.array(places, pa.int32()), [ints, words], ["a", "b"], codes)


def case_of_nested():
    """Joins parts of columns, and finds nulls in the first."""
    n = rows()
    kinds = [rng.choice(["runs", "list_view", "large_list_view", "sparse", "dense"]) for _ in range(rng.choice([1, 2]))]
    made = {f"c{at}_{kind}": nested(kind, n) for at, kind in enumerate(kinds)}
    data, used, part = several(pa.table({**made, "s": pa.StructArray.from_arrays(made.values(), made.keys())}))
    first = used.column(0)
    if rng.random() < 0.5:
        name, function = rng.choice([("is_null", pc.is_null), ("is_valid", pc.is_valid)])
        return {"op": "logic", "how": name}, data, part, pa.table({"is": pa.chunked_array([function(it) for it in first.chunks], pa.bool_())})
    return {"op": "all"}, data, part, used


def case_of_semi():
    return case_of_outer(["left semi", "right semi"])


def case_of_anti():
    return case_of_outer(["left anti", "right anti"])


def case_of_outer(types=("right outer", "full outer", "full outer", "right semi", "right anti")):
    kinds = [rng.choice(JOINED) for _ in range(rng.choice([1, 1, 2]))]
    keys = [f"k{at}" for at in range(len(kinds))]
    left = table([*kinds, *[rng.choice(JOINED) for _ in range(2)]], rows())
    left = left.rename_columns([*keys, *left.schema.names[len(keys) :]]).append_column("left_row", pa.array(range(left.num_rows), pa.int64()))
    right = table([*kinds, rng.choice(JOINED)], rng.choice([0, 1, 7, 40]))
    right = right.rename_columns([*keys, "other"]).append_column("right_row", pa.array(range(right.num_rows), pa.int64()))
    how = rng.choice(types)
    data, used, part = several(left)
    result = used.join(right, keys, join_type=how, use_threads=False)
    order = ["right_row", "left_row"] if how.startswith("right") else ["left_row", "right_row"]
    result = result.sort_by([(it, "ascending") for it in order if it in result.schema.names]).combine_chunks()
    return {"op": "join", "keys": keys, "how": how, "right": stored(right)}, data, part, result


def case_of_window():
    parts = [rng.choice(SORTED) for _ in range(rng.choice([0, 1, 1, 2]))]
    order = [rng.choice(SORTED) for _ in range(rng.choice([0, 1, 1, 2]))]
    summed = [rng.choice(["int8", "int64", "uint32", "bool", "exact"]) for _ in range(2)]
    shifted = [rng.choice([*ALL, *NESTED]) for _ in range(2)]
    data, used, part = several(table([*parts, *order, *summed, *shifted], 9000 if rng.random() < 0.02 else rows()))
    used, names, n = used.combine_chunks(), data.schema.names, used.num_rows
    ways = [(name, rng.choice(["ascending", "descending"])) for name in names[len(parts) : len(parts) + len(order)]]
    keys = [*[(name, "ascending") for name in names[: len(parts)]], *ways]
    sorted_rows = pc.sort_indices(used, options=pc.SortOptions(keys)).to_pylist() if keys else list(range(n))
    numbers = {name: used[name].cast(pa.int64()) if pa.types.is_timestamp(used[name].type) else used[name] for name in names}
    columns = {name: it.to_pylist() for name, it in numbers.items()}

    def same(a, b, which):
        def equal(x, y):
            return x == y or (isinstance(x, float) and isinstance(y, float) and x != x and y != y)

        return all(equal(columns[name][a], columns[name][b]) for name, _ in which)

    first, second = names[-4:-2]
    by = [rng.choice([0, 1, 1, 2, 5]) for _ in range(2)]
    what = [["row_number", None, 0], ["rank", None, 0], ["dense_rank", None, 0], ["running_sum", first, 0], ["running_sum", second, 0], ["lag", names[-2], by[0]], ["lead", names[-1], by[1]]]
    made = [[None] * n for _ in what]
    start = 0
    for at, row in enumerate(sorted_rows):
        before = sorted_rows[at - 1] if at else None
        if before is None or not same(before, row, keys[: len(parts)]):
            start, rank, dense, sums = at, 1, 1, [None, None]
        elif not same(before, row, keys):
            rank, dense = at - start + 1, dense + 1
        for which, name in enumerate([first, second]):
            value = columns[name][row]
            if value is not None:
                sums[which] = value + (sums[which] or 0)
        lagged = at - by[0]
        made[0][row], made[1][row], made[2][row] = at - start + 1, rank, dense
        made[3][row], made[4][row] = sums
        made[5][row] = sorted_rows[lagged] if lagged >= start else None
        if at - by[1] >= start:
            made[6][sorted_rows[at - by[1]]] = row
    def type_of(name):
        it = used.schema.field(name).type
        return pa.float64() if pa.types.is_floating(it) else pa.int64() if pa.types.is_signed_integer(it) else pa.uint64()
    result = {"n": pa.array(made[0], pa.int64()), "r": pa.array(made[1], pa.int64()), "d": pa.array(made[2], pa.int64())}
    for key, name, sums in [("s", first, made[3]), ("t", second, made[4])]:
        wrap = type_of(name)
        if wrap == pa.int64():
            sums = [None if it is None else (it + 2**63) % 2**64 - 2**63 for it in sums]
        result[key] = pa.array(sums, wrap)
    for key, name, taken in [("l", names[-2], made[5]), ("m", names[-1], made[6])]:
        array = used[name]
        array = array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array
        result[key] = array.take(pa.array(taken, pa.int64()))
    return {"op": "window", "parts": names[: len(parts)], "order": ways, "what": what}, data, part, pa.table(result)


def case_of_unique():
    kinds = [rng.choice(KEYS) for _ in range(rng.choice([1, 1, 2]))]
    data, used, part = several(table([*kinds, rng.choice([*ALL, *NESTED])], rows()))
    names = data.schema.names[: len(kinds)]
    used = used.combine_chunks()
    numbered = used.append_column("row", pa.array(range(used.num_rows), pa.int64()))
    counted = numbered.group_by(names, use_threads=False).aggregate([("row", "min"), ([], "count_all")]).sort_by("row_min").combine_chunks()
    if rng.random() < 0.5:
        return {"op": "value_counts", "keys": names}, data, part, counted.select([*names, "count_all"]).rename_columns([*names, "count"])
    return {"op": "unique", "keys": names}, data, part, used.take(counted["row_min"].combine_chunks())


def case_of_quantile():
    data, used, part = several(table([rng.choice([*INTS, "float", "double", "exact"])], rows()))
    of = [rng.choice([0, 1, 0.5, 0.25, rng.random()]) for _ in range(rng.randint(0, 4))]
    how = rng.choice(["linear", "lower", "higher", "nearest", "midpoint"])
    result = pc.quantile(used.column(0).combine_chunks(), of, interpolation=how) if of else pa.array([], pa.float64() if how in ("linear", "midpoint") else used.column(0).type)
    return {"op": "quantile", "of": of, "how": how}, data, part, pa.table({"zeros": result})


def case_of_quantile_by():
    # Zeros are equal, and so are NaN.
    kinds = [rng.choice([it for it in SORTED if it not in ("float", "double")]) for _ in range(rng.choice([0, 1, 1, 2]))]
    data, used, part = several(table([*kinds, rng.choice([*INTS, "float", "double", "exact"])], rows()))
    names, used = data.schema.names, used.combine_chunks()
    keys, column = names[:-1], used[names[-1]]
    of = [rng.choice([0, 1, 0.5, 0.25, rng.random()]) for _ in range(rng.randint(1, 3))]
    how = rng.choice(["linear", "lower", "higher", "nearest", "midpoint"])
    numbered = used.append_column("row", pa.array(range(used.num_rows), pa.int64()))
    groups = numbered.group_by(keys, use_threads=False).aggregate([("row", "list"), ("row", "min")]) if keys else pa.table({"row_list": [list(range(used.num_rows))], "row_min": [0]}).slice(0, min(1, used.num_rows))
    groups = groups.sort_by("row_min").combine_chunks()
    made = [pc.quantile(column.take(pa.array(rows, pa.int64())), of, interpolation=how).to_pylist() for rows in groups["row_list"].to_pylist()]
    result = used.select(keys).take(pa.array(groups["row_min"].to_pylist(), pa.int64())) if keys else pa.table({})
    for at, q in enumerate(of):
        result = result.append_column(f"zeros {at}", pa.array([it[at] for it in made], pa.float64() if how in ("linear", "midpoint") else column.type))
    return {"op": "quantile_by", "keys": keys, "column": names[-1], "of": of, "how": how}, data, part, result


MAKERS = [case_of_group, case_of_group, case_of_sort, case_of_join, case_of_filter, case_of_compare, case_of_logic]
if len(sys.argv) > 4:
    MAKERS = [globals()[f"case_of_{kind}"] for kind in sys.argv[4].split(",")]
cases = []
while len(cases) < count:
    maker = MAKERS[len(cases) % len(MAKERS)]
    try:
        case, data, part, result = maker()
    except (pa.ArrowNotImplementedError, pa.ArrowInvalid) as error:
        print(f"{maker.__name__}: pyarrow says {error}", file=sys.stderr)
        continue
    case["name"] = f"{maker.__name__[8:]} {len(cases)}"
    case["table"], case["result"] = stored(data), stored(result.combine_chunks())
    if part:
        case["slice"] = part
    cases.append(case)
with open(f"{folder}/tables.json", "w") as file:
    made = f"pyarrow {pa.__version__}, make.py {seed} {count}"
    lines = ",\n".join(json.dumps(case) for case in cases)
    file.write(f'{{"format": "tables 1", "made_from": {json.dumps(made)}, "cases": [\n{lines}\n]}}\n')
