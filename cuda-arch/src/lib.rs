//! The words that `nvrtc`, `nvjitlink`, `nvfatbin` and `cuda-driver` share: the GPU architectures and the CUDA versions
//! that they are told and tell, and the images that some of them make and the last one loads.
//!
//! ```
//! use cuda_arch::Arch;
//!
//! let hopper: Arch = "sm_90a".parse()?;
//! assert_eq!(hopper, Arch::sm(9, 0).architecture_specific());
//! # Ok::<(), cuda_arch::ParseArchError>(())
//! ```
//!
//! [`ObjectCode`] is one type for all that they make: each of their outputs becomes one by `ObjectCode::from`, is saved and
//! loaded, tells its kernels and the names of templates' instances, and goes on to a linker, a packer or a driver.

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
