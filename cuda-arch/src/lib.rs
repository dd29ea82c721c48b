//! The GPU architectures and the CUDA versions that CUDA's compilers and linkers are told and tell: the words
//! that `nvrtc`, `nvjitlink`, `nvfatbin` and `cuda-driver` share.
//!
//! ```
//! use cuda_arch::Arch;
//!
//! let hopper: Arch = "sm_90a".parse()?;
//! assert_eq!(hopper, Arch::sm(9, 0).architecture_specific());
//! # Ok::<(), cuda_arch::ParseArchError>(())
//! ```

mod arch;
mod version;

pub use arch::{Arch, ParseArchError};
pub use version::Version;
