//! The kernels: one writes a generator's first state, the other numbers.

use cuda_sim::{Elements, Fault, NativeCall};

use super::algorithm::Algorithm;
use super::distribution::Distribution;
use super::out::Out;
use crate::operation::Operation;

/// Returns the length of a generator's state, which is at most that of MT19937, 20 MB.
fn words(call: &NativeCall<'_>, algorithm: &Algorithm) -> Result<usize, Fault> {
    if algorithm.is_known() {
        Ok(algorithm.words())
    } else {
        Err(call.trap(format_args!("no generator: {algorithm:?}")))
    }
}

/// Writes the state of a generator.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    pub algorithm: Algorithm,
    pub state: u64,
    pub seed: u64,
    pub offset: u64,
}

// SAFETY: it consists of integers and open enumerations, so any bytes are one.
unsafe impl Operation for Start {
    const NAME: &'static str = "curand::start";

    fn run(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        let len = words(call, &self.algorithm)?;
        let place = call.write(Elements::new(self.state, 4, len as u64))?;
        let mut state = vec![0; len];
        self.algorithm.start(&mut state, self.seed, self.offset);
        // SAFETY: the words were just found writable, and the vector is no device memory.
        unsafe { place.cast::<u32>().copy_from_nonoverlapping(state.as_ptr(), len) };
        Ok(())
    }
}

/// Writes numbers, and continues the state.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Generate {
    pub algorithm: Algorithm,
    pub state: u64,
    pub position: u64,
    pub distribution: Distribution,
    pub out: u64,
    pub len: u64,
}

// SAFETY: it consists of integers, floating-point numbers and open enumerations, so any bytes are one.
unsafe impl Operation for Generate {
    const NAME: &'static str = "curand::generate";

    fn run(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        let words = words(call, &self.algorithm)?;
        let elements = Elements::new(self.state, 4, words as u64);
        call.read(elements)?;
        let state = call.write(elements)?.cast::<u32>();
        let size = self.distribution.kind.size(self.algorithm.bits());
        let is_in_pairs = self.algorithm.is_in_pairs() && self.distribution.kind.is_normal();
        let out = if is_in_pairs {
            // Those of a GPU are misaligned otherwise.
            Elements::new(self.out, 2 * size, self.len / 2)
        } else {
            Elements::new(self.out, size, self.len)
        };
        let start = call.write(out)?;
        let whole = if is_in_pairs { self.len / 2 * 2 } else { self.len };
        let Ok(len) = usize::try_from(whole) else {
            return Err(call.trap(format_args!("{whole} numbers")));
        };
        let out = Out { start, len };
        // SAFETY: both were just found writable, and aligned.
        unsafe {
            self.algorithm.fill(state, self.position, &self.distribution, out);
        }
        Ok(())
    }
}
