"""Cases of what analyses end with, of random layouts, as the installed Awkward Array answers them: `make_papers.py FOLDER [SEED
[COUNT]]` writes files of the format `ragged 1` there, with COUNT layouts for each function."""
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

def listed(a): return plain(ak.to_list(a))

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
    def write(self):
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

if __name__ == "__main__":
    for name, make in FILES.items():
        if ONLY and name not in ONLY: continue
        f = File(name)
        make(f, random.Random(f"{name} {SEED}"))
        f.write()
        print(name, len(f.cases), "cases")
    for why, count in sorted(LEFT_OUT.items()): print(count, "left out:", why)
