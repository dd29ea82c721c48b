//! Surfaces: bytes of an image by position.

use crate::texture::texel::narrow;
use crate::texture::{Channel, Texture};

/// The behavior outside of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are PTX's own")]
pub enum Boundary {
    Trap,
    Clamp,
    Zero,
}

/// A position outside of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfRange;

impl Texture {
    /// Returns the address of `size` bytes at byte `at[0]` of row `at[1]` of slice `at[2]`; `None` if nothing is read
    /// or written.
    pub fn byte_place(
        &self,
        at: [i64; 3],
        size: u64,
        boundary: Boundary,
    ) -> Result<Option<u64>, OutOfRange> {
        let plane = &self.levels[0];
        let width = (plane.extent[0] * self.texel()) as i64;
        let has = [width, plane.extent[1] as i64, plane.extent[2] as i64];
        // Reads inside of the image begin at a multiple of their size.
        let last_byte = (width / size as i64 - 1).max(0) * size as i64;
        let last = [last_byte, has[1] - 1, has[2] - 1];
        let mut place = at;
        for dimension in 0..3 {
            let inside = (0..=last[dimension]).contains(&at[dimension])
                && (dimension > 0 || at[0] + size as i64 <= width);
            if !inside {
                match boundary {
                    Boundary::Trap => return Err(OutOfRange),
                    Boundary::Zero => return Ok(None),
                    Boundary::Clamp if size as i64 > width => return Ok(None),
                    Boundary::Clamp => place[dimension] = at[dimension].clamp(0, last[dimension]),
                }
            }
        }
        let row = place[2] as u64 * plane.extent[1] + place[1] as u64;
        Ok(Some(plane.address + row * plane.pitch + place[0] as u64))
    }

    /// Converts a register's word to a channel, as `sust.p` does.
    pub fn formatted(&self, word: u32) -> u32 {
        match self.channel {
            Channel::U8 => word.min(0xff),
            Channel::U16 => word.min(0xffff),
            Channel::S8 => (word as i32).clamp(-128, 127) as u32 & 0xff,
            Channel::S16 => (word as i32).clamp(-32768, 32767) as u32 & 0xffff,
            Channel::F16 => narrow(word),
            Channel::U32 | Channel::S32 | Channel::F32 => word,
        }
    }
}
