//! Links GPU code with nvJitLink if it is installed, and with the driver's linker otherwise.
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
//! A [`Linker`] describes what to link, for both; a [`Backend`], chosen once, links it. nvJitLink supports everything
//! that `Linker` can describe. The driver's linker accepts no LTO-IR and few options. Anything else returns
//! [`ErrorKind::Unsupported`] and is never ignored, except [`LinkOption::NoCache`] and [`LinkOption::SplitCompile`],
//! which change how nvJitLink works but not its output.
//!
//! # Why it is a crate of its own
//! nvJitLink needs neither driver nor GPU, so the crate `cuda-nvjitlink` doesn't depend on `cuda-driver`; the driver's linker
//! (`cuLinkCreate`) needs a context. So the choice is in a crate above both. [`Backend`] isn't a trait, because there is no
//! third linker, nor a feature of `cuda-nvjitlink`, because that crate promises to need no driver. What the driver's linker can't
//! do is an error that reports where nvJitLink was searched for. A software device loads no cubin, so it always uses the
//! driver's linker. nvJitLink must be of the driver's major version or an older one, because a cubin of a newer one doesn't
//! load.
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.

mod backend;
mod driver;
mod error;

pub use backend::Backend;
pub use driver::DriverLinker;
pub use error::{Error, ErrorKind};
pub use nvjitlink::{
    Arch, Input, InputKind, LinkOption, Linker, NvJitLink, ObjectCode, ObjectKind, Source,
};
