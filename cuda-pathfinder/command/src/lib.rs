//! The reports of the command `cuda-pathfinder`, for other programs that report on a machine.
//!
//! # The crates of this workspace
//! | for | crates |
//! |---|---|
//! | a GPU: memory, streams, graphs, launches | [cuda-driver](https://docs.rs/cuda-driver) |
//! | kernels, compiled and linked | [cuda-build](https://docs.rs/cuda-build), [cuda-nvrtc](https://docs.rs/cuda-nvrtc), [cuda-nvrtc-cache](https://docs.rs/cuda-nvrtc-cache), [cuda-nvvm](https://docs.rs/cuda-nvvm), [cuda-nvjitlink](https://docs.rs/cuda-nvjitlink), [cuda-nvfatbin](https://docs.rs/cuda-nvfatbin), [cuda-linker](https://docs.rs/cuda-linker), [cuda-arch](https://docs.rs/cuda-arch) |
//! | data in device memory | [cuda-ndarray](https://docs.rs/cuda-ndarray), [cuda-arrow](https://docs.rs/cuda-arrow), [cuda-awkward](https://docs.rs/cuda-awkward) |
//! | NVIDIA's libraries | [cuda-cublas](https://docs.rs/cuda-cublas), [cuda-cudnn](https://docs.rs/cuda-cudnn), [cuda-curand](https://docs.rs/cuda-curand), [cuda-nccl](https://docs.rs/cuda-nccl) |
//! | tests without a GPU | [cuda-sim](https://docs.rs/cuda-sim), [cuda-sim-libraries](https://docs.rs/cuda-sim-libraries) |
//! | where CUDA is installed | [cuda-pathfinder](https://docs.rs/cuda-pathfinder), [cuda-pathfinder-cli](https://docs.rs/cuda-pathfinder-cli), [cuda-query](https://docs.rs/cuda-query) |
//! | raw bindings | [cuda-driver-api-sys](https://docs.rs/cuda-driver-api-sys), [cuda-nvrtc-sys](https://docs.rs/cuda-nvrtc-sys), [cuda-libraries-sys](https://docs.rs/cuda-libraries-sys) |

mod list;
mod search_report;

pub use list::List;
pub use search_report::{Place, SearchReport};
