//! x
mod call;
mod element;
mod error;
mod gemm;
mod handle;
mod layout;
mod level1;
mod level2;
mod level3;
mod library;
mod math;
mod routines;
mod view;
mod workspace;

pub use call::Size;
pub use element::{BlasType, Factor, Product, Scalar};
pub use error::{Error, Failure, NotInBounds, Shapes};
pub use gemm::GemmGroup;
#[cfg(feature = "half")]
pub use half;
pub use handle::{Blas, Handle};
pub use layout::{Diag, Fill, Side};
pub use level1::Rotation;
pub use library::Cublas;
pub use math::{Atomics, Math};
#[cfg(feature = "complex")]
pub use num_complex;
pub use view::{Matrix, MatrixMut, Triangle, TriangleMut, Vector, VectorMut};
pub use workspace::Workspace;

/// The raw bindings, some of whose types appear in this crate's interface.
pub use cuda_libraries_sys::cublas as sys;
