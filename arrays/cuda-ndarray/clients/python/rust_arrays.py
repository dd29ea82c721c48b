"""Arrays of the Rust crate cuda-ndarray as Python objects: DLPack 1.3 and the CUDA Array Interface, by ctypes alone."""

import ast
import ctypes
import os

import numpy as np

library = ctypes.CDLL(os.environ["CUDA_NDARRAY_CLIENTS"])
pointer, size, text = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p
for name, result, arguments in [
    ("nd_error", text, []),
    ("nd_open", pointer, []),
    ("nd_close", None, [pointer]),
    ("nd_stream", size, [pointer]),
    ("nd_counted", pointer, [pointer, size, size, ctypes.c_bool]),
    ("nd_slow_add", ctypes.c_int, [pointer, pointer, ctypes.c_float, ctypes.c_uint]),
    ("nd_is_busy", ctypes.c_int, [pointer]),
    ("nd_share", pointer, [pointer]),
    ("nd_to_dlpack", pointer, [pointer, ctypes.c_int64, ctypes.c_uint]),
    ("nd_to_dlpack_legacy", pointer, [pointer, ctypes.c_int64]),
    ("nd_from_dlpack", pointer, [pointer, pointer]),
    ("nd_from_dlpack_legacy", pointer, [pointer, pointer]),
    ("nd_from_interface", pointer, [pointer, text]),
    ("nd_interface", ctypes.c_int64, [pointer, text, size]),
    ("nd_to_host", ctypes.c_int, [pointer, pointer]),
    ("nd_shape", None, [pointer, ctypes.POINTER(size)]),
    ("nd_free", None, [pointer]),
    ("nd_wait_for_deferred", None, []),
    ("nd_dlpack_minor", ctypes.c_uint, []),
]:
    function = getattr(library, name)
    function.restype, function.argtypes = result, arguments

python = ctypes.pythonapi
python.PyCapsule_New.restype = ctypes.py_object
python.PyCapsule_New.argtypes = [pointer, text, pointer]
python.PyCapsule_GetPointer.restype = pointer
python.PyCapsule_GetPointer.argtypes = [ctypes.py_object, text]
python.PyCapsule_SetName.argtypes = [ctypes.py_object, text]

# A capsule's destructor is given the capsule while it is going, so not as an object.
raw_is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, pointer, text)(("PyCapsule_IsValid", python))
raw_pointer = ctypes.PYFUNCTYPE(pointer, pointer, text)(("PyCapsule_GetPointer", python))

# The deleter is the third word of a versioned tensor, and the last of the older form.
CAPSULES = {b"dltensor_versioned": 16, b"dltensor": 56}


@ctypes.PYFUNCTYPE(None, pointer)
def destroy(capsule):
    """Deletes a tensor that was never consumed."""
    for name, deleter in CAPSULES.items():
        if raw_is_valid(capsule, name):
            tensor = raw_pointer(capsule, name)
            function = ctypes.c_void_p.from_address(tensor + deleter).value
            if function:
                ctypes.CFUNCTYPE(None, pointer)(function)(tensor)


def checked(answer):
    """An answer that isn't null or negative."""
    if answer is None or answer < 0:
        raise RuntimeError(library.nd_error().decode())
    return answer


class Session:
    """A stream of Rust's, and a kernel that takes a while."""

    def __init__(self):
        self.handle = checked(library.nd_open())

    @property
    def stream(self):
        """The handle of the stream."""
        return library.nd_stream(self.handle)

    def is_busy(self):
        """Whether the stream has work to do."""
        return bool(library.nd_is_busy(self.handle))

    def counted(self, rows, columns, order="C"):
        """An array of the numbers 0, 1, 2 … row by row."""
        return RustArray(self, checked(library.nd_counted(self.handle, rows, columns, order == "F")))

    def from_dlpack(self, other):
        """An array that shares the memory of another library's, which orders our stream."""
        try:
            capsule = other.__dlpack__(stream=self.stream, max_version=(1, library.nd_dlpack_minor()))
        except TypeError:
            capsule = other.__dlpack__(stream=self.stream)
        for name, take in [
            (b"dltensor_versioned", library.nd_from_dlpack),
            (b"dltensor", library.nd_from_dlpack_legacy),
        ]:
            if ctypes.pythonapi.PyCapsule_IsValid(ctypes.py_object(capsule), name):
                tensor = python.PyCapsule_GetPointer(capsule, name)
                used = USED[name]
                python.PyCapsule_SetName(capsule, used)
                return RustArray(self, checked(take(self.handle, tensor)))
        raise TypeError(f"{capsule} is no capsule of a tensor")

    def from_interface(self, other):
        """An array that uses another library's, which it keeps alive."""
        interface = repr(dict(other.__cuda_array_interface__)).encode()
        return RustArray(self, checked(library.nd_from_interface(self.handle, interface)), other)


# Names live as long as the capsules that bear them.
USED = {b"dltensor_versioned": b"used_dltensor_versioned", b"dltensor": b"used_dltensor"}


class RustArray:
    """An array of Rust's, of two axes and float32."""

    def __init__(self, session, handle, owner=None):
        self.session, self.handle, self.owner = session, handle, owner

    def slow_add(self, value, turns):
        """Begins to add a number to each element, some turns later."""
        if library.nd_slow_add(self.session.handle, self.handle, value, turns) < 0:
            raise RuntimeError(library.nd_error().decode())

    def __dlpack_device__(self):
        return (2, 0)

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        if copy or (dl_device is not None and tuple(dl_device) != (2, 0)):
            raise BufferError("arrays of Rust are given as they are, and where they are")
        stream = 1 if stream is None else int(stream)
        if max_version is not None and max_version[0] >= 1:
            # What is given away is shared with what stays here.
            handle = checked(library.nd_share(self.handle)) if self.keeps else self.give()
            tensor = checked(library.nd_to_dlpack(handle, stream, max_version[1]))
            return python.PyCapsule_New(tensor, b"dltensor_versioned", destroy_address)
        tensor = checked(library.nd_to_dlpack_legacy(self.give(), stream))
        return python.PyCapsule_New(tensor, b"dltensor", destroy_address)

    # Whether the object can be used after it was given away: then consumers may only read.
    keeps = False

    def give(self):
        """The handle, which isn't ours any more."""
        if not self.handle:
            raise BufferError("the array was given away")
        handle, self.handle = self.handle, None
        return handle

    @property
    def __cuda_array_interface__(self):
        buffer = ctypes.create_string_buffer(1000)
        checked(library.nd_interface(self.handle, buffer, len(buffer)))
        return ast.literal_eval(buffer.value.decode())

    def to_host(self):
        """The elements, once they are copied."""
        shape = (size * 2)()
        library.nd_shape(self.handle, shape)
        host = np.empty(tuple(shape), np.float32)
        if library.nd_to_host(self.handle, host.ctypes.data) < 0:
            raise RuntimeError(library.nd_error().decode())
        return host

    def __del__(self):
        if self.handle:
            library.nd_free(self.handle)
            self.handle = None


destroy_address = ctypes.cast(destroy, pointer)
python.PyCapsule_IsValid.argtypes = [ctypes.py_object, text]


def counted(rows, columns):
    """What `Session.counted` holds."""
    return np.arange(rows * columns, dtype=np.float32).reshape(rows, columns)
