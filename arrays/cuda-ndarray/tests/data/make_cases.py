"""Writes random cases as NumPy answers them: ndarray/random_views.json, ndarray/random_transforms.json,
ndarray/random_linalg.json, ndarray/random_arithmetic.json and exchange/random_arrays.json next to this file.

    python3 make_cases.py [--views 200] [--arrays 70] [--transforms 40] [--linalg 40] [--arithmetic 50] [--seed 1] [--out FOLDER]

The committed views and arrays are those of seed 139, the others those of seed 1 after 400 views and 120 arrays.

`CUDA_TEST_OPTIONS=cases=FOLDER cargo test -p cuda-ndarray --test cases` runs those of another folder.
"""

import argparse
import json
import math
import pathlib
import random

import numpy as np

DTYPES = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128".split()
RECORDS = [
    [["x", "<f4"], ["y", "<f4"]],
    [["a", "|u1"], ["b", "<i8"]],
    [["m", "<f8", [2, 3]], ["n", "|b1"]],
    [["z", "<c16"], ["h", "<f2", [3]]],
    [["p", [["x", "<f4"], ["y", "<f4"]], [2]], ["k", "<u4"]],
]
# No type of Rust.
FOREIGN = [">i4", ">c16", "<M8[s]", "|S3", "<U2", "|V3"]


def value(element):
    def number(value):
        value = float(value)
        if math.isfinite(value):
            return value
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"

    if element.dtype.kind == "b":
        return bool(element)
    if element.dtype.kind in "iu":
        return int(element)
    if element.dtype.kind == "f":
        return number(element)
    return {"re": number(element.real), "im": number(element.imag)}


def word(error):
    """What the cases call an error."""
    text = str(error)
    if "step cannot be zero" in text:
        return "step"
    if isinstance(error, np.exceptions.AxisError):
        return "shape"
    if isinstance(error, IndexError):
        return "index"
    if "Unable to avoid creating a copy" in text:
        return "copy"
    return "contiguous" if "must be contiguous" in text else "shape"


def random_slice(array):
    items = []
    for axis in range(random.randint(0, array.ndim) if random.random() < 0.97 else array.ndim + 1):
        length = array.shape[axis] if axis < array.ndim else 3
        if random.random() < 0.3:
            items.append(random.randint(-length - (random.random() < 0.1), max(length - 1, 0) + (random.random() < 0.1)))
        else:
            ends = [random.choice([None, None, random.randint(-length - 2, length + 2), 2**62, -(2**62)]) for _ in "ab"]
            step = random.choice([None, 1, 1, 2, 3, -1, -1, -2, 7, -(2**62)]) if random.random() < 0.98 else 0
            items.append([*ends, step])
    index = tuple(slice(*item) if isinstance(item, list) else item for item in items)
    # With an ellipsis, one element is an array, too.
    return ["slice", items], lambda: array[index + (...,)]


def random_reshape(array):
    rest, shape = array.size, []
    while rest > 1 and len(shape) < 5:
        shape.append(random.choice([divisor for divisor in range(1, rest + 1) if rest % divisor == 0]))
        rest //= shape[-1]
    shape += [rest] if rest != 1 or not shape else []
    shape += [1] * random.choice([0, 0, 1])
    random.shuffle(shape)
    for chance in (0.3, 0.05):
        if shape and random.random() < chance:
            shape[random.randrange(len(shape))] = -1
    if random.random() < 0.05:
        shape.append(random.choice([2, 3]))
    order = random.choice("CCF")
    return ["reshape", shape, order], lambda: np.reshape(array, shape, order=order, copy=False)


def random_step(array):
    ndim = array.ndim
    name = random.choice("slice slice slice reshape reshape transpose squeeze insert_axis broadcast ravel view".split())
    if name == "slice":
        return random_slice(array)
    if name == "reshape":
        return random_reshape(array)
    if name == "transpose":
        axes = random.sample(range(ndim), ndim)
        if axes and random.random() < 0.1:
            axes[0] = random.choice([axes[-1], axes[0] - ndim])
        return ["transpose", axes], lambda: array.transpose(axes)
    if name == "squeeze":
        ones = [axis for axis in range(ndim) if array.shape[axis] == 1]
        axes = random.choice([None, ones, random.sample(range(ndim), min(ndim, 1))])
        return ["squeeze", axes], lambda: np.squeeze(array, None if axes is None else tuple(axes))
    if name == "insert_axis":
        axis = random.randint(-ndim - 1, ndim)
        return ["insert_axis", axis], lambda: np.expand_dims(array, axis)
    if name == "broadcast":
        shape = [random.choice([2, 3]) if length == 1 else length for length in array.shape]
        shape = [random.choice([0, 1, 2]) for _ in range(random.choice([0, 0, 1, 2]))] + shape
        if shape and random.random() < 0.05:
            shape[-1] += 1
        return ["broadcast", shape], lambda: np.broadcast_to(array, shape)
    if name == "ravel":
        order = random.choice("CF")
        return ["ravel", order], lambda: np.reshape(array, -1, order=order, copy=False)
    dtype = random.choice(DTYPES)
    return ["view", dtype], lambda: array.view(dtype)


def address(array):
    return array.__array_interface__["data"][0]


def view_case(number):
    while True:
        shape = [random.choice([0, 1, 1, 2, 3, 4, 5]) for _ in range(random.choice([0, 1, 1, 2, 2, 2, 3, 3, 4, 5, 7]))]
        dtype, order = random.choice(DTYPES), random.choice("CCF")
        memory = np.arange(math.prod(shape)).astype(dtype)
        array, steps, expect = memory.reshape(shape, order=order), [], None
        for _ in range(random.choice([1, 1, 2, 3, 4])):
            step, apply = random_step(array)
            steps.append(step)
            try:
                array = apply()
            except (ValueError, IndexError) as error:
                expect = {"error": word(error), "upstream": f"{type(error).__name__}: {error}"}
                break
        size = array.itemsize
        is_whole = all(stride % size == 0 for stride, length in zip(array.strides, array.shape) if length > 1)
        if memory.size > 60 or array.size > 60 or array.size and not is_whole:
            continue
        expect = expect or {
            "shape": list(array.shape),
            "strides": [stride // size for stride in array.strides],
            "strides_bytes": list(array.strides),
            "offset_bytes": address(array) - address(memory) if array.size else None,
            "dtype": array.dtype.name,
            "c_contiguous": array.flags.c_contiguous,
            "f_contiguous": array.flags.f_contiguous,
            "values": [value(element) for element in array.ravel()],
        }
        return {"name": f"view_{number}", "shape": shape, "dtype": dtype, "order": order, "steps": steps, "expect": expect}


def record(fields):
    """The type of a list of fields, which may be lists themselves."""
    types = [record(field[1]) if isinstance(field[1], list) else field[1] for field in fields]
    return np.dtype([(field[0], dtype, *map(tuple, field[2:])) for field, dtype in zip(fields, types)])


def exchange_case(name, dtype, array, memory):
    size, is_read_only = array.itemsize, not array.flags.writeable
    try:
        array.__dlpack__(max_version=(1, 3))
        tensor = {
            "dtype": [{"b": 6, "i": 0, "u": 1, "f": 2, "c": 5}[array.dtype.kind], size * 8, 1],
            "ndim": array.ndim,
            "shape": list(array.shape),
            "strides": [stride // size for stride in array.strides] if array.ndim else None,
            "start_bytes": 0 if array.size else None,
        }
        dlpack = {"versioned": {"version": [1, 0], "flags": int(is_read_only), **tensor}}
        if not is_read_only:
            dlpack["legacy"] = tensor
    except BufferError as error:
        dlpack = {"error": str(error)}
    # By the strict rule, which a broadcast axis breaks.
    expected, is_contiguous = size, True
    for length, stride in zip(reversed(array.shape), reversed(array.strides)):
        if length != 1:
            is_contiguous &= stride == expected
            expected *= length
    interface = {
        "shape": list(array.shape),
        "typestr": array.dtype.str,
        "strides": None if is_contiguous or not array.size else list(array.strides),
        "data": ["address, 0 where there are no elements", is_read_only],
        "version": 3,
    }
    if array.dtype.names:
        interface["descr"] = [list(field) for field in array.dtype.descr]
    return {
        "name": name,
        "dtype": dtype,
        "shape": list(array.shape),
        "strides_bytes": list(array.strides),
        "offset_bytes": address(array) - address(memory) if array.size else None,
        "read_only": is_read_only,
        "dlpack": dlpack,
        "cuda_array_interface": interface,
    }


def array_case(number):
    shape = [random.choice([0, 1, 2, 3, 4] if random.random() < 0.3 else [1, 2, 3, 4]) for _ in range(random.choice([0, 1, 2, 2, 3, 4]))]
    if number % 4 < 3:
        dtype = random.choice(DTYPES)
        memory = np.arange(math.prod(shape)).astype(dtype)
    else:
        dtype = random.choice(RECORDS + FOREIGN)
        memory = np.zeros(math.prod(shape), record(dtype) if isinstance(dtype, list) else dtype)
    array = memory.reshape(shape, order=random.choice("CF"))
    for _ in range(random.choice([0, 0, 1, 2])):
        way = random.randrange(4)
        if way == 0:
            array = array[tuple(slice(random.choice([None, 1]), None, random.choice([1, 2, -1, -2])) for _ in array.shape) + (...,)]
        elif way == 1:
            array = array.T
        elif way == 2:
            array = np.broadcast_to(array, (random.choice([0, 1, 2]), *array.shape))
        else:
            array = array.view()
            array.flags.writeable = False
    return exchange_case(f"array_{number}", dtype, array, memory)


def transform_case(number):
    """A Fourier transform of a view of an array, whose elements follow from their places."""
    ndim = random.choice([1, 1, 2, 2, 2, 3, 3, 4, 5])
    shape = [random.choice([1, 2, 3, 4, 5, 8] if ndim < 3 else [1, 2, 3]) for _ in range(ndim)]
    steps = [random.choice([1, 1, 1, 2, -1, -3]) for _ in shape]
    order, function = random.choice("CF"), random.choice("fft ifft rfft irfft fftn ifftn rfftn irfftn".split())
    dtype = np.dtype(random.choice(["float32", "float64"] if function.startswith("r") else ["complex64", "complex128"]))
    whole = [length * abs(step) for length, step in zip(shape, steps)]
    places = np.arange(math.prod(whole))
    values = (places * 37 % 101 - 50) / 64
    if dtype.kind == "c":
        values = values + 1j * (places * 53 % 89 - 44) / 32
    array = values.astype(dtype).reshape(whole, order=order)[tuple(slice(None, None, step) for step in steps)]
    permutation = random.sample(range(ndim), ndim)
    array = array.transpose(permutation)
    is_of_all = function.endswith("n")
    count = random.randint(1, ndim) if is_of_all else 1
    axes = [random.randrange(ndim) for _ in range(count)] if random.random() < 0.1 else random.sample(range(ndim), count)
    axes = random.choice([None, axes])
    count = len(axes) if axes is not None else random.randint(1, ndim) if is_of_all else 1
    lens = [random.randint(random.random() > 0.02, 6) for _ in range(count)] if random.random() < 0.4 else None
    norm = random.choice([None, "backward", "ortho", "forward"])
    named = {"s": lens, "axes": axes} if is_of_all else {"n": lens and lens[0], "axis": axes[0] if axes else -1}
    case = {"name": f"transform_{number}", "shape": whole, "order": order, "dtype": dtype.name, "steps": steps}
    case |= {"permutation": permutation, "function": function, "axes": axes, "lens": lens, "norm": norm}
    try:
        found = getattr(np.fft, function)(array, norm=norm, **named)
    except ValueError as error:
        return case | {"expect": {"error": "length", "upstream": f"ValueError: {error}"}}
    numbers = found.ravel().view(found.real.dtype)
    values = [float(f"{number:.{12 if numbers.itemsize == 8 else 6}g}") for number in numbers]
    return case | {"expect": {"shape": list(found.shape), "dtype": found.dtype.name, "values": values}}


def linalg_case(number):
    """A function of linear algebra, of matrices of 64ths that it is well-conditioned for, or has no result for."""
    function = random.choice("solve inv cholesky qr eigh svd lstsq".split())
    dtype = np.dtype(random.choice("float32 float64 complex64 complex128".split()))

    def matrix(*shape):
        shape += (2,) if dtype.kind == "c" else ()
        parts = np.array([random.randint(-64, 64) for _ in range(math.prod(shape))]).reshape(shape)
        return parts[..., 0] + 1j * parts[..., 1] if dtype.kind == "c" else parts * 1.0

    def described(array):
        order = random.choice("CF")
        array = array.ravel(order=order)
        parts = np.stack([array.real, array.imag], -1) if dtype.kind == "c" else array
        return {"order": order, "parts": [int(it) for it in parts.ravel()]}

    m, n, width = random.randint(1, 8), random.randint(1, 8), random.choice([None, 1, 3])
    if function in ("solve", "inv", "cholesky", "eigh"):
        m = n
    while True:
        a = matrix(m, n)
        if function == "cholesky":
            a = np.tril(a, -1) + np.tril(a, -1).conj().T + np.diag(np.abs(a).sum(1).round() + 64)
        if function == "eigh":
            a = a + a.conj().T
        if function == "lstsq" and n > 1 and random.random() < 0.3:
            a[:, -1] = a[:, 0]
        values = np.linalg.svd(a, compute_uv=False)
        values = values[values > 1e-9]
        if len(values) and values[0] / values[-1] < 50:
            break
    is_singular = function in ("solve", "inv") and random.random() < 0.05
    if is_singular:
        a[:, 0] = 0
    if function == "cholesky" and random.random() < 0.05:
        a[-1, -1] = -64
    case = {"name": f"linalg_{number}", "function": function, "dtype": dtype.name}
    case["a"] = {"shape": [m, n]} | described(a)
    a = (a / 64).astype(dtype)
    arguments = [a]
    if function in ("solve", "lstsq"):
        b = matrix(m) if width is None else matrix(m, width)
        case["b"] = {"shape": list(b.shape)} | described(b)
        arguments.append((b / 64).astype(dtype))
    try:
        found = getattr(np.linalg, function)(*arguments)
    except np.linalg.LinAlgError as error:
        return case | {"expect": {"error": f"LinAlgError: {error}"}}
    result = {"qr": lambda: np.abs(found.R), "eigh": lambda: found.eigenvalues, "svd": lambda: found.S, "lstsq": lambda: found[0]}
    numbers = result.get(function, lambda: found)().astype(complex).ravel()
    parts = [float(f"{part:.{12 if dtype.itemsize > 4 and dtype.name != 'complex64' else 6}g}") for it in numbers for part in (it.real, it.imag)]
    return case | {"expect": ({"rank": int(found[2])} if function == "lstsq" else {}) | {"parts": parts}}


EXACT = {
    "b": ["bit_and", "bit_or", "bit_xor", "bit_not"],
    "i": ["add", "sub", "mul", "div", "rem", "neg", "abs", "pow", "minimum", "maximum", "bit_and", "bit_or", "bit_xor", "bit_not", "shl", "shr"],
    "f": ["add", "sub", "mul", "div", "rem", "neg", "abs", "sqrt", "minimum", "maximum", "floor", "ceil", "trunc", "round"],
    "c": ["add", "sub", "mul", "neg", "conj"],
}
NEAR = {
    "f": ["exp", "ln", "sin", "cos", "tanh", "pow", "cbrt", "exp2", "exp_m1", "log2", "log10", "ln_1p", "tan", "asin", "acos", "atan",
          "sinh", "cosh", "atan2", "hypot"],
    "c": ["div", "sqrt", "exp", "ln", "sin", "cos", "tanh", "pow", "abs", "angle"],
}
TWO = "add sub mul div rem pow minimum maximum bit_and bit_or bit_xor shl shr eq ne lt le gt ge atan2 hypot".split()
UFUNCS = {
    "sub": "subtract", "mul": "multiply", "neg": "negative", "bit_and": "bitwise_and", "bit_or": "bitwise_or", "bit_xor": "bitwise_xor",
    "bit_not": "invert", "shl": "left_shift", "shr": "right_shift", "eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal",
    "gt": "greater", "ge": "greater_equal", "rem": "fmod", "pow": "power", "ln": "log", "exp_m1": "expm1", "ln_1p": "log1p",
    "asin": "arcsin", "acos": "arccos", "atan": "arctan", "atan2": "arctan2", "round": "rint",
}


def applied(name, of):
    """What a function is of arrays; integers follow the crate's rules where Rust's are others than NumPy's."""
    kind, dtype = of[0].dtype.kind, of[0].dtype
    if kind in "iu" and name in ("div", "rem"):
        a, b = (it.astype(object) for it in np.broadcast_arrays(*of))
        def quotient(x, y):
            return 0 if y == 0 else abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
        def remainder(x, y):
            return 0 if y == 0 else x - y * quotient(x, y)
        made = np.frompyfunc(quotient if name == "div" else remainder, 2, 1)(a, b)
        bits = 8 * dtype.itemsize
        wrapped = np.frompyfunc(lambda x: (x + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1) if kind == "i" else x % (1 << bits), 1, 1)
        return np.asarray(wrapped(made)).astype(dtype)
    if kind in "iu" and name == "pow":
        a, b = np.broadcast_arrays(*of)
        bits = 8 * dtype.itemsize
        def power(x, y):
            x, y = int(x), int(y)
            if y < 0:
                return 1 if x == 1 else (-1) ** (y % 2) if x == -1 else 0
            made = pow(x, y, 1 << bits)
            return made - (1 << bits) if kind == "i" and made >> bits - 1 else made
        return np.asarray(np.frompyfunc(power, 2, 1)(a, b)).astype(dtype)
    if name == "div":
        return np.true_divide(*of).astype(dtype)
    if name == "conj":
        return np.conjugate(*of)
    if name == "angle":
        return np.angle(*of)
    return getattr(np, UFUNCS.get(name, name))(*of)


def random_operand(dtype, shape):
    """A view of an array, and how it is made."""
    kind = dtype.kind
    steps = [random.choice([1, 1, 2, -1, -2]) for _ in shape]
    permutation = random.sample(range(len(shape)), len(shape))
    whole = [0] * len(shape)
    for at, axis in enumerate(permutation):
        whole[axis] = shape[at]
    whole = [length * abs(step) for length, step in zip(whole, steps)]
    count = math.prod(whole)
    if kind == "b":
        flat = [random.random() < 0.5 for _ in range(count)]
    elif kind in "iu":
        ends = np.iinfo(dtype)
        near = [0, 1, 2, 3, 7, 63, ends.min, ends.min + 1, ends.max, ends.max - 1] + ([-1, -2, -3, -8] if kind == "i" else [])
        flat = [random.choice(near) for _ in range(count)]
    else:
        def real():
            return random.choice([0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, 0.1, math.nan, math.inf, -math.inf] + [random.uniform(-4, 4)] * 8)
        def finite():
            return random.choice([1.0, -1.0, 0.5, -2.5, 0.25] + [random.uniform(-3, 3)] * 8)
        flat = [complex(finite(), finite()) if kind == "c" else real() for _ in range(count)]
    array = np.array(flat, dtype=dtype).reshape(whole)
    view = array[tuple(slice(None, None, step) for step in steps)].transpose(permutation) if shape else array
    return view, {"shape": whole, "steps": steps, "permutation": permutation, "bytes": array.tobytes().hex()}


def arithmetic_case(number):
    dtype = np.dtype(random.choice(DTYPES))
    kind = {"u": "i"}.get(dtype.kind, dtype.kind)
    shape = [random.choice([1, 2, 3, 5]) for _ in range(random.randint(0, 4))]
    if random.random() < 0.06 and shape:
        shape[random.randrange(len(shape))] = 0
    operands = []
    for _ in range(random.randint(1, 3)):
        own = [1 if random.random() < 0.2 else length for length in shape]
        operands.append(random_operand(dtype, own[random.choice([0, 0, 0, random.randint(0, len(own))]):]))
    if random.random() < 0.15:
        operands.append(random_operand(dtype, [2] * len(shape)))
    views = [view for view, _ in operands]
    case = {"name": f"arithmetic_{number}", "dtype": dtype.name, "operands": [made for _, made in operands]}

    def grown(depth):
        if depth == 0 or random.random() < 0.2:
            at = random.randrange(len(views))
            return at, views[at]
        name = random.choice(EXACT[kind])
        of = [grown(depth - 1) for _ in range(2 if name in TWO else 1)]
        made = applied(name, [it[1] for it in of])
        return [name, *(it[0] for it in of)], made.astype(dtype)

    near = kind in NEAR and random.random() < 0.4
    try:
        if near:
            name = random.choice(NEAR[kind])
            of = [random.randrange(len(views)) for _ in range(2 if name in TWO else 1)]
            tree, made = [name, *of], applied(name, [views[at] for at in of])
        elif random.random() < 0.2 and kind in "if":
            a, b = grown(1), grown(1)
            name = random.choice(["lt", "le", "gt", "ge", "eq", "ne"])
            tree, made = ["select", [name, a[0], b[0]], a[0], b[0]], np.where(applied(name, [a[1], b[1]]), a[1], b[1])
        else:
            tree, made = grown(3)
    except ValueError as error:
        if "broadcast" not in str(error):
            raise
        tree, made = ["add", *range(2)] if len(views) > 1 else [], None
        try:
            np.add(views[0], views[1])
            return arithmetic_case(number)
        except ValueError:
            return case | {"tree": tree, "expect": {"error": "shape"}} if kind != "b" else arithmetic_case(number)
    made = np.asarray(made)
    # The sums of half-precision floats that overflow are infinite, as here.
    expect = {"dtype": made.dtype.name, "shape": list(made.shape), "bytes": np.ascontiguousarray(made).tobytes().hex()}
    return case | {"tree": tree, "near": near, "expect": expect}


def write(path, form, cases):
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = ",\n".join(json.dumps(case) for case in cases)
    head = json.dumps({"format": form, "upstream": f"numpy {np.__version__}"})[:-1]
    path.write_text(f'{head}, "cases": [\n{lines}\n]}}\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--views", type=int, default=200)
    parser.add_argument("--arrays", type=int, default=70)
    parser.add_argument("--transforms", type=int, default=40)
    parser.add_argument("--linalg", type=int, default=40)
    parser.add_argument("--arithmetic", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(__file__).parent)
    arguments = parser.parse_args()
    random.seed(arguments.seed)
    with np.errstate(all="ignore"):
        write(arguments.out / "ndarray/random_views.json", "views 1", [view_case(n) for n in range(arguments.views)])
        write(arguments.out / "exchange/random_arrays.json", "arrays 1", [array_case(n) for n in range(arguments.arrays)])
    cases = [transform_case(n) for n in range(arguments.transforms)]
    write(arguments.out / "ndarray/random_transforms.json", "transforms 1", cases)
    cases = [linalg_case(n) for n in range(arguments.linalg)]
    write(arguments.out / "ndarray/random_linalg.json", "linalg 1", cases)
    with np.errstate(all="ignore"):
        cases = [arithmetic_case(n) for n in range(arguments.arithmetic)]
    write(arguments.out / "ndarray/random_arithmetic.json", "arithmetic 1", cases)


if __name__ == "__main__":
    main()
