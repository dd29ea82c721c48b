"""Times softmax_bias beside torch's own forms, forward and with gradients: microseconds per call, by events."""

import statistics

import torch
from rust_arrays.torch import softmax_bias

SIZES = [(8, 64), (512, 512), (4096, 1024), (4096, 4096), (16384, 1024), (1024, 50257)]


def plain(x, bias):
    return torch.softmax(x + bias, -1)


def microseconds(call, rounds=9):
    """Returns the median of rounds. Small calls take what the host needs for them, large ones what the device needs."""
    for _ in range(10):
        call()
    torch.cuda.synchronize()
    times = []
    for _ in range(rounds):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        calls = 100
        start.record()
        for _ in range(calls):
            call()
        end.record()
        end.synchronize()
        times.append(start.elapsed_time(end) * 1000 / calls)
    return statistics.median(times)


def main():
    print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}: µs per call")
    print(f"{'':16}{'':9}{'forward':^36}{'with gradients':^36}")
    print(f"{'size':16}{'type':9}" + f"{'ours':>12}{'torch':>12}{'compiled':>12}" * 2)
    for rows, columns in SIZES:
        for dtype in (torch.float32, torch.float16, torch.bfloat16):
            make = dict(device="cuda", dtype=dtype)
            x, bias = torch.randn(rows, columns, **make), torch.randn(columns, **make)
            torch._dynamo.reset()  # compiled for this size alone
            forms = softmax_bias, plain, torch.compile(plain, dynamic=False)
            times = [microseconds(lambda: form(x, bias)) for form in forms]
            grad = torch.randn_like(x)
            x.requires_grad_(), bias.requires_grad_()
            for form in forms:
                times.append(microseconds(lambda: torch.autograd.grad(form(x, bias), (x, bias), grad)))
            name = str(dtype).removeprefix("torch.")
            print(f"{f'{rows} x {columns}':16}{name:9}" + "".join(f"{time:12.1f}" for time in times), flush=True)


if __name__ == "__main__":
    main()
