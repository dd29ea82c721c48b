use cuda_driver_sys::CUdeviceptr;

use crate::error::debug_as_display;
use crate::generated::enums::{TensorMapDataType, TensorMapSwizzle};

/// The reason why a description of a tensor map is invalid.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidTensorMap {
    /// The tensor has too few dimensions, or too many.
    #[error("a tensor of {rank} dimensions: this map supports {least} to 5")]
    Rank {
        /// The number of dimensions.
        rank: usize,
        /// The minimum number: 3 for im2col and for interleaved tensors.
        least: usize,
    },
    /// The length of a list doesn't match the number of dimensions.
    #[error("{given} {parameter} are given, and the tensor's dimensions require {expected}")]
    Length {
        /// The contents of the list.
        parameter: &'static str,
        /// The number given.
        given: usize,
        /// The number required.
        expected: usize,
    },
    /// The type doesn't have the size of the memory's elements, or is unknown.
    #[error(
        "memory with elements of {element} bytes can't be a tensor of {data_type:?}; memory of bytes can be one of every type"
    )]
    DataType {
        /// The type.
        data_type: TensorMapDataType,
        /// The size of an element of the memory, in bytes.
        element: u64,
    },
    /// A dimension has no elements, or too many.
    #[error("dimension {dimension} of the tensor has {extent} elements: 1 to 2^32 are possible")]
    Extent {
        /// The dimension, from 0.
        dimension: usize,
        /// Its number of elements.
        extent: u64,
    },
    /// A tile has no elements in a dimension, or too many.
    #[error("dimension {dimension} of the tile has {extent} elements: 1 to 256 are possible")]
    Tile {
        /// The dimension, from 0.
        dimension: usize,
        /// Its number of elements.
        extent: u32,
    },
    /// A row of the tensor isn't possible for a type smaller than a byte.
    #[error(
        "a row of the tensor has {extent} elements of {data_type:?}, which must be a multiple of {multiple}"
    )]
    PackedExtent {
        /// The type.
        data_type: TensorMapDataType,
        /// The row's number of elements.
        extent: u64,
        /// The number that it must be a multiple of.
        multiple: u64,
    },
    /// A row of the tile isn't possible for a type smaller than a byte.
    #[error(
        "a row of the tile has {elements} elements of {data_type:?}: possible are {possible:?}"
    )]
    PackedTile {
        /// The type.
        data_type: TensorMapDataType,
        /// The row's number of elements.
        elements: u32,
        /// The possible numbers.
        possible: &'static [u32],
    },
    /// Elements of this type can't be swizzled like this.
    #[error(
        "elements of {data_type:?} can't be swizzled by {swizzle:?}: possible are {possible:?}"
    )]
    PackedSwizzle {
        /// The type.
        data_type: TensorMapDataType,
        /// The swizzle.
        swizzle: TensorMapSwizzle,
        /// The possible swizzles.
        possible: &'static [TensorMapSwizzle],
    },
    /// Elements of this type can't be interleaved.
    #[error("elements of {0:?} can't be interleaved")]
    PackedInterleave(TensorMapDataType),
    /// A tile's row isn't a multiple of 16 bytes.
    #[error("a row of the tile has {0} bytes, which must be a multiple of 16")]
    Row(u64),
    /// A tile's row is longer than the span of the swizzle.
    #[error("a row of the tile has {row} bytes, which is more than {swizzle:?} spans")]
    Swizzled {
        /// The row's size in bytes.
        row: u64,
        /// The swizzle.
        swizzle: TensorMapSwizzle,
    },
    /// Channels interleaved by 32 bytes need another swizzle.
    #[error("a tensor interleaved by 32 bytes must be swizzled by SWIZZLE_32B, not {0:?}")]
    InterleavedSwizzle(TensorMapSwizzle),
    /// A stride isn't possible.
    #[error(
        "dimension {dimension} has a stride of {stride} bytes: it must be a multiple of {multiple} below 2^40"
    )]
    Stride {
        /// The dimension, from 0.
        dimension: usize,
        /// Its stride in bytes.
        stride: u64,
        /// The number that it must be a multiple of.
        multiple: u64,
    },
    /// A step from element to element isn't possible.
    #[error("dimension {dimension} has an element stride of {step}: 1 to 8 are possible")]
    Step {
        /// The dimension, from 0.
        dimension: usize,
        /// Its step.
        step: u32,
    },
    /// Integers, and types smaller than a byte, can't be NaN.
    #[error(
        "elements of {0:?} can't be NaN outside the tensor, because they aren't floats of whole bytes"
    )]
    Fill(TensorMapDataType),
    /// A corner of an im2col box is too far away.
    #[error("a corner of dimension {dimension} is {corner}: -{most} to {} are possible", .most - 1)]
    Corner {
        /// The dimension, from 0.
        dimension: usize,
        /// The corner.
        corner: i32,
        /// The maximum distance below zero.
        most: i32,
    },
    /// The box of an im2col map is empty.
    #[error(
        "the box is empty in dimension {dimension}: its corners are {lower} and {upper}, and the tensor has {extent} elements"
    )]
    EmptyBox {
        /// The dimension, from 0.
        dimension: usize,
        /// The tensor's elements.
        extent: u64,
        /// The lower corner.
        lower: i32,
        /// The upper corner.
        upper: i32,
    },
    /// An im2col map moves no channels of a pixel, or too many.
    #[error("{0} channels of a pixel: 1 to 256 are possible")]
    Channels(u32),
    /// An im2col map moves no pixels, or too many.
    #[error("a column of {0} pixels: 1 to 1024 are possible")]
    Pixels(u32),
    /// The memory's address isn't aligned as required.
    #[error("the tensor begins at {address:#x}, which must be a multiple of {multiple}")]
    Address {
        /// The address.
        address: CUdeviceptr,
        /// The required alignment.
        multiple: u64,
    },
    /// The tensor is larger than the memory.
    #[error("the tensor has {needed} bytes, and the memory {has}")]
    Memory {
        /// The bytes from the tensor's first element to its last.
        needed: u64,
        /// The bytes of the memory.
        has: u64,
    },
}

debug_as_display!(InvalidTensorMap);
