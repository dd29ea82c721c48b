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

mod arch;
mod device;
mod image;
mod version;

pub use arch::{Arch, ParseArchError};
pub use device::{SOFTWARE_DEVICE, loads_machine_code};
pub use image::{Code, Image};
pub use version::Version;
