use std::ffi::{CStr, CString};
use std::fmt;
use std::sync::Arc;

use cuda_arch::{Code, Image, ObjectCode};

use crate::cpp::CppTypes;
use crate::notes::Notes;
use crate::pch::PchStatus;
use crate::version::PtxVersion;

/// A PTX program, in NVIDIA's portable assembly language:
/// [documentation](https://docs.nvidia.com/cuda/parallel-thread-execution/index.html).
///
/// The driver compiles it for its GPU, of the architecture that it was compiled for or a later one. It ends in a NUL
/// byte, so that it can be passed to `cuModuleLoadData`. Clones share the text.
///
/// ```
/// use nvrtc::Ptx;
///
/// let text = c".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry nothing() { ret; }\n";
/// // As `Program::compile_ptx` returns it.
/// let ptx = Ptx::restore(text.into(), String::new(), Vec::new());
/// assert_eq!(ptx.target(), Some("sm_75"));
/// assert_eq!(ptx.entries().collect::<Vec<_>>(), ["nothing"]);
/// assert!(ptx.check_driver(nvrtc::Version::new(11, 0)).is_ok());
/// ```
#[derive(Clone)]
pub struct Ptx {
    /// UTF-8.
    text: Arc<CString>,
    notes: Notes,
}

impl Ptx {
    pub(crate) fn new(text: CString, notes: Notes) -> Self {
        // Only paths in debug information may be in another encoding.
        let text = match str::from_utf8(text.to_bytes()) {
            Ok(_) => text,
            Err(_) => crate::text::written(crate::text::text(text).into_bytes()),
        };
        let text = Arc::new(text);
        Self { text, notes }
    }

    /// Restores saved PTX from its text, [log](Self::log) and [names](Self::lowered_names).
    #[must_use]
    #[inline]
    pub fn restore(text: CString, log: String, lowered_names: Vec<(CString, CString)>) -> Self {
        Self::new(text, Notes::restored(log, lowered_names))
    }

    /// Returns the text.
    #[must_use]
    #[inline]
    pub fn as_str(&self) -> &str {
        // SAFETY: `new` accepts only UTF-8, and the text never changes.
        unsafe { str::from_utf8_unchecked(self.text.to_bytes()) }
    }

    /// Returns the text as a C string.
    #[must_use]
    #[inline]
    pub fn as_c_str(&self) -> &CStr {
        &self.text
    }

    /// Returns the text with the NUL byte that ends it: the image for `cuModuleLoadData`.
    #[must_use]
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        self.text.to_bytes_with_nul()
    }

    /// Returns its PTX version, which determines the driver that it needs:
    /// [`PtxVersion::cuda_version`].
    #[must_use]
    #[inline]
    pub fn version(&self) -> Option<PtxVersion> {
        let (major, minor) = self.directive(".version")?.split_once('.')?;
        Some(PtxVersion::new(major.parse().ok()?, minor.parse().ok()?))
    }

    /// Returns the architecture that it was compiled for, such as `sm_75`.
    #[must_use]
    #[inline]
    pub fn target(&self) -> Option<&str> {
        self.directive(".target")?.split(',').next()
    }

    /// Returns the names of the kernels, in the order of the text.
    #[inline]
    pub fn entries(&self) -> impl Iterator<Item = &str> {
        self.as_str().lines().filter_map(|line| {
            let (linkage, rest) = line.split_once(".entry ")?;
            let is_visible = matches!(linkage.trim(), ".visible" | ".weak");
            let name = rest.split('(').next().unwrap_or(rest).trim();
            is_visible.then_some(name)
        })
    }

    /// Returns NVRTC's log of the compilation, with warnings and remarks; empty if there were none.
    #[doc(alias("nvrtcGetProgramLog", "nvrtcGetProgramLogSize"))]
    #[must_use]
    #[inline]
    pub fn log(&self) -> &str {
        &self.notes.log
    }

    /// Returns the name in the PTX of a [name expression](crate::program::Program::name_expression) of the program: of the same
    /// text, `f<float>` and not `f< float >`.
    #[doc(alias = "nvrtcGetLoweredName")]
    #[must_use]
    #[inline]
    pub fn lowered_name(&self, expression: &str) -> Option<&CStr> {
        self.notes.lowered_name(expression)
    }

    /// Returns the name in the PTX of an [instance](crate::program::Program::instance) of a template.
    #[must_use]
    pub fn lowered_instance<T: CppTypes>(&self, function: &str) -> Option<&CStr> {
        self.lowered_name(&crate::cpp::instance_name::<T>(function))
    }

    /// Returns all name expressions with their names in the PTX.
    #[must_use]
    #[inline]
    pub fn lowered_names(&self) -> &[(CString, CString)] {
        &self.notes.lowered_names
    }

    /// Returns whether the requested precompiled header was created; `None` if none was requested.
    #[must_use]
    #[inline]
    pub fn pch(&self) -> Option<PchStatus> {
        self.notes.pch
    }

    /// Returns the rest of the line after the first directive of this name.
    #[inline]
    fn directive(&self, name: &str) -> Option<&str> {
        let mut lines = self.as_str().lines();
        lines.find_map(|line| Some(line.strip_prefix(name)?.strip_prefix(' ')?.trim()))
    }
}

/// Keeps the names of its expressions, and the log.
impl From<Ptx> for ObjectCode {
    #[inline]
    fn from(ptx: Ptx) -> Self {
        let text = Arc::unwrap_or_clone(ptx.text);
        ptx.notes.attach_to(Self::ptx(text))
    }
}

// SAFETY: it is PTX.
unsafe impl Image for Ptx {
    fn code(&self) -> Code<'_> {
        Code::Ptx(&self.text)
    }
}

/// Returns the text with the NUL byte that ends it.
impl AsRef<[u8]> for Ptx {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl AsRef<CStr> for Ptx {
    fn as_ref(&self) -> &CStr {
        self.as_c_str()
    }
}

/// Formats the text.
impl fmt::Display for Ptx {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Ptx {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ptx")
            .field("version", &self.version())
            .field("target", &self.target())
            .field("bytes", &self.text.count_bytes())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ptx(text: &CStr) -> Ptx {
        Ptx::new(text.to_owned(), Notes::default())
    }

    #[test]
    fn version_and_target_are_read_from_the_directives() {
        let ptx =
            ptx(c"//\n// .version 1.0\n\n.version 8.4\n.target sm_90a, debug\n.address_size 64\n");
        assert_eq!(ptx.version(), Some(PtxVersion::new(8, 4)));
        assert_eq!(ptx.target(), Some("sm_90a"));
    }

    #[test]
    fn a_text_without_directives_has_no_version_or_target() {
        let ptx = ptx(c".versions 8.4\n.version eight\n");
        assert_eq!((ptx.version(), ptx.target()), (None, None));
    }

    #[test]
    fn only_kernels_that_can_be_loaded_are_entries() {
        let ptx = ptx(c".visible .entry a(\n.weak .entry b()\n.entry c()\n.visible .func d(\n// .visible .entry e(\n");
        assert_eq!(ptx.entries().collect::<Vec<_>>(), ["a", "b"]);
    }

    #[test]
    fn invalid_utf8_is_replaced() {
        let ptx = ptx(c".version 8.4\n.file 1 \"/\xff.cu\"\n");
        assert!(ptx.as_str().contains("\u{fffd}.cu"), "{ptx}");
        assert_eq!(ptx.as_bytes().last(), Some(&0));
    }
}
