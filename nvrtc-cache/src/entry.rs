//! An entry, its key, and its format on disk.

use std::ffi::CString;
use std::fmt;

use nvrtc::{BinaryKind, ObjectCode, ObjectKind, Ptx};
use sha2::{Digest, Sha256};

/// A hash of all inputs of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key(pub [u8; 32]);

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The output of a compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Ptx,
    Cubin,
    LtoIr,
}

/// An output, with its log and names.
#[derive(Debug, PartialEq, Eq)]
pub struct Entry {
    pub kind: Kind,
    pub bytes: Vec<u8>,
    log: String,
    names: Vec<(CString, CString)>,
}

/// The first bytes of a file. Another number is another format.
const MAGIC: &[u8; 8] = b"nvrtcc01";
/// How much of a file comes before the output: the magic number, the hash, the key, the kind, and the length.
const BEFORE_THE_BYTES: usize = MAGIC.len() + 32 + 32 + 1 + 8;

impl Entry {
    pub fn of_ptx(ptx: &Ptx) -> Self {
        let bytes = ptx.as_c_str().to_bytes();
        Self::new(Kind::Ptx, bytes, ptx.log(), ptx.lowered_names())
    }

    pub fn of_object(object: &ObjectCode) -> Self {
        match object.as_ptx() {
            Some(text) => Self::new(Kind::Ptx, text.to_bytes(), object.log(), object.symbols()),
            None => {
                let kind = match object.kind() {
                    ObjectKind::LtoIr => Kind::LtoIr,
                    _ => Kind::Cubin,
                };
                Self::new(kind, object.as_bytes(), object.log(), object.symbols())
            }
        }
    }

    fn new(kind: Kind, bytes: &[u8], log: &str, names: &[(CString, CString)]) -> Self {
        Self {
            kind,
            bytes: bytes.to_vec(),
            log: log.to_owned(),
            names: names.to_vec(),
        }
    }

    pub fn to_ptx(&self) -> Ptx {
        let mut text = Vec::with_capacity(self.bytes.len() + 1);
        text.extend_from_slice(&self.bytes);
        // There is no NUL byte in PTX, and `read` takes none.
        let text = CString::new(text).unwrap_or_default();
        Ptx::restore(text, self.log.clone(), self.names.clone())
    }

    pub fn to_object(&self) -> ObjectCode {
        let kind = match self.kind {
            Kind::Ptx => return self.to_ptx().into(),
            Kind::Cubin => BinaryKind::Cubin,
            Kind::LtoIr => BinaryKind::LtoIr,
        };
        // SAFETY: they are of NVRTC's code, or `read` saw by their hash that they still are as one was written to the
        // folder, or put into a `Store`, whose author guarantees it; that no other code writes to the folder is what
        // who chose it is responsible for.
        let object = unsafe { ObjectCode::binary(kind, self.bytes.clone()) };
        object
            .with_symbols(self.names.iter().cloned())
            .with_log(self.log.clone())
    }

    /// Returns the file of the entry: the magic number, a hash of the rest, the key, and the parts with their lengths.
    pub fn write(&self, key: &Key) -> Vec<u8> {
        let mut rest = key.0.to_vec();
        rest.push(self.kind as u8);
        let mut part = |bytes: &[u8]| {
            rest.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
            rest.extend_from_slice(bytes);
        };
        part(&self.bytes);
        part(self.log.as_bytes());
        for (expression, name) in &self.names {
            part(expression.as_bytes());
            part(name.as_bytes());
        }
        let hash = Sha256::digest(&rest);
        [MAGIC.as_slice(), &hash, &rest].concat()
    }

    /// Reads an entry from a file's contents; `None` if it isn't a complete, unchanged one with this key.
    pub fn read(mut file: Vec<u8>, key: &Key) -> Option<Self> {
        let rest = file.strip_prefix(MAGIC)?;
        let (hash, rest) = rest.split_at_checked(32)?;
        if Sha256::digest(rest).as_slice() != hash {
            return None;
        }
        let rest = rest.strip_prefix(key.0.as_slice())?;
        let (&kind, mut rest) = rest.split_first()?;
        let kind = [Kind::Ptx, Kind::Cubin, Kind::LtoIr]
            .into_iter()
            .find(|known| *known as u8 == kind)?;
        let mut part = || -> Option<&[u8]> {
            let (length, after) = rest.split_first_chunk::<8>()?;
            let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
            let (part, after) = after.split_at_checked(length)?;
            rest = after;
            Some(part)
        };
        let bytes = part()?;
        let log = String::from_utf8(part()?.to_vec()).ok()?;
        let mut names = Vec::new();
        while let Some(expression) = part() {
            names.push((CString::new(expression).ok()?, CString::new(part()?).ok()?));
        }
        let is_text = kind != Kind::Ptx || !bytes.contains(&0);
        if !rest.is_empty() || !is_text {
            return None;
        }
        // What was read becomes the bytes in place.
        let (start, length) = (BEFORE_THE_BYTES, bytes.len());
        file.truncate(start + length);
        file.drain(..start);
        Some(Self {
            kind,
            bytes: file,
            log,
            names,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: Key = Key([7; 32]);

    fn entry() -> Entry {
        let names = [(c"f<int>".to_owned(), c"_Z1fIiE".to_owned())];
        Entry::new(Kind::Ptx, b".version 9.0\n", "a remark", &names)
    }

    #[test]
    fn an_entry_is_read_as_it_was_written() {
        assert_eq!(Entry::read(entry().write(&KEY), &KEY), Some(entry()));
    }

    #[test]
    fn what_is_cut_off_changed_or_another_s_is_no_entry() {
        let file = entry().write(&KEY);
        for length in 0..file.len() {
            assert_eq!(Entry::read(file[..length].to_vec(), &KEY), None);
        }
        for at in 0..file.len() {
            let mut changed = file.clone();
            changed[at] ^= 1;
            assert_eq!(Entry::read(changed, &KEY), None, "byte {at}");
        }
        assert_eq!(Entry::read(file.clone(), &Key([8; 32])), None);
        assert_eq!(Entry::read([file.as_slice(), b"more"].concat(), &KEY), None);
    }
}
