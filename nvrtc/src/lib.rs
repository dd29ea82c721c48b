//! Compiles CUDA C++ to PTX and cubin at run time with NVRTC.
