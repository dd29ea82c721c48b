"""Cases of what analyses end with, of random layouts, as the installed Awkward Array answers them: `make_papers.py FOLDER [SEED
[COUNT]]` writes files of the format `ragged 1` there, with COUNT layouts for each function. FEW in the
environment leaves one case of each kind: those of the folder `papers` are the few of COUNT 2."""
import json, math, os, pathlib, random, sys
import numpy as np
import awkward as ak

OUT = pathlib.Path(sys.argv[1])
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1
COUNT = int(sys.argv[3]) if len(sys.argv) > 3 else 20
ONLY = sys.argv[4].split(",") if len(sys.argv) > 4 else None
OUT.mkdir(parents=True, exist_ok=True)
UPSTREAM = f"awkward {ak.__version__}, numpy {np.__version__}, on the CPU"
NAN, INF = float("nan"), float("inf")
c, ix = ak.contents, ak.index

def plain(x, ty=None):
    if ty is not None and np.dtype(ty).kind in "mM":
        return int(np.asarray(x, ty).view(np.int64))
    if isinstance(x, (float, np.floating)):
        x = float(x)
        return "NaN" if math.isnan(x) else "Infinity" if x == INF else "-Infinity" if x == -INF else x
    if isinstance(x, (complex, np.complexfloating)): return {"re": plain(x.real), "im": plain(x.imag)}
    if isinstance(x, (np.datetime64, np.timedelta64)): return int(x.view(np.int64))
    if isinstance(x, (bool, np.bool_)): return bool(x)
    if isinstance(x, np.integer): return int(x)
    if isinstance(x, bytes): return {"hex": x.hex()}
    if isinstance(x, tuple): return {str(i): plain(v) for i, v in enumerate(x)}
    if isinstance(x, (list, np.ndarray)): return [plain(v) for v in x]
    if isinstance(x, dict): return {k: plain(v) for k, v in x.items()}
    return x

def counted(layout, **kw):
    """Dates and durations as numbers."""
    if layout.is_numpy and layout.dtype.kind in "mM": return c.NumpyArray(layout.data.view(np.int64))

def listed(a): return plain(ak.to_list(ak.transform(counted, a) if "64[" in str(a.type) else a))

def as_input(a):
    form, length, buffers = ak.to_buffers(a, form_key="node{id}", buffer_key="{form_key}-{attribute}")
    return {"type": str(a.type), "list": listed(a), "form": json.loads(form.to_json()), "length": length,
            "buffers": {k: {"dtype": str(v.dtype), "data": [plain(it) for it in v]} for k, v in buffers.items()}}

def word(e):
    t = str(e)
    if isinstance(e, np.exceptions.AxisError) or "axis=" in t and "exceeds" in t: return "axis"
    if isinstance(e, ak.errors.FieldNotFoundError) or "no field" in t or "not an array of records" in t: return "field"
    if isinstance(e, IndexError): return "index"
    if "broadcast" in t: return "broadcast"
    if isinstance(e, TypeError): return "type"
    return "value"

def answer(x):
    if isinstance(x, np.ndarray): x = ak.Array(x) if x.ndim else x[()]
    if isinstance(x, ak.Array): return {"type": str(x.type), "list": listed(x)}
    if isinstance(x, ak.Record): return {"record": plain(ak.to_list(x)), "type": str(x.type)}
    if x is None: return {"scalar": None}
    if isinstance(x, (list, tuple)) and x and isinstance(x[0], ak.Array): return {"arrays": [answer(v) for v in x]}
    if isinstance(x, str): return {"scalar": x, "type": "string"}
    return {"scalar": plain(x), "type": str(np.asarray(x).dtype)}

# Errors that are none that users should see make no cases, and are counted.
LEFT_OUT = {}
def fault(error):
    text = str(error)
    if isinstance(error, (NotImplementedError, AssertionError, AttributeError, KeyError, UnboundLocalError)): return f"{type(error).__name__}"
    if any(it in text for it in ("zip() argument", "not supported between instances of 'NoneType'", "must be >= length", "index out of range while", "so its 'content' must be")): return "a fault of Awkward's"
    if "try IndexedOptionArray.simplified" in text or "is not allowed to have" in text: return "a node that can't be"

class File:
    def __init__(self, name): self.name, self.inputs, self.cases, self.arrays = name, {}, [], {}
    def add(self, array):
        name = f"a{len(self.inputs)}"
        self.inputs[name] = as_input(array); self.arrays[name] = array
        return name
    def case(self, op, ins, args, f, tier=1, rtol=None, atol=None):
        """`ins`: arrays, or pairs of a number and its type."""
        names = [i if isinstance(i, tuple) else self.add(i) for i in ins]
        vals = [np.asarray(i[0], i[1])[()] if isinstance(i, tuple) else i for i in ins]
        try:
            with np.errstate(all="ignore"):
                e = f(*vals)
            e = e if isinstance(e, dict) else answer(e)
            json.dumps(e, ensure_ascii=False).encode()
        except UnicodeEncodeError: return
        except Exception as ex:
            causes = [it for it in (ex, ex.__cause__, ex.__context__) if it is not None]
            why = next((fault(it) for it in causes if fault(it)), None)
            if why:
                LEFT_OUT[op, why] = LEFT_OUT.get((op, why), 0) + 1
                return
            e = {"error": word(ex), "upstream": f"{type(ex).__name__}: {str(ex)[:160]}"}
        text = json.dumps(e.get("type", "")) + "".join(str(v.type) for v in vals if isinstance(v, ak.Array))
        if "union" in text and op != "merge_union_of_records": tier = 2
        number = len(self.cases)
        it = {"name": f"{op} {number}", "tier": tier, "inputs": [{"scalar": plain(vals[k]) , "dtype": i[1]} if isinstance(i, tuple) else {"array": i} for k, i in enumerate(names)], "op": op, "args": args, "expect": e}
        if rtol is not None: it["rtol"] = rtol
        if atol is not None: it["atol"] = atol
        self.cases.append(it)
    def thin(self):
        """Leaves one case of those with the same function, arguments and kind of answer."""
        def kind(case):
            args, answer = case["args"], case["expect"]
            return case["op"], sorted(args), args.get("axis"), str(args.get("name")), answer.get("error"), answer.get("scalar") is True
        kinds = [kind(case) for case in self.cases]
        self.cases = [case for i, case in enumerate(self.cases) if kinds.index(kinds[i]) == i]
        used = json.dumps([[case["inputs"], case["args"]] for case in self.cases])
        self.inputs = {name: array for name, array in self.inputs.items() if f'"{name}"' in used}
    def write(self):
        if "FEW" in os.environ: self.thin()
        text = json.dumps({"format": "ragged 1", "upstream": UPSTREAM, "inputs": self.inputs, "cases": self.cases}, ensure_ascii=False)
        (OUT / f"{self.name}.json").write_text(text.replace('{"name"', '\n{"name"'))

# Random layouts.
def numbers(r, n, dtype):
    kind = np.dtype(dtype).kind
    if kind == "b": return np.array([r.random() < 0.5 for _ in range(n)], dtype)
    if kind == "u": return np.array([r.randrange(0, 9) for _ in range(n)], dtype)
    if kind == "i": return np.array([r.randrange(-9, 10) for _ in range(n)], dtype)
    if kind == "c": return np.array([complex(r.randrange(-32, 33) / 4, r.randrange(-32, 33) / 4) for _ in range(n)], dtype)
    if kind in "mM": return np.array([r.randrange(-100000, 900000) for _ in range(n)], np.int64).view(dtype)
    return np.array([r.randrange(-32, 33) / 4 for _ in range(n)], dtype)

WORDS = ["", "one", "two", "ab", "a", "日本", "grün", "blue", "one"]

def leaf(r, n, dtype, nan=0.0, option=0.0):
    if dtype == "string": made = ak.Array([r.choice(WORDS) for _ in range(n)] + ["z"]).layout[:n]
    elif dtype == "bytes": made = ak.Array([r.choice([b"", b"ab", b"\xff", b"a"]) for _ in range(n)] + [b"z"]).layout[:n]
    else:
        data = numbers(r, n, dtype)
        if nan and np.dtype(dtype).kind in "fc":
            for i in range(n):
                if r.random() < nan: data[i] = r.choice([NAN, NAN, NAN, INF, -0.0])
        made = c.NumpyArray(data)
    return optional(r, made) if r.random() < option else made

def optional(r, made):
    n = made.length
    way = r.randrange(3)
    if way == 0: return c.IndexedOptionArray(ix.Index64(np.array([r.choice([-1, k, k]) for k in range(n)], np.int64)), made)
    if way == 1: return c.ByteMaskedArray(ix.Index8(np.array([r.randrange(2) for _ in range(n)], np.int8)), made, valid_when=r.random() < 0.5)
    return c.IndexedOptionArray(ix.Index32(np.array([r.choice([-1, r.randrange(n)]) if n else 0 for _ in range(n)], np.int32)), made)

def layout(r, n, depth, dtype, nan=0.0, option=0.2, regular=True):
    """`depth` levels of lists around numbers of a type."""
    if depth == 0: return leaf(r, n, dtype, nan, option)
    way = r.choice(["offsets", "offsets", "offsets32", "lists", "regular" if regular else "offsets"])
    if way == "regular":
        size = r.choice([1, 2, 3])
        made = c.RegularArray(layout(r, n * size, depth - 1, dtype, nan, option, regular), size, n)
    else:
        counts = np.array([r.choice([0, 1, 2, 3, 4]) for _ in range(n)], np.int64)
        offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        content = layout(r, int(offsets[-1]) + r.choice([0, 2]), depth - 1, dtype, nan, option, regular)
        if way == "offsets": made = c.ListOffsetArray(ix.Index64(offsets), content)
        elif way == "offsets32": made = c.ListOffsetArray(ix.Index32(offsets.astype(np.int32)), content)
        else:
            order = list(range(n)); r.shuffle(order)
            made = c.ListArray(ix.Index64(offsets[:-1][order]), ix.Index64(offsets[1:][order]), content)
    return optional(r, made) if r.random() < option / 2 else made

def array(r, dtype="float64", depth=None, n=None, **kw):
    depth = r.choice([0, 1, 1, 2]) if depth is None else depth
    return ak.Array(layout(r, r.choice([0, 1, 4, 6]) if n is None else n, depth, dtype, **kw))

def like(r, a, dtype):
    """Other numbers in the same lists."""
    def change(layout, **kw):
        if layout.is_numpy: return c.NumpyArray(numbers(r, layout.length, dtype))
    return ak.Array(ak.to_layout(ak.transform(change, a)))

def record(r, n, depth, names=True):
    fields = [layout(r, n, r.randrange(depth + 1), r.choice(["int64", "float64", "string", "bool"])) for _ in range(r.choice([1, 2, 3]))]
    return c.RecordArray(fields, ["x", "y", "z"][: len(fields)] if names else None, n)

def axes(a, r): return r.choice([None, -1, -1, 0, 1] if a.ndim > 1 else [None, 0, -1])

FLOATS, INTS = ["float64", "float64", "float32"], ["int64", "int32", "uint8", "bool"]
FILES = {}
def file(f): FILES[f.__name__] = f

@file
def nan(f, r):
    for op in "nansum nanprod nanmin nanmax nanargmin nanargmax".split():
        for _ in range(COUNT):
            a = array(r, r.choice(FLOATS + ["int64"]), nan=0.4)
            args = {"axis": axes(a, r), "keepdims": r.random() < 0.3}
            if r.random() < 0.3: args["mask_identity"] = r.random() < 0.5
            if op in ("nanmin", "nanmax") and r.random() < 0.3: args["initial"] = float(r.randrange(-4, 5))
            f.case(op, [a], args, lambda a: getattr(ak, op)(a, **args), rtol=1e-12 if "float32" not in str(a.type) else 1e-6)
    for op in "nanmean nanvar nanstd mean var std".split():
        for _ in range(COUNT):
            a = array(r, r.choice(FLOATS + INTS), nan=0.3 if op.startswith("nan") else 0)
            ins, args = [a], {"axis": axes(a, r), "keepdims": r.random() < 0.3}
            if r.random() < 0.4: ins.append(abs(like(r, a, "float64")) + 0.5); args["weight"] = {"array": 1}
            if "mean" not in op and r.random() < 0.4: args["ddof"] = r.choice([1, 2])
            if r.random() < 0.3: args["mask_identity"] = r.random() < 0.5
            def run(a, w=None): return getattr(ak, op)(a, **dict(args, weight=w))
            name = {"mean": "reduce", "var": "reduce", "std": "reduce"}.get(op, op)
            f.case(name, ins, dict(args, name=op) if name == "reduce" else args, run, rtol=1e-9, atol=1e-7)
    for _ in range(COUNT):
        f.case("nan_to_none", [a := array(r, r.choice(FLOATS + ["int64", "complex128"]), nan=0.4)], {}, ak.nan_to_none)
        d = r.choice([0, 1, 2, -1, 0])
        f.case("round", [array(r, r.choice(FLOATS + ["int64", "int32", "complex64", "complex128"]), nan=0.2)], {"decimals": d} if d else {}, lambda a: ak.round(a, d), rtol=1e-7)

@file
def statistics(f, r):
    for op in "corr covar linear_fit".split():
        for _ in range(COUNT * 2):
            x = array(r, r.choice(FLOATS + ["int64", "int32"]), option=0.1)
            ins, args = [x, like(r, x, r.choice(FLOATS + ["int64"]))], {"axis": axes(x, r), "keepdims": r.random() < 0.3}
            if r.random() < 0.4: ins.append(abs(like(r, x, "float64")) + 0.5); args["weight"] = {"array": 2}
            if r.random() < 0.3: args["mask_identity"] = True
            f.case(op, ins, args, lambda x, y, w=None: getattr(ak, op)(x, y, **dict(args, weight=w)), rtol=1e-7, atol=1e-7)
    for _ in range(COUNT * 2):
        x = array(r, r.choice(FLOATS + ["int64", "int8", "complex128"]), option=0.1)
        ins, args = [x], {"n": r.choice([1, 2, 3, 4]), "axis": axes(x, r), "keepdims": r.random() < 0.3}
        if r.random() < 0.4: ins.append(abs(like(r, x, "float64")) + 0.5); args["weight"] = {"array": 1}
        if r.random() < 0.3: args["mask_identity"] = True
        n = args["n"]
        f.case("moment", ins, args, lambda x, w=None: ak.moment(x, n, **{k: v for k, v in dict(args, weight=w).items() if k != "n"}), rtol=1e-9, atol=1e-9)
        x = array(r, r.choice(FLOATS + ["int16", "int64"]), depth=r.choice([1, 2]), option=0.1)
        args = r.choice([{}, {"axis": -1}, {"axis": x.ndim - 1}])
        f.case("softmax", [x], args, lambda x: ak.softmax(x, **args), rtol=1e-5 if "float32" in str(x.type) or "int16" in str(x.type) else 1e-12)

@file
def records(f, r):
    for _ in range(COUNT):
        a = ak.Array(record(r, r.choice([0, 3, 5]), 2, r.random() < 0.6))
        f.case("is_tuple", [a], {}, ak.is_tuple)
        f.case("is_tuple", [array(r)], {}, ak.is_tuple)
        name = r.choice(["Point", "vec3", None])
        f.case("with_name", [a], {"name": name}, lambda a: ak.with_name(a, name))
        for a in (a, array(r), array(r, "string")):
            p, v = r.choice(["unit", "__doc__", "x"]), r.choice(["mm", 3, {"a": [1, None]}, True, None])
            f.case("with_parameter", [a], {"parameter": p, "value": v}, lambda a: ak.with_parameter(a, p, v))
            b = ak.with_parameter(a, p, v)
            f.case("parameters", [b], {}, lambda a: {"parameters": ak.parameters(a)})
            f.case("without_parameters", [b], {}, ak.without_parameters)
            f.case("validity_error", [b], {}, lambda a: {"valid": ak.validity_error(a) in (None, "")})
            t = r.choice([None, None, "float32", "int64", "bool"])
            inc = r.random() < 0.3
            args = {**({"dtype": t} if t else {}), **({"including_unknown": True} if inc else {})}
            if "bool" not in str(b.type) or t != "bool":
                fill = (r.choice([0, 1, 7, -2]), "int64")
                if "string" not in str(b.type) and r.random() < 0.3: fill = (2.75, "float64")
                f.case("full_like", [b, fill], args, lambda a, v: ak.full_like(a, v, dtype=t, including_unknown=inc))
                f.case("ones_like", [b], args, lambda a: ak.ones_like(a, dtype=t, including_unknown=inc), tier=2 if "string" in str(b.type) else 1)

@file
def compare(f, r):
    for _ in range(COUNT * 2):
        a = array(r, r.choice(FLOATS + INTS + ["complex128"]), nan=0.2)
        b = r.choice([a, like(r, a, r.choice(FLOATS + INTS + ["complex64"]))])
        args = {k: v for k, v in {"rtol": 0.5, "atol": 0.75, "equal_nan": True}.items() if r.random() < 0.4}
        f.case("isclose", [a, b], args, lambda a, b: ak.isclose(a, b, **args))
        for op, dtypes in (("modf", FLOATS + ["int64"]), ("frexp", FLOATS), ):
            f.case("ufunc", [array(r, r.choice(dtypes), nan=0.2)], {"name": op}, lambda a: getattr(np, op)(a))
        a = array(r, r.choice(FLOATS))
        f.case("ufunc", [a, like(r, a, r.choice(["int64", "int32", "int8", "uint8"]))], {"name": "ldexp"}, np.ldexp)
        a = array(r, r.choice(FLOATS + INTS[:3]))
        f.case("ufunc", [a, like(r, a, r.choice(FLOATS + INTS[:3]))], {"name": "divmod"}, np.divmod)

@file
def complex_(f, r):
    for op in "exp sin cos tan sinh cosh tanh log log2 log10 log1p exp2 expm1 sqrt sign absolute negative conjugate rint square reciprocal isnan".split():
        for _ in range(COUNT // 3 + 1):
            a = array(r, r.choice(["complex128", "complex128", "complex64"]))
            f.case("ufunc", [a], {"name": op}, lambda a: getattr(np, op)(a), rtol=1e-4 if "complex64" in str(a.type) else 1e-12)
    for op in "add subtract multiply divide power maximum minimum fmax fmin equal less greater_equal not_equal".split():
        for _ in range(COUNT // 2 + 1):
            a = array(r, r.choice(["complex128", "complex128", "complex64"]))
            b = like(r, a, r.choice(["complex128", "complex64", "float64", "int64"]))
            f.case("ufunc", [a, b], {"name": op}, lambda a, b: getattr(np, op)(a, b), rtol=1e-4 if "complex64" in str(a.type) else 1e-11)
    for _ in range(COUNT):
        for op in "real imag angle".split():
            a = array(r, r.choice(["complex64", "complex128", "complex128", "float64", "int64", "float32"]), nan=0.1)
            deg = op == "angle" and r.random() < 0.4
            f.case(op, [a], {"deg": True} if deg else {}, lambda a: ak.angle(a, deg=deg) if op == "angle" else getattr(ak, op)(a), rtol=1e-6 if "64]" in str(a.type) or "complex64" in str(a.type) or "float32" in str(a.type) else 1e-14)

def maybe(r, p, *values): return r.choice(values) if r.random() < p else None

def twisted(r, a):
    """The same values in another layout."""
    l = ak.to_layout(a)
    way = r.randrange(4)
    if way == 0 and l.is_list and not l.is_regular: return ak.Array(l.to_ListOffsetArray64(True))
    if way == 1: return ak.Array(c.IndexedArray(ix.Index64(np.arange(len(l))), l)) if not (l.is_option or l.is_indexed or l.is_union) else a
    if way == 2: return ak.to_packed(a)
    return a

def some_records(r, n, keys="xyz"):
    kinds = ["int64", "float64", "string", "bool", "int32"]
    made = ak.Array(c.RecordArray([layout(r, n, r.randrange(2), r.choice(kinds)) for _ in keys], list(keys), n))
    return made

@file
def structure(f, r):
    for _ in range(COUNT * 2):
        depth = r.choice([0, 1, 1, 2])
        a = array(r, r.choice(INTS + FLOATS + ["string"]), depth=depth, option=0.1 if r.random() < 0.2 else 0)
        b = twisted(r, a) if "string" in str(a.type) or r.random() < 0.4 else r.choice([like(r, a, "int32"), array(r, depth=depth)])
        args = {**({"fields": ["a", "b"]} if r.random() < 0.6 else {}), **({"with_name": "Point"} if r.random() < 0.3 else {})}
        def zipped(*arrays):
            named = dict(zip(args["fields"], arrays)) if "fields" in args else list(arrays)
            return ak.zip_no_broadcast(named, with_name=args.get("with_name"))
        # Awkward zips the characters of texts, and compares no offsets with those of no lists.
        if "string" not in str(a.type) and (len(a) == len(b) or len(a) * len(b)): f.case("zip_no_broadcast", [ak.to_packed(a), ak.to_packed(b)], args, zipped)
        keys = ["x", "xy", "yz", "zx", "xyz"]
        made = [some_records(r, r.choice([0, 2, 3]), r.choice(keys)) for _ in range(r.choice([1, 2, 3]))]
        if r.random() < 0.3: made[0] = ak.zip({"x": made[-1], "w": made[-1]}, depth_limit=1)
        if r.random() < 0.3: made[-1] = ak.Array(optional(r, made[-1].layout))
        if r.random() < 0.2: made[-1] = ak.unflatten(made[-1], len(made[-1]) and [len(made[-1])] or []) if len(made[-1]) else made[-1]
        if r.random() < 0.1: made.append(array(r))
        f.case("broadcast_fields", made, {}, lambda *arrays: ak.broadcast_fields(*arrays))
        n = r.choice([0, 3, 5])
        rec = ak.Array(optional(r, record(r, n, r.choice([0, 0, 1]), r.random() < 0.7)))
        axis = maybe(r, 0.6, 0, -1, 1)
        if r.random() < 0.4 and n: rec, axis = ak.Array(c.ListOffsetArray(ix.Index64(np.array([0, 1, 1, n])), rec.layout)), maybe(r, 0.6, 1, -1, 0, 2)
        args = {} if axis is None else {"axis": axis}
        f.case("merge_option_of_records", [rec], args, lambda a: ak.merge_option_of_records(a, **args))
        parts = [some_records(r, r.choice([1, 2, 3]), k) for k in r.sample(["x", "xy", "yz", "zw"], r.choice([2, 2, 3]))]
        if r.random() < 0.4: parts[0] = ak.Array(optional(r, parts[0].layout))
        size = r.choice([0, 4, 6])
        tags = np.array([r.randrange(len(parts)) for _ in range(size)], np.int8)
        where = np.array([r.randrange(len(parts[t])) for t in tags], np.int64)
        if any(p.layout.is_option for p in parts): parts = [p if p.layout.is_option else ak.Array(c.UnmaskedArray(p.layout)) for p in parts]
        made = ak.Array(c.UnionArray(ix.Index8(tags), ix.Index64(where), [p.layout for p in parts]))
        axis = r.choice([0, 0, 0, -1])
        f.case("merge_union_of_records", [made], {"axis": axis}, lambda a: ak.merge_union_of_records(a, axis=axis))

TYPES = ["int64", "?int64", "float32", "?float32", "bool", "string", "?string", "unknown", "?unknown", "int64[parameters={\"unit\": \"mm\"}]"]
def enforced(r, t):
    """A type near to another."""
    way = r.randrange(7)
    for one, other in [("var * ", "2 * "), ("2 * ", "var * "), ("?", ""), ("int64", "float32"), ("float64", "?int32"), ("string", "?string"), ("bool", "int8")]:
        if one in t and r.random() < 0.4: t = t.replace(one, other, r.choice([1, 9]))
    if way == 0 and not t.startswith(("?", "option", "union")): t = f"option[{t}]"
    if way == 1 and not t.startswith(("?", "option", "union")): t = f"union[{t}, {r.choice(['string', 'datetime64[s]', 'var * bool'])}]"
    return t

@file
def types(f, r):
    for _ in range(COUNT * 8):
        a = array(r, r.choice(FLOATS + INTS + ["string"]), option=r.choice([0, 0, 0.3]))
        if r.random() < 0.2: a = ak.to_regular(ak.Array(np.arange(6).reshape(3, 2)))
        t = str(a.type.content)
        if r.random() < 0.3:
            a = ak.Array(record(r, 3, 1, r.random() < 0.6)); t = str(a.type.content)
            fields = [str(it.type.content) for it in ak.unzip(a)]
            names = ["x", "y", "z"][: len(fields)]
            if not ak.is_tuple(a):
                kept = [(k, enforced(r, v)) for k, v in zip(names, fields) if r.random() < 0.8]
                if r.random() < 0.4: kept.append(("w", r.choice(["?int64", "?string", "int8"])))
                t = "{" + ", ".join(f"{k}: {v}" for k, v in kept) + "}"
            elif r.random() < 0.5: t = "(" + ", ".join([enforced(r, v) for v in fields] + ["?float64"]) + ")"
        elif r.random() < 0.1: t = r.choice(TYPES)
        elif r.random() < 0.9: t = enforced(r, t)
        if r.random() < 0.2 and len(a): a, t = ak.concatenate([a, ak.Array(["s", "t"])]), r.choice([t, f"union[{t}, string]", f"union[{t}, string, bool]", "string"]) 
        if r.random() < 0.2: a = a[: len(a) // 2]
        # Awkward can lose lists where it packs them.
        def kept(a):
            made = ak.enforce_type(a, t)
            if len(made) != len(a): raise NotImplementedError
            return made
        if "??" not in t and "union[union" not in t: f.case("enforce_type", [a], {"type": t}, kept)

@file
def equality(f, r):
    for _ in range(COUNT * 6):
        a = array(r, r.choice(FLOATS + INTS + ["string", "complex128", "datetime64[s]"]), nan=r.choice([0, 0, 0.2]), option=0.3)
        if r.random() < 0.3: a = ak.Array(record(r, 3, 1, r.random() < 0.6))
        if r.random() < 0.15: a = ak.concatenate([a, ak.Array(["s", None, "t"])])
        b = r.choice([lambda: a, lambda: twisted(r, a), lambda: twisted(r, a), lambda: ak.from_regular(a, axis=None), lambda: a + 1e-7, lambda: ak.values_astype(a, "float64"),
                      lambda: ak.with_parameter(a, "unit", "mm"), lambda: a[::-1][::-1], lambda: ak.drop_none(a), lambda: ak.Array(ak.to_layout(a)[: len(a) - 1]), lambda: ak.to_regular(a)])
        try: b = b()
        except Exception: b = a
        args = {k: False for k in ("dtype_exact", "check_parameters", "check_regular", "same_content_types") if r.random() < 0.25}
        if r.random() < 0.3: args["equal_nan"] = True
        f.case("array_equal", [a, b], args, lambda a, b: ak.array_equal(a, b, **args))
        near = {k: v for k, v in args.items() if k not in ("equal_nan", "same_content_types")}
        if r.random() < 0.3: near.update(rtol=0.5, atol=0.75)
        f.case("almost_equal", [a, b], near, lambda a, b: ak.almost_equal(a, b, **near))

@file
def text(f, r):
    for _ in range(COUNT * 3):
        dtype = r.choice(["string", "string", "bytes"])
        a = array(r, dtype, depth=r.choice([0, 1, 1, 2]), option=0.2)
        # Awkward leaves out missing lists within lists, but not from these.
        if "option[" not in str(a.type): f.case("run_lengths", [a], {}, ak.run_lengths)
        f.case("to_categorical", [a], {}, ak.str.to_categorical)
        f.case("ufunc", [ak.str.to_categorical(a), ak.str.to_categorical(like_text(r, a))], {"name": "equal"}, np.equal)
        f.case("ufunc", [a, like_text(r, a)], {"name": (op := r.choice(["equal", "not_equal", "less"]))}, lambda a, b: getattr(np, op)(a, b))
        word = r.choice(WORDS)
        if "string" in str(a.type): one_text(f, a, word, r.choice(["equal", "not_equal"]))
        to = r.choice(["int64", "float64", "float32", "int32", "uint8", "int8", "float16"])
        # Of no texts at all, Awkward doesn't know the greatest length.
        if '"' in json.dumps(listed(spell := spelled(r, to))): f.case("strings_astype", [spell], {"to": to}, lambda a: ak.strings_astype(a, to))

def like_text(r, a):
    def change(layout, **kw):
        if layout.is_list and layout.parameter("__array__") in ("string", "bytestring"): return leaf(r, layout.length, "string" if layout.parameter("__array__") == "string" else "bytes")
    return ak.Array(ak.to_layout(ak.transform(change, a)))

def one_text(f, a, word, op):
    f.case("ufunc", [a], {"name": op}, lambda a: getattr(np, op)(a, word))
    if f.cases and f.cases[-1]["args"] == {"name": op} and len(f.cases[-1]["inputs"]) == 1: f.cases[-1]["inputs"].append({"scalar": word, "dtype": "string"})

def number_text(r, to):
    whole = str(r.choice([0, 7, -3, 12, 100, -128, 127, 255, 300, 12345678901234567890, -5]))
    if np.dtype(to).kind in "iu": return r.choice([whole, str(r.randrange(100)), str(r.randrange(100)), " 12 ", "+5", "1_000", "007", "-0"])
    return r.choice([whole, repr(r.random()), repr(r.random() * 10 ** r.randrange(-300, 300)), "%.25e" % r.random(), "-0.0", "nan", "inf", "-Infinity", "1e400", "1e-400", "5e-324", "2.2250738585072011e-308",
                     "9007199254740993", "1.7976931348623159e308", ".5", "5.", " 1.5 ", "1_0.5", "+1e+3", "123456789012345678901234567890", "0.1"])

def spelled(r, to):
    texts = [r.choice(["x", "1.5", "", "0x10", "1e"]) if r.random() < 0.01 else number_text(r, to) for _ in range(r.choice([0, 3, 5]))]
    a = ak.Array(texts + ["0"])[: len(texts)]
    if r.random() < 0.3: a = ak.Array([r.choice([it, it, None]) for it in ak.to_list(a)] + ["0"])[: len(a)]
    if r.random() < 0.3 and len(a): a = ak.unflatten(a, [len(a) - 1, 0, 1])
    return a

UNITS = ["Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns"]
def dated(r, **kw):
    t = r.choice(["datetime64", "datetime64", "timedelta64"]) + f"[{r.choice(UNITS[3:9] + UNITS)}]"
    a = array(r, t, **kw)
    if "[Y]" in t or "[M]" in t or "[W]" in t or "[D]" in t: a = smaller(a, t)
    if r.random() < 0.3: a = with_nat(r, a)
    return a

def each(a, change):
    return ak.Array(ak.to_layout(ak.transform(lambda layout, **kw: c.NumpyArray(change(layout.data)) if layout.is_numpy else None, a)))
def smaller(a, t): return each(a, lambda d: (d.view(np.int64) // 3000).view(t))
def with_nat(r, a): return each(a, lambda d: np.where([r.random() < 0.2 for _ in d], np.array("NaT", d.dtype), d).astype(d.dtype))

@file
def dates(f, r):
    for _ in range(COUNT * 6):
        a = dated(r, option=0.1)
        own = str(a.type).split("64[")[1].split("]")[0]
        t = r.choice(["datetime64[%s]", "timedelta64[%s]"]) % r.choice([own] + UNITS)
        b = like(r, a, r.choice([t, t, t, "int64", "int32", "float64", "bool", "uint8"]))
        if "64[" in str(b.type): b = smaller(b, t)
        if "64[" in str(b.type) and r.random() < 0.3: b = with_nat(r, b)
        ops = "add subtract multiply divide floor_divide remainder divmod equal not_equal less less_equal greater greater_equal maximum minimum fmax fmin logical_and".split()
        op = r.choice(ops)
        one, other = (a, b) if r.random() < 0.7 else (b, a)
        f.case("ufunc", [one, other], {"name": op}, lambda a, b: getattr(np, op)(a, b))
        unary = r.choice(["isnat", "isnan", "isfinite", "isinf", "negative", "absolute", "sign", "positive", "sqrt"])
        f.case("ufunc", [dated(r)], {"name": unary}, lambda a: getattr(np, unary)(a))
        span = r.choice([(r.choice([2, -3, 0, 7]), "int64"), (r.choice([2.5, -0.5, 0.0]), "float64"), (r.randrange(100), f"timedelta64[{r.choice(UNITS[3:8])}]"), (r.randrange(100), f"datetime64[{r.choice(UNITS[3:8])}]")])
        op2 = r.choice("add subtract multiply divide floor_divide less equal maximum".split())
        f.case("ufunc", [dated(r), span], {"name": op2}, lambda a, b: getattr(np, op2)(a, b))
        d = dated(r, option=0.1)
        ax = {"axis": r.choice([-1, d.ndim - 1])}
        # Awkward can lose lists beside missing ones.
        if "option[" in str(d.type): d, ax = dated(r, depth=0), {"axis": 0}
        f.case("sort", [d], dict(ax, ascending=(up := r.random() < 0.6)), lambda a: ak.sort(a, ascending=up, **ax))
        f.case("argsort", [d], dict(ax, ascending=up), lambda a: ak.argsort(a, ascending=up, **ax))
        name = r.choice("min max argmin argmax count count_nonzero any all sum prod ptp".split())
        d = array(r, r.choice(["datetime64[s]", "timedelta64[ms]", "datetime64[D]"]), option=0.1)
        args = {"axis": axes(d, r), "keepdims": r.random() < 0.2}
        if r.random() < 0.3 and name in ("min", "max"): args["mask_identity"] = r.random() < 0.5
        f.case("reduce", [d], dict(args, name=name), lambda a: getattr(ak, name)(a, **args))
        to = r.choice(["int64", "float64", "bool", "int32", f"datetime64[{r.choice(UNITS)}]", f"timedelta64[{r.choice(UNITS)}]"])
        f.case("values_astype", [smaller(d, str(ak.flatten(d, axis=None).type.content).lstrip("?"))], {"to": to}, lambda a: ak.values_astype(a, to))
        f.case("run_lengths", [each(dated(r, depth=1), lambda d: d // np.array(300000, "int64") if d.dtype.kind == "m" else d)], {}, ak.run_lengths)
        f.case("concatenate", [d, dated(r, depth=d.ndim - 1)], {}, lambda a, b: ak.concatenate([a, b]))

if __name__ == "__main__":
    for name, make in FILES.items():
        if ONLY and name not in ONLY: continue
        f = File(name)
        make(f, random.Random(f"{name} {SEED}"))
        f.write()
        print(name, len(f.cases), "cases")
    for why, count in sorted(LEFT_OUT.items()): print(count, "left out:", why)
