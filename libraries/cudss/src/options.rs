use core::ffi::c_int;

use cuda_libraries_sys::cudss::{
    Symbol, cudssConfig_t, cudssConfigParam_t, cudssMatchingAlg_t, cudssMatrixType_t,
    cudssMatrixViewType_t, cudssPivotType_t, cudssReorderingAlg_t,
};
use cusparse::cublas::{BlasType, Fill, Product};

use crate::error::Error;
use crate::library::Cudss;

/// What is known of a matrix. Of all but general ones, a triangle and the diagonal are read; the other triangle may be stored
/// or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias("cudssMatrixType_t", "cudssMatrixViewType_t", "CUDSS_MVIEW_FULL"))]
#[non_exhaustive]
pub enum Kind {
    /// Nothing: `a = l u`.
    General,
    /// It is its transpose: `a = l d lᵀ`.
    Symmetric(Fill),
    /// It is the conjugate of its transpose, of complex numbers; of real numbers, this is [`Symmetric`](Self::Symmetric):
    /// `a = l d lᴴ`.
    Hermitian(Fill),
    /// It is Hermitian, or of real numbers symmetric, and its eigenvalues are positive: `a = l lᴴ`, Cholesky's factors.
    #[doc(alias("SPD", "HPD", "CUDSS_MTYPE_SPD", "CUDSS_MTYPE_HPD"))]
    PositiveDefinite(Fill),
}

impl Kind {
    pub(crate) fn raw<T: BlasType>(self) -> (cudssMatrixType_t, cudssMatrixViewType_t) {
        let is_complex = <T as Product<T>>::IS_COMPLEX;
        let (of_numbers, fill) = match self {
            Self::General => {
                let full = cudssMatrixViewType_t::CUDSS_MVIEW_FULL;
                return (cudssMatrixType_t::CUDSS_MTYPE_GENERAL, full);
            }
            Self::Hermitian(fill) if is_complex => (cudssMatrixType_t::CUDSS_MTYPE_HERMITIAN, fill),
            Self::Symmetric(fill) | Self::Hermitian(fill) => {
                (cudssMatrixType_t::CUDSS_MTYPE_SYMMETRIC, fill)
            }
            Self::PositiveDefinite(fill) if is_complex => {
                (cudssMatrixType_t::CUDSS_MTYPE_HPD, fill)
            }
            Self::PositiveDefinite(fill) => (cudssMatrixType_t::CUDSS_MTYPE_SPD, fill),
        };
        let view = match fill {
            Fill::Lower => cudssMatrixViewType_t::CUDSS_MVIEW_LOWER,
            Fill::Upper => cudssMatrixViewType_t::CUDSS_MVIEW_UPPER,
        };
        (of_numbers, view)
    }
}

/// How rows and columns are reordered, so that factors have few elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias = "cudssReorderingAlg_t")]
#[non_exhaustive]
pub enum Reordering {
    /// Columns by approximate minimum degree, after a block triangular form; pivots are searched in all rows.
    BtfColamd,
    /// Columns by approximate minimum degree; pivots are searched in all rows.
    Colamd,
    /// By approximate minimum degree.
    Amd,
    /// By nested dissection.
    NestedDissection,
    /// Not at all.
    None,
}

/// Where pivots are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias = "cudssPivotType_t")]
#[non_exhaustive]
pub enum Pivoting {
    /// Nowhere.
    None,
    /// In the column, with the reorderings by columns.
    Column,
    /// In the row, with the reorderings by columns.
    Row,
    /// On the diagonal of symmetric and Hermitian matrices.
    Diagonal,
    /// In the dense blocks of general matrices.
    LocalBlock,
    /// By Bunch and Kaufman, with pivots of 2 × 2, of symmetric and Hermitian matrices. It needs cuDSS 1.0.
    BunchKaufman,
}

/// How a system is solved. What isn't set, cuDSS chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[doc(alias = "cudssConfig_t")]
#[must_use]
pub struct Options {
    reordering: Option<Reordering>,
    matching: Option<bool>,
    pivoting: Option<Pivoting>,
    pub(crate) pivot_epsilon: Option<f64>,
    refinement_steps: Option<u16>,
    hybrid_memory: bool,
    device_memory_limit: Option<u64>,
}

impl Options {
    /// Sets the reordering.
    #[doc(alias = "CUDSS_CONFIG_REORDERING_ALG")]
    pub fn reordering(mut self, reordering: Reordering) -> Self {
        self.reordering = Some(reordering);
        self
    }

    /// Sets whether columns are permuted and scaled first, so that the diagonal has large elements: general matrices with zeros there
    /// need it.
    #[doc(alias = "CUDSS_CONFIG_MATCHING_ALG")]
    pub fn matching(mut self, matching: bool) -> Self {
        self.matching = Some(matching);
        self
    }

    /// Sets where pivots are searched.
    #[doc(alias = "CUDSS_CONFIG_PIVOT_TYPE")]
    pub fn pivoting(mut self, pivoting: Pivoting) -> Self {
        self.pivoting = Some(pivoting);
        self
    }

    /// Sets the number that replaces pivots with smaller absolute values. With it, these are no error:
    /// [`perturbed_pivots`](crate::Solver::perturbed_pivots) counts them.
    #[doc(alias = "CUDSS_CONFIG_PIVOT_EPSILON")]
    pub fn pivot_epsilon(mut self, epsilon: f64) -> Self {
        self.pivot_epsilon = Some(epsilon);
        self
    }

    /// Sets the number of steps of iterative refinement of each solution.
    #[doc(alias = "CUDSS_CONFIG_IR_N_STEPS")]
    pub fn refinement_steps(mut self, steps: u16) -> Self {
        self.refinement_steps = Some(steps);
        self
    }

    /// Keeps what doesn't fit into `limit` bytes of device memory in the host's; without a limit, cuDSS chooses one.
    #[doc(alias("CUDSS_CONFIG_HYBRID_MEMORY_MODE", "CUDSS_CONFIG_HYBRID_DEVICE_MEMORY_LIMIT"))]
    pub fn hybrid_memory(mut self, limit: Option<u64>) -> Self {
        (self.hybrid_memory, self.device_memory_limit) = (true, limit);
        self
    }

    /// Sets what isn't left to cuDSS.
    pub(crate) fn apply(&self, library: Cudss, config: cudssConfig_t) -> Result<(), Error> {
        if let Some(reordering) = self.reordering {
            let value = match reordering {
                Reordering::BtfColamd => cudssReorderingAlg_t::CUDSS_REORDERING_ALG_BTF_COLAMD,
                Reordering::Colamd => cudssReorderingAlg_t::CUDSS_REORDERING_ALG_COLAMD,
                Reordering::Amd => cudssReorderingAlg_t::CUDSS_REORDERING_ALG_AMD,
                Reordering::NestedDissection => {
                    cudssReorderingAlg_t::CUDSS_REORDERING_ALG_NESTED_DISSECTION
                }
                Reordering::None => cudssReorderingAlg_t::CUDSS_REORDERING_ALG_NONE,
            };
            set(library, config, cudssConfigParam_t::CUDSS_CONFIG_REORDERING_ALG, value)?;
        }
        if let Some(matching) = self.matching {
            let value = if matching {
                cudssMatchingAlg_t::CUDSS_MATCHING_ALG_AUTO
            } else {
                cudssMatchingAlg_t::CUDSS_MATCHING_ALG_NONE
            };
            set(library, config, cudssConfigParam_t::CUDSS_CONFIG_MATCHING_ALG, value)?;
        }
        if let Some(pivoting) = self.pivoting {
            let value = match pivoting {
                Pivoting::None => cudssPivotType_t::CUDSS_PIVOT_NONE,
                Pivoting::Column => cudssPivotType_t::CUDSS_PIVOT_GLOBAL_COL,
                Pivoting::Row => cudssPivotType_t::CUDSS_PIVOT_GLOBAL_ROW,
                Pivoting::Diagonal => cudssPivotType_t::CUDSS_PIVOT_DIAGONAL,
                Pivoting::LocalBlock => cudssPivotType_t::CUDSS_PIVOT_LOCAL_BLOCK,
                Pivoting::BunchKaufman => cudssPivotType_t::CUDSS_PIVOT_BUNCH_KAUFMAN,
            };
            set(library, config, cudssConfigParam_t::CUDSS_CONFIG_PIVOT_TYPE, value)?;
        }
        if let Some(epsilon) = self.pivot_epsilon {
            set(library, config, cudssConfigParam_t::CUDSS_CONFIG_PIVOT_EPSILON, epsilon)?;
        }
        if let Some(steps) = self.refinement_steps {
            let steps = c_int::from(steps);
            set(library, config, cudssConfigParam_t::CUDSS_CONFIG_IR_N_STEPS, steps)?;
        }
        if self.hybrid_memory {
            let on: c_int = 1;
            set(library, config, cudssConfigParam_t::CUDSS_CONFIG_HYBRID_MEMORY_MODE, on)?;
        }
        if let Some(limit) = self.device_memory_limit {
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            let parameter = cudssConfigParam_t::CUDSS_CONFIG_HYBRID_DEVICE_MEMORY_LIMIT;
            set(library, config, parameter, limit)?;
        }
        Ok(())
    }
}

/// Sets a parameter to a value of its type in C.
fn set<V: core::fmt::Debug>(
    library: Cudss,
    config: cudssConfig_t,
    parameter: cudssConfigParam_t,
    value: V,
) -> Result<(), Error> {
    let arguments = || format!("{parameter:?} of {value:?}");
    library.call(Symbol::cudssConfigSet, library.raw().cudssConfigSet, arguments, |set| {
        // SAFETY: the configuration is alive, and the value is, of this size.
        unsafe { set(config, parameter, (&raw const value).cast(), size_of::<V>()) }
    })
}
