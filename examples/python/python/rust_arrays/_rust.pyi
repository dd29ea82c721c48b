from typing import Any, Protocol

class SupportsDLPack(Protocol):
    def __dlpack__(self, *, stream: Any = ...) -> Any: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...

class SupportsCudaArrayInterface(Protocol):
    @property
    def __cuda_array_interface__(self) -> dict[str, Any]: ...

class SupportsCudaStream(Protocol):
    def __cuda_stream__(self) -> tuple[int, int]: ...

Input = SupportsDLPack | SupportsCudaArrayInterface
Stream = int | SupportsCudaStream

class Array:
    """An array in device memory that is given away once, by DLPack: ``torch.from_dlpack(array)``."""

    def __dlpack__(
        self,
        *,
        stream: int | None = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...

def counted(len: int) -> Array: ...
def softmax_bias(x: Input, bias: Input, *, stream: Stream | None = None) -> Array: ...
def softmax_bias_backward(grad: Input, y: Input, *, stream: Stream | None = None) -> tuple[Array, Array]: ...
