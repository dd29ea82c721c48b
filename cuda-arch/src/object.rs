use std::error::Error;
use std::ffi::{CStr, CString};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::{Code, Image};

/// GPU code of any kind, with the compiler's log and the names that it gave to name expressions. Compilers, linkers and
/// packers return it; linkers, packers and the driver accept it. Clones share the bytes.
///
/// Only NVIDIA's libraries, or `unsafe` code, create values with anything except PTX, so that using them is safe.
///
/// ```
/// use cuda_arch::{ObjectCode, ObjectKind};
///
/// let text = c".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry nothing() { ret; }\n";
/// let code = ObjectCode::ptx(text.into());
/// assert_eq!(code.kind(), ObjectKind::Ptx);
/// assert_eq!(code.kernels(), Some(vec!["nothing".to_owned()]));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct ObjectCode {
    kind: ObjectKind,
    /// PTX with its terminating NUL byte.
    bytes: Arc<Vec<u8>>,
    symbols: Vec<(CString, CString)>,
    log: String,
}

/// The kind of an [`ObjectCode`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ObjectKind {
    /// PTX, which a driver compiles for its GPU.
    Ptx,
    /// Machine code for GPUs of one architecture.
    Cubin,
    /// Code for linking with optimization across several programs.
    LtoIr,
    /// A fat binary, which holds some of the others.
    Fatbin,
}

/// The kind of an [`ObjectCode`] other than PTX.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BinaryKind {
    /// As [`ObjectKind::Cubin`].
    Cubin,
    /// As [`ObjectKind::LtoIr`].
    LtoIr,
    /// As [`ObjectKind::Fatbin`].
    Fatbin,
}

impl ObjectKind {
    /// Returns the kind of the bytes; `None` if they are none of these.
    ///
    /// Any ELF file counts as a cubin, and any text with a `.version` directive as PTX.
    #[must_use]
    #[inline]
    pub fn of(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(b"\x7fELF") {
            Some(Self::Cubin)
        } else if bytes.starts_with(&0xBA55_ED50_u32.to_le_bytes()) {
            Some(Self::Fatbin)
        } else if bytes.starts_with(b"\xedCN\x7f") {
            Some(Self::LtoIr)
        } else {
            let text = str::from_utf8(bytes).ok()?;
            let mut lines = text.lines().map(str::trim_start);
            lines.any(|line| line.starts_with(".version")).then_some(Self::Ptx)
        }
    }
}

/// Formats it with an article: "a cubin".
impl fmt::Display for ObjectKind {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ptx => "PTX",
            Self::Cubin => "a cubin",
            Self::LtoIr => "LTO-IR",
            Self::Fatbin => "a fat binary",
        })
    }
}

impl ObjectCode {
    /// Creates a value from PTX.
    #[must_use]
    #[inline]
    pub fn ptx(text: CString) -> Self {
        Self {
            kind: ObjectKind::Ptx,
            bytes: Arc::new(text.into_bytes_with_nul()),
            symbols: Vec::new(),
            log: String::new(),
        }
    }

    /// Creates a value from code of a binary kind.
    ///
    /// # Safety
    /// As [`new`](Self::new).
    #[must_use]
    #[inline]
    pub unsafe fn binary(kind: BinaryKind, bytes: Vec<u8>) -> Self {
        let kind = match kind {
            BinaryKind::Cubin => ObjectKind::Cubin,
            BinaryKind::LtoIr => ObjectKind::LtoIr,
            BinaryKind::Fatbin => ObjectKind::Fatbin,
        };
        Self { kind, bytes: Arc::new(bytes), symbols: Vec::new(), log: String::new() }
    }

    /// Creates a value from code of a kind.
    ///
    /// # Safety
    /// The bytes are complete, as one of NVIDIA's compilers, linkers or packers wrote them: drivers and linkers follow
    /// the offsets in them unchecked. Any text is allowed as PTX.
    ///
    /// # Errors
    /// [`ObjectError::NotText`] if the PTX contains a NUL byte.
    #[inline]
    pub unsafe fn new(kind: ObjectKind, bytes: Vec<u8>) -> Result<Self, ObjectError> {
        if kind != ObjectKind::Ptx {
            let (symbols, log) = (Vec::new(), String::new());
            return Ok(Self { kind, bytes: Arc::new(bytes), symbols, log });
        }
        let text = match bytes.split_last() {
            Some((0, text)) => text.to_vec(),
            _ => bytes,
        };
        let text = CString::new(text)
            .map_err(|error| ObjectError::NotText { at: error.nul_position() })?;
        Ok(Self::ptx(text))
    }

    /// Adds the names that a compiler gave to expressions, as pairs of expression and name.
    #[must_use]
    pub fn with_symbols(mut self, symbols: impl IntoIterator<Item = (CString, CString)>) -> Self {
        self.symbols = symbols.into_iter().collect();
        self
    }

    /// Adds the log of its compilation.
    #[must_use]
    #[inline]
    pub fn with_log(mut self, log: String) -> Self {
        self.log = log;
        self
    }

    /// Returns the log of the compiler or the linker, with warnings and remarks; empty if there were none, and for code
    /// from a file.
    #[must_use]
    #[inline]
    pub fn log(&self) -> &str {
        &self.log
    }

    /// Returns its kind.
    #[must_use]
    #[inline]
    pub fn kind(&self) -> ObjectKind {
        self.kind
    }

    /// Returns the bytes: for PTX, the text with its terminating NUL byte.
    #[must_use]
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the [bytes](Self::as_bytes), without the names and the log. They are copied if a clone has them, too.
    #[must_use]
    #[inline]
    pub fn into_bytes(self) -> Vec<u8> {
        Arc::unwrap_or_clone(self.bytes)
    }

    /// Returns the text, if it is PTX.
    #[must_use]
    #[inline]
    pub fn as_ptx(&self) -> Option<&CStr> {
        let is_ptx = self.kind == ObjectKind::Ptx;
        CStr::from_bytes_with_nul(&self.bytes).ok().filter(|_| is_ptx)
    }

    /// Returns the name in the code of a name expression of the program, such as `scale<float>`.
    #[must_use]
    #[inline]
    pub fn symbol(&self, expression: &str) -> Option<&CStr> {
        let is_it = |(known, _): &&(CString, CString)| known.as_bytes() == expression.as_bytes();
        self.symbols.iter().find(is_it).map(|(_, name)| &**name)
    }

    /// Returns all expressions with their names.
    #[must_use]
    #[inline]
    pub fn symbols(&self) -> &[(CString, CString)] {
        &self.symbols
    }

    /// Returns the names of the kernels, for PTX and cubins.
    #[must_use]
    #[inline]
    pub fn kernels(&self) -> Option<Vec<String>> {
        match self.kind {
            ObjectKind::Ptx => Some(of_ptx(&self.as_ptx()?.to_string_lossy())),
            ObjectKind::Cubin => of_cubin(&self.bytes),
            ObjectKind::LtoIr | ObjectKind::Fatbin => None,
        }
    }

    /// Writes the code to a file that any tool can read (PTX without the NUL byte), and the names, if there are any, to
    /// a file next to it with the suffix `.names`.
    ///
    /// # Errors
    /// [`ObjectError::File`] with the system's error.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), ObjectError> {
        let path = path.as_ref();
        let file = |path: &Path| {
            let path = path.to_owned();
            |error| ObjectError::File { path, error }
        };
        let code = self.as_ptx().map_or(self.as_bytes(), |text| text.to_bytes());
        fs::write(path, code).map_err(file(path))?;
        let names = names_file(path);
        if self.symbols.is_empty() {
            // The file may have the names of another object that was saved there.
            return match fs::remove_file(&names) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(file(&names)(error)),
                _ => Ok(()),
            };
        }
        let mut text = Vec::new();
        for name in self.symbols.iter().flat_map(|(known, name)| [known, name]) {
            text.extend_from_slice(name.as_bytes_with_nul());
        }
        fs::write(&names, text).map_err(file(&names))
    }

    /// Reads a file that [`save`](Self::save) or another tool wrote. Its kind is detected by [`ObjectKind::of`].
    ///
    /// # Safety
    /// As [`new`](Self::new): the file is as one of NVIDIA's libraries or tools wrote it, unless it is PTX.
    ///
    /// # Errors
    /// [`ObjectError::File`] with the system's error, [`ObjectError::Unknown`] for a file of none of these kinds or a
    /// damaged list of names, and [`ObjectError::NotText`] for PTX that contains a NUL byte.
    pub unsafe fn load(path: impl AsRef<Path>) -> Result<Self, ObjectError> {
        let path = path.as_ref();
        let file = |path: &Path| {
            let path = path.to_owned();
            |error| ObjectError::File { path, error }
        };
        let bytes = fs::read(path).map_err(file(path))?;
        let kind =
            ObjectKind::of(&bytes).ok_or_else(|| ObjectError::Unknown { path: path.to_owned() })?;
        // SAFETY: the caller guarantees that the bytes are valid.
        let object = unsafe { Self::new(kind, bytes) }?;
        let names = names_file(path);
        let text = match fs::read(&names) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(object),
            Err(error) => return Err(file(&names)(error)),
        };
        let texts: Option<Vec<CString>> = text
            .split_inclusive(|byte| *byte == 0)
            .map(|text| CString::from_vec_with_nul(text.to_vec()).ok())
            .collect();
        let texts = texts.filter(|texts| texts.len().is_multiple_of(2));
        let texts = texts.ok_or(ObjectError::Unknown { path: names })?;
        let pairs = texts.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone()));
        Ok(object.with_symbols(pairs))
    }
}

/// Returns the path of the names, `k.cubin.names` for `k.cubin`.
#[inline]
fn names_file(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".names");
    name.into()
}

/// Returns the [bytes](ObjectCode::as_bytes).
impl AsRef<[u8]> for ObjectCode {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl fmt::Debug for ObjectCode {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ObjectCode")
            .field("kind", &self.kind)
            .field("bytes", &self.bytes.len())
            .field("symbols", &self.symbols)
            .field("log", &self.log)
            .finish()
    }
}

/// The text that is passed to a driver instead of LTO-IR, which it would read unchecked: it rejects text without a
/// version.
const NOT_LINKED: &CStr =
    c"// LTO-IR can't be loaded: link it to a cubin with link-time optimization\n";

/// For LTO-IR, which must be linked first, this is a text with that message, which a driver rejects as invalid PTX.
// SAFETY: it is PTX, or the code that created the object guaranteed that it is complete.
unsafe impl Image for ObjectCode {
    #[inline]
    fn code(&self) -> Code<'_> {
        match self.kind {
            ObjectKind::Ptx => Code::Ptx(self.as_ptx().unwrap_or(NOT_LINKED)),
            ObjectKind::Cubin => Code::Cubin(&self.bytes),
            ObjectKind::LtoIr => Code::Ptx(NOT_LINKED),
            ObjectKind::Fatbin => Code::Fatbin(&self.bytes),
        }
    }
}

/// An error from creating, saving or loading an [`ObjectCode`].
#[non_exhaustive]
pub enum ObjectError {
    /// PTX contains a NUL byte, where C would end it.
    NotText {
        /// The number of bytes before it.
        at: usize,
    },
    /// A file is none of PTX, a cubin, LTO-IR and a fat binary, or not a list of names.
    Unknown {
        /// The file.
        path: PathBuf,
    },
    /// A file can't be read or written.
    File {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
}

/// Writes the error's message, because `main` prints an error that it returns with `Debug`.
impl fmt::Debug for ObjectError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for ObjectError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotText { at } => {
                write!(f, "the PTX has a NUL byte at byte {at}, where C would end it")
            }
            Self::Unknown { path } if path.extension().is_some_and(|end| end == "names") => {
                write!(f, "{} is damaged: it doesn't end with a name", path.display())
            }
            Self::Unknown { path } => {
                write!(f, "{} is none of PTX, a cubin, LTO-IR and a fat binary", path.display())
            }
            Self::File { path, error } => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl Error for ObjectError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::File { error, .. } => Some(error),
            _ => None,
        }
    }
}

#[inline]
fn of_ptx(text: &str) -> Vec<String> {
    let names = text.lines().filter_map(|line| {
        let (linkage, rest) = line.split_once(".entry ")?;
        let is_visible = matches!(linkage.trim(), ".visible" | ".weak");
        let name = rest.split('(').next().unwrap_or(rest).trim();
        is_visible.then(|| name.to_owned())
    });
    names.collect()
}

/// Finds the kernels by the sections of an ELF file: each kernel has a section for launch constants that ends with its
/// name.
#[inline]
fn of_cubin(bytes: &[u8]) -> Option<Vec<String>> {
    const PREFIX: &str = ".nv.constant0.";
    let number = |at: usize, length: usize| -> Option<usize> {
        let part = bytes.get(at..at.checked_add(length)?)?;
        let mut number = [0; 8];
        number[..length].copy_from_slice(part);
        usize::try_from(u64::from_le_bytes(number)).ok()
    };
    let sections = number(0x28, 8)?;
    let (size, count, names) = (number(0x3A, 2)?, number(0x3C, 2)?, number(0x3E, 2)?);
    let header = |index: usize| sections.checked_add(index.checked_mul(size)?);
    let names = number(header(names)?.checked_add(0x18)?, 8)?;
    let mut kernels = Vec::new();
    for index in 0..count {
        let start = names.checked_add(number(header(index)?, 4)?)?;
        let rest = bytes.get(start..)?;
        let name = &rest[..rest.iter().position(|byte| *byte == 0)?];
        if let Some(kernel) = str::from_utf8(name).ok().and_then(|name| name.strip_prefix(PREFIX)) {
            kernels.push(kernel.to_owned());
        }
    }
    Some(kernels)
}
