"""Record batches of the Rust crate cuda-arrow, exchanged by the Arrow C Device interface, by ctypes alone."""

import ctypes

import numpy as np

from rust_arrays import checked, library, pointer, size

i64 = ctypes.c_int64


class Array(ctypes.Structure):
    """struct ArrowArray, and struct ArrowDeviceArray around it."""


Release = ctypes.CFUNCTYPE(None, ctypes.POINTER(Array))
Array._fields_ = [
    ("length", i64),
    ("null_count", i64),
    ("offset", i64),
    ("n_buffers", i64),
    ("n_children", i64),
    ("buffers", ctypes.POINTER(pointer)),
    ("children", ctypes.POINTER(ctypes.POINTER(Array))),
    ("dictionary", pointer),
    ("release", Release),
    ("private_data", pointer),
]


class DeviceArray(ctypes.Structure):
    """struct ArrowDeviceArray."""

    _fields_ = [
        ("array", Array),
        ("device_id", i64),
        ("device_type", ctypes.c_int32),
        ("sync_event", ctypes.POINTER(pointer)),
        ("reserved", i64 * 3),
    ]


class Schema(ctypes.Structure):
    """struct ArrowSchema."""


ReleaseSchema = ctypes.CFUNCTYPE(None, ctypes.POINTER(Schema))
Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_char_p),
    ("flags", i64),
    ("n_children", i64),
    ("children", ctypes.POINTER(ctypes.POINTER(Schema))),
    ("dictionary", pointer),
    ("release", ReleaseSchema),
    ("private_data", pointer),
]

for name, result, arguments in [
    ("ar_counted", pointer, [pointer, size, ctypes.c_float, ctypes.c_uint]),
    ("ar_export", ctypes.c_int, [pointer, ctypes.POINTER(DeviceArray), ctypes.POINTER(Schema)]),
    ("ar_import", pointer, [pointer, ctypes.POINTER(DeviceArray), ctypes.POINTER(Schema)]),
    ("ar_column", ctypes.c_int64, [pointer, size, pointer]),
    ("ar_free", None, [pointer]),
]:
    function = getattr(library, name)
    function.restype, function.argtypes = result, arguments

driver = ctypes.CDLL("libcuda.so.1")
CUDA = 2


def call(function, *arguments):
    """A call of the driver's."""
    code = getattr(driver, function)(*arguments)
    if code:
        raise RuntimeError(f"{function}: error {code}")


def wait(stream, event):
    """Lets a stream wait for an event."""
    call("cuStreamWaitEvent", pointer(stream), pointer(event), 0)


def record(stream):
    """An event behind what a stream was given so far."""
    event = pointer()
    call("cuEventCreate", ctypes.byref(event), 2)
    call("cuEventRecord", event, pointer(stream))
    return event


class View:
    """Device memory, for libraries that take the CUDA Array Interface. The stream is already ordered."""

    def __init__(self, address, length, kind):
        self.__cuda_array_interface__ = {
            "shape": (length,),
            "typestr": kind,
            "data": (address, False),
            "strides": None,
            "version": 3,
        }


KINDS = {b"f": "<f4", b"l": "<i8"}


class RustBatch:
    """A batch of Rust's: `x` of float32, and `i` of int64 with nulls."""

    def __init__(self, handle):
        self.handle = checked(handle)

    @classmethod
    def counted(cls, session, rows, value, turns):
        """A batch to which a kernel adds a number."""
        return cls(library.ar_counted(session.handle, rows, value, turns))

    def export(self):
        """The structures of the C Device interface."""
        array, schema = DeviceArray(), Schema()
        checked(library.ar_export(self.handle, ctypes.byref(array), ctypes.byref(schema)))
        assert (array.device_type, array.device_id) == (CUDA, 0)
        return array, schema

    def column(self, at, rows):
        """A column on the host, with NaN for nulls."""
        values = np.empty(rows, np.float64)
        assert checked(library.ar_column(self.handle, at, values.ctypes.data)) == rows
        return values

    def free(self):
        """Drops the batch."""
        library.ar_free(self.handle)
        self.handle = None


def columns(array, schema):
    """Each column's name, the memory of its bits and that of its values."""
    for at in range(schema.n_children):
        column, field = array.array.children[at].contents, schema.children[at].contents
        assert column.offset == 0 and column.n_buffers == 2
        bits, values = column.buffers[0], column.buffers[1]
        bits = View(bits, (column.length + 7) // 8, "|u1") if bits else None
        yield field.name.decode(), bits, View(values, column.length, KINDS[field.format])


class Produced:
    """A batch of another library's: `x` and `i`, of memory at these addresses, which `owner` keeps."""

    def __init__(self, rows, x, i, bits, event, owner):
        self.released, self.owner, self.event = 0, owner, event
        # Releasing the parent releases its children.
        self.release = Release(self._release)
        self.release_child = Release(lambda array: None)
        self.buffers = [(pointer * 1)(None), (pointer * 2)(None, x), (pointer * 2)(bits, i)]
        self.children = [self._array(rows, buffers, self.release_child) for buffers in self.buffers[1:]]
        self.list = (ctypes.POINTER(Array) * 2)(*[ctypes.pointer(child) for child in self.children])
        self.array = DeviceArray(array=self._array(rows, self.buffers[0], self.release), device_type=CUDA)
        self.array.array.n_children, self.array.array.children = 2, self.list
        self.array.array.null_count, self.children[1].null_count = 0, -1
        self.array.sync_event = ctypes.pointer(event)

    @staticmethod
    def _array(rows, buffers, release):
        return Array(length=rows, n_buffers=len(buffers), buffers=buffers, release=release)

    def _release(self, array):
        array.contents.release = Release()
        self.released += 1
        self.owner = None
