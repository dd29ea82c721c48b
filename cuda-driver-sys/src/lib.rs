//! Raw bindings to the CUDA driver API: types and run-time loaded function tables.
