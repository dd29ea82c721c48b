"""Measures arrays of CuPy, Numba, Awkward Array and PyTorch, and tables of cuDF and DuckDB, one sample at a time, for `arrays-compare`.

Each line that comes in asks for a sample, and one line goes out: `{"seconds": …}`, or `{"skip": why}`.
"""

import importlib
import importlib.metadata
import json
import os
import sys
import time

# What libraries print goes to the errors.
answers = os.fdopen(os.dup(1), "w", buffering=1)
os.dup2(2, 1)
os.environ.setdefault("NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS", "0")

versions = [f"Python {sys.version.split()[0]}"]
missing = {}
try:
    import numpy as np

    versions.append(f"NumPy {np.__version__}")
except ImportError as error:
    missing["CuPy"] = missing["Numba"] = str(error)
try:
    import cupy

    cupy.cuda.runtime.getDeviceCount()
    versions.append(f"CuPy {cupy.__version__}")
except Exception as error:
    missing.setdefault("CuPy", f"CuPy can't be used: {error}")
try:
    import numba
    from numba import cuda

    cuda.get_current_device()
    version = getattr(sys.modules.get("numba_cuda"), "__version__", None)
    versions.append(f"Numba {numba.__version__}" + (f", numba-cuda {version}" if version else ""))
except Exception as error:
    missing.setdefault("Numba", f"Numba can't be used: {error}")

try:
    import awkward as ak

    if "CuPy" in missing:
        missing["Awkward"] = missing["CuPy"]
    versions.append(f"Awkward {ak.__version__}")
except Exception as error:
    missing["Awkward"] = f"Awkward can't be used: {error}"
if "Awkward" not in missing:
    # Its reductions and sorts are made by this; without it they are skipped, each with the error.
    try:
        importlib.import_module("cuda.compute")
        versions.append(f"cuda.compute {importlib.metadata.version('cuda-cccl')}")
    except Exception as error:
        versions.append(f"no cuda.compute ({error})")

try:
    import torch

    torch.cuda.current_device()
    versions.append(f"PyTorch {torch.__version__}")
except Exception as error:
    missing["PyTorch"] = f"PyTorch can't be used: {error}"

try:
    from cuda.bindings import driver

    versions.append(f"cuda.bindings {importlib.metadata.version('cuda-bindings')}")
except Exception as error:
    missing["cuda.bindings"] = missing["cuda.core"] = f"cuda.bindings can't be used: {error}"
try:
    try:
        from cuda import core

        core.Device
    except (ImportError, AttributeError):
        from cuda.core import experimental as core
    versions.append(f"cuda.core {importlib.metadata.version('cuda-core')}")
except Exception as error:
    missing.setdefault("cuda.core", f"cuda.core can't be used: {error}")

try:
    import cudf

    versions.append(f"cuDF {cudf.__version__}")
except Exception as error:
    missing["cuDF"] = f"cuDF can't be used: {error}"
try:
    import duckdb
    import pyarrow as pa

    versions.append(f"DuckDB {duckdb.__version__}")
except Exception as error:
    missing["DuckDB"] = f"DuckDB can't be used: {error}"

works = {}


def work(library, name):
    def add(prepare):
        works[library, name] = prepare
        return prepare

    return add


def timed(call, synchronize):
    """`call` so many times, with the wait for the stream."""

    def sample(calls):
        synchronize()
        begin = time.perf_counter()
        for _ in range(calls):
            call()
        synchronize()
        return time.perf_counter() - begin

    return sample


def timed_host(call, synchronize):
    """`call` so many times, without what the device still does."""

    def sample(calls):
        synchronize()
        begin = time.perf_counter()
        for _ in range(calls):
            call()
        seconds = time.perf_counter() - begin
        synchronize()
        return seconds

    return sample


def live(make, synchronize):
    def sample(calls):
        synchronize()
        begin = time.perf_counter()
        made = [make() for _ in range(calls)]
        made.clear()
        seconds = time.perf_counter() - begin
        synchronize()
        return seconds

    return sample


SIX = (slice(1, None), slice(None, None, -1), slice(2, 4), slice(None), slice(None, None, 2), slice(-1, None))


def cupy_wait():
    cupy.cuda.get_current_stream().synchronize()


def cupy_pinned(shape):
    count = int(np.prod(shape))
    memory = cupy.cuda.alloc_pinned_memory(4 * count)
    host = np.frombuffer(memory, np.float32, count).reshape(shape)
    host[...] = 1
    return host


def cupy_to_device(host):
    def call():
        array = cupy.empty(host.shape, np.float32)
        array.set(host)

    return timed(call, cupy_wait)


@work("CuPy", "to_device, pinned")
def _(shape):
    return cupy_to_device(cupy_pinned(shape))


@work("CuPy", "to_device, pageable")
def _(shape):
    return cupy_to_device(np.ones(shape, np.float32))


@work("CuPy", "to_host, pinned")
def _(shape):
    host, array = cupy_pinned(shape), cupy.ones(shape, np.float32)
    return timed(lambda: array.get(out=host), cupy_wait)


@work("CuPy", "to_host, pageable")
def _(shape):
    host, array = np.ones(shape, np.float32), cupy.ones(shape, np.float32)
    return timed(lambda: array.get(out=host), cupy_wait)


@work("CuPy", "to_host, new array")
def _(shape):
    array = cupy.ones(shape, np.float32)
    return timed(lambda: cupy.asnumpy(array), cupy_wait)


@work("CuPy", "to_host of [:, :256]")
def _(shape):
    array = cupy.ones(shape, np.float32)
    return timed(lambda: cupy.asnumpy(array[:, :256]), cupy_wait)


@work("CuPy", "transpose")
def _(shape):
    array = cupy.ones(shape, np.float32)
    return timed(lambda: cupy.ascontiguousarray(array.T), cupy_wait)


@work("CuPy", "[::2, ::2]")
def _(shape):
    array = cupy.ones(shape, np.float32)
    return timed(lambda: cupy.ascontiguousarray(array[::2, ::2]), cupy_wait)


def cupy_permuted(shape, axes):
    array = cupy.ones(shape, np.float32)
    return timed(lambda: cupy.ascontiguousarray(array.transpose(axes)), cupy_wait)


@work("CuPy", "axes (0, 2, 1, 3)")
def _(shape):
    return cupy_permuted(shape, (0, 2, 1, 3))


@work("CuPy", "axes (2, 0, 3, 1)")
def _(shape):
    return cupy_permuted(shape, (2, 0, 3, 1))


@work("CuPy", "slice of 6 axes")
def _(shape):
    array = cupy.zeros(shape, np.float32)
    return timed_host(lambda: array[SIX], cupy_wait)


@work("CuPy", "export by DLPack")
def _(shape):
    array, stream = cupy.zeros(shape, np.float32), cupy.cuda.Stream(non_blocking=True)
    return timed_host(lambda: array.__dlpack__(stream=stream.ptr, max_version=(1, 0)), cupy_wait)


@work("CuPy", "export and import")
def _(shape):
    array, stream = cupy.zeros(shape, np.float32), cupy.cuda.Stream(non_blocking=True)

    def call():
        with stream:
            cupy.from_dlpack(array)

    return timed_host(call, cupy_wait)


@work("CuPy", "100,000 small arrays")
def _(shape):
    return timed_host(lambda: cupy.empty(shape, np.float32), cupy_wait)


@work("CuPy", "100,000 at a time")
def _(shape):
    return live(lambda: cupy.empty(shape, np.float32), cupy_wait)


@work("CuPy", "to_device of 64 bytes")
def _(shape):
    host = np.ones(shape, np.float32)

    def call():
        cupy.asarray(host)
        cupy_wait()

    return timed_host(call, cupy_wait)


def numba_wait():
    cuda.synchronize()


def numba_ones(shape):
    return cuda.to_device(np.ones(shape, np.float32))


def numba_pinned(shape):
    host = cuda.pinned_array(tuple(shape), np.float32)
    host[...] = 1
    return host


@work("Numba", "to_device, pinned")
def _(shape):
    host = numba_pinned(shape)
    return timed(lambda: cuda.to_device(host), numba_wait)


@work("Numba", "to_device, pageable")
def _(shape):
    host = np.ones(shape, np.float32)
    return timed(lambda: cuda.to_device(host), numba_wait)


@work("Numba", "to_host, pinned")
def _(shape):
    host, array = numba_pinned(shape), numba_ones(shape)
    return timed(lambda: array.copy_to_host(host), numba_wait)


@work("Numba", "to_host, pageable")
def _(shape):
    host, array = np.ones(shape, np.float32), numba_ones(shape)
    return timed(lambda: array.copy_to_host(host), numba_wait)


@work("Numba", "to_host, new array")
def _(shape):
    array = numba_ones(shape)
    return timed(lambda: array.copy_to_host(), numba_wait)


@work("Numba", "to_host of [:, :256]")
def _(shape):
    array = numba_ones(shape)
    return timed(lambda: array[:, :256].copy_to_host(), numba_wait)


@work("Numba", "transpose")
def _(shape):
    array = numba_ones(shape)
    return timed(lambda: array.transpose(), numba_wait)


@work("Numba", "slice of 6 axes")
def _(shape):
    array = numba_ones(shape)
    return timed_host(lambda: array[SIX], numba_wait)


@work("Numba", "100,000 small arrays")
def _(shape):
    shape = tuple(shape)
    return timed_host(lambda: cuda.device_array(shape, np.float32), numba_wait)


@work("Numba", "100,000 at a time")
def _(shape):
    shape = tuple(shape)
    return live(lambda: cuda.device_array(shape, np.float32), numba_wait)


@work("Numba", "to_device of 64 bytes")
def _(shape):
    host = np.ones(shape, np.float32)
    return timed_host(lambda: cuda.to_device(host), numba_wait)


def lengths(shape):
    """As many lists and elements as asked for: of Poisson's distribution, or with half of all elements in one list."""
    count, elements, data = shape
    if data != 1:
        return np.random.default_rng(1).poisson(elements / count, count)
    counts = np.full(count, elements // 2 // (count - 1))
    counts[count // 2] += elements - counts.sum()
    return counts


def ragged(shape):
    """Offsets, elements twice, and a number a list."""
    offsets = cupy.concatenate([cupy.zeros(1, np.int64), cupy.cumsum(cupy.asarray(lengths(shape)))])
    elements = (cupy.arange(int(offsets[-1])) * 613 % 1009).astype(np.float32) / 8
    return offsets, elements, elements[::-1].copy(), elements[: shape[0]].copy()


def on_elements(call):
    """CuPy has no lists: it does the work on all elements, in one axis."""

    def prepare(shape):
        offsets, a, b, once = ragged(shape)
        return timed(lambda: call(offsets, a, b, once), cupy_wait)

    return prepare


work("CuPy", "add")(on_elements(lambda offsets, a, b, once: a + b))
work("CuPy", "add, spread")(on_elements(lambda offsets, a, b, once: a + cupy.repeat(once, cupy.diff(offsets))))
work("CuPy", "num")(on_elements(lambda offsets, a, b, once: cupy.diff(offsets)))
for data in ["even", "skewed", "short"]:
    work("CuPy", f"sum, {data}")(on_elements(lambda offsets, a, b, once: cupy.add.reduceat(a, offsets[:-1])))
    work("CuPy", f"max, {data}")(on_elements(lambda offsets, a, b, once: cupy.maximum.reduceat(a, offsets[:-1])))


def in_lists(call):
    def prepare(shape):
        offsets, a, b, once = ragged(shape)

        def lists(elements):
            offsets_index = ak.index.Index64(cupy.asnumpy(offsets))
            content = ak.contents.NumpyArray(cupy.asnumpy(elements))
            return ak.to_backend(ak.Array(ak.contents.ListOffsetArray(offsets_index, content)), "cuda")

        a, b, once = lists(a), lists(b), ak.to_backend(ak.Array(cupy.asnumpy(once)), "cuda")
        mask = a > 63
        return timed(lambda: call(a, b, once, mask), cupy_wait)

    return prepare


work("Awkward", "add")(in_lists(lambda a, b, once, mask: a + b))
work("Awkward", "add, spread")(in_lists(lambda a, b, once, mask: a + once))
work("Awkward", "map")(in_lists(lambda a, b, once, mask: np.sqrt(a * a + once * 2 - 1)))
work("Awkward", "num")(in_lists(lambda a, b, once, mask: ak.num(a)))
work("Awkward", "jagged booleans")(in_lists(lambda a, b, once, mask: a[mask]))
for data in ["", ", many"]:
    work("Awkward", f"combinations(2){data}")(in_lists(lambda a, b, once, mask: ak.combinations(a, 2)))
for data in ["even", "skewed", "short"]:
    work("Awkward", f"sum, {data}")(in_lists(lambda a, b, once, mask: ak.sum(a, axis=1)))
    work("Awkward", f"max, {data}")(in_lists(lambda a, b, once, mask: ak.max(a, axis=1)))
    work("Awkward", f"argmax, {data}")(in_lists(lambda a, b, once, mask: ak.argmax(a, axis=1)))
    work("Awkward", f"sort, {data}")(in_lists(lambda a, b, once, mask: ak.sort(a, axis=-1)))


@work("Awkward", "sum of 10 elements")
def _(shape):
    array = ak.to_backend(ak.Array([[1, 2, 3], [], [4, 5], [6, 7, 8, 9, 10]]), "cuda")

    def call():
        ak.sum(array, axis=1)
        cupy_wait()

    return timed_host(call, cupy_wait)


def nested(depth):
    entries = [1.5, 2.5, 3.5]
    for _ in range(1, depth):
        entries = [entries, [], entries]
    return ak.to_backend(ak.Array(entries), "cuda")


def of_depth(depth):
    def prepare(shape):
        a, b = nested(depth), nested(depth)
        return timed(lambda: a + b, cupy_wait)

    return prepare


def of_fields(count):
    def prepare(shape):
        record = {f"f{number}": number for number in range(count)}
        array = ak.to_backend(ak.Array([[record, record], [], [record]]), "cuda")
        return timed(lambda: ak.sum(array["f0"], axis=1), cupy_wait)

    return prepare


for depth in [1, 2, 4, 8]:
    work("Awkward", f"add, depth {depth}")(of_depth(depth))
for count in [1, 10, 100]:
    work("Awkward", f"field of {count}")(of_fields(count))



def torch_wait():
    torch.cuda.current_stream().synchronize()


def products(name, dtype, timed=timed, transposed=False):
    """Products of batches of square matrices. Neither library uses TF32 for float32 unless it is told to."""

    @work("CuPy", name)
    def _(shape):
        batch, side = shape
        a, b = (cupy.zeros((batch, side, side) if batch > 1 else (side, side), dtype) for _ in range(2))
        left = a.T if transposed else a
        return timed(lambda: cupy.matmul(left, b), cupy_wait)

    @work("PyTorch", name)
    def _(shape):
        batch, side = shape
        options = {"dtype": getattr(torch, dtype), "device": "cuda"}
        a, b = (torch.zeros((batch, side, side) if batch > 1 else (side, side), **options) for _ in range(2))
        left = a.T if transposed else a
        return timed(lambda: torch.matmul(left, b), torch_wait)


products("f32, 1024³", "float32")
products("f32, 4096³", "float32")
products("f32, 4096³, aᵀ", "float32", transposed=True)
products("f32, 64 of 512³", "float32")
products("f64, 2048³", "float64")
products("f16, 4096³", "float16")
products("f16, 8192³", "float16")
products("f32, 16³", "float32", timed_host)

# Single calls, by the names of NVIDIA's micro-benchmarks.
SIXTEEN = ", ".join(f".param .u64 kernel_16_{index}" for index in range(16))
PTX = (
    ".version 7.0\n.target sm_52\n.address_size 64\n.visible .entry kernel_0()\n{\n    ret;\n}\n"
    f".visible .entry kernel_16({SIXTEEN})\n{{\n    ret;\n}}\n"
).encode()


def check(result):
    code, *values = result
    if code != driver.CUresult.CUDA_SUCCESS:
        raise RuntimeError(str(code))
    return values[0] if len(values) == 1 else values


class Bindings:
    """What the calls of cuda.bindings use."""

    def __init__(self):
        check(driver.cuInit(0))
        self.device = check(driver.cuDeviceGet(0))
        self.context = check(driver.cuDevicePrimaryCtxRetain(self.device))
        check(driver.cuCtxSetCurrent(self.context))
        self.stream = check(driver.cuStreamCreate(1))
        self.event = check(driver.cuEventCreate(0))
        self.module = check(driver.cuModuleLoadData(PTX))
        self.memory = check(driver.cuMemAlloc(8))

    def wait(self):
        check(driver.cuStreamSynchronize(self.stream))

    def launch(self, name, values):
        import ctypes

        kernel = check(driver.cuModuleGetFunction(self.module, name))
        types = (ctypes.c_void_p,) * len(values)
        stream, arguments = self.stream, (values, types) if values else 0
        return lambda: driver.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, arguments, 0)


class Core:
    """What the calls of cuda.core use."""

    def __init__(self):
        self.device = core.Device(0)
        self.device.set_current()
        self.stream = self.device.create_stream()
        self.code = core.ObjectCode.from_ptx(PTX)
        self.memory = self.device.allocate(8, stream=self.stream)

    def wait(self):
        self.stream.sync()

    def launch(self, name, values):
        kernel, config = self.code.get_kernel(name), core.LaunchConfig(grid=1, block=1)
        stream = self.stream
        return lambda: core.launch(stream, config, kernel, *values)


class CuPy:
    """What the calls of CuPy use."""

    def __init__(self):
        self.stream = cupy.cuda.Stream(non_blocking=True)
        self.module = cupy.cuda.function.Module()
        self.module.load(PTX)
        self.event = cupy.cuda.Event()
        self.memory = cupy.zeros(1, np.uint64)

    def wait(self):
        self.stream.synchronize()

    def launch(self, name, values):
        kernel, stream = self.module.get_function(name), self.stream
        return lambda: kernel((1,), (1,), values, stream=stream)


users = {"cuda.bindings": Bindings, "cuda.core": Core, "CuPy": CuPy}
using = {}


def call(library, name):
    """Adds a call: a function that returns it, given what the library uses."""

    def add(make):
        @work(library, name)
        def _(shape):
            if library not in using:
                using[library] = users[library]()
            user = using[library]
            return timed_host(make(user), user.wait)

        return make

    return add


@call("cuda.bindings", "launch.launch_empty_kernel")
def _(user):
    return user.launch(b"kernel_0", ())


@call("cuda.bindings", "launch.launch_16_args")
def _(user):
    return user.launch(b"kernel_16", (int(user.memory),) * 16)


@call("cuda.bindings", "memory.mem_alloc_async_free_async")
def _(user):
    stream = user.stream

    def alloc():
        _, memory = driver.cuMemAllocAsync(1024, stream)
        driver.cuMemFreeAsync(memory, stream)

    return alloc


@call("cuda.bindings", "memory.memcpy_htod")
def _(user):
    host = np.array([7], np.uint64)
    return lambda: driver.cuMemcpyHtoD(user.memory, host.ctypes.data, 8)


@call("cuda.bindings", "event.event_record")
def _(user):
    event, stream = user.event, user.stream
    return lambda: driver.cuEventRecord(event, stream)


@call("cuda.bindings", "stream.stream_synchronize")
def _(user):
    stream = user.stream
    return lambda: driver.cuStreamSynchronize(stream)


@call("cuda.bindings", "stream.stream_create_destroy")
def _(user):
    def create():
        _, stream = driver.cuStreamCreate(1)
        driver.cuStreamDestroy(stream)

    return create


@call("cuda.bindings", "ctx_device.device_get_attribute")
def _(user):
    attribute = driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR
    return lambda: driver.cuDeviceGetAttribute(attribute, user.device)


@call("cuda.bindings", "module.module_get_function")
def _(user):
    return lambda: driver.cuModuleGetFunction(user.module, b"kernel_16")


@call("cuda.core", "launch.launch_empty_kernel")
def _(user):
    return user.launch("kernel_0", ())


@call("cuda.core", "launch.launch_16_args")
def _(user):
    return user.launch("kernel_16", (user.memory,) * 16)


@call("cuda.core", "memory.mem_alloc_async_free_async")
def _(user):
    device, stream = user.device, user.stream
    return lambda: device.allocate(1024, stream=stream).close()


@call("cuda.core", "event.event_record")
def _(user):
    # As elsewhere, an event with a time. The option's name depends on the release.
    try:
        options = core.EventOptions(timing_enabled=True)
    except TypeError:
        options = core.EventOptions(enable_timing=True)
    event, stream = user.device.create_event(options), user.stream
    return lambda: stream.record(event)


@call("cuda.core", "stream.stream_synchronize")
def _(user):
    return user.stream.sync


@call("cuda.core", "stream.stream_create_destroy")
def _(user):
    return lambda: user.device.create_stream().close()


@call("cuda.core", "module.module_get_function")
def _(user):
    return lambda: user.code.get_kernel("kernel_16")


@call("CuPy", "launch.launch_empty_kernel")
def _(user):
    return user.launch("kernel_0", ())


@call("CuPy", "launch.launch_16_args")
def _(user):
    return user.launch("kernel_16", (user.memory,) * 16)


@call("CuPy", "memory.mem_alloc_async_free_async")
def _(user):
    def alloc():
        with user.stream:
            cupy.cuda.malloc_async(1024)

    return alloc


@call("CuPy", "memory.memcpy_htod")
def _(user):
    host = np.array([7], np.uint64)
    return lambda: user.memory.set(host)


@call("CuPy", "event.event_record")
def _(user):
    event, stream = user.event, user.stream
    return lambda: event.record(stream)


@call("CuPy", "stream.stream_synchronize")
def _(user):
    return user.stream.synchronize


@call("CuPy", "stream.stream_create_destroy")
def _(user):
    return lambda: cupy.cuda.Stream(non_blocking=True)


@call("CuPy", "ctx_device.device_get_attribute")
def _(user):
    major = 75
    return lambda: cupy.cuda.runtime.deviceGetAttribute(major, 0)


@call("CuPy", "module.module_get_function")
def _(user):
    return lambda: user.module.get_function("kernel_16")


def columns_of(name, shape):
    """The columns of a table on the host."""
    n = shape[0]
    random = np.random.default_rng(67)
    if name == "sort":
        return {"k": random.integers(0, 2**63 - 1, n), "x": np.arange(n) % 1000 / 8.0}
    if name == "filter":
        return {"k": random.integers(0, 1000, n), "x": np.arange(n) % 1000 / 8.0}
    k = random.integers(0, shape[1], n)
    if name == "group by, integers":
        return {"k": k, "x": np.arange(n)}
    if name == "group by texts":
        return {"k": np.char.zfill(k.astype("U8"), 8), "x": (np.arange(n) % 1000).astype(np.float64)}
    return {"k": k, "x": np.arange(n) % 1000 / 8.0}


def right_of(shape):
    return {"k": np.random.default_rng(1).permutation(shape[1]), "y": np.arange(shape[1])}


TABLES = ["group by, float sum", "group by, integers", "group by texts", "join", "sort", "filter"]


def cudf_tables(name):
    def prepare(shape):
        frame = cudf.DataFrame(columns_of(name, shape))
        right = cudf.DataFrame(right_of(shape)) if name == "join" else None
        call = {
            "group by, float sum": lambda: frame.groupby("k", sort=False).agg({"x": ["sum", "count"]}),
            "group by, integers": lambda: frame.groupby("k", sort=False).agg({"x": ["sum", "min", "max", "mean"]}),
            "group by texts": lambda: frame.groupby("k", sort=False).agg({"x": "sum"}),
            "join": lambda: frame.merge(right, on="k", how="inner"),
            "sort": lambda: frame.sort_values("k", kind="stable"),
            "filter": lambda: frame[frame["k"] < 500],
        }[name]
        return timed(call, cupy_wait)

    return prepare


def duckdb_tables(name):
    def prepare(shape):
        database = duckdb.connect()
        database.register("host", pa.table(columns_of(name, shape)))
        database.execute("create table t as select * from host")
        if name == "join":
            database.register("host_right", pa.table(right_of(shape)))
            database.execute("create table r as select * from host_right")
        query = {
            "group by, float sum": "select k, sum(x), count(x) from t group by k",
            "group by, integers": "select k, sum(x), min(x), max(x), avg(x) from t group by k",
            "group by texts": "select k, sum(x) from t group by k",
            "join": "select t.k, t.x, r.y from t join r on t.k = r.k",
            "sort": "select * from t order by k",
            "filter": "select * from t where k < 500",
        }[name]
        return timed(lambda: database.execute("create or replace temp table made as " + query), lambda: None)

    return prepare


def cupy_tables(name):
    """What CuPy has for it: sorts, and sums by numbers of groups."""

    def prepare(shape):
        host = columns_of(name, shape)
        k, x = cupy.asarray(host["k"]), cupy.asarray(host["x"])

        def grouped():
            keys, groups = cupy.unique(k, return_inverse=True)
            return keys, cupy.bincount(groups, weights=x), cupy.bincount(groups)

        def ordered():
            order = cupy.argsort(k, kind="stable")
            return k[order], x[order]

        def filtered():
            is_less = k < 500
            return k[is_less], x[is_less]

        return timed({"group by, float sum": grouped, "sort": ordered, "filter": filtered}[name], cupy_wait)

    return prepare


for name in TABLES:
    work("cuDF", name)(cudf_tables(name))
    work("DuckDB", name)(duckdb_tables(name))
for name in ["group by, float sum", "sort", "filter"]:
    work("CuPy", name)(cupy_tables(name))


# Numba takes some 100 times as long for a small array, so it makes fewer, and the time is that of as many as asked for.
FEWER = {("Awkward", "sum of 10 elements"): 10, ("Numba", "100,000 small arrays"): 20, ("Numba", "100,000 at a time"): 20, ("Numba", "slice of 6 axes"): 10}

prepared = {}


def sample(library, name, calls, shape):
    if library in missing:
        return {"skip": missing[library]}
    if (library, name) not in works:
        return {"skip": f"{library} has nothing like it"}
    if (library, name) not in prepared:
        prepared[library, name] = works[library, name](tuple(shape))
    fewer = FEWER.get((library, name), 1)
    part = max(calls // fewer, 1)
    return {"seconds": prepared[library, name](part) * calls / part}


def main():
    print(json.dumps(versions), file=answers)
    for line in sys.stdin:
        request = json.loads(line)
        if request["work"] == "end":
            prepared.clear()
            if "CuPy" not in missing:
                cupy.get_default_memory_pool().free_all_blocks()
                cupy.get_default_pinned_memory_pool().free_all_blocks()
            if "PyTorch" not in missing:
                torch.cuda.empty_cache()
            answer = {"skip": "the end"}
        else:
            try:
                answer = sample(request["library"], request["work"], request["calls"], request["shape"])
            except Exception as error:
                prepared.pop((request["library"], request["work"]), None)
                why = str(error).splitlines() or [""]
                answer = {"skip": f"{type(error).__name__}: {why[0]}"}
        print(json.dumps(answer), file=answers)


if __name__ == "__main__":
    main()
