"""PyTorch and Rust use each other's arrays in one process, each while a kernel of the other still runs."""

import numpy as np
import torch

from rust_arrays import Session, counted

TURNS = 2_000_000


def main():
    session = Session()
    torch.zeros(1, device="cuda")
    expected = torch.from_numpy(counted(300, 400)).cuda()
    side = torch.cuda.Stream()

    for stream in (torch.cuda.default_stream(), side):
        with torch.cuda.stream(stream):
            array = session.counted(300, 400)
            array.slow_add(1.0, TURNS)
            assert session.is_busy(), "the kernel is over too early to show anything"
            tensor = torch.from_dlpack(array)
            assert torch.equal(tensor, expected + 1), stream
            tensor += 1
            assert torch.equal(tensor, expected + 2)
            del tensor

            # Torch's, with work of torch's before it.
            tensor = expected.clone()
            torch.cuda._sleep(200_000_000)
            tensor += 5
            ours = session.from_dlpack(tensor.detach())
            assert not stream.query(), "torch's work is over too early to show anything"
            assert np.array_equal(ours.to_host(), counted(300, 400) + 5), stream
            # The memory goes back to torch when Rust's work on it is over.
            del ours, tensor

    # Strides, in both directions.
    columns = torch.from_dlpack(session.counted(30, 40, order="F"))
    assert columns.stride() == (1, 30) and torch.equal(columns.cpu(), torch.from_numpy(counted(30, 40)))
    part = expected[::2, 10:20]
    assert np.array_equal(session.from_dlpack(part).to_host(), counted(300, 400)[::2, 10:20])
    assert np.array_equal(session.from_interface(part).to_host(), counted(300, 400)[::2, 10:20])
    tensor = torch.as_tensor(session.counted(30, 40), device="cuda")
    assert torch.equal(tensor.cpu(), torch.from_numpy(counted(30, 40)))
    print(f"{torch.cuda.get_device_name()}: torch {torch.__version__} and Rust see the same numbers")


if __name__ == "__main__":
    main()
