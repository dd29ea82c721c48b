//! An entry, its key, and its format on disk.

use std::ffi::CString;
use std::fmt;

use nvrtc::{BinaryKind, ObjectCode, ObjectKind, Ptx};

use crate::checksum::checksum;

/// A hash of all inputs of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key(pub [u8; 32]);

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The kind of an output on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EntryKind {
    Ptx,
    Cubin,
    LtoIr,
}

/// The output of a compilation, with its log and names.
#[derive(Clone, Debug)]
pub enum Entry {
    Ptx(Ptx),
    /// Machine code or LTO-IR.
    Object(ObjectCode),
}

/// The first bytes of a file. The number is the version of the format.
const MAGIC: &[u8; 8] = b"nvrtcc02";
/// The size of the header before the output: the magic number, the checksum, the key, the kind, and the length.
const BEFORE_THE_BYTES: usize = MAGIC.len() + 8 + 32 + 1 + 8;

impl Entry {
    pub fn of_object(object: ObjectCode) -> Self {
        match object.as_ptx() {
            Some(text) => Self::Ptx(Ptx::restore(
                text.to_owned(),
                object.log().to_owned(),
                object.symbols().to_vec(),
            )),
            None => Self::Object(object),
        }
    }

    /// Returns the entry as PTX; entries of requests for PTX always are.
    pub fn to_ptx(&self) -> Option<Ptx> {
        match self {
            Self::Ptx(ptx) => Some(ptx.clone()),
            Self::Object(_) => None,
        }
    }

    /// Returns the entry as code of any kind.
    pub fn to_object(&self) -> ObjectCode {
        match self {
            Self::Ptx(ptx) => ptx.clone().into(),
            Self::Object(object) => object.clone(),
        }
    }

    /// Returns the code, without the NUL byte of PTX.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Ptx(ptx) => ptx.as_str().as_bytes(),
            Self::Object(object) => object.as_bytes(),
        }
    }

    fn kind(&self) -> EntryKind {
        match self {
            Self::Ptx(_) => EntryKind::Ptx,
            Self::Object(object) if object.kind() == ObjectKind::LtoIr => EntryKind::LtoIr,
            Self::Object(_) => EntryKind::Cubin,
        }
    }

    /// Returns the file of the entry: the magic number, a checksum of the rest, the key, and the parts with their lengths.
    pub fn write(&self, key: &Key) -> Vec<u8> {
        let (log, names) = match self {
            Self::Ptx(ptx) => (ptx.log(), ptx.lowered_names()),
            Self::Object(object) => (object.log(), object.symbols()),
        };
        let mut rest = key.0.to_vec();
        rest.push(self.kind() as u8);
        let mut part = |bytes: &[u8]| {
            rest.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
            rest.extend_from_slice(bytes);
        };
        part(self.bytes());
        part(log.as_bytes());
        for (expression, name) in names {
            part(expression.as_bytes());
            part(name.as_bytes());
        }
        let sum = checksum(&rest).to_le_bytes();
        [MAGIC.as_slice(), &sum, &rest].concat()
    }

    /// Reads an entry from a file's contents; `None` if it isn't a complete, unchanged one with this key.
    pub fn read(mut file: Vec<u8>, key: &Key) -> Option<Self> {
        let rest = file.strip_prefix(MAGIC)?;
        let (sum, rest) = rest.split_first_chunk::<8>()?;
        if checksum(rest).to_le_bytes() != *sum {
            return None;
        }
        let rest = rest.strip_prefix(key.0.as_slice())?;
        let (&kind, mut rest) = rest.split_first()?;
        let kind = [EntryKind::Ptx, EntryKind::Cubin, EntryKind::LtoIr]
            .into_iter()
            .find(|other| *other as u8 == kind)?;
        let mut part = || -> Option<&[u8]> {
            let (length, after) = rest.split_first_chunk::<8>()?;
            let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
            let (part, after) = after.split_at_checked(length)?;
            rest = after;
            Some(part)
        };
        let length = part()?.len();
        let log = String::from_utf8(part()?.to_vec()).ok()?;
        let mut names = Vec::new();
        while let Some(expression) = part() {
            names.push((CString::new(expression).ok()?, CString::new(part()?).ok()?));
        }
        if !rest.is_empty() {
            return None;
        }
        // The buffer becomes the code, without a copy.
        file.truncate(BEFORE_THE_BYTES + length);
        file.drain(..BEFORE_THE_BYTES);
        let kind = match kind {
            EntryKind::Ptx => {
                let text = CString::new(file).ok()?;
                return Some(Self::Ptx(Ptx::restore(text, log, names)));
            }
            EntryKind::Cubin => BinaryKind::Cubin,
            EntryKind::LtoIr => BinaryKind::LtoIr,
        };
        // SAFETY: the checksum shows that these are the bytes of an object by NVRTC, as written to the folder or to a
        // `Store`, whose author guarantees it. The caller who chose the folder ensures that no other code writes to it.
        let object = unsafe { ObjectCode::binary(kind, file) };
        Some(Self::Object(object.with_symbols(names).with_log(log)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: Key = Key([7; 32]);

    fn names() -> Vec<(CString, CString)> {
        vec![(c"f<int>".to_owned(), c"_Z1fIiE".to_owned())]
    }

    fn entries() -> [Entry; 3] {
        let text = c".version 9.0\n".to_owned();
        let ptx = Ptx::restore(text, "a remark".to_owned(), names());
        let object = |kind| {
            // SAFETY: nothing loads them.
            let object = unsafe { ObjectCode::binary(kind, b"\x7fELF\0\0".to_vec()) };
            Entry::of_object(object.with_symbols(names()).with_log("a remark".to_owned()))
        };
        let objects = [BinaryKind::Cubin, BinaryKind::LtoIr].map(object);
        let [cubin, lto_ir] = objects;
        [Entry::Ptx(ptx), cubin, lto_ir]
    }

    #[test]
    fn an_entry_is_read_as_it_was_written() {
        for entry in entries() {
            let read = Entry::read(entry.write(&KEY), &KEY).unwrap();
            assert_eq!(read.to_object(), entry.to_object());
            assert_eq!(read.to_object().log(), "a remark");
            assert_eq!(read.to_object().symbols(), names());
            assert_eq!(read.to_ptx().is_some(), entry.kind() == EntryKind::Ptx);
        }
    }

    #[test]
    fn ptx_is_the_same_for_every_request() {
        let [entry, ..] = entries();
        let ptx = entry.to_ptx().unwrap();
        assert_eq!(ptx.log(), "a remark");
        assert_eq!(ptx.lowered_names(), names());
        let again = Entry::of_object(entry.to_object());
        assert_eq!(again.write(&KEY), entry.write(&KEY));
    }

    #[test]
    fn truncated_changed_and_foreign_data_are_not_entries() {
        for entry in entries() {
            let file = entry.write(&KEY);
            let is_none = |file: Vec<u8>, key| Entry::read(file, key).is_none();
            for length in 0..file.len() {
                assert!(is_none(file[..length].to_vec(), &KEY), "{length} bytes");
            }
            for at in 0..file.len() {
                let mut changed = file.clone();
                changed[at] ^= 1;
                assert!(is_none(changed, &KEY), "byte {at}");
            }
            assert!(is_none(file.clone(), &Key([8; 32])));
            assert!(is_none([file.as_slice(), b"more"].concat(), &KEY));
        }
    }
}
