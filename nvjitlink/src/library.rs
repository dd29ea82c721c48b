use std::fmt;
use std::path::Path;

use nvjitlink_sys::{NvJitLinkTable, Symbol, library_of, nvJitLinkResult};

use crate::link::Link;
use crate::{LinkError, LinkErrorKind, Linker, ObjectCode, Version};

/// An nvJitLink that is loaded: [documentation](https://docs.nvidia.com/cuda/nvjitlink/index.html).
///
/// A handle of pointer size; nvJitLink is never unloaded.
///
/// ```no_run
/// let linker = nvjitlink::NvJitLink::load()?;
/// println!("nvJitLink {} from {:?}", linker.version(), linker.path());
/// # Ok::<(), nvjitlink::LinkError>(())
/// ```
#[derive(Clone, Copy)]
pub struct NvJitLink {
    table: &'static NvJitLinkTable,
}

impl NvJitLink {
    /// The nvJitLink of this machine, loaded by the first call.
    ///
    /// # Errors
    /// [`LinkErrorKind::Load`], which lists every place that was searched.
    pub fn load() -> Result<Self, LinkError> {
        Ok(Self::from_table(nvjitlink_sys::load()?))
    }

    /// The nvJitLink of a table, such as [`nvjitlink_sys::load_with`] gives.
    #[must_use]
    pub const fn from_table(table: &'static NvJitLinkTable) -> Self {
        Self { table }
    }

    /// The functions.
    #[must_use]
    pub const fn table(self) -> &'static NvJitLinkTable {
        self.table
    }

    /// The version: that of the CUDA toolkit it belongs to.
    #[doc(alias = "nvJitLinkVersion")]
    #[must_use]
    pub fn version(self) -> Version {
        Version::from_number(u32::try_from(self.table.version()).unwrap_or(0))
    }

    /// The file that it was loaded from, where that is known.
    #[must_use]
    pub fn path(self) -> Option<&'static Path> {
        library_of(self.table)?.path.as_deref()
    }

    /// Links with this nvJitLink, as [`Linker::link_cubin`] does with the default one.
    ///
    /// # Errors
    /// As there.
    pub fn link_cubin(self, linker: &Linker<'_>) -> Result<ObjectCode, LinkError> {
        Link::new(self, linker, &[])?.cubin()
    }

    /// Links with this nvJitLink, as [`Linker::link_ptx`] does with the default one.
    ///
    /// # Errors
    /// As there.
    pub fn link_ptx(self, linker: &Linker<'_>) -> Result<ObjectCode, LinkError> {
        Link::new(self, linker, &["-ptx"])?.ptx()
    }

    /// Links with this nvJitLink, as [`Linker::link_ltoir`] does with the default one.
    ///
    /// # Errors
    /// As there.
    pub fn link_ltoir(self, linker: &Linker<'_>) -> Result<ObjectCode, LinkError> {
        Link::new(self, linker, &[])?.ltoir()
    }

    /// The answer of a function as a result.
    pub(crate) fn check(self, symbol: Symbol, result: nvJitLinkResult) -> Result<(), LinkError> {
        match result {
            nvJitLinkResult::NVJITLINK_SUCCESS => Ok(()),
            result => Err(LinkErrorKind::Call {
                function: symbol.function().name,
                result,
                nvjitlink: self.version(),
            }
            .into()),
        }
    }

    /// The function of a slot, or that it is absent.
    pub(crate) fn require<F>(self, symbol: Symbol, slot: Option<F>) -> Result<F, LinkError> {
        slot.ok_or_else(|| {
            let kind = LinkErrorKind::Absent {
                function: symbol.function(),
                nvjitlink: self.version(),
            };
            kind.into()
        })
    }
}

impl fmt::Debug for NvJitLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NvJitLink")
            .field("version", &self.version())
            .field("path", &self.path())
            .finish()
    }
}
