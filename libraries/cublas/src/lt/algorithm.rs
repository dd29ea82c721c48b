use core::fmt;

use cuda_libraries_sys::cublaslt::cublasLtMatmulAlgo_t;

use crate::lt::problem::Problem;

/// An algorithm for products of the same types, shapes, distances and epilogue: from [`Lt::algorithms`](crate::lt::Lt::algorithms)
/// or [`Lt::tune`](crate::lt::Lt::tune), to be kept.
///
/// It is of the device and the release that it was found with.
#[derive(Clone)]
pub struct Algorithm {
    pub(crate) raw: cublasLtMatmulAlgo_t,
    pub(crate) problem: Problem,
    /// The multiples that addresses were, in bytes.
    pub(crate) alignments: Alignments,
    pub(crate) workspace: usize,
    pub(crate) waves: f32,
    /// The release, and the number of the device.
    pub(crate) place: (u32, i32),
}

impl Algorithm {
    /// Returns the bytes of workspace that it needs.
    #[must_use]
    pub fn workspace(&self) -> usize {
        self.workspace
    }

    /// Returns how many times the device is filled with its blocks. A number a little above an integer wastes much of the last
    /// time.
    #[must_use]
    pub fn waves(&self) -> f32 {
        self.waves
    }

    /// Returns cuBLASLt's value.
    #[must_use]
    pub fn as_raw(&self) -> cublasLtMatmulAlgo_t {
        self.raw
    }

    /// Returns whether it is for a product.
    pub(crate) fn suits(
        &self,
        problem: &Problem,
        alignments: &Alignments,
        place: (u32, i32),
    ) -> bool {
        let is_aligned =
            self.alignments.iter().zip(alignments).all(|(needed, found)| needed <= found);
        is_aligned && self.problem == *problem && self.place == place
    }
}

/// Of what powers of two the addresses of the matrices, of the bias and of what an activation reads or writes are multiples, up to
/// what cuBLAS makes use of.
pub(crate) type Alignments = [u32; 6];

/// Returns of what power of two an address is a multiple.
pub(crate) fn alignment(address: u64) -> u32 {
    1 << address.trailing_zeros().min(8)
}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Algorithm")
            .field("workspace", &self.workspace)
            .field("waves", &self.waves)
            .field("problem", &self.problem)
            .finish_non_exhaustive()
    }
}
