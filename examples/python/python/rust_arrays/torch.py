"""softmax_bias as an operator of torch, ``torch.ops.rust_arrays.softmax_bias``: with gradients, and for torch.compile."""

import torch
from torch import Tensor

from . import _rust

__all__ = ["softmax_bias"]


def _stream(tensor: Tensor) -> int:
    return torch.cuda.current_stream(tensor.device).cuda_stream


def _tensor(array: _rust.Array, stream: int) -> Tensor:
    # What torch.from_dlpack(array) does, without asking for device and stream, which are known. 1 is the default stream.
    return torch.from_dlpack(array.__dlpack__(stream=stream or 1, max_version=(1, 0)))


@torch.library.custom_op("rust_arrays::softmax_bias", mutates_args=(), device_types="cuda")
def softmax_bias(x: Tensor, bias: Tensor) -> Tensor:
    """Returns softmax(x + bias) along the last axis of x, whose length bias has, on torch's current stream."""
    stream = _stream(x)
    # __dlpack__ refuses tensors that require gradients, which torch's autograd deals with.
    return _tensor(_rust.softmax_bias(x.detach(), bias.detach(), stream=stream), stream)


@torch.library.custom_op("rust_arrays::softmax_bias_backward", mutates_args=(), device_types="cuda")
def _backward(grad: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    stream = _stream(y)
    dx, dbias = _rust.softmax_bias_backward(grad.detach(), y.detach(), stream=stream)
    return _tensor(dx, stream), _tensor(dbias, stream)


# On the CPU: torch's own, for tests without a GPU.


@softmax_bias.register_kernel("cpu")
def _(x: Tensor, bias: Tensor) -> Tensor:
    return torch.softmax(x + bias, -1).contiguous()


@_backward.register_kernel("cpu")
def _(grad: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    dx = y * (grad - (y * grad).sum(-1, keepdim=True))
    return dx.contiguous(), dx.sum(tuple(range(dx.dim() - 1)))


# Tensors without elements, from which torch.compile sees the shapes of results.


@softmax_bias.register_fake
def _(x: Tensor, bias: Tensor) -> Tensor:
    torch._check(x.dim() > 0 and bias.dim() == 1, lambda: f"x has {x.dim()} axes, and bias {bias.dim()}, where one is expected")
    torch._check(bias.shape[0] == x.shape[-1], lambda: f"bias has {bias.shape[0]} elements, and x's last axis {x.shape[-1]}")
    return x.new_empty(x.shape)


@_backward.register_fake
def _(grad: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    return y.new_empty(y.shape), y.new_empty(y.shape[-1:])


def _keep(ctx, inputs, output) -> None:
    ctx.save_for_backward(output)


def _gradients(ctx, grad: Tensor) -> tuple[Tensor, Tensor]:
    (y,) = ctx.saved_tensors
    return _backward(grad, y)


softmax_bias.register_autograd(_gradients, setup_context=_keep)
