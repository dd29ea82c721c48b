"""Arrays in device memory, and an operation on them, made in Rust.

``rust_arrays.torch`` has the operation as one of torch, with gradients.
"""

from ._rust import Array, counted, softmax_bias, softmax_bias_backward

__all__ = ["Array", "counted", "softmax_bias", "softmax_bias_backward"]
