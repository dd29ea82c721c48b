use std::fmt;

use cuda_arch::{Arch, ObjectCode, ObjectKind};

/// An entry of a fat binary: code, its kind, and its architecture.
///
/// ```
/// use nvfatbin::{Arch, Entry, Fatbin};
///
/// let ptx = ".version 7.0\n.target sm_75\n.address_size 64\n";
/// let entry = Entry::ptx(Arch::compute(7, 5), "kernels", ptx).options("-O3");
/// let fatbin = Fatbin::new().entry(entry); // `build` packs it
/// ```
#[derive(Clone, Copy)]
#[must_use = "an entry does nothing until it is in a fat binary"]
pub struct Entry<'a> {
    pub(crate) kind: EntryKind,
    pub(crate) arch: Option<Arch>,
    pub(crate) name: &'a str,
    pub(crate) bytes: &'a [u8],
    pub(crate) options: &'a str,
}

/// The kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EntryKind {
    /// PTX.
    Ptx,
    /// Machine code of a GPU, an ELF file.
    Cubin,
    /// LTO-IR, as NVRTC generates with `-dlto`.
    LtoIr,
    /// An index of LTO-IR. Requires nvFatbin 12.5.
    Index,
    /// The relocatable PTX in a host object. Requires nvFatbin 12.5.
    Reloc,
    /// Tile IR. Requires nvFatbin 13.1.
    TileIr,
}

impl<'a> Entry<'a> {
    /// Creates an entry of PTX for `arch`; tools such as cuobjdump show it as `name`.
    #[doc(alias = "nvFatbinAddPTX")]
    pub fn ptx(arch: Arch, name: &'a str, ptx: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self::new(EntryKind::Ptx, Some(arch), name, ptx.as_ref())
    }

    /// Creates an entry of a cubin for `arch`.
    ///
    /// # Safety
    /// The bytes are complete, as one of NVIDIA's tools wrote them: nvFatbin trusts the sizes and offsets in them.
    #[doc(alias = "nvFatbinAddCubin")]
    pub unsafe fn cubin(arch: Arch, name: &'a str, cubin: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self::new(EntryKind::Cubin, Some(arch), name, cubin.as_ref())
    }

    /// Creates an entry of LTO-IR for `arch`.
    ///
    /// # Safety
    /// The bytes are complete, as one of NVIDIA's tools wrote them: nvFatbin trusts the sizes and offsets in them.
    #[doc(alias = "nvFatbinAddLTOIR")]
    pub unsafe fn ltoir(arch: Arch, name: &'a str, ltoir: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self::new(EntryKind::LtoIr, Some(arch), name, ltoir.as_ref())
    }

    /// Creates an entry of object code for `arch`; `None` for a fat binary, which can't be nested.
    #[must_use]
    pub fn object(arch: Arch, name: &'a str, object: &'a ObjectCode) -> Option<Self> {
        let kind = match object.kind() {
            ObjectKind::Ptx => EntryKind::Ptx,
            ObjectKind::Cubin => EntryKind::Cubin,
            ObjectKind::LtoIr => EntryKind::LtoIr,
            _ => return None,
        };
        Some(Self::new(kind, Some(arch), name, object.as_bytes()))
    }

    /// Creates an entry of an index of LTO-IR. Requires nvFatbin 12.5.
    ///
    /// # Safety
    /// The bytes are complete, as one of NVIDIA's tools wrote them: nvFatbin trusts the sizes and offsets in them.
    #[doc(alias = "nvFatbinAddIndex")]
    pub unsafe fn index(name: &'a str, index: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self::new(EntryKind::Index, None, name, index.as_ref())
    }

    /// Creates entries of the relocatable PTX in a host object, with its names and options there. Requires nvFatbin
    /// 12.5.
    ///
    /// # Safety
    /// The bytes are complete, as one of NVIDIA's tools wrote them: nvFatbin trusts the sizes and offsets in them.
    #[doc(alias = "nvFatbinAddReloc")]
    pub unsafe fn reloc(object: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self::new(EntryKind::Reloc, None, "the host object", object.as_ref())
    }

    /// Creates an entry of tile IR. Requires nvFatbin 13.1.
    ///
    /// # Safety
    /// The bytes are complete, as one of NVIDIA's tools wrote them: nvFatbin trusts the sizes and offsets in them.
    #[doc(alias = "nvFatbinAddTileIR")]
    pub unsafe fn tile_ir(name: &'a str, tile_ir: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self::new(EntryKind::TileIr, None, name, tile_ir.as_ref())
    }

    /// Sets the options to compile the entry with when it is loaded, such as `-O3`; for PTX, LTO-IR and tile IR.
    pub const fn options(self, options: &'a str) -> Self {
        Self { options, ..self }
    }

    const fn new(kind: EntryKind, arch: Option<Arch>, name: &'a str, bytes: &'a [u8]) -> Self {
        Self { kind, arch, name, bytes, options: "" }
    }
}

impl fmt::Debug for Entry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry")
            .field("kind", &self.kind)
            .field("arch", &self.arch)
            .field("name", &self.name)
            .field("bytes", &self.bytes.len())
            .finish_non_exhaustive()
    }
}

impl fmt::Display for EntryKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ptx => "PTX",
            Self::Cubin => "a cubin",
            Self::LtoIr => "LTO-IR",
            Self::Index => "an index",
            Self::Reloc => "relocatable PTX",
            Self::TileIr => "Tile IR",
        })
    }
}
