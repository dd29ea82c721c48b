//! Links GPU code with nvJitLink where it is, and with the driver's own linker where not.
//!
//! ```no_run
//! use cuda_linker::{Arch, Backend, Linker};
//!
//! # let (kernels, library) = (String::new(), String::new());
//! let context = cuda_driver::Driver::load()?.device(0)?.primary_context()?;
//! let linker = Linker::new(Arch::sm(9, 0)).ptx("kernels", &kernels).ptx("library", &library);
//! let linked = Backend::of(&context).link(&linker)?;
//! let module = context.load(&linked)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Linker`] is the description of what to link, the same for both; [`Backend`] is who links it, and is
//! chosen once. nvJitLink does all that `Linker` can say. The driver's linker takes no LTO-IR and few options,
//! and each that it can't do is [`ErrorKind::Unsupported`], never silently left out, but for [`LinkOption::NoCache`] and
//! [`LinkOption::SplitCompile`], which change how nvJitLink works and not what comes out.

mod backend;
mod driver;
mod error;

pub use backend::Backend;
pub use driver::DriverLinker;
pub use error::{Error, ErrorKind};
pub use nvjitlink::{
    Arch, Input, InputKind, LinkOption, Linker, NvJitLink, ObjectCode, ObjectKind, Source,
};
