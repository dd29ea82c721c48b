use cuda_arch::loads_machine_code;
use cuda_driver::Context;
use cuda_pathfinder::Search;
use nvjitlink::sys::load_with;
use nvjitlink::{Linker, NvJitLink, ObjectCode};

use crate::driver::DriverLinker;
use crate::error::Error;

/// The linker to use.
///
/// ```
/// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
/// use cuda_linker::{Arch, Backend, Linker};
///
/// const PTX: &str = ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry nothing() { ret; }\n";
/// let backend = Backend::of(&context);
/// match &backend {
///     Backend::NvJitLink(library) => println!("nvJitLink {:?}", library.version()),
///     other => println!("{other:?}"),
/// }
/// let gpu = context.device().compute_capability()?;
/// let linked = backend.link(&Linker::new(Arch::sm(gpu.major, gpu.minor)).ptx("nothing", PTX))?;
/// context.load(&linked)?.function("nothing")?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Backend {
    /// nvJitLink.
    NvJitLink(NvJitLink),
    /// The driver's own linker.
    Driver(DriverLinker),
}

impl Backend {
    /// Chooses the nvJitLink of this machine if its major version isn't newer than that of the driver of `context`, and
    /// otherwise that driver.
    ///
    /// An nvJitLink of a newer major version would create cubins that the driver can't load. A software device loads no
    /// cubins, so its driver links.
    #[must_use]
    pub fn of(context: &Context) -> Self {
        let name = context.device().name();
        if name.is_ok_and(|name| !loads_machine_code(&name)) {
            return Self::Driver(DriverLinker::new(context));
        }
        let major = context.driver().version().major;
        Self::found_by(&Search::new().newest(major), context)
    }

    /// Chooses the nvJitLink that `search` finds, regardless of the device, and otherwise the driver of `context`.
    #[must_use]
    pub fn found_by(search: &Search, context: &Context) -> Self {
        match load_with(search) {
            Ok(table) => Self::NvJitLink(NvJitLink::from_table(table)),
            Err(error) => Self::Driver(DriverLinker::instead(context, error)),
        }
    }

    /// Links to an image that the driver can load: a cubin, or a software device's equivalent.
    ///
    /// # Errors
    /// An [`Error`] that names the wrong input or option, with the linker's log.
    pub fn link(&self, linker: &Linker<'_>) -> Result<ObjectCode, Error> {
        match self {
            Self::NvJitLink(nvjitlink) => Ok(nvjitlink.link_cubin(linker)?),
            Self::Driver(driver) => driver.link(linker),
        }
    }
}
