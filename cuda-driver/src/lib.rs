//! Idiomatic, overhead-free access to the CUDA driver API.
