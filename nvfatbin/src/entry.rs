use std::fmt;

use crate::{Arch, ObjectCode, ObjectKind};

/// One entry of a fat binary: code, what it is, and for which architecture.
#[derive(Clone, Copy)]
#[must_use = "an entry does nothing until it is in a fat binary"]
pub struct Entry<'a> {
    pub(crate) kind: EntryKind,
    pub(crate) arch: Option<Arch>,
    pub(crate) name: &'a str,
    pub(crate) bytes: &'a [u8],
    pub(crate) options: &'a str,
}

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntryKind {
    /// A text in PTX.
    Ptx,
    /// Machine code of a GPU, an ELF file.
    Cubin,
    /// LTO-IR, as NVRTC gives with `-dlto`.
    LtoIr,
    /// An index of LTO-IR; from 12.5.
    Index,
    /// The relocatable PTX in an object of the host; from 12.5.
    Reloc,
    /// Tile IR; from 13.1.
    TileIr,
}

impl<'a> Entry<'a> {
    /// PTX for `arch`; `name` is what tools such as cuobjdump call it.
    #[doc(alias = "nvFatbinAddPTX")]
    pub fn ptx(arch: Arch, name: &'a str, ptx: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self::new(EntryKind::Ptx, Some(arch), name, ptx.as_ref())
    }

    /// A cubin of `arch`.
    ///
    /// # Safety
    /// The bytes are whole, as one of NVIDIA's tools wrote them: nvFatbin believes what they say of themselves.
    #[doc(alias = "nvFatbinAddCubin")]
    pub unsafe fn cubin(arch: Arch, name: &'a str, cubin: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self::new(EntryKind::Cubin, Some(arch), name, cubin.as_ref())
    }

    /// LTO-IR for `arch`.
    ///
    /// # Safety
    /// The bytes are whole, as one of NVIDIA's tools wrote them: nvFatbin believes what they say of themselves.
    #[doc(alias = "nvFatbinAddLTOIR")]
    pub unsafe fn ltoir(arch: Arch, name: &'a str, ltoir: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self::new(EntryKind::LtoIr, Some(arch), name, ltoir.as_ref())
    }

    /// What was compiled or linked before for `arch`; `None` for a fat binary, which can't be in another.
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

    /// An index of LTO-IR, which needs nvFatbin 12.5.
    ///
    /// # Safety
    /// The bytes are whole, as one of NVIDIA's tools wrote them: nvFatbin believes what they say of themselves.
    #[doc(alias = "nvFatbinAddIndex")]
    pub unsafe fn index(name: &'a str, index: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self::new(EntryKind::Index, None, name, index.as_ref())
    }

    /// The relocatable PTX in an object of the host, with the names and options that it has there; it needs
    /// nvFatbin 12.5.
    ///
    /// # Safety
    /// The bytes are whole, as one of NVIDIA's tools wrote them: nvFatbin believes what they say of themselves.
    #[doc(alias = "nvFatbinAddReloc")]
    pub unsafe fn reloc(object: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self::new(EntryKind::Reloc, None, "the host object", object.as_ref())
    }

    /// Tile IR, which needs nvFatbin 13.1.
    ///
    /// # Safety
    /// The bytes are whole, as one of NVIDIA's tools wrote them: nvFatbin believes what they say of themselves.
    #[doc(alias = "nvFatbinAddTileIR")]
    pub unsafe fn tile_ir(name: &'a str, tile_ir: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self::new(EntryKind::TileIr, None, name, tile_ir.as_ref())
    }

    /// The options to compile the entry with when it is loaded, such as `-O3`; of PTX, LTO-IR and Tile IR.
    pub const fn options(self, options: &'a str) -> Self {
        Self { options, ..self }
    }

    const fn new(kind: EntryKind, arch: Option<Arch>, name: &'a str, bytes: &'a [u8]) -> Self {
        Self {
            kind,
            arch,
            name,
            bytes,
            options: "",
        }
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
