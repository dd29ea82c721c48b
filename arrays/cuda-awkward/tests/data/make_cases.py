"""Cases as Awkward Array 2.14.0 answers them: `make_cases.py FOLDER [PREFIXES]` writes files of the format `ragged 1` there, those
of all prefixes or of some: g, h, r, u. SEED in the environment chooses other random unions."""
import itertools, json, math, os, sys, pathlib
import numpy as np
import awkward as ak

OUT = pathlib.Path(sys.argv[1])
OUT.mkdir(parents=True, exist_ok=True)

def plain(x):
    if isinstance(x, (float, np.floating)):
        x = float(x)
        return "NaN" if math.isnan(x) else "Infinity" if x == math.inf else "-Infinity" if x == -math.inf else x
    if isinstance(x, (complex, np.complexfloating)):
        return {"re": plain(x.real), "im": plain(x.imag)}
    if isinstance(x, (bool, np.bool_)): return bool(x)
    if isinstance(x, np.integer): return int(x)
    if isinstance(x, np.ndarray): return plain(x.tolist())
    if isinstance(x, bytes): return {"hex": x.hex()}
    if isinstance(x, tuple): return {str(i): plain(v) for i, v in enumerate(x)}
    if isinstance(x, list): return [plain(v) for v in x]
    if isinstance(x, dict): return {k: plain(v) for k, v in x.items()}
    return x

def as_input(a):
    form, length, buffers = ak.to_buffers(a, form_key="node{id}", buffer_key="{form_key}-{attribute}")
    return {"type": str(a.type), "list": plain(ak.to_list(a)), "form": json.loads(form.to_json()) if hasattr(form, "to_json") else form.to_dict(),
            "length": length, "buffers": {k: {"dtype": str(v.dtype), "data": plain(v.tolist())} for k, v in buffers.items()}}

def word(e):
    t = str(e)
    if isinstance(e, np.exceptions.AxisError) or "axis=" in t and "exceeds" in t: return "axis"
    if isinstance(e, ak.errors.FieldNotFoundError) or "no field" in t or "not an array of records" in t: return "field"
    if "slice step" in t: return "slice"
    if isinstance(e, IndexError): return "index"
    if "broadcast" in t: return "broadcast"
    if isinstance(e, TypeError): return "type"
    return "value"

def answer(x):
    if isinstance(x, np.ndarray): x = ak.Array(x) if x.ndim else x[()]
    if isinstance(x, ak.Array): return {"type": str(x.type), "list": plain(ak.to_list(x))}
    if isinstance(x, ak.Record): return {"record": plain(ak.to_list(x)), "type": str(x.type)}
    if x is None: return {"scalar": None}
    if isinstance(x, (list, tuple)) and x and isinstance(x[0], ak.Array): return {"arrays": [answer(v) for v in x]}
    if isinstance(x, list) and all(isinstance(v, str) for v in x): return {"fields": x}
    if isinstance(x, str): return {"scalar": x, "type": "string"}
    return {"scalar": plain(x), "type": str(np.asarray(x).dtype)}

# What Awkward itself gets wrong or has not: such answers make no cases, and are counted.
LEFT_OUT = {}

def fault(error):
    """Why the error is none that users should see, or none."""
    text = str(error)
    if isinstance(error, KeyError) and "awkward_" in text: return "a kernel for these types of index is missing"
    if isinstance(error, NotImplementedError): return "not implemented"
    if isinstance(error, (AssertionError, AttributeError)) or "cannot slice RegularArray (of length 1)" in text: return "an internal error"
    if "try IndexedOptionArray.simplified" in text or "must be a non-negative" in text or "len(mask)" in text or "is not allowed to have" in text or "cannot contain a union-type" in text or "is a string, so its 'content'" in text: return "a node that can't be"
    if "awkward_" in text and "cannot broadcast" in text and "KeyError" in text: return "a kernel for these types of index is missing"

# Results that are wrong: the last list is lost where a list before it is missing; lists of size 0 lose their number when they
# are joined; padding of regular lists of which some are missing mixes them up.
WRONG = [(op, "opt3", axis) for op in ("sort", "argsort") for axis in (-1, 2)]
WRONG += [("concatenate", name, axis) for name in ("zeros", "zeros3") for axis in (-1, 1)]
WRONG += [("pad_none", "optreg", axis) for axis in (-1, 1)]

def union_of_depths(a):
    """Whether the array has a union whose types have lists of different depths."""
    least, most = a.layout.minmax_depth
    return least != most and "union" in str(a.type)

def wrong(op, args, vals):
    """Whether Awkward confuses the entries of several types, or changes the contents of a type as if they were an axis."""
    a = vals[0]
    if not isinstance(a, ak.Array): return False
    if op == "flatten" and args.get("axis") == 0 and "union" in str(a.type) and isinstance(a.layout, ak.contents.UnionArray): return True
    return op in ("local_index", "combinations", "argcombinations", "drop_none", "pad_none") and (args.get("axis") or 0) < 0 and union_of_depths(a)

class File:
    def __init__(self, name): self.name, self.inputs, self.cases, self.arrays = name, {}, [], {}
    def add(self, name, array): self.inputs[name] = as_input(array); self.arrays[name] = array; return name
    def case(self, op, ins, args, f, tier=1, rtol=None, name=None):
        vals = [self.arrays[i] if isinstance(i, str) else np.dtype(i[1]).type(i[0]) for i in ins]
        try:
            if (op, ins[0], args.get("axis")) in WRONG or wrong(op, args, vals): raise AssertionError
            r = f(*vals)
            if isinstance(r, ak.Array) and not ak.is_valid(r): raise AssertionError("an invalid array")
            e = answer(r)
        except Exception as ex:
            causes = [it for it in (ex, ex.__cause__, ex.__context__) if it is not None]
            why = next((fault(it) for it in causes if fault(it)), None)
            if why:
                LEFT_OUT[why] = LEFT_OUT.get(why, 0) + 1
                return
            e = {"error": word(ex), "upstream": f"{type(ex).__name__}: {str(ex)[:80]}"}
        if "union" in json.dumps(e.get("type", "")): tier = 2
        # Texts and complex numbers have few operations.
        if op not in ("to_list", "to_buffers", "getitem", "num", "flatten", "ravel") and any(isinstance(i, str) and (i.startswith("str") or i == "bytes" or i in ("c64", "c128")) for i in ins): tier = 2
        c = {"name": name or f"{op} {args} of {ins}", "tier": tier, "inputs": [{"array": i} if isinstance(i, str) else {"scalar": plain(np.dtype(i[1]).type(i[0])), "dtype": i[1]} for i in ins], "op": op, "args": args, "expect": e}
        if rtol: c["rtol"] = rtol
        self.cases.append(c)
    def thin(self):
        """Leaves the cases that show a function, arguments, or a place of an input, together with an error or none, that none before did."""
        shown, few = set(), []
        for case in self.cases:
            error = case["expect"].get("error")
            new = {(case["op"], json.dumps(case["args"]), error)}
            new |= {(case["op"], place, each.get("array"), error) for place, each in enumerate(case["inputs"])}
            if not new <= shown: few.append(case)
            shown |= new
        self.cases = few
    def write(self):
        (OUT / f"{self.name}.json").write_text(json.dumps({"format": "ragged 1", "upstream": "awkward 2.14.0", "inputs": self.inputs, "cases": self.cases}, indent=None).replace('{"name"', '\n{"name"'))

A = {
 "jag": ak.Array([[0.0, 1.1, 2.2], [], [3.3, 4.4], [5.5], [6.6, 7.7, 8.8, 9.9]]),
 "ints": ak.Array([[3, -1, 2], [], [5], [0, 0, 7, -9], [4]]),
 "deep": ak.Array([[[1, 2], [], [3]], [], [[4, 5, 6]], [[], [7]]]),
 "deepf": ak.Array([[[1.5, 2.5], [3.5]], [[4.5], [], [5.5, float("nan")]], []]),
 "noneleaf": ak.Array([[1, None, 3], [None], [], None, [5]]),
 "nonelist": ak.Array([[1, 2], None, [], None, [3]]),
 "noneflat": ak.Array([1.5, None, 2.5, None, 0.5]),
 "flat": ak.Array([10, 20, 30, 40, 50]),
 "flatf": ak.Array([1.0, -2.0, 3.5, 0.0, float("nan")]),
 "bools": ak.Array([[True, False], [], [True], [False, False, True, True], [False]]),
 "nans": ak.Array([[float("nan"), 1.0, 0.5], [], [2.0, float("nan"), 3.0], [float("nan")], [float("inf"), -float("inf")]]),
 "recs": ak.Array([[{"x": 1, "y": 1.1}, {"x": 2, "y": 2.2}], [], [{"x": 3, "y": 3.3}]]),
 "recl": ak.Array([{"x": [1, 2], "y": 1.5}, {"x": [], "y": 2.5}, {"x": [3], "y": 3.5}]),
 "tuples": ak.Array([[(1, 2.5)], [(3, 4.5), (5, 6.5)]]),
 "strs": ak.Array([["a", "bcd"], [], ["ef"]]),
 "reg": ak.from_numpy(np.arange(12).reshape(3, 4), regulararray=True),
 "reg3": ak.from_numpy(np.arange(24.0).reshape(2, 3, 4), regulararray=True),
 "empty": ak.Array([[], [], []]),
 "i8": ak.values_astype(ak.Array([[1, 127, -128], [], [5]]), "int8"),
 "u8": ak.values_astype(ak.Array([[1, 200, 255], [], [7]]), "uint8"),
 "i32": ak.values_astype(ak.Array([[1, 2, -3], [], [7]]), "int32"),
 "u64": ak.unflatten(np.array([1, 2, 3, 2**63], np.uint64), [3, 0, 1]),
 "f32": ak.values_astype(ak.Array([[1.5, 2.5, -3.25], [], [7]]), "float32"),
 "byte": ak.Array(ak.contents.ListOffsetArray(ak.index.Index32(np.array([0,2,2,5],np.int32)), ak.contents.ByteMaskedArray(ak.index.Index8(np.array([1,0,1,0,1],np.int8)), ak.contents.NumpyArray(np.arange(5.)), valid_when=True))),
 "bit": ak.Array(ak.contents.BitMaskedArray(ak.index.IndexU8(np.array([0b10110101, 1],np.uint8)), ak.contents.NumpyArray(np.arange(10)), True, 10, True)),
 "unm": ak.Array(ak.contents.UnmaskedArray(ak.contents.NumpyArray(np.arange(4)))),
 "idx": ak.Array(ak.contents.IndexedArray(ak.index.Index64(np.array([3,0,0,1])), ak.contents.ListOffsetArray(ak.index.IndexU32(np.array([0,2,2,3,6],np.uint32)), ak.contents.NumpyArray(np.arange(6))))),
 "lst": ak.Array(ak.contents.ListArray(ak.index.Index32(np.array([4,100,0,8,1],np.int32)), ak.index.Index32(np.array([7,100,3,10,3],np.int32)), ak.contents.NumpyArray(np.arange(10)*1.1))),
 "union": ak.Array([1, [2, 3], None, "four"]),
 "c128": ak.Array([[1+2j, 3j], [], [2.5]]),
 "opt3": ak.Array([[[1, None], None, [2]], None, [[3, 4]]]),
 "recn": ak.Array([{"x": 1, "y": [1, None]}, None, {"x": None, "y": []}]),
}

def axes(f, op, ins, fn, args={}, axs=(0, 1, 2, -1, -2, -3), **kw):
    for ax in axs: f.case(op, ins, dict(args, axis=ax), lambda *a: fn(*a, axis=ax), **kw)

# Lengths of 0, sizes of 0, deep lists, other index types, the ends of number types, and how NaN and zeros are told apart.
NAN, INF = float("nan"), float("inf")
B = {
 "two": ak.Array([[1, 2, 3], [], [4]]),
 "bools": ak.Array([[True, False, True], [], [False]]),
 "empty0": ak.Array([[1, 2], [3]])[:0],
 "none0": ak.Array([[1, None], [3]])[:0],
 "rec0": ak.Array([{"x": 1, "y": [2.5]}])[:0],
 "unknown": ak.Array([]),
 "zeros": ak.from_numpy(np.zeros((3, 0)), regulararray=True),
 "zeros3": ak.from_numpy(np.zeros((3, 0, 2), np.int32), regulararray=True),
 "zero_rows": ak.from_numpy(np.zeros((0, 3)), regulararray=True),
 "ones": ak.from_numpy(np.arange(3).reshape(3, 1), regulararray=True),
 "deep5": ak.Array([[[[[1, 2], []], []], [[[3]]]], [], [[[[], [4, 5]]]]]),
 "half": ak.values_astype(ak.Array([[1.5, -2.25, 65504.0], [], [0.1]]), "float16"),
 "edge": ak.Array([[0.0, -0.0, NAN, -INF], [], [-0.0, 0.0, INF, 1e308, 1e308]]),
 "nan_first": ak.Array([[NAN, 1.0], [2.0, NAN, 1.0], [NAN, NAN]]),
 "big": ak.Array([[2**63 - 1, 1], [-2**63, -1], [2**62, 2**62]]),
 "ubig": ak.unflatten(np.array([2**64 - 1, 1, 2**63, 5], np.uint64), [2, 1, 1]),
 "i8b": ak.values_astype(ak.Array([[127, -128], [1], [0]]), "int8"),
 "u16": ak.values_astype(ak.Array([[65535, 0], [1], [7]]), "uint16"),
 "c64": ak.values_astype(ak.Array([[1 + 2j, 3j, 0j, -1j], [], [2.5, 1, 0, 1j, 2]]), "complex64"),
 "u32": ak.Array(ak.contents.ListOffsetArray(ak.index.IndexU32(np.array([0, 2, 2, 3], np.uint32)), ak.contents.NumpyArray(np.array([5, 6, 7])))),
 "l32": ak.Array(ak.contents.ListArray(ak.index.Index32(np.array([2, 9, 0], np.int32)), ak.index.Index32(np.array([4, 9, 1], np.int32)), ak.contents.NumpyArray(np.arange(5)))),
 "l64": ak.Array(ak.contents.ListArray(ak.index.Index64(np.array([2, 9, 0])), ak.index.Index64(np.array([4, 9, 1])), ak.contents.NumpyArray(np.arange(5.0)))),
 "ix32": ak.Array(ak.contents.ListOffsetArray(ak.index.Index64(np.array([1, 3, 3, 4])), ak.contents.IndexedArray(ak.index.Index32(np.array([9, 2, 0, 1], np.int32)), ak.contents.NumpyArray(np.arange(10))))),
 "opt32": ak.Array(ak.contents.ListOffsetArray(ak.index.Index64(np.array([0, 2, 3, 5])), ak.contents.IndexedOptionArray(ak.index.Index32(np.array([-1, 2, 0, -1, 1], np.int32)), ak.contents.NumpyArray(np.arange(4))))),
 "opts": ak.Array([[1, None], None, [3]]),
 "optreg": ak.mask(ak.from_numpy(np.arange(6).reshape(3, 2), regulararray=True), [True, False, True]),
 "regopt": ak.to_regular(ak.Array([[1, None], [None, 2], [3, 4]])),
 "vreg": ak.Array(ak.contents.ListOffsetArray(ak.index.Index64(np.array([0, 2, 2, 3])), ak.contents.RegularArray(ak.contents.NumpyArray(np.arange(6)), 2))),
 "tuple1": ak.Array([(1, 2.5), (3, 4.5), (5, 6.5)]),
 "rec_opt": ak.Array([{"x": 1}, None, {"x": 3}]),
 "nested": ak.Array([{"a": {"b": [1, 2], "c": 1}}, {"a": {"b": [], "c": 2}}, {"a": {"b": [3], "c": 3}}]),
 "strs1": ak.Array(["one", "", "three"]),
 "strs2": ak.Array([["b", "a", "ab"], [], ["c"]]),
 "strs_opt": ak.Array(["x", None, "yz"]),
 "bytes": ak.Array([b"ab", b"", b"c"]),
 "flags": ak.Array([True, False, True]),
 "all_none": ak.Array([None, None, None]),
 "union1": ak.Array([1, [2, 3], 4.5]),
 "union2": ak.Array([[1, "a"], [], ["b", 2]]),
}

# Random types of random contents, by all kinds of nodes.
def any_layout(random, n, depth):
    c, ix = ak.contents, ak.index
    kinds = ["number"] * (1 if depth else 9) + (["list", "list", "array", "regular", "option", "option", "record"] if depth else [])
    kind = random.choice(kinds)
    if kind == "number":
        dtype = random.choice(["int64", "float64", "int32", "float32", "uint8", "bool"])
        some = [0, 1, 2, 3, 1, 0] if dtype in ("uint8", "bool") else [-2, -1, 0, 1, 2, 2] + ([NAN, -0.0, 0.5] if "float" in dtype else [])
        return c.NumpyArray(np.array([random.choice(some) for _ in range(n)], dtype))
    if kind == "regular":
        size = random.choice([1, 2, 3])
        return c.RegularArray(any_layout(random, n * size, depth - 1), size, n)
    if kind == "option":
        content = any_layout(random, n, depth - 1)
        if random.random() < 0.5:
            return c.IndexedOptionArray.simplified(ix.Index64(np.array([random.choice([-1, random.randrange(n)]) if n else 0 for _ in range(n)], np.int64)), content)
        return c.ByteMaskedArray.simplified(ix.Index8(np.array([random.randrange(2) for _ in range(n)], np.int8)), content, valid_when=random.random() < 0.5)
    if kind == "record":
        fields = [any_layout(random, n, 0) for _ in range(2)]
        return c.RecordArray(fields, random.choice([None, ["x", "y"]]), n)
    counts = np.array([random.choice([0, 0, 1, 2, 3]) for _ in range(n)], np.int64)
    offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    content = any_layout(random, int(offsets[-1]) + random.choice([0, 2]), depth - 1)
    if kind == "list": return c.ListOffsetArray(ix.Index64(offsets), content)
    order = list(range(n)); random.shuffle(order)
    return c.ListArray(ix.Index64(offsets[:-1][order]), ix.Index64(offsets[1:][order]), content)

import random
R = {f"any{seed}": ak.Array(any_layout(random.Random(seed), random.Random(seed + 1000).choice([0, 1, 4, 5, 7]), 1 + seed % 4)) for seed in range(60)}

# Unions of random types, in random order, with options, lists, records and unions within them.
def any_union(random, n, depth):
    c, ix = ak.contents, ak.index
    def branch(n):
        kind = random.choice(["bool", "int64", "float32", "string", "list", "list", "regular", "option", "record", "record"] if depth else ["bool", "int64", "int64", "float64", "uint8", "string"])
        if kind == "string": return ak.Array([random.choice(["a", "bc", ""]) for _ in range(n)] + ["z"]).layout[:n]
        if kind in ("list", "option"):
            content = any_union(random, 2 * n if kind == "list" else n, depth - 1) if random.random() < 0.6 else branch_leaf(2 * n if kind == "list" else n)
            if kind == "option": return c.IndexedOptionArray.simplified(ix.Index64(np.array([random.choice([-1, i]) for i in range(n)], np.int64)), content)
            counts = [random.choice([0, 1, 2, 2]) for _ in range(n)]
            return c.ListOffsetArray(ix.Index64(np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)), content)
        if kind == "regular": return c.RegularArray(branch_leaf(2 * n), 2, n)
        if kind == "record": return c.RecordArray([branch_leaf(n), any_union(random, n, 0) if random.random() < 0.3 else branch_leaf(n)], random.choice([None, ["x", "y"], ["x", "z"]]), n)
        return branch_leaf(n, kind)
    def branch_leaf(n, kind=None):
        kind = kind or random.choice(["bool", "int64", "int64", "float64"])
        return c.NumpyArray(np.array([random.choice([0, 1, 2, 3]) if kind != "bool" else random.random() < 0.5 for _ in range(n)], kind))
    count = random.choice([2, 2, 3])
    tags = np.array([random.randrange(count) for _ in range(n)], np.int8)
    extra = random.choice([0, 0, 1])
    order = [random.sample(range(int((tags == t).sum()) + extra), int((tags == t).sum())) if random.random() < 0.4 else list(range(int((tags == t).sum()))) for t in range(count)]
    next_ = [iter(it) for it in order]
    index = np.array([next(next_[t]) for t in tags], np.int64)
    return c.UnionArray.simplified(ix.Index8(tags), ix.Index64(index), [branch(int((tags == t).sum()) + extra) for t in range(count)])

def any_value(random, depth):
    kind = random.choice(["int", "float", "bool", "str", "none"] + ["list"] * (3 if depth else 0) + ["record"] * (1 if depth else 0))
    return {"int": lambda: random.randrange(4), "float": lambda: random.choice([0.5, 1.5]), "bool": lambda: random.random() < 0.5, "str": lambda: random.choice(["a", "bc"]), "none": lambda: None,
            "list": lambda: [any_value(random, depth - 1) for _ in range(random.choice([0, 1, 2, 3]))], "record": lambda: {k: any_value(random, depth - 1) for k in random.choice(["x", "xy"])}}[kind]()

def united(seed):
    r = random.Random(seed)
    if seed % 3 == 0: return ak.Array(any_union(r, 5, 1 + seed % 2))
    if seed % 3 == 1: return ak.unflatten(ak.Array(any_union(r, 7, seed % 2)), [2, 0, 3, 1, 1])
    return ak.Array([any_value(r, 2) for _ in range(5)])
U = {f"one{seed}": united(int(os.environ.get("SEED", 0)) + seed) for seed in range(90)}
U.update({"flat": ak.Array([10, 20, 30, 40, 50]), "flags": ak.Array([True, False, True, True, False]), "maybe": ak.Array([1, None, 3, None, 5]), "lists": ak.Array([[1, 2], [], [3, 4, 5], [6], [7]]), "texts": ak.Array(["a", "b", "", "cd", "e"]),
 "booleans": ak.Array([[True, False], [], [True, False, True], [True], [False]])})

def pairs(prefix, A):
    """All pairs, or of unions random ones, of which one is often no union."""
    if prefix != "u": return [(x, y) for x in A for y in A]
    r = random.Random(7)
    plain = [k for k in A if not k.startswith("one")]
    return [pair for x in A for pair in ((x, r.choice(list(A))), (x, r.choice(plain)), (r.choice(plain), x))]

def everything(prefix, A):
    f = File(prefix + "_structure")
    for k, v in A.items(): f.add(k, v)
    for k in A:
        f.case("to_list", [k], {}, lambda a: a)
        axes(f, "num", [k], ak.num, tier=2 if "union" in k else 1)
        axes(f, "flatten", [k], ak.flatten, axs=(0, 1, 2, -1, None), tier=2 if "union" in k or k in ("recn","recl","recs","tuples") else 1)
        f.case("ravel", [k], {}, ak.ravel, tier=2 if k in ("union",) else 1)
        axes(f, "local_index", [k], ak.local_index, axs=(0, 1, 2, -1), tier=2 if "union" in k else 1)
        axes(f, "is_none", [k], ak.is_none, axs=(0, 1, 2, -1), tier=2 if "union" in k else 1)
        axes(f, "drop_none", [k], ak.drop_none, axs=(0, 1, None, -1), tier=2 if "union" in k else 1)
        for clip in (False, True):
            axes(f, "pad_none", [k], lambda a, axis: ak.pad_none(a, 2, axis=axis, clip=clip), {"target": 2, "clip": clip}, axs=(0, 1, -1), tier=2 if "union" in k else 1)
        axes(f, "singletons", [k], ak.singletons, axs=(0, 1), tier=2 if "union" in k else 1)
        axes(f, "firsts", [k], ak.firsts, axs=(1, -1), tier=2 if "union" in k else 1)
        for to in ("float32", "int16", "bool"):
            if k not in ("c128", "c64"): f.case("values_astype", [k], {"to": to}, lambda a: ak.values_astype(a, to), tier=2 if k in("union","strs") else 1)
        f.case("zeros_like", [k], {}, ak.zeros_like, tier=2 if k in ("union", "strs") else 1)
        f.case("nan_to_num", [k], {}, ak.nan_to_num, tier=2 if k in ("union", "strs","c128") else 1)
        axes(f, "fill_none", [k, (9, "int64")], lambda a, v, axis: ak.fill_none(a, v, axis=axis), axs=(-1, 0, 1, None), tier=2 if "union" in k else 1)
        if prefix == "u": axes(f, "fill_none", [k, (True, "bool")], lambda a, v, axis: ak.fill_none(a, v, axis=axis), axs=(-1, 0, 1, None))
        f.case("fields", [k], {}, ak.fields)
        f.case("is_valid", [k], {}, lambda a: ak.is_valid(a))
        axes(f, "to_regular", [k], ak.to_regular, axs=(1, 0), tier=2 if "union" in k else 1)
        axes(f, "from_regular", [k], ak.from_regular, axs=(1, None), tier=2 if "union" in k else 1)
        f.case("run_lengths", [k], {}, ak.run_lengths, tier=2 if k in ("union", "strs", "recs", "recl", "recn", "tuples") else 1)
    f.write()

    f = File(prefix + "_reduce")
    for k, v in A.items(): f.add(k, v)
    for k in A:
        for name in ("sum", "prod", "min", "max", "argmin", "argmax", "any", "all", "count", "count_nonzero", "mean", "var", "std", "ptp"):
            fn = getattr(ak, name)
            rt = 1e-12 if name in ("mean", "var", "std", "sum", "prod") else None
            tier = 2 if k in ("union", "c128", "strs") else 1
            for ax in (None, 0, 1, 2, -1, -2):
                f.case("reduce", [k], {"name": name, "axis": ax}, lambda a: fn(a, axis=ax), rtol=rt, tier=tier)
            f.case("reduce", [k], {"name": name, "axis": 1, "keepdims": True}, lambda a: fn(a, axis=1, keepdims=True), rtol=rt, tier=tier)
            f.case("reduce", [k], {"name": name, "axis": 0, "keepdims": True}, lambda a: fn(a, axis=0, keepdims=True), rtol=rt, tier=tier)
            f.case("reduce", [k], {"name": name, "axis": None, "keepdims": True}, lambda a: fn(a, axis=None, keepdims=True), rtol=rt, tier=2)
            for m in (True, False):
                for ax in (-1, 0, None):
                    f.case("reduce", [k], {"name": name, "axis": ax, "mask_identity": m}, lambda a: fn(a, axis=ax, mask_identity=m), rtol=rt, tier=tier)
    f.write()

    f = File(prefix + "_sort")
    for k, v in A.items(): f.add(k, v)
    for k in A:
        for asc in (True, False):
            for ax in (-1, 0, 1, 2, -2):
                for op in ("sort", "argsort"):
                    f.case(op, [k], {"axis": ax, "ascending": asc}, lambda a: getattr(ak, op)(a, axis=ax, ascending=asc), tier=2 if k in ("union", "strs", "c128") else 1)
    f.write()

    # Arrays of random types are tried one by one.
    if prefix == "r": return

    f = File(prefix + "_combine")
    for k, v in A.items(): f.add(k, v)
    for k in A:
        t = 2 if k == "union" else 1
        for op in ("combinations", "argcombinations"):
            for n in (0, 1, 2, 3):
                for rep in (False, True):
                    f.case(op, [k], {"n": n, "replacement": rep}, lambda a: getattr(ak, op)(a, n, replacement=rep), tier=t)
            for ax in (0, 2, -1):
                f.case(op, [k], {"n": 2, "axis": ax}, lambda a: getattr(ak, op)(a, 2, axis=ax), tier=t)
            f.case(op, [k], {"n": 2, "fields": ["a", "b"]}, lambda a: getattr(ak, op)(a, 2, fields=["a", "b"]), tier=t)
    for x, y in (("jag", "ints"), ("ints", "nonelist"), ("bools", "jag"), ("deep", "deep"), ("recs", "deepf"), ("strs", "deepf"), ("noneleaf", "ints"), ("reg", "i8"), ("jag", "recs"), ("two", "opts"), ("two", "zeros"), ("vreg", "vreg"), ("strs2", "two"), ("empty0", "empty0"), ("u32", "two"), ("l64", "l32")):
        if x not in A or y not in A: continue
        for op in ("cartesian", "argcartesian"):
            for nested in (False, True):
                f.case(op, [x, y], {"nested": nested}, lambda a, b: getattr(ak, op)([a, b], nested=nested))
            f.case(op, [x, y], {"axis": 0}, lambda a, b: getattr(ak, op)([a, b], axis=0))
            f.case(op, [x, y], {"fields": ["p", "q"]}, lambda a, b: getattr(ak, op)({"p": a, "q": b}))
            f.case(op, [x, y, x], {}, lambda a, b, c: getattr(ak, op)([a, b, c]))
            f.case(op, [x, y, x], {"nested": True}, lambda a, b, c: getattr(ak, op)([a, b, c], nested=True))
            f.case(op, [x, y], {"axis": 2}, lambda a, b: getattr(ak, op)([a, b], axis=2))
    for x, y in pairs(prefix, A) if prefix == "u" else []:
        for op in ("cartesian", "argcartesian"):
            for nested in (False, True): f.case(op, [x, y], {"nested": nested}, lambda a, b: getattr(ak, op)([a, b], nested=nested))
            f.case(op, [x, y], {"axis": 0}, lambda a, b: getattr(ak, op)([a, b], axis=0))
            f.case(op, [x, y], {"axis": 2}, lambda a, b: getattr(ak, op)([a, b], axis=2))
        f.case("concatenate", [x, y, x], {"axis": 0}, lambda *a: ak.concatenate(a, axis=0))
        f.case("concatenate", [x, y, "booleans"], {"axis": 1}, lambda *a: ak.concatenate(a, axis=1))
    for x, y in pairs(prefix, A):
        t = 2 if "union" in (x, y) else 1
        for ax in (0, 1, -1):
            f.case("concatenate", [x, y], {"axis": ax}, lambda a, b: ak.concatenate([a, b], axis=ax), tier=t)
    if "jag" in A: f.case("concatenate", ["jag", "ints", "bools"], {"axis": 1}, lambda *a: ak.concatenate(a, axis=1))
    if "jag" in A: f.case("concatenate", ["jag", (3, "int64")], {"axis": 1}, lambda *a: ak.concatenate(a, axis=1))
    f.write()

    f = File(prefix + "_records")
    for k, v in A.items(): f.add(k, v)
    for x, y in pairs(prefix, A):
        t = 2 if "union" in (x, y) else 1
        f.case("zip", [x, y], {}, lambda a, b: ak.zip([a, b]), tier=t)
        f.case("zip", [x, y], {"fields": ["a", "b"], "depth_limit": 1}, lambda a, b: ak.zip({"a": a, "b": b}, depth_limit=1), tier=t)
        f.case("broadcast_arrays", [x, y], {}, lambda a, b: ak.broadcast_arrays(a, b), tier=t)
        f.case("with_field", [x, y], {"name": "z"}, lambda a, b: ak.with_field(a, b, "z"), tier=t)
        for c in ("flags", "booleans") if prefix == "u" else ("bools",):
            f.case("where", [c, x, y], {}, lambda c, a, b: ak.where(c, a, b), tier=t)
        f.case("mask", [x, y], {}, lambda a, b: ak.mask(a, b), tier=t)
    for x in A:
        f.case("unzip", [x], {}, lambda a: list(ak.unzip(a)), tier=2 if x == "union" else 1)
        f.case("zip", [x, (1, "int8")], {"fields": ["a", "b"]}, lambda a, b: ak.zip({"a": a, "b": b}), tier=2 if x == "union" else 1)
        f.case("with_field", [x, (1.5, "float32")], {"name": "x"}, lambda a, b: ak.with_field(a, b, "x"), tier=2 if x == "union" else 1)
        for n in ("x", "0", "q"):
            f.case("without_field", [x], {"name": n}, lambda a: ak.without_field(a, n), tier=2 if x == "union" else 1)
            f.case("getitem", [x], {"where": [{"field": n}]}, lambda a: a[n], tier=2 if x == "union" else 1)
    if "jag" in A: f.case("mask", ["jag", "bools"], {"valid_when": False}, lambda a, b: ak.mask(a, b, valid_when=False))
    f.write()

    f = File(prefix + "_ufunc")
    for k, v in A.items(): f.add(k, v)
    UN = "negative positive absolute fabs sqrt square cbrt reciprocal exp exp2 expm1 log log2 log10 log1p sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh floor ceil trunc rint sign isnan isinf isfinite signbit logical_not invert conjugate degrees radians".split()
    BI = "add subtract multiply divide floor_divide remainder fmod power float_power maximum minimum fmax fmin arctan2 hypot copysign nextafter logaddexp logaddexp2 heaviside equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor left_shift right_shift gcd lcm".split()
    for n in UN:
        for k in A:
            f.case("ufunc", [k], {"name": n}, lambda a: getattr(np, n)(a), rtol=1e-6, tier=2 if k in ("union", "strs", "c128", "i8", "u8", "bools") else 1)
    for n in BI:
        for x, y in (("i8","u8"),("i32","f32"),("u64","i32"),("i8","i8"),("f32","f32"),("jag","ints"),("ints","ints"),("jag","flatf"),("bools","bools"),("noneleaf","flat"),("u8","u8"),("u64","u64"),("ints","bools"),("big","big"),("ubig","big"),("ubig","ubig"),("half","half"),("half","two"),("edge","edge"),("edge","two"),("bools","big"),("u16","i8b"),("ubig","i8b"),("c64","edge")):
            if x not in A or y not in A: continue
            f.case("ufunc", [x, y], {"name": n}, lambda a, b: getattr(np, n)(a, b), rtol=1e-6, tier=2 if n in ("power",) or x in ("i8","u8","bools") else 1)
    for x, y in pairs(prefix, A):
        f.case("ufunc", [x, y], {"name": "add"}, lambda a, b: np.add(a, b), tier=2 if "union" in (x, y) or "strs" in (x, y) else 1, rtol=1e-6)
    for x in A:
        for d in ("int8", "float32", "float64", "uint64", "bool", "complex128"):
            f.case("ufunc", [x, (1, d)], {"name": "multiply"}, lambda a, b: np.multiply(a, b), tier=2 if x in ("union", "strs") else 1, rtol=1e-6)
    f.write()

    f = File(prefix + "_getitem")
    for k, v in A.items(): f.add(k, v)
    N = None
    def py(w, arrs):
        k, v = list(w.items())[0]
        return {"int": lambda: v, "slice": lambda: slice(*v), "newaxis": lambda: np.newaxis, "ellipsis": lambda: Ellipsis, "field": lambda: v, "fields": lambda: v, "array": lambda: arrs[v]}[k]()
    def get(ins, where, tier=1):
        def fn(*a):
            ws = [py(w, a) for w in where]
            return a[0][ws[0] if len(ws) == 1 else tuple(ws)]
        f.case("getitem", ins, {"where": where}, fn, tier=2 if "union" in ins else tier)
    S = lambda a, b, c=N: {"slice": [a, b, c]}
    ALL = S(N, N)
    for k in A:
        for w in ([{"int": 0}], [{"int": -1}], [{"int": 1}], [{"int": 9}], [S(1, 3)], [S(N, N, -1)], [S(-3, N, 2)], [S(N, N, 0)], [S(5, 1, -2)], [S(2, 1)],
                  [ALL, {"int": 0}], [ALL, {"int": -1}], [ALL, S(1, N)], [ALL, S(N, N, -1)], [ALL, S(-2, N)], [ALL, S(N, -1)], [ALL, S(N, N, 2)], [ALL, S(3, 0, -2)], [{"int": 0}, {"int": 0}], [{"int": 0}, S(1, N)],
                  [S(1, N), S(0, 1)], [{"newaxis": 1}], [ALL, {"newaxis": 1}], [{"ellipsis": 1}, {"int": 0}], [{"ellipsis": 1}, S(0, 1)], [{"ellipsis": 1}], [ALL, ALL, {"int": 0}], [ALL, ALL, S(1, N)], [{"int": 0}, {"int": 0}, {"int": 0}],
                  [{"field": "x"}], [{"field": "x"}, {"int": 0}], [{"fields": ["x"]}], [{"fields": ["y", "x"]}], [ALL, {"field": "x"}], [{"int": 0}, {"field": "y"}], [ALL, S(0, 1), {"field": "x"}]):
            get([k], w)
    f.add("p_float", ak.Array([1.0, -2.0, 3.5, 0.0, NAN])); f.add("p_int", ak.Array([2, 0, -1])); f.add("p_bool5", ak.Array([True, False, True, False, True])); f.add("p_bool3", ak.Array([True, False, True]))
    f.add("p_none", ak.Array([0, None, 1])); f.add("p_bnone", ak.Array([True, None, False, True, None])); f.add("p_zero", ak.Array([0, 0])); f.add("p_two", ak.Array([1, 0]))
    f.add("p_jag", ak.Array([[0], [], [0, -1], [0], [3, 1]])); f.add("p_jagnone", ak.Array([[0, None], [], None, [0], [3, 1]])); f.add("p_jagb", ak.Array([[True, False, True], [], [False, True], [True], [False, True, True, False]]))
    f.add("p_jagbnone", ak.Array([[True, None, False], [], [False, True], None, [False, True, None, False]])); f.add("p_short", ak.Array([[0], [], [1]])); f.add("p_jagbshort", ak.Array([[True], [], [False], [True], [True, True]]))
    f.add("p_deep", ak.Array([[[0, 1], [], [0]], [], [[-1]], [[], [0, 0]]])); f.add("p_np2", ak.from_numpy(np.array([[0, 1], [2, 0]]), regulararray=True))
    for k in A:
        for p in ("p_int", "p_bool5", "p_bool3", "p_none", "p_bnone", "p_zero", "p_two", "p_jag", "p_jagnone", "p_jagb", "p_jagbnone", "p_short", "p_jagbshort", "p_deep", "p_np2", "p_float"):
            get([k, p], [{"array": 1}])
        get([k, "p_zero"], [ALL, {"array": 1}]); get([k, "p_zero", "p_two"], [{"array": 2}, {"array": 1}]); get([k, "p_int"], [{"array": 1}, {"int": 0}]); get([k, "p_int"], [{"array": 1}, S(0, 1)]); get([k, "p_zero"], [S(0, 2), {"array": 1}])
    f.write()

    f = File(prefix + "_unflatten")
    for k, v in A.items(): f.add(k, v)
    f.add("c1", ak.Array([2, 0, 3])); f.add("c2", ak.Array([2, 3])); f.add("c3", ak.Array([1, 1, 1, 2])); f.add("c4", ak.Array([2, 1, 2, 1, 4])); f.add("cn", ak.Array([2, None, 3])); f.add("cj", ak.Array([[2, 1], [], [2], [1], [1, 3]])); f.add("cneg", ak.Array([-1, 6]))
    for k in A:
        for c in ("c1", "c2", "c3", "c4", "cn", "cj", "cneg"):
            f.case("unflatten", [k, c], {}, lambda a, b: ak.unflatten(a, b), tier=2 if "union" in k else 1)
            f.case("unflatten", [k, c], {"axis": 1}, lambda a, b: ak.unflatten(a, b, axis=1), tier=2 if "union" in k else 1)
        for n in (0, 1, 2, 5):
            f.case("unflatten", [k, (n, "int64")], {}, lambda a, b: ak.unflatten(a, int(b)), tier=2 if "union" in k else 1)
        f.case("to_buffers", [k], {}, lambda a: a)
        c = f.cases[-1]
        if c["op"] == "to_buffers" and "error" not in c["expect"]: c["expect"] = {"buffers": as_input(ak.to_packed(f.arrays[k]))}
    f.write()

# Those of `ragged/unions.json`, which `make_cases.py ragged unions` writes: unions whose types take turns, booleans beside
# numbers, and entries of unknown type.
def unions():
    f = File("unions")
    for name, value in {
        "turns": [1, [2, 3], 4], "turns_in_lists": [[1, [2, 3], 4], [], [[5], 6]], "turns_in_records": [{"x": [1, [2]], "y": 0}, {"x": [[3], 4], "y": 1}],
        "records": [{"x": 1, "y": 2}, [3, 4], {"x": 5, "y": 6}], "lists": [[1, 2], ["a"], [3, None], None], "flags": [1, True, None, 2, False], "floats": [True, 2.5, None, False, 1.5],
        "lists_of_flags": [[1, True], [], [False, 2.5, None]], "mixed_lists": [[1, "a"], [2], ["b", True]], "truths": [[True], [False], []], "truth": [True, False, True, False, True],
        "numbers": [10, 20, 30, 40, 50], "texts": ["a", 1, None, "b", [2]], "two_levels": [[[1, 2], ["a"]], [], [["b", None], [3]]], "maybe": [[[1, None], None], None, [[2]]],
        "nones": [[None], [None, None]], "nothing": [], "ints": [1, 2], "pairs": [{"x": 1, "y": True}, {"x": 2, "y": "c"}, {"x": 3, "y": 4}],
    }.items(): f.add(name, ak.Array(value))
    # Entries that are neither used nor in order.
    c, ix = ak.contents, ak.index
    f.add("unordered", ak.Array(c.UnionArray(ix.Index8(np.array([1, 0, 1, 0], np.int8)), ix.Index64(np.array([2, 1, 0, 0])), [c.NumpyArray(np.array([7, 8, 9])), ak.Array([[1.5], [], [2.5, 3.5]]).layout])))
    one = lambda op, k, args={}, **kw: f.case(op, [k], args, lambda a: getattr(ak, op)(a, **args, **kw))
    values = itertools.cycle([(9, "int64"), (2.5, "float64"), (True, "bool")])
    for k in f.arrays:
        f.case("to_list", [k], {}, lambda a: a)
        one("ravel", k)
        # Along axis 0, Awkward confuses entries of several types. Arrays that can't be flattened are errors of other kinds here.
        two_levels = k in ("turns_in_lists", "two_levels", "maybe", "nones", "nothing")
        for axis in [None, 1] + [2] * two_levels + [0] * (None not in ak.to_list(f.arrays[k]) and k != "unordered"): one("flatten", k, {"axis": axis})
        for axis in (0, 1, 2):
            one("num", k, {"axis": axis}); one("is_none", k, {"axis": axis})
        for axis in (-1, 0, 1, None):
            f.case("fill_none", [k, next(values)], {"axis": axis}, lambda a, v: ak.fill_none(a, v, axis=axis))
        for axis in (0, 1): one("singletons", k, {"axis": axis}); one("pad_none", k, {"target": 3, "axis": axis}); one("local_index", k, {"axis": axis})
        one("drop_none", k, {"axis": None}); one("zeros_like", k)
        f.case("unzip", [k], {}, lambda a: list(ak.unzip(a)))
        f.case("without_field", [k], {"name": "x"}, lambda a: ak.without_field(a, "x"))
        # It loses the last list where one before it is missing.
        for ascending in (True, False) if k != "maybe" else (): one("sort", k, {"axis": -1, "ascending": ascending}); one("argsort", k, {"axis": -1, "ascending": ascending})
        if k != "unordered":
            f.case("to_buffers", [k], {}, lambda a: a)
            f.cases[-1]["expect"] = {"buffers": as_input(ak.to_packed(f.arrays[k]))}
        for where in ([{"slice": [None, None, -1]}], [{"int": 1}]):
            f.case("getitem", [k], {"where": where}, lambda a: a[::-1] if "slice" in where[0] else a[1])
    # Each array with every third of the others in each operation, so that the operations share all pairs.
    for i, x in enumerate(("turns", "flags", "floats", "texts", "mixed_lists", "lists_of_flags", "records", "pairs", "turns_in_lists", "unordered")):
        for j, y in enumerate(("truths", "truth", "numbers", "flags", "mixed_lists", "floats", "turns")):
            turn = (i + j) % 3
            for axis in (0, 1) if turn == 0 else (): f.case("concatenate", [x, y], {"axis": axis}, lambda a, b: ak.concatenate([a, b], axis=axis))
            if turn == 0: f.case("ufunc", [x, y], {"name": "add"}, lambda a, b: np.add(a, b))
            if turn == 1: f.case("zip", [x, y], {}, lambda a, b: ak.zip([a, b]))
            if turn == 1: f.case("where", ["truth", x, y], {}, lambda c, a, b: ak.where(c, a, b))
            if turn == 2: f.case("broadcast_arrays", [x, y], {}, lambda a, b: ak.broadcast_arrays(a, b))
            if turn == 2 and x != "records": f.case("with_field", [x, y], {"name": "z"}, lambda a, b: ak.with_field(a, b, "z"))
        f.case("mask", [x, "truth"], {}, lambda a, b: ak.mask(a, b))
    # One entry each, beside lists. Groups of a union are unions of groups in Awkward, and groups of unions here.
    f.add("each", ak.Array([1.5, None, 2.5])); f.add("singles", ak.to_regular(ak.Array([[[1], [2]], [[3], [4]]]), axis=2)); f.add("pairs_of_lists", ak.Array([[[1, 2], [3]], [[], [4]]]))
    for x in ("lists_of_flags", "mixed_lists", "truths", "turns_in_lists"):
        for y in ("each", "turns", "truths", "pairs", "lists_of_flags"):
            for nested in (False,) if y in ("turns", "each") else (False, True):
                if nested: f.case("cartesian", [x, y], {"nested": nested}, lambda a, b: ak.cartesian([a, b], nested=nested))
                else: f.case("cartesian", [y, x], {"nested": nested}, lambda a, b: ak.cartesian([a, b], nested=nested))
            f.case("argcartesian", [x, y], {}, lambda a, b: ak.argcartesian([a, b]))
    f.case("cartesian", ["pairs_of_lists", "singles"], {"axis": 2}, lambda a, b: ak.cartesian([a, b], axis=2))
    f.case("cartesian", ["ints", "pairs_of_lists"], {"axis": 2}, lambda a, b: ak.cartesian([a, b], axis=2))
    for nested in (True, False): f.case("cartesian", ["ints", "nothing"], {"axis": 0, "nested": nested}, lambda a, b: ak.cartesian([a, b], axis=0, nested=nested))
    f.thin()
    f.write()

def complexes():
    """Functions of complex numbers, also of those whose parts are infinite, NaN or zeros of either sign."""
    f, random = File("complex"), np.random.default_rng(9)
    parts = [0.0, -0.0, 1.0, -1.5, np.inf, -np.inf, np.nan]
    numbers = [complex(a, b) for a in parts for b in parts] + [complex(*it) for it in random.normal(0, 3, (12, 2))]
    numbers += [complex(1, 5e-324), complex(3e-45, 0), complex(-1, 3e-45)]
    inverse = [f"arc{it}{h}" for it in ("sin", "cos", "tan") for h in ("", "h")]
    for ty, names, rtol in (("complex128", [*inverse, *"exp log sqrt sin cos tan sinh cosh tanh".split()], 1e-12), ("complex64", inverse, 1e-5)):
        f.add(ty, ak.Array(np.array(numbers, ty)))
        for n in names:
            f.case("ufunc", [ty], {"name": n}, lambda a: getattr(np, n)(a), rtol=rtol)
    f.write()

for prefix, arrays in (("g", A), ("h", B), ("r", R), ("u", U)):
    if len(sys.argv) < 3 or prefix in sys.argv[2].split(","): everything(prefix, arrays)
if sys.argv[2:] == ["unions"]: unions()
if sys.argv[2:] == ["complexes"]: complexes()
for why, count in sorted(LEFT_OUT.items()): print(count, "left out:", why)
