//! Types that `nvrtc`, `nvjitlink`, `nvfatbin` and `cuda-driver` share: GPU architectures, CUDA versions, and images of
//! GPU code.
//!
//! ```
//! use cuda_arch::Arch;
//!
//! let hopper: Arch = "sm_90a".parse()?;
//! assert_eq!(hopper, Arch::sm(9, 0).architecture_specific());
//! # Ok::<(), cuda_arch::ParseArchError>(())
//! ```
//!
//! [`ObjectCode`] is one type for all their outputs, each of which converts to it with `ObjectCode::from`. It can be
//! saved and loaded, lists its kernels and the names of template instances, and is accepted by linkers, packers and the
//! driver.
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

mod arch;
mod device;
mod image;
mod object;
mod version;

pub use arch::{Arch, ParseArchError};
pub use device::{SOFTWARE_DEVICE, loads_machine_code};
pub use image::{Code, Image};
pub use object::{BinaryKind, ObjectCode, ObjectError, ObjectKind};
pub use version::Version;
#[doc(hidden)]
pub use version::nvrtc_for_driver;
