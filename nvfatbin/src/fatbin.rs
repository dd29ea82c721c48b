use std::fmt;

use cuda_arch::{BinaryKind, Code, Image, ObjectCode};

use crate::{Entry, FatbinError, FatbinOption, NvFatbin};

/// Entries to be packed into a fat binary, and the options of doing so:
/// [documentation](https://docs.nvidia.com/cuda/nvfatbin/index.html).
///
/// It can be built many times, and from many threads.
#[derive(Clone, Debug, Default)]
#[must_use = "a fat binary is nothing until it is built"]
pub struct Fatbin<'a> {
    pub(crate) entries: Vec<Entry<'a>>,
    pub(crate) options: Vec<FatbinOption>,
}

impl<'a> Fatbin<'a> {
    /// A fat binary without entries.
    #[doc(alias = "nvFatbinCreate")]
    pub const fn new() -> Self {
        Self {
            entries: Vec::new(),
            options: Vec::new(),
        }
    }

    /// Adds an entry.
    pub fn entry(mut self, entry: Entry<'a>) -> Self {
        self.entries.push(entry);
        self
    }

    /// Adds an option: a [`FatbinOption`], or a text such as `"-compress-all"`.
    pub fn option(mut self, option: impl Into<FatbinOption>) -> Self {
        self.options.push(option.into());
        self
    }

    /// Packs the entries, with the nvFatbin of this machine.
    ///
    /// # Errors
    /// A [`FatbinError`] that says what is wrong with which entry or option.
    #[doc(alias("nvFatbinGet", "nvFatbinSize"))]
    pub fn build(&self) -> Result<PackedFatbin, FatbinError> {
        NvFatbin::load()?.build(self)
    }
}

/// A fat binary, that nvFatbin packed.
///
/// `cuModuleLoadData` takes its bytes.
#[derive(Clone)]
pub struct PackedFatbin {
    bytes: Vec<u8>,
}

impl PackedFatbin {
    pub(crate) fn new(bytes: Vec<u8>) -> Self {
        Self { bytes }
    }

    /// The bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The same, for whoever keeps them.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// The bytes.
impl AsRef<[u8]> for PackedFatbin {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

// SAFETY: nvFatbin wrote the bytes; of machine code in it, whoever made the entry promised that it is whole.
unsafe impl Image for PackedFatbin {
    fn code(&self) -> Code<'_> {
        Code::Fatbin(&self.bytes)
    }
}

impl From<PackedFatbin> for ObjectCode {
    fn from(fatbin: PackedFatbin) -> Self {
        // SAFETY: nvFatbin wrote the bytes; of machine code in it, whoever made the entry promised that it is whole.
        unsafe { Self::binary(BinaryKind::Fatbin, fatbin.bytes) }
    }
}

impl fmt::Debug for PackedFatbin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PackedFatbin")
            .field("bytes", &self.bytes.len())
            .finish()
    }
}
