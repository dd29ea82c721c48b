//! cuSPARSELt, products with matrices of which half of the elements are zero; its result codes are cuSPARSE's.
//!
//! A number of a release has two digits for each of its last two parts: 801 is 0.8.1. A caller allocates the structs, whose size is
//! another one in 0.6, in 0.7, and from 0.8 on: so are the functions that take them.

pub use crate::cusparse::cusparseStatus_t;
pub use crate::generated::cusparselt::constants::*;
pub use crate::generated::cusparselt::enums::*;
pub use crate::generated::cusparselt::functions::*;
pub use crate::generated::cusparselt::types::*;
