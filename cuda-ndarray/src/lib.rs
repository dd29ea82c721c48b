//! N-dimensional arrays in device memory.

mod argument;
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
mod managed;
mod manager;
mod mapped;
mod pinned;
mod record;
mod reshape;
mod share;
mod shared;
mod slicing;
mod view;

pub use argument::{
    STRIDED_HEADER, STRIDED_HEADER_NAME, Strided, StridedArgument, StridedArgumentMut,
};
pub use array::DeviceArray;
pub use assign::Source;
pub use dtype::{Bool, Dtype, DtypeInfo, Field, Kind};
pub use error::Error;
pub use host::ScopedArrays;
pub use layout::Layout;
pub use make::MakeArrays;
pub use managed::{ManagedArray, ManagedArrays};
pub use manager::{Counting, Deferred, Managing, MemoryManager, Pool, Unpooled};
pub use mapped::MappedArray;
pub use ndarray;
pub use pinned::{HostArrays, MapArrays, PinnedArray};
pub use record::{FieldDtype, RecordField};
pub use reshape::infer_shape;
pub use share::{OpenedArray, ShareError, SharedArray};
pub use shared::SharedDeviceArray;
pub use slicing::python_slice;
pub use view::{CowArray, DeviceArrayView, DeviceArrayViewMut};
