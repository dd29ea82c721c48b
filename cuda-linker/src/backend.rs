use cuda_arch::loads_machine_code;
use cuda_driver::Context;
use cuda_pathfinder::Search;
use nvjitlink::sys::load_with;
use nvjitlink::{Linker, NvJitLink, ObjectCode};

use crate::{DriverLinker, Error};

/// Who links.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Backend {
    /// nvJitLink.
    NvJitLink(NvJitLink),
    /// The driver's own linker.
    Driver(DriverLinker),
}

impl Backend {
    /// The nvJitLink of this machine, of a major version that the driver of `context` has or an older one; else
    /// that driver.
    ///
    /// An nvJitLink of a newer major version would make cubins that the driver doesn't load. A software device
    /// loads none at all, so there its driver links.
    #[must_use]
    pub fn of(context: &Context) -> Self {
        let name = context.device().name();
        if name.is_ok_and(|name| !loads_machine_code(&name)) {
            return Self::Driver(DriverLinker::new(context));
        }
        let major = context.driver().version().major;
        Self::found_by(&Search::new().newest(major), context)
    }

    /// The nvJitLink that `search` finds, whatever the device loads; else the driver of `context`.
    #[must_use]
    pub fn found_by(search: &Search, context: &Context) -> Self {
        match load_with(search) {
            Ok(table) => Self::NvJitLink(NvJitLink::from_table(table)),
            Err(error) => Self::Driver(DriverLinker::instead(context, error)),
        }
    }

    /// Links to an image that the driver can load: a cubin, or what a software device has in its place.
    ///
    /// # Errors
    /// An [`Error`] that says what is wrong with which input or option, with the linker's log.
    pub fn link(&self, linker: &Linker<'_>) -> Result<ObjectCode, Error> {
        match self {
            Self::NvJitLink(nvjitlink) => Ok(nvjitlink.link_cubin(linker)?),
            Self::Driver(driver) => driver.link(linker),
        }
    }
}
