//! N-dimensional arrays in device memory.

mod array;
mod assign;
pub mod dlpack;
mod dtype;
mod error;
mod host;
pub mod interface;
mod kernels;
mod layout;
mod make;
mod reshape;
mod shared;
mod slicing;
mod view;

pub use array::DeviceArray;
pub use assign::Source;
pub use dtype::{Bool, Dtype, DtypeInfo, Field, Kind};
pub use error::Error;
pub use host::ScopedArrays;
pub use layout::Layout;
pub use make::MakeArrays;
pub use ndarray;
pub use reshape::infer_shape;
pub use shared::SharedDeviceArray;
pub use slicing::python_slice;
pub use view::{CowArray, DeviceArrayView, DeviceArrayViewMut};
