//! Which checks a launch has, and which bytes of shared memory were written.

/// The checks of a launch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// Accesses that nothing orders.
    pub races: bool,
    /// Reads of shared memory that no thread wrote.
    pub uninitialized: bool,
    /// Barriers at which the lanes of a warp wait at different places, and masks without the lane itself.
    pub barriers: bool,
    /// Results that depend on the order of threads: accesses are interleaved, as the launch's seed says.
    pub schedules: bool,
    /// Whether the kernel is left out of all, also of the reads of device memory, which the memory checks.
    pub left_out: bool,
}

impl Checks {
    /// Returns `true` if there is one.
    pub fn any(self) -> bool {
        self.races || self.uninitialized || self.barriers || self.schedules
    }
}

/// Which bytes of a block group's shared memory were written, a bit for each.
#[derive(Default)]
pub struct InitializedBytes(Vec<u64>);

impl InitializedBytes {
    /// Makes all of so many bytes unwritten.
    pub fn reset(&mut self, bytes: usize) {
        self.0.clear();
        self.0.resize(bytes.div_ceil(64), 0);
    }

    pub fn write(&mut self, offset: u64, size: u64) {
        for byte in offset..offset + size {
            if let Some(word) = self.0.get_mut((byte / 64) as usize) {
                *word |= 1 << (byte % 64);
            }
        }
    }

    /// Returns `true` if one of the bytes was written.
    pub fn holds_any(&self, offset: u64, size: u64) -> bool {
        (offset..offset + size).any(|byte| {
            let word = self.0.get((byte / 64) as usize);
            word.is_none_or(|word| word >> (byte % 64) & 1 != 0)
        })
    }
}
