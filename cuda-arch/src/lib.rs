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
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.

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
