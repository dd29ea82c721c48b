"""softmax_bias and its gradients against NumPy, on a GPU or on the software device. torch isn't needed."""

import ctypes
import weakref

import numpy as np
import pytest
import rust_arrays
from conftest import Legacy, OnDevice, call, from_bf16, to_bf16, to_numpy
from rust_arrays import softmax_bias, softmax_bias_backward

TYPES = {
    "float32": (lambda x: x.astype(np.float32), lambda x: x, None, 1e-6),
    "float16": (lambda x: x.astype(np.float16), lambda x: x, None, 1e-3),
    "bfloat16": (to_bf16, from_bf16, "<V2", 8e-3),
}


def expected(x, bias):
    sums = x.astype(np.float64) + bias.astype(np.float64)
    powers = np.exp(sums - sums.max(-1, keepdims=True, initial=-np.inf))
    return powers / powers.sum(-1, keepdims=True)


def numbers(*shape, seed=1):
    return np.random.default_rng(seed).normal(0, 2, shape)


# One row and many; rows of a warp, of a block, with and without numbers that a thread reads again; without elements.
SHAPES = [(1, 1), (3, 5), (9, 256), (2, 257), (2, 3, 1000), (1, 8200), (2, 8201), (0, 7), (7, 0), (4,)]


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", SHAPES)
def test_equals_numpy(dtype, shape):
    narrow, wide, typestr, tolerance = TYPES[dtype]
    x, bias = narrow(numbers(*shape)), narrow(numbers(shape[-1], seed=2))
    y = softmax_bias(OnDevice(x, typestr), OnDevice(bias, typestr))
    assert repr(y) == f"rust_arrays.Array(shape={[*shape]}, dtype={dtype}, device=cuda:0)"
    assert (y.shape, y.dtype) == (shape, dtype)
    y, want = to_numpy(y), expected(wide(x), wide(bias))
    assert y.shape == shape
    np.testing.assert_allclose(y, want, atol=tolerance, rtol=tolerance)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", [(3, 5), (150, 40), (2, 2, 300), (1, 8200), (2, 8201), (0, 7), (7, 0)])
def test_gradients_equal_numpy(dtype, shape):
    narrow, wide, typestr, tolerance = TYPES[dtype]
    y, grad = narrow(expected(numbers(*shape), np.zeros(1))), narrow(numbers(*shape, seed=3))
    dx, dbias = map(to_numpy, softmax_bias_backward(OnDevice(grad, typestr), OnDevice(y, typestr)))
    y, grad = wide(y).astype(np.float64), wide(grad).astype(np.float64)
    want = y * (grad - (y * grad).sum(-1, keepdims=True))
    rows = max(1, want.size // max(1, shape[-1]))
    np.testing.assert_allclose(dx, want, atol=4 * tolerance, rtol=4 * tolerance)
    np.testing.assert_allclose(dbias, want.reshape(-1, shape[-1]).sum(0) if want.size else np.zeros(shape[-1]),
                               atol=4 * tolerance * rows**0.5, rtol=4 * tolerance)


def test_takes_any_strides():
    x, bias = OnDevice(numbers(12, 20).astype(np.float32)), OnDevice(numbers(40, seed=2).astype(np.float32))
    for view, part in [(x[::2, 3:9], bias[5:11]), (x[:, ::-1], bias[::2]), (x[3], bias[:20])]:
        y = to_numpy(softmax_bias(view, part))
        np.testing.assert_allclose(y, expected(view.array, part.array), rtol=1e-5, atol=1e-7)


def test_infinities_and_nan_are_as_in_numpy():
    x = np.array([[0, -np.inf, 1], [np.nan, 0, 0], [-np.inf] * 3], np.float32)
    y = to_numpy(softmax_bias(OnDevice(x), OnDevice(np.zeros(3, np.float32))))
    np.testing.assert_allclose(y[0], expected(x[:1], np.zeros(3))[0], rtol=1e-6)
    assert np.isnan(y[1:]).all()


def test_takes_dlpack_of_both_forms_and_orders_streams():
    x, bias = numbers(4, 6).astype(np.float32), numbers(6, seed=2).astype(np.float32)
    want = expected(expected(x, bias), bias)
    for form in (lambda array: array, Legacy):
        first = softmax_bias(OnDevice(x), OnDevice(bias))
        np.testing.assert_allclose(to_numpy(softmax_bias(form(first), OnDevice(bias))), want, rtol=1e-5)
        with pytest.raises(BufferError, match="was given away"):
            softmax_bias(first, OnDevice(bias))


class Stream:
    """A stream that is destroyed with its object."""

    def __init__(self):
        self.handle = ctypes.c_void_p()
        call("cuStreamCreate", ctypes.byref(self.handle), 1)

    def __del__(self):
        call("cuStreamDestroy_v2", self.handle)

    def __cuda_stream__(self):
        return (0, self.handle.value)


def test_works_on_the_stream_that_is_named():
    x, bias = OnDevice(numbers(4, 6).astype(np.float32)), OnDevice(numbers(6, seed=2).astype(np.float32))
    stream = Stream()
    want = expected(x.array, bias.array)
    for named in (0, stream.handle.value, stream):
        np.testing.assert_allclose(to_numpy(softmax_bias(x, bias, stream=named)), want, rtol=1e-5)
    # The result keeps the object of the stream on which its memory is freed.
    result = softmax_bias(x, bias, stream=stream)
    del stream, named
    np.testing.assert_allclose(to_numpy(result), want, rtol=1e-5)


def test_arguments_are_released_after_the_work():
    x = OnDevice(numbers(4, 6).astype(np.float32))
    seen = weakref.ref(x)
    result = softmax_bias(x, x[0])
    del x
    to_numpy(result)
    calls = 0
    while seen() is not None:  # another thread sees that the work is done
        rust_arrays.counted(1)
        calls += 1
        assert calls < 10_000


def f32(*shape):
    return OnDevice(np.zeros(shape, np.float32))


class OnOtherDevice:
    def __dlpack_device__(self):
        return (2, 7)


MISTAKES = {
    "numpy": (lambda: (np.zeros((2, 3)), f32(3)), TypeError, r"x is a numpy.ndarray.*torch.from_numpy\(x\).cuda\(\)"),
    "a list": (lambda: (f32(2, 3), [1, 2, 3]), TypeError, r"bias is a list.*__dlpack__ or __cuda_array_interface__"),
    "type": (lambda: (OnDevice(np.zeros((2, 3))), f32(3)), TypeError, r"x has elements of <f8: pass float32"),
    "types": (lambda: (f32(2, 3), OnDevice(np.zeros(3, np.float16))), TypeError, r"bias has elements of <f2.*bias.to\(x.dtype\)"),
    "shape": (lambda: (f32(2, 3), f32(2)), ValueError, r"x has shape \[2, 3\], and bias \[2\].*a bias of shape \[3\]"),
    "no axis": (lambda: (f32(), f32(1)), ValueError, r"x with at least one axis"),
    "two axes": (lambda: (f32(2, 3), f32(1, 3)), ValueError, r"bias \[1, 3\]"),
    "device": (lambda: (f32(2, 3), OnOtherDevice()), ValueError, r"bias is on device 7, and x on device 0: pass bias.to\(x.device\)"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_an_exception_that_says_what_to_do(mistake):
    arguments, kind, text = MISTAKES[mistake]
    with pytest.raises(kind, match=text):
        softmax_bias(*arguments())


def test_wrong_memory_and_streams_are_exceptions():
    x, bias = f32(2, 3), f32(3)
    beyond = OnDevice(np.zeros(3, np.float32))
    beyond.array = np.lib.stride_tricks.as_strided(beyond.array, (1 << 30, 3), (12, 4))
    with pytest.raises(ValueError, match="x: .*reaches outside of the"):
        softmax_bias(beyond, bias)
    beyond.array, beyond.pointer, beyond.is_owner = x.array, 4096, False
    with pytest.raises(ValueError, match="x: the driver knows no memory at 0x1000"):
        softmax_bias(beyond, bias)
    for stream, kind in [("0", TypeError), (-1, ValueError), (2, ValueError)]:
        with pytest.raises(kind, match="pass the handle of a stream"):
            softmax_bias(x, bias, stream=stream)


def test_counted_is_given_away_as_it_is():
    with pytest.raises(BufferError, match="where it is"):
        rust_arrays.counted(4).__dlpack__(dl_device=(1, 0))
    np.testing.assert_array_equal(to_numpy(rust_arrays.counted(4)), np.arange(4, dtype=np.float32))
