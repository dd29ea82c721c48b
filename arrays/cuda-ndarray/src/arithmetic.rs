//! Arithmetic of elements: operators and functions of arrays, computed by one kernel.
//!
//! Operators of arrays, views and numbers make an [`Expr`], and [`compute`](Expr::compute) an array of it, with the kernels that an
//! [`Arithmetic`] has. [`assign_to`](Expr::assign_to) writes it into a view, and [`DeviceArray::update`](crate::DeviceArray::update)
//! into the array that it is of.
//!
//! ```
//! # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
//! use cuda_ndarray::MakeArrays;
//! use cuda_ndarray::arithmetic::Arithmetic;
//! use ndarray::array;
//!
//! let arithmetic = Arithmetic::new(&stream)?;
//! let x = stream.to_device(&array![[1.0_f64, 4.0], [9.0, 16.0]])?;
//! let row = stream.to_device(&array![10.0_f64, 20.0])?;
//!
//! let y = (2.0 * &x + &row).compute(&arithmetic)?; // one kernel; the row is broadcast
//! assert_eq!(y.to_host()?, array![[12.0, 28.0], [28.0, 52.0]]);
//! let mut roots = x.expr().gt(5.0).select(x.expr().sqrt(), 0.0).compute(&arithmetic)?;
//! assert_eq!(roots.to_host()?, array![[0.0, 0.0], [3.0, 4.0]]);
//! roots.update(&arithmetic, |roots| roots * &row)?; // in place
//! assert_eq!(roots.to_host()?, array![[0.0, 0.0], [30.0, 80.0]]);
//! (&x - 1.0).assign_to(&mut roots.slice_mut(ndarray::s![..;-1, ..])?, &arithmetic)?;
//! assert_eq!(roots.to_host()?, array![[8.0, 15.0], [0.0, 3.0]]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Rules
//! - Shapes are broadcast as NumPy does: axes are aligned at the end, and those of length one are repeated. The result's number of axes is
//!   known to the compiler.
//! - Types aren't converted, as in Rust: both operands have one, and [`astype`](Expr::astype) converts. A literal takes the array's type:
//!   `&x * 2.0` of an `f32` array is `f32`.
//! - Results are those of Rust's operators. Integers wrap, quotients are cut off, and remainders have the sign of the dividend: NumPy's
//!   `fmod`. A quotient or remainder by zero is 0, and the least integer divided by -1 is itself. A shift by as many bits as there
//!   are, or more, or by a negative number, leaves 0, or -1 of a negative number shifted right.
//! - Rust's `==` and `<` return a `bool`, so comparisons are methods, `x.expr().lt(&y)`, of which the results are [`Bool`](crate::Bool)s:
//!   `&`, `|`, `^` and `!` join them, and [`select`](Expr::select) is NumPy's `where`.
//! - Floats of 16 bits are computed with as `f32`, and each result is rounded. Sums and products of floats are rounded one by one,
//!   never fused; functions such as `exp` have CUDA's accuracy, of a few units in the last place.
//! - Nothing waits. NVRTC compiles an expression when it is first computed, in some tenths of a second, unless the user's cache has it.

mod code;
mod expr;
mod functions;
mod operators;
mod run;
mod scalar;

pub use expr::{Expr, Operand};
pub use functions::SelectExpr;
pub use run::Arithmetic;
pub use scalar::{
    Bits, CastInto, ComplexNumber, Float, Integer, NotComplex, Numeric, Ordered, Real, Scalar,
};
