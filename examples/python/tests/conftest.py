"""Device memory for the tests, by the driver's functions alone: on a GPU, or on the software device if that is the first
libcuda.so.1 on LD_LIBRARY_PATH."""

import ctypes

import numpy as np
import pytest

try:
    driver = ctypes.CDLL("libcuda.so.1")
except OSError:
    driver = None


def call(name, *arguments):
    result = getattr(driver, name)(*arguments)
    assert result == 0, f"{name} returned {result}"


class OnDevice:
    """A NumPy array in device memory, with __cuda_array_interface__ alone. Indexing makes a view."""

    def __init__(self, array, typestr=None):
        array = np.array(array, order="C")
        pointer = ctypes.c_uint64()
        call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(max(array.nbytes, 1)))
        source = ctypes.c_void_p(array.ctypes.data)
        call("cuMemcpyHtoD_v2", pointer, source, ctypes.c_size_t(array.nbytes))
        self.array, self.pointer, self.typestr = array, pointer.value, typestr or array.dtype.str
        self.is_owner = True

    def __del__(self):
        if getattr(self, "is_owner", False):
            driver.cuMemFree_v2(ctypes.c_uint64(self.pointer))

    def __getitem__(self, index):
        view = OnDevice.__new__(OnDevice)
        view.base, view.array, view.typestr = self, self.array[index], self.typestr
        view.pointer = self.pointer + view.array.ctypes.data - self.array.ctypes.data
        return view

    @property
    def __cuda_array_interface__(self):
        address = self.pointer if self.array.size else 0
        strides, shape = self.array.strides, self.array.shape
        return dict(shape=shape, typestr=self.typestr, data=(address, False), strides=strides, version=3)


class Legacy:
    """An object from before DLPack 1.0."""

    def __init__(self, array):
        self.array = array

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()

    def __dlpack__(self, *, stream=None):
        return self.array.__dlpack__(stream=stream)


class DLTensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_uint64),
        ("device", ctypes.c_int32 * 2),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


def to_numpy(array):
    """Copies a result, which is in C order, to the host, on the default stream. bfloat16 becomes float32."""
    capsule = array.__dlpack__(stream=1)  # a legacy capsule begins with its tensor
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    tensor = DLTensor.from_address(get(capsule, b"dltensor"))
    shape = tuple(tensor.shape[: tensor.ndim]) if tensor.ndim else ()
    dtype = {(2, 32): np.float32, (2, 16): np.float16, (4, 16): np.uint16}[tensor.code, tensor.bits]
    host = np.empty(shape, dtype)
    if host.nbytes:
        to, address = ctypes.c_void_p(host.ctypes.data), ctypes.c_uint64(tensor.data + tensor.byte_offset)
        call("cuMemcpyDtoH_v2", to, address, ctypes.c_size_t(host.nbytes))
    return from_bf16(host) if tensor.code == 4 else host


def to_bf16(array):
    """Returns the upper halves of float32 numbers, rounded."""
    bits = array.astype(np.float32).view(np.uint32)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16)


def from_bf16(bits):
    return (bits.astype(np.uint32) << 16).view(np.float32)


@pytest.fixture(scope="session", autouse=True)
def context():
    """The primary context of the first device, current to the tests."""
    if driver is None or driver.cuInit(0) != 0:
        pytest.skip("no libcuda.so.1 with a device: put the folder of the software device on LD_LIBRARY_PATH")
    context = ctypes.c_void_p()
    call("cuDevicePrimaryCtxRetain", ctypes.byref(context), 0)
    call("cuCtxSetCurrent", context)
    return context
