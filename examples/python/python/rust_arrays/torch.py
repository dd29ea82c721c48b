"""softmax_bias as an operator of torch, ``torch.ops.rust_arrays.softmax_bias``, with gradients and for torch.compile."""

import torch
from torch import Tensor
from torch.library import define, impl, register_autograd, register_fake

from . import _rust

__all__ = ["softmax_bias"]

define("rust_arrays::softmax_bias", "(Tensor x, Tensor bias) -> Tensor")
define("rust_arrays::softmax_bias_backward", "(Tensor grad, Tensor y) -> (Tensor, Tensor)")
_forward = torch.ops.rust_arrays.softmax_bias.default
_backward = torch.ops.rust_arrays.softmax_bias_backward.default


def softmax_bias(x: Tensor, bias: Tensor) -> Tensor:
    """Returns softmax(x + bias) along the last axis of x, whose length bias has, on torch's current stream."""
    return _forward(x, bias)


# Tensors of an older torch don't tell Rust which stream is the current one.
_TELLS_STREAM = hasattr(Tensor, "__dlpack_c_exchange_api__")


def _stream(tensor: Tensor) -> int | None:
    return None if _TELLS_STREAM else torch.cuda.current_stream(tensor.device).cuda_stream


def _tensor(array: _rust.Array) -> Tensor:
    # As torch.from_dlpack(array), but it is on the current stream already (-1), so torch needn't ask for device and
    # stream.
    return torch.from_dlpack(array.__dlpack__(stream=-1, max_version=(1, 0)))


@impl("rust_arrays::softmax_bias", "CUDA")
def _(x: Tensor, bias: Tensor) -> Tensor:
    # __dlpack__ refuses tensors that require gradients, which torch's autograd deals with.
    return _tensor(_rust.softmax_bias(x.detach(), bias.detach(), stream=_stream(x)))


@impl("rust_arrays::softmax_bias_backward", "CUDA")
def _(grad: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    dx, dbias = _rust.softmax_bias_backward(grad.detach(), y.detach(), stream=_stream(y))
    return _tensor(dx), _tensor(dbias)


# On the CPU: torch's own, for tests without a GPU.


@impl("rust_arrays::softmax_bias", "CPU")
def _(x: Tensor, bias: Tensor) -> Tensor:
    _check(x, bias)
    return torch.softmax(x + bias, -1).contiguous()


@impl("rust_arrays::softmax_bias_backward", "CPU")
def _(grad: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    dx = y * (grad - (y * grad).sum(-1, keepdim=True))
    # With an axis more, because torch takes no axes for all.
    return dx.contiguous(), dx.unsqueeze(0).sum(tuple(range(dx.dim())))


def _check(x: Tensor, bias: Tensor) -> None:
    axes = f"x has {x.dim()} axes, and bias {bias.dim()}: pass an x with at least one axis, and a bias with one"
    torch._check(x.dim() > 0 and bias.dim() == 1, lambda: axes)
    lengths = lambda: f"bias has {bias.shape[0]} elements, and x's last axis {x.shape[-1]}"
    torch._check(bias.shape[0] == x.shape[-1], lengths)


# Tensors without elements, from which torch.compile sees the shapes of results.


@register_fake("rust_arrays::softmax_bias")
def _(x: Tensor, bias: Tensor) -> Tensor:
    _check(x, bias)
    return x.new_empty(x.shape)


@register_fake("rust_arrays::softmax_bias_backward")
def _(grad: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    return y.new_empty(y.shape), y.new_empty(y.shape[-1:])


def _keep(ctx, inputs, output) -> None:
    ctx.save_for_backward(output)


def _gradients(ctx, grad: Tensor) -> tuple[Tensor, Tensor]:
    (y,) = ctx.saved_tensors
    return _backward(grad, y)


register_autograd("rust_arrays::softmax_bias", _gradients, setup_context=_keep)
