use std::path::Path;

use cuda_arch::{ObjectCode, ObjectKind};

use crate::error::LinkError;
use crate::input::{Input, InputKind, Source};
use crate::library::NvJitLink;
use crate::option::LinkOption;
use cuda_arch::Arch;

/// Inputs, an architecture and options to link them with:
/// [documentation](https://docs.nvidia.com/cuda/nvjitlink/index.html).
///
/// It can be linked many times, and from many threads. Inputs are passed to nvJitLink in the order in which they were
/// added.
///
/// ```no_run
/// use nvjitlink::{Arch, LinkOption, Linker};
///
/// # let (kernels, library) = (String::new(), String::new());
/// let linker = Linker::new(Arch::sm(9, 0))
///     .ptx("kernels", &kernels)
///     .ptx("library", &library)
///     .option(LinkOption::LineInfo);
/// assert_eq!(linker.inputs().len(), 2);
/// let cubin = linker.link_cubin()?;
/// # Ok::<(), nvjitlink::LinkError>(())
/// ```
#[doc(alias = "nvJitLinkDestroy")]
#[derive(Clone, Debug)]
#[must_use = "a linker does nothing until it links"]
pub struct Linker<'a> {
    arch: Arch,
    inputs: Vec<Input<'a>>,
    options: Vec<LinkOption>,
}

impl<'a> Linker<'a> {
    /// Creates a linker for `arch`, a real architecture such as `Arch::sm(9, 0)`; a virtual one works for
    /// [`link_ptx`](Self::link_ptx).
    #[doc(alias("nvJitLinkCreate", "-arch"))]
    pub const fn new(arch: Arch) -> Self {
        Self { arch, inputs: Vec::new(), options: Vec::new() }
    }

    /// Adds PTX, which messages call `name`.
    #[doc(alias = "nvJitLinkAddData")]
    pub fn ptx(self, name: &'a str, ptx: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        self.with(InputKind::Ptx, name, ptx.as_ref())
    }

    /// Adds a cubin, which messages call `name`.
    ///
    /// # Safety
    /// As [`input`](Self::input).
    pub unsafe fn cubin(self, name: &'a str, cubin: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        self.with(InputKind::Cubin, name, cubin.as_ref())
    }

    /// Adds LTO-IR, which messages call `name`. Requires [`LinkOption::Lto`].
    ///
    /// # Safety
    /// As [`input`](Self::input).
    pub unsafe fn ltoir(self, name: &'a str, ltoir: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        self.with(InputKind::LtoIr, name, ltoir.as_ref())
    }

    /// Adds a fat binary, which messages call `name`.
    ///
    /// # Safety
    /// As [`input`](Self::input).
    pub unsafe fn fatbin(self, name: &'a str, fatbin: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        self.with(InputKind::Fatbin, name, fatbin.as_ref())
    }

    /// Adds object code, which messages call `name`. LTO-IR requires [`LinkOption::Lto`].
    pub fn object(self, name: &'a str, object: &'a ObjectCode) -> Self {
        let kind = match object.kind() {
            ObjectKind::Ptx => InputKind::Ptx,
            ObjectKind::Cubin => InputKind::Cubin,
            ObjectKind::LtoIr => InputKind::LtoIr,
            ObjectKind::Fatbin => InputKind::Fatbin,
            _ => InputKind::Any,
        };
        self.with(kind, name, object.as_bytes())
    }

    /// Adds an input of any kind, which messages call `name`.
    ///
    /// # Safety
    /// The bytes are complete, as one of NVIDIA's tools wrote them, or they don't begin like a file of any such tool:
    /// nvJitLink rejects unknown formats, but trusts the sizes and offsets in known ones.
    #[doc(alias = "nvJitLinkAddData")]
    pub unsafe fn input(
        self,
        kind: InputKind,
        name: &'a str,
        bytes: &'a (impl AsRef<[u8]> + ?Sized),
    ) -> Self {
        self.with(kind, name, bytes.as_ref())
    }

    fn with(mut self, kind: InputKind, name: &'a str, bytes: &'a [u8]) -> Self {
        let source = Source::Memory { name, bytes };
        self.inputs.push(Input { kind, source });
        self
    }

    /// Adds the input in a file, which is read when it is linked.
    ///
    /// # Safety
    /// As [`input`](Self::input), for the contents of the file at that time.
    #[doc(alias = "nvJitLinkAddFile")]
    pub unsafe fn file(mut self, kind: InputKind, path: &'a (impl AsRef<Path> + ?Sized)) -> Self {
        let source = Source::File(path.as_ref());
        self.inputs.push(Input { kind, source });
        self
    }

    /// Adds an option: a [`LinkOption`], or a string such as `"-jump-table-density=50"`.
    pub fn option(mut self, option: impl Into<LinkOption>) -> Self {
        self.options.push(option.into());
        self
    }

    /// Returns the architecture.
    #[must_use]
    pub const fn arch(&self) -> Arch {
        self.arch
    }

    /// Returns the inputs, in their order.
    #[must_use]
    pub fn inputs(&self) -> &[Input<'a>] {
        &self.inputs
    }

    /// Returns the options, in their order.
    #[must_use]
    pub fn options(&self) -> &[LinkOption] {
        &self.options
    }

    /// Links to a cubin, with the nvJitLink of this machine.
    ///
    /// # Errors
    /// A [`LinkError`] that names the wrong input or option, with nvJitLink's log.
    #[doc(alias("nvJitLinkComplete", "nvJitLinkGetLinkedCubin", "nvJitLinkGetLinkedCubinSize"))]
    pub fn link_cubin(&self) -> Result<ObjectCode, LinkError> {
        NvJitLink::load()?.link_cubin(self)
    }

    /// Links LTO-IR to PTX, which requires [`LinkOption::Lto`].
    ///
    /// # Errors
    /// As for [`link_cubin`](Self::link_cubin).
    #[doc(alias(
        "nvJitLinkComplete",
        "nvJitLinkGetLinkedPtx",
        "-ptx",
        "nvJitLinkGetLinkedPtxSize"
    ))]
    pub fn link_ptx(&self) -> Result<ObjectCode, LinkError> {
        NvJitLink::load()?.link_ptx(self)
    }

    /// Links LTO-IR to LTO-IR, which requires [`LinkOption::Lto`] and nvJitLink 13.2 or newer.
    ///
    /// # Errors
    /// As for [`link_cubin`](Self::link_cubin).
    #[doc(alias("nvJitLinkComplete", "nvJitLinkGetLinkedLTOIR", "nvJitLinkGetLinkedLTOIRSize"))]
    pub fn link_ltoir(&self) -> Result<ObjectCode, LinkError> {
        NvJitLink::load()?.link_ltoir(self)
    }
}
