use litemap::LiteMap;
use std::sync::Arc;

use cuda_driver_sys::CUresult;
use parking_lot::Mutex;

use crate::memory::{Identity, SharedFile};
use crate::state::error::{INVALID_CONTEXT, INVALID_VALUE};

/// The size of a handle in bytes.
const LENGTH: usize = 64;
/// The start of every handle; a number for its kind follows.
const MAGIC: [u8; 7] = *b"cudasim";

/// The contents of a handle of `cuIpcGetMemHandle` and similar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ticket {
    pub kind: IpcKind,
    /// The exporting process, and its descriptor.
    pub process: u32,
    pub descriptor: i32,
    /// The file behind this descriptor.
    pub file: Identity,
    /// The offset in the file, and the size in bytes.
    pub offset: u64,
    pub size: u64,
    /// The ordinal of the device.
    pub device: u32,
}

/// The kind of the exported object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum IpcKind {
    Memory = 1,
    Event = 2,
    PoolMemory = 3,
}

impl Ticket {
    pub(crate) fn new(kind: IpcKind, file: &SharedFile) -> Self {
        Self {
            kind,
            process: std::process::id(),
            descriptor: file.descriptor(),
            file: file.identity(),
            offset: 0,
            size: 0,
            device: 0,
        }
    }

    pub(crate) fn to_bytes(self) -> [u8; LENGTH] {
        let mut bytes = [0; LENGTH];
        let parts: [&[u8]; 9] = [
            &MAGIC,
            &[self.kind as u8],
            &self.process.to_le_bytes(),
            &self.descriptor.to_le_bytes(),
            &self.file.device.to_le_bytes(),
            &self.file.inode.to_le_bytes(),
            &self.offset.to_le_bytes(),
            &self.size.to_le_bytes(),
            &self.device.to_le_bytes(),
        ];
        let all = parts.iter().copied().flatten();
        bytes.iter_mut().zip(all).for_each(|(to, from)| *to = *from);
        let (content, sum) = bytes.split_at_mut(LENGTH - 4);
        sum.copy_from_slice(&check(content).to_le_bytes());
        bytes
    }

    /// Parses a handle; `None` if it isn't valid.
    pub(crate) fn from_bytes(kind: IpcKind, bytes: &[u8; LENGTH]) -> Option<Self> {
        fn number<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
            let (first, rest) = bytes.split_first_chunk()?;
            *bytes = rest;
            Some(*first)
        }
        let (content, sum) = bytes.split_last_chunk()?;
        if u32::from_le_bytes(*sum) != check(content) {
            return None;
        }
        let mut rest = content.strip_prefix(&MAGIC)?.strip_prefix(&[kind as u8])?;
        let rest = &mut rest;
        Some(Self {
            kind,
            process: u32::from_le_bytes(number(rest)?),
            descriptor: i32::from_le_bytes(number(rest)?),
            file: Identity {
                device: u64::from_le_bytes(number(rest)?),
                inode: u64::from_le_bytes(number(rest)?),
            },
            offset: u64::from_le_bytes(number(rest)?),
            size: u64::from_le_bytes(number(rest)?),
            device: u32::from_le_bytes(number(rest)?),
        })
    }

    /// Opens an object that another process exported.
    pub(crate) fn open(&self) -> Result<SharedFile, CUresult> {
        if self.process == std::process::id() {
            return Err(INVALID_CONTEXT);
        }
        // The exporting process may have ended, and its number may have been reused.
        SharedFile::open(self.process, self.descriptor)
            .ok()
            .filter(|file| file.identity() == self.file)
            .ok_or(INVALID_VALUE)
    }
}

/// Returns a checksum (FNV-1a), to detect changed handles.
fn check(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

/// Open memory of other processes, by the file, and how many times it was opened.
#[derive(Debug, Default)]
pub(crate) struct Imports {
    open: Mutex<LiteMap<Identity, Import>>,
}

#[derive(Debug)]
struct Import {
    address: u64,
    /// The number of its allocation: when that ends, the address may already be another one's.
    id: u64,
    count: usize,
}

impl Imports {
    /// Returns the address of a handle's memory: where it is already open, or where `map` puts it, with the allocation's
    /// number.
    pub(crate) fn open(
        &self,
        ticket: &Ticket,
        map: impl FnOnce(Arc<SharedFile>) -> Result<(u64, u64), CUresult>,
    ) -> Result<u64, CUresult> {
        let mut open = self.open.lock();
        if let Some(import) = open.get_mut(&ticket.file) {
            import.count += 1;
            return Ok(import.address);
        }
        let (address, id) = map(Arc::new(ticket.open()?))?;
        let count = 1;
        open.insert(ticket.file, Import { address, id, count });
        Ok(address)
    }

    /// Closes the memory at an address once; returns whether that was the last time.
    pub(crate) fn close(&self, address: u64) -> Result<bool, CUresult> {
        let mut open = self.open.lock();
        let mut all = open.iter_mut();
        let (identity, import) =
            all.find(|(_, import)| import.address == address).ok_or(INVALID_VALUE)?;
        import.count -= 1;
        let (identity, is_last) = (*identity, import.count == 0);
        if is_last {
            open.remove(&identity);
        }
        Ok(is_last)
    }

    /// Removes an allocation, whose context is gone.
    pub(crate) fn forget(&self, id: u64) {
        self.open.lock().retain(|_, import| import.id != id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticket() -> Ticket {
        Ticket {
            kind: IpcKind::Memory,
            process: 123,
            descriptor: 7,
            file: Identity { device: 1, inode: u64::MAX },
            offset: 4096,
            size: 99,
            device: 3,
        }
    }

    #[test]
    fn a_handle_is_parsed_to_its_contents_and_only_as_its_kind() {
        let bytes = ticket().to_bytes();
        assert_eq!(Ticket::from_bytes(IpcKind::Memory, &bytes), Some(ticket()));
        assert_eq!(Ticket::from_bytes(IpcKind::Event, &bytes), None);
    }

    #[test]
    fn a_handle_with_a_changed_byte_is_invalid() {
        for i in 0..LENGTH {
            let mut bytes = ticket().to_bytes();
            bytes[i] ^= 0x10;
            assert_eq!(Ticket::from_bytes(IpcKind::Memory, &bytes), None, "{i}");
        }
        assert_eq!(Ticket::from_bytes(IpcKind::Memory, &[0; LENGTH]), None);
    }
}
