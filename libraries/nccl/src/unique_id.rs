use std::fmt;
use std::str::FromStr;

use cuda_libraries_sys::nccl::ncclUniqueId;

use crate::error::Error;

/// An id with which the ranks of a communicator find each other: 128 bytes, which one process creates
/// ([`Nccl::unique_id`](crate::library::Nccl::unique_id)) and sends to all others, for example with
/// [`rendezvous`](crate::rendezvous).
///
/// Anyone who knows it can join, so keep it as secret as the data. The process that created it must live until all
/// ranks have joined.
///
/// As text it is 256 hexadecimal digits.
///
/// ```
/// use nccl::UniqueId;
///
/// let id = UniqueId::from_bytes(&[0xab; 128]); // of another process, for example
/// let text = id.to_string();
/// assert_eq!(text.len(), 256);
/// assert_eq!(text.parse::<UniqueId>()?, id);
/// # Ok::<(), nccl::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct UniqueId {
    bytes: [u8; 128],
}

impl UniqueId {
    /// Creates an id from its bytes.
    #[must_use]
    pub const fn from_bytes(bytes: &[u8; 128]) -> Self {
        Self { bytes: *bytes }
    }

    /// Returns its bytes.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 128] {
        self.bytes
    }

    pub(crate) fn from_raw(raw: ncclUniqueId) -> Self {
        Self { bytes: raw.internal.map(|byte| byte as u8) }
    }

    pub(crate) fn raw(self) -> ncclUniqueId {
        ncclUniqueId { internal: self.bytes.map(|byte| byte as core::ffi::c_char) }
    }
}

impl fmt::Display for UniqueId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Formats only the first bytes, because anyone who knows the id can join.
impl fmt::Debug for UniqueId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d, ..] = self.bytes;
        write!(f, "UniqueId({a:02x}{b:02x}{c:02x}{d:02x}…)")
    }
}

impl FromStr for UniqueId {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let digits: Vec<u8> =
            text.chars().map_while(|digit| digit.to_digit(16)).map(|digit| digit as u8).collect();
        let wrong = || Error::UniqueId { found: digits.len() };
        if digits.len() != 256 || text.len() != 256 {
            return Err(wrong());
        }
        let bytes: Vec<u8> = digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect();
        let bytes = bytes.try_into().map_err(|_| wrong())?;
        Ok(Self { bytes })
    }
}
