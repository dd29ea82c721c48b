"""softmax_bias as an operator of torch: on the GPU against torch's own, and what torch demands of operators."""

import shutil

import pytest

torch = pytest.importorskip("torch", reason="torch isn't installed")

import rust_arrays
from rust_arrays.torch import softmax_bias

HAS_GPU = torch.cuda.is_available()
needs_gpu = pytest.mark.skipif(not HAS_GPU, reason="torch sees no GPU")
devices = pytest.mark.parametrize("device", ["cpu", pytest.param("cuda", marks=needs_gpu)])
TYPES = {torch.float32: 1e-5, torch.float16: 2e-3, torch.bfloat16: 1e-2}


def numbers(*shape, device="cuda", dtype=torch.float32, requires_grad=False):
    generator = torch.Generator().manual_seed(len(shape) + sum(shape))
    return torch.randn(shape, generator=generator).to(device, dtype).requires_grad_(requires_grad)


def expected(x, bias):
    return torch.softmax(x + bias, -1)


@needs_gpu
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", [(1, 1), (3, 5), (64, 256), (4, 7, 1000), (3, 50257), (0, 7), (7, 0), (4,)])
def test_equals_torch_with_gradients(dtype, shape):
    ours = numbers(*shape, dtype=dtype, requires_grad=True), numbers(shape[-1], dtype=dtype, requires_grad=True)
    # In float32, because torch rounds the sum.
    theirs = [it.detach().float().requires_grad_() for it in ours]
    y, want = softmax_bias(*ours), expected(*theirs)
    assert y.dtype == dtype and y.is_cuda and y.is_contiguous()
    near = dict(rtol=TYPES[dtype], atol=TYPES[dtype])
    torch.testing.assert_close(y.float(), want, **near)
    grad = numbers(*shape, dtype=dtype)
    y.backward(grad)
    want.backward(grad.float())
    for our, their in zip(ours, theirs):
        assert our.grad.dtype == dtype
        torch.testing.assert_close(our.grad.float(), their.grad, rtol=4 * TYPES[dtype], atol=4 * TYPES[dtype])


@needs_gpu
def test_takes_what_is_not_contiguous():
    x, bias = numbers(12, 20), numbers(40)
    cases = [(x[::2, 3:9], bias[:6]), (x.t(), bias[::2][:12]), (x[:1].expand(5, 20), bias[:20]), (x, bias[:1].expand(20))]
    for x, bias in cases:
        torch.testing.assert_close(softmax_bias(x, bias), expected(x, bias))
        y = softmax_bias(x, bias)
        ours = torch.ops.rust_arrays.softmax_bias_backward(y.flip(-1).t().contiguous().t(), y)
        theirs = torch.ops.rust_arrays.softmax_bias_backward(y.flip(-1), y)
        torch.testing.assert_close(ours, theirs)


@needs_gpu
def test_works_on_the_current_stream():
    x, bias = numbers(1000, 1000), numbers(1000)
    want = expected(x + 1, bias * 2)
    softmax_bias(x, bias)  # compiles the kernels
    for stream in (torch.cuda.default_stream(), torch.cuda.Stream(), torch.cuda.Stream()):
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            torch.cuda._sleep(50_000_000)  # what follows it isn't ready when softmax_bias is called
            late = x + 1, bias * 2
            y = softmax_bias(*late)
            assert not stream.query()
            del late  # torch may give the memory to others, after the work on it
            other = torch.full((1000, 1000), 7.0, device="cuda")
            torch.testing.assert_close(y, want)
        del y, other
    # Without a stream, torch tells its own, or the module's waits for torch's, and torch for it.
    for form in (lambda tensor: tensor, Methods):
        torch.cuda._sleep(50_000_000)
        y = torch.from_dlpack(rust_arrays.softmax_bias(form(x + 1), form(bias * 2)))
        torch.testing.assert_close(y, want)


class Methods:
    """A tensor with the methods of DLPack alone."""

    def __init__(self, tensor):
        self.__dlpack__, self.__dlpack_device__ = tensor.__dlpack__, tensor.__dlpack_device__


@needs_gpu
def test_the_result_is_not_copied_and_its_memory_is_given_back():
    x, bias = numbers(1 << 14, 1 << 10), numbers(1 << 10)
    result = rust_arrays.softmax_bias(x, bias)
    y = torch.from_dlpack(result)
    with pytest.raises(BufferError, match="was given away"):
        torch.from_dlpack(result)
    del y
    torch.cuda.synchronize()
    softmax_bias(x, bias)  # makes what is made once
    torch.cuda.synchronize()
    before, _ = torch.cuda.mem_get_info()
    for _ in range(100):
        softmax_bias(x, bias)
    torch.cuda.synchronize()
    after, _ = torch.cuda.mem_get_info()
    assert before - after < 20 * x.nbytes, "100 results of 64 MiB stay"


@needs_gpu
def test_a_mistake_is_an_exception_that_says_what_to_do():
    x, bias = numbers(2, 3), numbers(3)
    mistakes = [
        (TypeError, r"x is a torch.Tensor.*pass x.cuda\(\)", (x.cpu(), bias)),
        (TypeError, r"bias is a numpy.ndarray.*torch.from_numpy\(bias\).cuda\(\)", (x, bias.cpu().numpy())),
        (TypeError, r"x has elements of torch.float64: pass float32", (x.double(), bias)),
        (TypeError, r"bias has elements of torch.float16.*pass bias.to\(x.dtype\)", (x, bias.half())),
        (ValueError, r"x has shape \[2, 3\], and bias \[2\]", (x, bias[:2])),
    ]
    for kind, text, arguments in mistakes:
        with pytest.raises(kind, match=text):
            rust_arrays.softmax_bias(*arguments)
    if torch.cuda.device_count() > 1:
        with pytest.raises(ValueError, match="bias is on device 1, and x on device 0"):
            rust_arrays.softmax_bias(x, bias.to("cuda:1"))
        with pytest.raises(ValueError, match="isn't of the primary context of device 0"):
            rust_arrays.softmax_bias(x, bias, stream=torch.cuda.Stream("cuda:1").cuda_stream)


@devices
@pytest.mark.parametrize("dtype", TYPES)
def test_is_an_operator_as_torch_demands(device, dtype):
    """The schema, the gradients' registration, the fake kernels, and torch.compile with shapes that change."""
    for shape in [(5,), (3, 5), (2, 3, 4)]:
        for requires_grad in (False, True):
            make = dict(device=device, dtype=dtype, requires_grad=requires_grad)
            arguments = numbers(*shape, **make), numbers(shape[-1], **make)
            torch.library.opcheck(torch.ops.rust_arrays.softmax_bias, arguments)


@devices
def test_gradients_are_those_of_finite_differences(device):
    # The kernels have no float64; the tolerances are those of differences of float32.
    arguments = numbers(3, 5, device=device, requires_grad=True), numbers(5, device=device, requires_grad=True)
    assert torch.autograd.gradcheck(softmax_bias, arguments, eps=1e-2, atol=2e-3, rtol=1e-2, nondet_tol=0.0)


@devices
def test_a_wrong_shape_is_found_without_elements(device):
    with torch._subclasses.FakeTensorMode():
        assert softmax_bias(torch.empty(4, 6, device=device), torch.empty(6, device=device)).shape == (4, 6)
        with pytest.raises(RuntimeError, match="bias has 5 elements, and x's last axis 6"):
            softmax_bias(torch.empty(4, 6, device=device), torch.empty(5, device=device))
    with pytest.raises((RuntimeError, ValueError), match="bias"):  # which torch would broadcast
        softmax_bias(torch.empty(4, 6, device=device), torch.empty(1, device=device))


@needs_gpu
@pytest.mark.parametrize("backend", ["aot_eager", "inductor"])
def test_torch_compile_keeps_it_in_one_graph(backend):
    if backend == "inductor" and not any(map(shutil.which, ("cc", "gcc", "clang"))):
        pytest.skip("torch's inductor needs a C compiler")

    def step(x, bias):
        return (softmax_bias(x * 2, bias) * 3).sum(-1)

    x, bias = numbers(8, 100, requires_grad=True), numbers(100, requires_grad=True)
    compiled = torch.compile(step, fullgraph=True, backend=backend)(x, bias)
    torch.testing.assert_close(compiled, step(x, bias))
    compiled.sum().backward()
    assert x.grad.isfinite().all() and bias.grad.shape == (100,)
