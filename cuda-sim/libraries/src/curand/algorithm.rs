//! The algorithms, by the numbers in a kernel's parameters.

use cuda_libraries_sys::curand::curandRngType_t as Type;

use super::distribution::{Distribution, DistributionKind};
use super::out::Out;
use super::poisson::{Family, Table};
use super::threads::{self, HEADER, Sequence};
use super::{mrg32k3a, mt19937, mtgp32, philox, sobol, xorwow};

/// An algorithm, and what its order in memory depends on.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Algorithm {
    pub kind: Type,
    /// The number of sequences that take turns, or of dimensions.
    pub sequences: u32,
    /// Whether each sequence has a seed of its own.
    pub is_seeded: u32,
    /// So that parameters have no padding.
    pub unused: u32,
}

impl Algorithm {
    /// Returns the bytes of an integer.
    pub(crate) fn bits(&self) -> u32 {
        match self.kind {
            Type::CURAND_RNG_QUASI_SOBOL64 | Type::CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 => 8,
            _ => 4,
        }
    }

    pub(crate) fn is_quasi(&self) -> bool {
        is_quasi(self.kind)
    }

    /// Returns whether normally distributed numbers are written in pairs.
    pub(crate) fn is_in_pairs(&self) -> bool {
        matches!(self.kind, Type::CURAND_RNG_PSEUDO_XORWOW | Type::CURAND_RNG_PSEUDO_MRG32K3A)
    }

    /// Returns whether there is such an algorithm, which the parameters of a kernel don't ensure.
    pub(crate) fn is_known(&self) -> bool {
        let sequences = self.sequences as usize;
        match self.kind {
            Type::CURAND_RNG_PSEUDO_XORWOW => sequences == xorwow::SEQUENCES,
            Type::CURAND_RNG_PSEUDO_MRG32K3A => {
                [mrg32k3a::SEQUENCES, mrg32k3a::LEGACY_SEQUENCES].contains(&sequences)
            }
            Type::CURAND_RNG_PSEUDO_PHILOX4_32_10 => sequences == philox::SEQUENCES,
            Type::CURAND_RNG_PSEUDO_MTGP32 => {
                [mtgp32::SEQUENCES, mtgp32::LEGACY_SEQUENCES].contains(&sequences)
            }
            Type::CURAND_RNG_PSEUDO_MT19937 => sequences == mt19937::SEQUENCES,
            Type::CURAND_RNG_QUASI_SOBOL32 | Type::CURAND_RNG_QUASI_SOBOL64 => {
                (1..=sobol::MAX_DIMENSIONS).contains(&self.sequences)
            }
            _ => false,
        }
    }

    /// Returns the length of the state, in words of 32 bits.
    pub(crate) fn words(&self) -> usize {
        let sequences = self.sequences as usize;
        match self.kind {
            Type::CURAND_RNG_PSEUDO_XORWOW | Type::CURAND_RNG_PSEUDO_MRG32K3A => {
                HEADER + sequences * xorwow::Xorwow::WORDS
            }
            Type::CURAND_RNG_PSEUDO_PHILOX4_32_10 => HEADER + sequences * philox::Philox::WORDS,
            Type::CURAND_RNG_PSEUDO_MTGP32 => mtgp32::words(sequences),
            Type::CURAND_RNG_PSEUDO_MT19937 => mt19937::WORDS,
            _ => 0,
        }
    }

    /// Writes the state after the first `offset` numbers of a seed.
    pub(crate) fn start(&self, state: &mut [u32], seed: u64, offset: u64) {
        if state.len() < self.words() {
            return;
        }
        match self.kind {
            Type::CURAND_RNG_PSEUDO_XORWOW => {
                xorwow::Xorwow::start(state, seed, offset, self.is_seeded != 0);
            }
            Type::CURAND_RNG_PSEUDO_MRG32K3A => {
                mrg32k3a::Mrg32k3a::start(state, self.sequences as usize, seed, offset);
            }
            Type::CURAND_RNG_PSEUDO_PHILOX4_32_10 => philox::Philox::start(state, seed, offset),
            Type::CURAND_RNG_PSEUDO_MTGP32 => mtgp32::start(state, seed),
            Type::CURAND_RNG_PSEUDO_MT19937 => mt19937::start(state, seed),
            _ => {}
        }
    }

    /// Writes numbers, and continues the state. `position` is the number of the first point.
    ///
    /// # Safety
    /// `state` is readable and writable for [`words`](Self::words), and `out` is writable for the distribution's values.
    pub(crate) unsafe fn fill(
        &self,
        state: *mut u32,
        position: u64,
        distribution: &Distribution,
        out: Out,
    ) {
        let table = (distribution.kind == DistributionKind::POISSON)
            .then(|| Table::new(distribution.mean, self.family()));
        let table = table.as_ref();
        let sequences = self.sequences as usize;
        // SAFETY: the caller guarantees it for each of these.
        unsafe {
            match self.kind {
                Type::CURAND_RNG_PSEUDO_XORWOW => {
                    threads::fill::<xorwow::Xorwow>(state, sequences, distribution, table, out);
                }
                Type::CURAND_RNG_PSEUDO_MRG32K3A => {
                    threads::fill::<mrg32k3a::Mrg32k3a>(state, sequences, distribution, table, out);
                }
                Type::CURAND_RNG_PSEUDO_PHILOX4_32_10 => {
                    threads::fill::<philox::Philox>(state, sequences, distribution, table, out);
                }
                Type::CURAND_RNG_PSEUDO_MTGP32 => {
                    mtgp32::fill(state, sequences, distribution, table, out);
                }
                Type::CURAND_RNG_PSEUDO_MT19937 => mt19937::fill(state, distribution, table, out),
                Type::CURAND_RNG_QUASI_SOBOL32 => {
                    sobol::fill::<u32>(self.sequences, position, distribution, table, out);
                }
                Type::CURAND_RNG_QUASI_SOBOL64 => {
                    sobol::fill::<u64>(self.sequences, position, distribution, table, out);
                }
                _ => {}
            }
        }
    }

    fn family(&self) -> Family {
        match self.kind {
            Type::CURAND_RNG_PSEUDO_MTGP32 => Family::MTGP32,
            Type::CURAND_RNG_QUASI_SOBOL32 => Family::SOBOL32,
            Type::CURAND_RNG_QUASI_SOBOL64 => Family::SOBOL64,
            _ => Family::PSEUDO,
        }
    }
}

pub(crate) fn is_quasi(kind: Type) -> bool {
    kind.0 >= Type::CURAND_RNG_QUASI_DEFAULT.0
}
