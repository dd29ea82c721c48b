//! Raw bindings to NVRTC, CUDA's run-time compiler: types and a run-time loaded function table.
