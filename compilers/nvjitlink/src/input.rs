use std::fmt;
use std::path::Path;

use cuda_libraries_sys::nvjitlink::nvJitLinkInputType;

/// An input of a link.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Input<'a> {
    /// Its kind.
    pub kind: InputKind,
    /// Its location.
    pub source: Source<'a>,
}

/// The location of an input.
#[derive(Clone, Copy)]
pub enum Source<'a> {
    /// In memory.
    Memory {
        /// Its name in messages.
        name: &'a str,
        /// Its bytes.
        bytes: &'a [u8],
    },
    /// In a file.
    File(&'a Path),
}

/// The kind of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InputKind {
    /// Machine code of a GPU, an ELF file.
    Cubin,
    /// PTX.
    Ptx,
    /// LTO-IR, as NVRTC generates with `-dlto`. Requires [`LinkOption::Lto`](crate::option::LinkOption::Lto).
    LtoIr,
    /// A fat binary, which holds some of the others.
    Fatbin,
    /// A host object that contains GPU code, as nvcc generates with `-dc`.
    Object,
    /// A static host library that contains GPU code.
    Library,
    /// An index of LTO-IR. Requires nvJitLink 12.6.
    Index,
    /// Any kind, which nvJitLink detects. Requires nvJitLink 12.4.
    Any,
}

impl InputKind {
    pub(crate) fn raw(self) -> nvJitLinkInputType {
        match self {
            Self::Cubin => nvJitLinkInputType::NVJITLINK_INPUT_CUBIN,
            Self::Ptx => nvJitLinkInputType::NVJITLINK_INPUT_PTX,
            Self::LtoIr => nvJitLinkInputType::NVJITLINK_INPUT_LTOIR,
            Self::Fatbin => nvJitLinkInputType::NVJITLINK_INPUT_FATBIN,
            Self::Object => nvJitLinkInputType::NVJITLINK_INPUT_OBJECT,
            Self::Library => nvJitLinkInputType::NVJITLINK_INPUT_LIBRARY,
            Self::Index => nvJitLinkInputType::NVJITLINK_INPUT_INDEX,
            Self::Any => nvJitLinkInputType::NVJITLINK_INPUT_ANY,
        }
    }
}

impl InputKind {
    /// Returns `true` if `bytes` look like an input of this kind.
    #[must_use]
    pub fn fits(self, bytes: &[u8]) -> bool {
        const ELF: &[u8] = b"\x7fELF";
        match self {
            Self::Ptx => is_text(bytes) && bytes.windows(8).any(|word| word == b".version"),
            Self::Cubin => bytes.starts_with(ELF),
            Self::LtoIr => bytes.starts_with(b"\xedCN\x7f"),
            Self::Fatbin => bytes.starts_with(&0xBA55_ED50_u32.to_le_bytes()),
            // Those of Windows begin with the processor's number, not with a signature.
            Self::Object => bytes.starts_with(ELF) || cfg!(windows),
            Self::Library => bytes.starts_with(b"!<arch>\n"),
            Self::Index | Self::Any => true,
        }
    }
}

/// Returns `true` if all of `bytes` is text, with or without a NUL byte after it.
pub(crate) fn is_text(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_suffix(&[0]).unwrap_or(bytes);
    let is_text = |c: char| c.is_whitespace() || !c.is_control();
    str::from_utf8(bytes).is_ok_and(|text| text.chars().all(is_text))
}

impl fmt::Display for InputKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cubin => "a cubin",
            Self::Ptx => "PTX",
            Self::LtoIr => "LTO-IR",
            Self::Fatbin => "a fat binary",
            Self::Object => "a host object",
            Self::Library => "a host library",
            Self::Index => "an index",
            Self::Any => "an input of any kind",
        })
    }
}

impl Input<'_> {
    /// Returns the name or the path, for messages.
    #[must_use]
    pub fn name(&self) -> String {
        match self.source {
            Source::Memory { name, .. } => name.to_owned(),
            Source::File(path) => path.display().to_string(),
        }
    }
}

impl fmt::Debug for Source<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory { name, bytes } => write!(f, "{name} ({} bytes)", bytes.len()),
            Self::File(path) => path.fmt(f),
        }
    }
}
