//! One fat binary, from creating nvFatbin's handle to destroying it.

use std::borrow::Cow;
use std::ffi::{CString, c_char};
use std::ptr::null_mut;
use std::sync::{Mutex, MutexGuard};

use cuda_libraries_sys::nvfatbin::{Symbol, nvFatbinHandle, nvFatbinResult};

use crate::entry::{Entry, EntryKind};
use crate::error::{FatbinError, FatbinErrorKind};
use crate::fatbin::Fatbin;
use crate::library::NvFatbin;
use cuda_arch::BinaryKind;
use cuda_arch::{ObjectCode, Version};

type Destroy = unsafe extern "C" fn(*mut nvFatbinHandle) -> nvFatbinResult;

/// Held while a fat binary is being built: NVIDIA doesn't document that builds may run concurrently.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// nvFatbin's handle. It doesn't leave the thread and the call that created it.
struct Build<'a> {
    nvfatbin: NvFatbin,
    raw: nvFatbinHandle,
    destroy: Destroy,
    /// The data passed to nvFatbin, which may copy it as late as at the end.
    entries: Vec<EntryArguments<'a>>,
    _turn: MutexGuard<'static, ()>,
}

/// An entry as it is passed to C.
struct EntryArguments<'a> {
    bytes: Cow<'a, [u8]>,
    arch: CString,
    name: CString,
    options: CString,
}

impl Drop for Build<'_> {
    fn drop(&mut self) {
        if !self.raw.is_null() {
            // SAFETY: nvFatbin created the handle, and only this destroys it. The result is ignored: the handle is gone
            // either way.
            unsafe { (self.destroy)(&raw mut self.raw) };
        }
    }
}

impl Fatbin<'_> {
    /// Packs the entries, with the nvFatbin of this machine.
    ///
    /// # Errors
    /// A [`FatbinError`] that names the wrong entry or option.
    #[doc(alias("nvFatbinGet", "nvFatbinSize"))]
    pub fn build(&self) -> Result<ObjectCode, FatbinError> {
        NvFatbin::load()?.build(self)
    }
}

impl NvFatbin {
    /// Packs with this nvFatbin, as [`Fatbin::build`] does with the default one.
    ///
    /// # Errors
    /// As [`Fatbin::build`].
    pub fn build(self, fatbin: &Fatbin<'_>) -> Result<ObjectCode, FatbinError> {
        Build::new(self, fatbin)?.pack()
    }
}

impl<'a> Build<'a> {
    fn new(nvfatbin: NvFatbin, fatbin: &Fatbin<'a>) -> Result<Self, FatbinError> {
        let mut build = Self::create(nvfatbin, fatbin)?;
        for entry in &fatbin.entries {
            build.add(entry)?;
        }
        Ok(build)
    }

    fn create(nvfatbin: NvFatbin, fatbin: &Fatbin<'_>) -> Result<Self, FatbinError> {
        let table = nvfatbin.table();
        let create = nvfatbin.require(Symbol::nvFatbinCreate, table.nvFatbinCreate)?;
        // Looked up first, so that nothing is created that can't be destroyed.
        let destroy = nvfatbin.require(Symbol::nvFatbinDestroy, table.nvFatbinDestroy)?;
        let options: Vec<String> = fatbin.options.iter().map(ToString::to_string).collect();
        let texts: Vec<CString> =
            options.iter().map(|option| c_string(option)).collect::<Result<_, _>>()?;
        let mut pointers: Vec<*const c_char> = texts.iter().map(|text| text.as_ptr()).collect();
        let turn = ONE_AT_A_TIME.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let mut build =
            Self { nvfatbin, raw: null_mut(), destroy, entries: Vec::new(), _turn: turn };
        // SAFETY: the texts are C strings that outlive the call, as many as the count says.
        let result = unsafe { create(&raw mut build.raw, pointers.as_mut_ptr(), pointers.len()) };
        match result {
            nvFatbinResult::NVFATBIN_SUCCESS => Ok(build),
            result => Err(FatbinErrorKind::InvalidOption {
                options,
                result,
                reason: reason(nvfatbin, result),
                nvfatbin: nvfatbin.version(),
            }
            .into()),
        }
    }

    fn add(&mut self, entry: &Entry<'a>) -> Result<(), FatbinError> {
        let (nvfatbin, raw) = (self.nvfatbin, self.raw);
        let table = nvfatbin.table();
        self.entries.push(EntryArguments::new(entry, nvfatbin.version())?);
        let EntryArguments { bytes, arch, name, options } = &self.entries[self.entries.len() - 1];
        let (code, size) = (bytes.as_ptr(), bytes.len());
        let (arch, name, options) = (arch.as_ptr(), name.as_ptr(), options.as_ptr());
        let result = match entry.kind {
            EntryKind::Ptx => {
                nvfatbin.call(Symbol::nvFatbinAddPTX, table.nvFatbinAddPTX, |function| {
                    // SAFETY: the handle lives, the texts are C strings, and the code has as many bytes as the size says; all live
                    // as long as the handle.
                    unsafe { function(raw, code.cast(), size, arch, name, options) }
                })?
            }
            EntryKind::Cubin => {
                nvfatbin.call(Symbol::nvFatbinAddCubin, table.nvFatbinAddCubin, |function| {
                    // SAFETY: the handle lives, the texts are C strings, and the code has as many bytes as the size says; all live
                    // as long as the handle.
                    unsafe { function(raw, code.cast(), size, arch, name) }
                })?
            }
            EntryKind::LtoIr => {
                nvfatbin.call(Symbol::nvFatbinAddLTOIR, table.nvFatbinAddLTOIR, |function| {
                    // SAFETY: the handle lives, the texts are C strings, and the code has as many bytes as the size says; all live
                    // as long as the handle.
                    unsafe { function(raw, code.cast(), size, arch, name, options) }
                })?
            }
            EntryKind::Index => {
                nvfatbin.call(Symbol::nvFatbinAddIndex, table.nvFatbinAddIndex, |function| {
                    // SAFETY: the handle lives, the texts are C strings, and the code has as many bytes as the size says; all live
                    // as long as the handle.
                    unsafe { function(raw, code.cast(), size, name) }
                })?
            }
            EntryKind::Reloc => {
                nvfatbin.call(Symbol::nvFatbinAddReloc, table.nvFatbinAddReloc, |function| {
                    // SAFETY: the handle lives, the texts are C strings, and the code has as many bytes as the size says; all live
                    // as long as the handle.
                    unsafe { function(raw, code.cast(), size) }
                })?
            }
            EntryKind::TileIr => {
                nvfatbin.call(Symbol::nvFatbinAddTileIR, table.nvFatbinAddTileIR, |function| {
                    // SAFETY: the handle lives, the texts are C strings, and the code has as many bytes as the size says; all live
                    // as long as the handle.
                    unsafe { function(raw, code.cast(), size, name, options) }
                })?
            }
        };
        match result {
            nvFatbinResult::NVFATBIN_SUCCESS => Ok(()),
            result => Err(FatbinErrorKind::Entry {
                entry: entry.name.to_owned(),
                kind: entry.kind,
                arch: entry.arch,
                result,
                reason: reason(nvfatbin, result),
                nvfatbin: nvfatbin.version(),
            }
            .into()),
        }
    }

    /// Packs the added entries.
    fn pack(self) -> Result<ObjectCode, FatbinError> {
        let nvfatbin = self.nvfatbin;
        let table = nvfatbin.table();
        let size_of = nvfatbin.require(Symbol::nvFatbinSize, table.nvFatbinSize)?;
        let get = nvfatbin.require(Symbol::nvFatbinGet, table.nvFatbinGet)?;
        let mut size = 0;
        // SAFETY: the handle lives, and the pointer is to a live integer.
        let result = unsafe { size_of(self.raw, &raw mut size) };
        nvfatbin.check(Symbol::nvFatbinSize, result)?;
        let mut bytes = vec![0u8; size];
        // SAFETY: the handle lives, and the buffer has the size that nvFatbin asked for.
        let result = unsafe { get(self.raw, bytes.as_mut_ptr().cast()) };
        nvfatbin.check(Symbol::nvFatbinGet, result)?;
        // SAFETY: nvFatbin wrote the bytes; the code that created the entries guaranteed that machine code in them is
        // complete.
        Ok(unsafe { ObjectCode::binary(BinaryKind::Fatbin, bytes) })
    }
}

impl<'a> EntryArguments<'a> {
    fn new(entry: &Entry<'a>, nvfatbin: Version) -> Result<Self, FatbinError> {
        let bytes = match entry.kind {
            EntryKind::Ptx => ptx(entry.bytes, nvfatbin),
            _ => Cow::Borrowed(entry.bytes),
        };
        Ok(Self {
            bytes,
            // `90a` of `sm_90a`.
            arch: c_string(&entry.arch.map_or_else(String::new, |arch| {
                let (major, minor) = arch.capability();
                format!("{major}{minor}{}", arch.suffix())
            }))?,
            name: c_string(entry.name)?,
            options: c_string(entry.options)?,
        })
    }
}

/// The first version that keeps the first line of PTX. Earlier ones drop it.
const KEEPS_FIRST_LINE: Version = Version::new(13, 0);

/// Returns PTX as nvFatbin expects it: with a terminating NUL byte, and with an empty first line if it would drop the
/// first one.
fn ptx(bytes: &[u8], nvfatbin: Version) -> Cow<'_, [u8]> {
    let first = bytes.split(|byte| *byte == b'\n').next();
    let first = first.unwrap_or_default().trim_ascii();
    let says_nothing = first.is_empty() || first.starts_with(b"//");
    let before: &[u8] = if nvfatbin < KEEPS_FIRST_LINE && !says_nothing { b"\n" } else { b"" };
    let behind: &[u8] = match bytes.last() {
        Some(0) => b"",
        _ => b"\0",
    };
    // Empty PTX is rejected as such.
    if bytes.is_empty() || before.is_empty() && behind.is_empty() {
        return Cow::Borrowed(bytes);
    }
    Cow::Owned([before, bytes, behind].concat())
}

/// Returns nvFatbin's message for a result.
fn reason(nvfatbin: NvFatbin, result: nvFatbinResult) -> String {
    nvfatbin.error_string(result).unwrap_or_default().to_owned()
}

fn c_string(text: &str) -> Result<CString, FatbinError> {
    CString::new(text).map_err(|error| {
        let kind = FatbinErrorKind::InteriorNul { text: text.to_owned(), at: error.nul_position() };
        kind.into()
    })
}
