// Written by cuda-build, out of table.cu.

#[allow(unused_imports)]
pub use self::kernels_constants::*;

#[allow(non_upper_case_globals, dead_code, unused_imports)]
mod kernels_constants {
    use super::*;

    /// `THREADS` of `table.cu`.
    pub const THREADS: usize = 256;
    /// `TILE` of `table.cu`.
    pub const TILE: usize = 4096;
    /// `PIECE` of `table.cu`.
    pub const PIECE: usize = 1024;
    /// `NONE` of `table.cu`.
    pub const NONE: u32 = 4294967295;
    /// `PART_LENGTH` of `table.cu`.
    pub const PART_LENGTH: u32 = 4294967294;
    /// `PART_CLASS` of `table.cu`.
    pub const PART_CLASS: u32 = 4294967295;
    /// `Kind::BITS` of `table.cu`.
    pub const BITS: u32 = 0;
    /// `Kind::FIXED` of `table.cu`.
    pub const FIXED: u32 = 1;
    /// `Kind::TEXT_32` of `table.cu`.
    pub const TEXT_32: u32 = 2;
    /// `Kind::TEXT_64` of `table.cu`.
    pub const TEXT_64: u32 = 3;
    /// `Kind::VIEW` of `table.cu`.
    pub const VIEW: u32 = 4;
    /// `Kind::DICTIONARY` of `table.cu`.
    pub const DICTIONARY: u32 = 5;
    /// `Kind::NOTHING` of `table.cu`.
    pub const NOTHING: u32 = 6;
    /// `Kind::RAW` of `table.cu`.
    pub const RAW: u32 = 7;
    /// `Where::MASK` of `table.cu`.
    pub const MASK: u32 = 0;
    /// `Where::FIRST` of `table.cu`.
    pub const FIRST: u32 = 1;
    /// `Where::FOUND` of `table.cu`.
    pub const FOUND: u32 = 2;
    /// `Where::MISSING` of `table.cu`.
    pub const MISSING: u32 = 3;
    /// `Order::UNSIGNED` of `table.cu`.
    pub const UNSIGNED: u32 = 0;
    /// `Order::SIGNED` of `table.cu`.
    pub const SIGNED: u32 = 1;
    /// `Order::FLOAT_16` of `table.cu`.
    pub const FLOAT_16: u32 = 2;
    /// `Order::FLOAT_32` of `table.cu`.
    pub const FLOAT_32: u32 = 3;
    /// `Order::FLOAT_64` of `table.cu`.
    pub const FLOAT_64: u32 = 4;
    /// `Order::BYTES` of `table.cu`.
    pub const BYTES: u32 = 5;
    /// `Order::DECIMAL` of `table.cu`.
    pub const DECIMAL: u32 = 6;
    /// `Operation::SUM` of `table.cu`.
    pub const SUM: u32 = 0;
    /// `Operation::SUM_FLOAT` of `table.cu`.
    pub const SUM_FLOAT: u32 = 1;
    /// `Operation::SUM_DECIMAL` of `table.cu`.
    pub const SUM_DECIMAL: u32 = 2;
    /// `Operation::COUNT` of `table.cu`.
    pub const COUNT: u32 = 3;
    /// `Operation::ROWS` of `table.cu`.
    pub const ROWS: u32 = 4;
    /// `Operation::LEAST` of `table.cu`.
    pub const LEAST: u32 = 5;
    /// `Operation::MOST` of `table.cu`.
    pub const MOST: u32 = 6;
    /// `Operation::MEAN` of `table.cu`.
    pub const MEAN: u32 = 7;
    /// `Gathered::GATHER_BYTES` of `table.cu`.
    pub const GATHER_BYTES: u32 = 0;
    /// `Gathered::GATHER_BITS` of `table.cu`.
    pub const GATHER_BITS: u32 = 1;
    /// `Gathered::GATHER_LENGTHS` of `table.cu`.
    pub const GATHER_LENGTHS: u32 = 2;
    /// `Gathered::GATHER_TEXT` of `table.cu`.
    pub const GATHER_TEXT: u32 = 3;
    /// `Gathered::GATHER_LIST_LENGTHS` of `table.cu`.
    pub const GATHER_LIST_LENGTHS: u32 = 4;
    /// `Gathered::GATHER_OFFSETS` of `table.cu`.
    pub const GATHER_OFFSETS: u32 = 5;
    /// `Comparison::EQUAL` of `table.cu`.
    pub const EQUAL: u32 = 0;
    /// `Comparison::NOT_EQUAL` of `table.cu`.
    pub const NOT_EQUAL: u32 = 1;
    /// `Comparison::LESS` of `table.cu`.
    pub const LESS: u32 = 2;
    /// `Comparison::LESS_EQUAL` of `table.cu`.
    pub const LESS_EQUAL: u32 = 3;
    /// `Comparison::GREATER` of `table.cu`.
    pub const GREATER: u32 = 4;
    /// `Comparison::GREATER_EQUAL` of `table.cu`.
    pub const GREATER_EQUAL: u32 = 5;
    /// `Comparison::IS_VALID` of `table.cu`.
    pub const IS_VALID: u32 = 6;
    /// `Comparison::AND` of `table.cu`.
    pub const AND: u32 = 7;
    /// `Comparison::OR` of `table.cu`.
    pub const OR: u32 = 8;
    /// `Comparison::NOT` of `table.cu`.
    pub const NOT: u32 = 9;
    /// `Joined::JOIN_BITS` of `table.cu`.
    pub const JOIN_BITS: u32 = 0;
    /// `Joined::JOIN_ONES` of `table.cu`.
    pub const JOIN_ONES: u32 = 1;
    /// `Joined::JOIN_OFFSETS_32` of `table.cu`.
    pub const JOIN_OFFSETS_32: u32 = 2;
    /// `Joined::JOIN_OFFSETS_64` of `table.cu`.
    pub const JOIN_OFFSETS_64: u32 = 3;
    /// `Joined::JOIN_KEYS` of `table.cu`.
    pub const JOIN_KEYS: u32 = 4;
    /// `Joined::JOIN_VIEWS` of `table.cu`.
    pub const JOIN_VIEWS: u32 = 5;
    /// `Joined::JOIN_MAPPED` of `table.cu`.
    pub const JOIN_MAPPED: u32 = 6;
}

/// Asserts that a generated structure has the compiler's layout, with these types and offsets of its fields, and makes it plain
/// bytes: `count * type` says how many of which type the fields are in sum.
macro_rules! cuda_build_structure {
    ($rust:ident is $cpp:literal, $size:literal aligned to $alignment:literal,
     { $($field:ident: $kind:ty = $offset:literal,)* }, [$($count:literal * $part:ty),*]) => {
        const _: () = {
            const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
                ::core::mem::size_of::<T>()
            }
            const _: fn($($kind),*) -> $rust = |$($field),*| $rust { $($field),* };
            assert!(::core::mem::size_of::<$rust>() == $size, concat!(stringify!($rust), " doesn't have the ", $size, " bytes of ", $cpp));
            assert!(::core::mem::align_of::<$rust>() == $alignment, concat!(stringify!($rust), " is not aligned to ", $alignment, " bytes as ", $cpp, " is"));
            $(assert!(
                ::core::mem::offset_of!($rust, $field) == $offset,
                concat!(stringify!($rust), "::", stringify!($field), " is not at byte ", $offset, ", where ", $cpp, "::", stringify!($field), " is")
            );)*
            assert!(0 $(+ $count * plain::<$part>())* == $size, concat!(stringify!($rust), " has padding"));
        };

        // SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
        unsafe impl ::cuda_driver::bytemuck::Zeroable for $rust {}

        // SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
        unsafe impl ::cuda_driver::bytemuck::Pod for $rust {}

        impl ::core::default::Default for $rust {
            #[inline]
            fn default() -> Self {
                ::cuda_driver::bytemuck::Zeroable::zeroed()
            }
        }

        ::cuda_driver::kernel_argument!($rust);
    };
}

/// `Column` of `table.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Column {
    pub values: u64,
    pub data: u64,
    pub nulls: u64,
    pub dictionary: u64,
    pub offset: i64,
    pub len: u64,
    pub bytes: u64,
    pub kind: u32,
    pub width: u32,
}

cuda_build_structure!(Column is "Column", 64 aligned to 8, {
    values: u64 = 0, data: u64 = 8, nulls: u64 = 16, dictionary: u64 = 24, offset: i64 = 32, len: u64 = 40,
    bytes: u64 = 48, kind: u32 = 56, width: u32 = 60,
}, [6 * u64, 1 * i64, 2 * u32]);

/// `ViewBuffer` of `table.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct ViewBuffer {
    pub bytes: u64,
    pub len: u64,
}

cuda_build_structure!(ViewBuffer is "ViewBuffer", 16 aligned to 8, {
    bytes: u64 = 0, len: u64 = 8,
}, [2 * u64]);

/// `Word` of `table.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Word {
    pub column: u64,
    pub order: u32,
    pub width: u32,
    pub part: u32,
    pub descends: u8,
    pub nulls_first: u8,
    pub unused: u16,
}

cuda_build_structure!(Word is "Word", 24 aligned to 8, {
    column: u64 = 0, order: u32 = 8, width: u32 = 12, part: u32 = 16, descends: u8 = 20, nulls_first: u8 = 21,
    unused: u16 = 22,
}, [1 * u64, 3 * u32, 2 * u8, 1 * u16]);

/// `Partial` of `table.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Partial {
    pub low: u64,
    pub high: u64,
    pub count: u64,
}

cuda_build_structure!(Partial is "Partial", 24 aligned to 8, {
    low: u64 = 0, high: u64 = 8, count: u64 = 16,
}, [3 * u64]);

/// `Aggregate` of `table.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Aggregate {
    pub column: u64,
    pub partials: u64,
    pub to: u64,
    pub valid: u64,
    pub operation: u32,
    pub order: u32,
    pub width: u32,
    pub unused: u32,
}

cuda_build_structure!(Aggregate is "Aggregate", 48 aligned to 8, {
    column: u64 = 0, partials: u64 = 8, to: u64 = 16, valid: u64 = 24, operation: u32 = 32, order: u32 = 36,
    width: u32 = 40, unused: u32 = 44,
}, [4 * u64, 4 * u32]);

/// `Gather` of `table.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Gather {
    pub to: u64,
    pub from: u64,
    pub rows: u64,
    pub offset: i64,
    pub n: u64,
    pub column: u64,
    pub places: u64,
    pub sums: u64,
    pub offsets: u64,
    pub kind: u32,
    pub width: u32,
}

cuda_build_structure!(Gather is "Gather", 80 aligned to 8, {
    to: u64 = 0, from: u64 = 8, rows: u64 = 16, offset: i64 = 24, n: u64 = 32, column: u64 = 40, places: u64 = 48,
    sums: u64 = 56, offsets: u64 = 64, kind: u32 = 72, width: u32 = 76,
}, [8 * u64, 1 * i64, 2 * u32]);

const _: () = {
    assert!(::core::mem::size_of::<u32>() == 4, "u32 doesn't have the 4 bytes of Kind");
    assert!(::core::mem::align_of::<u32>() == 4, "u32 is not aligned to 4 bytes as Kind is");
};

const _: () = {
    assert!(::core::mem::size_of::<u32>() == 4, "u32 doesn't have the 4 bytes of Where");
    assert!(::core::mem::align_of::<u32>() == 4, "u32 is not aligned to 4 bytes as Where is");
};

const _: () = {
    assert!(::core::mem::size_of::<u32>() == 4, "u32 doesn't have the 4 bytes of Order");
    assert!(::core::mem::align_of::<u32>() == 4, "u32 is not aligned to 4 bytes as Order is");
};

const _: () = {
    assert!(::core::mem::size_of::<u32>() == 4, "u32 doesn't have the 4 bytes of Operation");
    assert!(::core::mem::align_of::<u32>() == 4, "u32 is not aligned to 4 bytes as Operation is");
};

const _: () = {
    assert!(::core::mem::size_of::<u32>() == 4, "u32 doesn't have the 4 bytes of Gathered");
    assert!(::core::mem::align_of::<u32>() == 4, "u32 is not aligned to 4 bytes as Gathered is");
};

const _: () = {
    assert!(::core::mem::size_of::<u32>() == 4, "u32 doesn't have the 4 bytes of Comparison");
    assert!(::core::mem::align_of::<u32>() == 4, "u32 is not aligned to 4 bytes as Comparison is");
};

const _: () = {
    assert!(::core::mem::size_of::<u32>() == 4, "u32 doesn't have the 4 bytes of Joined");
    assert!(::core::mem::align_of::<u32>() == 4, "u32 is not aligned to 4 bytes as Joined is");
};

/// `Table` of `table.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Table {
    pub columns: u64,
    pub of: u64,
    pub keys: u64,
    pub n: u64,
    pub slots: u64,
    pub mask: u64,
    pub slot_of: u64,
    pub error: u64,
    pub skips_nulls: u32,
    pub unused: u32,
}

cuda_build_structure!(Table is "Table", 72 aligned to 8, {
    columns: u64 = 0, of: u64 = 8, keys: u64 = 16, n: u64 = 24, slots: u64 = 32, mask: u64 = 40, slot_of: u64 = 48,
    error: u64 = 56, skips_nulls: u32 = 64, unused: u32 = 68,
}, [8 * u64, 2 * u32]);

/// `Scan` of `table.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Scan {
    pub data: u64,
    pub sums: u64,
    pub n: u64,
    pub each: u64,
    pub step: u64,
}

cuda_build_structure!(Scan is "Scan", 40 aligned to 8, {
    data: u64 = 0, sums: u64 = 8, n: u64 = 16, each: u64 = 24, step: u64 = 32,
}, [5 * u64]);

/// `Select` of `table.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Select {
    pub n: u64,
    pub mask: u64,
    pub slots: u64,
    pub slot_of: u64,
    pub counts: u64,
    pub rows: u64,
    pub error: u64,
    pub which: u32,
    pub unused: u32,
}

cuda_build_structure!(Select is "Select", 64 aligned to 8, {
    n: u64 = 0, mask: u64 = 8, slots: u64 = 16, slot_of: u64 = 24, counts: u64 = 32, rows: u64 = 40, error: u64 = 48,
    which: u32 = 56, unused: u32 = 60,
}, [7 * u64, 2 * u32]);

/// `Number` of `table.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Number {
    pub slots: u64,
    pub slot_of: u64,
    pub first: u64,
    pub groups: u64,
}

cuda_build_structure!(Number is "Number", 32 aligned to 8, {
    slots: u64 = 0, slot_of: u64 = 8, first: u64 = 16, groups: u64 = 24,
}, [4 * u64]);

/// `Groups` of `table.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Groups {
    pub slots: u64,
    pub slot_of: u64,
    pub groups: u64,
    pub n: u64,
    pub last: u32,
    pub unused: u32,
}

cuda_build_structure!(Groups is "Groups", 40 aligned to 8, {
    slots: u64 = 0, slot_of: u64 = 8, groups: u64 = 16, n: u64 = 24, last: u32 = 32, unused: u32 = 36,
}, [4 * u64, 2 * u32]);

/// `Radix` of `table.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Radix {
    pub keys: u64,
    pub rows: u64,
    pub to_keys: u64,
    pub to_rows: u64,
    pub counts: u64,
    pub sums: u64,
    pub n: u64,
    pub shift: u32,
    pub unused: u32,
}

cuda_build_structure!(Radix is "Radix", 64 aligned to 8, {
    keys: u64 = 0, rows: u64 = 8, to_keys: u64 = 16, to_rows: u64 = 24, counts: u64 = 32, sums: u64 = 40, n: u64 = 48,
    shift: u32 = 56, unused: u32 = 60,
}, [7 * u64, 2 * u32]);

/// `Words` of `table.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Words {
    pub words: u64,
    pub rows: u64,
    pub to: u64,
    pub n: u64,
    pub error: u64,
}

cuda_build_structure!(Words is "Words", 40 aligned to 8, {
    words: u64 = 0, rows: u64 = 8, to: u64 = 16, n: u64 = 24, error: u64 = 32,
}, [5 * u64]);

/// `Merge` of `table.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Merge {
    pub column: u64,
    pub rows: u64,
    pub to: u64,
    pub n: u64,
    pub run: u64,
    pub error: u64,
    pub order: u32,
    pub unused: u32,
}

cuda_build_structure!(Merge is "Merge", 56 aligned to 8, {
    column: u64 = 0, rows: u64 = 8, to: u64 = 16, n: u64 = 24, run: u64 = 32, error: u64 = 40, order: u32 = 48,
    unused: u32 = 52,
}, [6 * u64, 2 * u32]);

/// `Segments` of `table.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Segments {
    pub groups: u64,
    pub starts: u64,
    pub n: u64,
    pub count: u32,
    pub unused: u32,
}

cuda_build_structure!(Segments is "Segments", 32 aligned to 8, {
    groups: u64 = 0, starts: u64 = 8, n: u64 = 16, count: u32 = 24, unused: u32 = 28,
}, [3 * u64, 2 * u32]);

/// `Reduce` of `table.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Reduce {
    pub aggregates: u64,
    pub groups: u64,
    pub starts: u64,
    pub rows: u64,
    pub n: u64,
    pub count: u32,
    pub tiles: u32,
    pub error: u64,
}

cuda_build_structure!(Reduce is "Reduce", 56 aligned to 8, {
    aggregates: u64 = 0, groups: u64 = 8, starts: u64 = 16, rows: u64 = 24, n: u64 = 32, count: u32 = 40,
    tiles: u32 = 44, error: u64 = 48,
}, [6 * u64, 2 * u32]);

/// `Distinct` of `table.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Distinct {
    pub first: u64,
    pub found: u64,
    pub slots: u64,
    pub slot_of: u64,
    pub column: u64,
    pub to: u64,
    pub error: u64,
}

cuda_build_structure!(Distinct is "Distinct", 56 aligned to 8, {
    first: u64 = 0, found: u64 = 8, slots: u64 = 16, slot_of: u64 = 24, column: u64 = 32, to: u64 = 40, error: u64 = 48,
}, [7 * u64]);

/// `Gathers` of `table.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Gathers {
    pub gathers: u64,
    pub error: u64,
}

cuda_build_structure!(Gathers is "Gathers", 16 aligned to 8, {
    gathers: u64 = 0, error: u64 = 8,
}, [2 * u64]);

/// `Matches` of `table.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Matches {
    pub slot_of: u64,
    pub slots: u64,
    pub starts: u64,
    pub rows: u64,
    pub counts: u64,
    pub sums: u64,
    pub left: u64,
    pub right: u64,
    pub n: u64,
    pub total: u64,
    pub outer: u32,
    pub unused: u32,
}

cuda_build_structure!(Matches is "Matches", 88 aligned to 8, {
    slot_of: u64 = 0, slots: u64 = 8, starts: u64 = 16, rows: u64 = 24, counts: u64 = 32, sums: u64 = 40,
    left: u64 = 48, right: u64 = 56, n: u64 = 64, total: u64 = 72, outer: u32 = 80, unused: u32 = 84,
}, [10 * u64, 2 * u32]);

/// `Expand` of `table.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Expand {
    pub places: u64,
    pub sums: u64,
    pub rows: u64,
    pub offsets: u64,
    pub offset: i64,
    pub to: u64,
    pub n: u64,
    pub total: u64,
    pub error: u64,
    pub size: u32,
    pub width: u32,
}

cuda_build_structure!(Expand is "Expand", 80 aligned to 8, {
    places: u64 = 0, sums: u64 = 8, rows: u64 = 16, offsets: u64 = 24, offset: i64 = 32, to: u64 = 40, n: u64 = 48,
    total: u64 = 56, error: u64 = 64, size: u32 = 72, width: u32 = 76,
}, [8 * u64, 1 * i64, 2 * u32]);

/// `Compare` of `table.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Compare {
    pub a: u64,
    pub b: u64,
    pub factor_a: u64,
    pub factor_b: u64,
    pub n: u64,
    pub to: u64,
    pub valid: u64,
    pub error: u64,
    pub comparison: u32,
    pub order_a: u32,
    pub order_b: u32,
    pub width_a: u32,
    pub width_b: u32,
    pub is_scalar: u32,
    pub scale_a: i32,
    pub scale_b: i32,
    pub has_decimals: u32,
    pub unused: u32,
}

cuda_build_structure!(Compare is "Compare", 104 aligned to 8, {
    a: u64 = 0, b: u64 = 8, factor_a: u64 = 16, factor_b: u64 = 24, n: u64 = 32, to: u64 = 40, valid: u64 = 48,
    error: u64 = 56, comparison: u32 = 64, order_a: u32 = 68, order_b: u32 = 72, width_a: u32 = 76, width_b: u32 = 80,
    is_scalar: u32 = 84, scale_a: i32 = 88, scale_b: i32 = 92, has_decimals: u32 = 96, unused: u32 = 100,
}, [8 * u64, 8 * u32, 2 * i32]);

/// `Join` of `table.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Join {
    pub to: u64,
    pub from: u64,
    pub place: u64,
    pub bit: u64,
    pub n: u64,
    pub add: u64,
    pub limit: u64,
    pub map: u64,
    pub nulls: u64,
    pub error: u64,
    pub kind: u32,
    pub width: u32,
}

cuda_build_structure!(Join is "Join", 88 aligned to 8, {
    to: u64 = 0, from: u64 = 8, place: u64 = 16, bit: u64 = 24, n: u64 = 32, add: u64 = 40, limit: u64 = 48,
    map: u64 = 56, nulls: u64 = 64, error: u64 = 72, kind: u32 = 80, width: u32 = 84,
}, [10 * u64, 2 * u32]);

/// Properties of the kernel `table_insert(Table x)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum TableInsert {}

#[allow(missing_docs, dead_code)]
impl TableInsert {
    pub const NAME: &'static ::core::ffi::CStr = c"table_insert";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 0;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_insert(Table x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableInsertParameters = (Table, );

/// Properties of the kernel `table_find(Table x)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum TableFind {}

#[allow(missing_docs, dead_code)]
impl TableFind {
    pub const NAME: &'static ::core::ffi::CStr = c"table_find";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 0;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_find(Table x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableFindParameters = (Table, );

/// Properties of the kernel `table_scan_32(Scan x)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum TableScan32 {}

#[allow(missing_docs, dead_code)]
impl TableScan32 {
    pub const NAME: &'static ::core::ffi::CStr = c"table_scan_32";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 32;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_scan_32(Scan x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableScan32Parameters = (Scan, );

/// Properties of the kernel `table_scan_64(Scan x)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum TableScan64 {}

#[allow(missing_docs, dead_code)]
impl TableScan64 {
    pub const NAME: &'static ::core::ffi::CStr = c"table_scan_64";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 64;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_scan_64(Scan x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableScan64Parameters = (Scan, );

/// Properties of the kernel `table_select_count(Select x)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum TableSelectCount {}

#[allow(missing_docs, dead_code)]
impl TableSelectCount {
    pub const NAME: &'static ::core::ffi::CStr = c"table_select_count";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 4;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_select_count(Select x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableSelectCountParameters = (Select, );

/// Properties of the kernel `table_select(Select x)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum TableSelect {}

#[allow(missing_docs, dead_code)]
impl TableSelect {
    pub const NAME: &'static ::core::ffi::CStr = c"table_select";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 64;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_select(Select x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableSelectParameters = (Select, );

/// Properties of the kernel `table_number(Number x)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum TableNumber {}

#[allow(missing_docs, dead_code)]
impl TableNumber {
    pub const NAME: &'static ::core::ffi::CStr = c"table_number";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 0;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_number(Number x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableNumberParameters = (Number, );

/// Properties of the kernel `table_groups(Groups x)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum TableGroups {}

#[allow(missing_docs, dead_code)]
impl TableGroups {
    pub const NAME: &'static ::core::ffi::CStr = c"table_groups";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 0;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_groups(Groups x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableGroupsParameters = (Groups, );

/// Properties of the kernel `table_radix_count_32(Radix x)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum TableRadixCount32 {}

#[allow(missing_docs, dead_code)]
impl TableRadixCount32 {
    pub const NAME: &'static ::core::ffi::CStr = c"table_radix_count_32";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 1024;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_radix_count_32(Radix x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableRadixCount32Parameters = (Radix, );

/// Properties of the kernel `table_radix_count_64(Radix x)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum TableRadixCount64 {}

#[allow(missing_docs, dead_code)]
impl TableRadixCount64 {
    pub const NAME: &'static ::core::ffi::CStr = c"table_radix_count_64";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 1024;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_radix_count_64(Radix x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableRadixCount64Parameters = (Radix, );

/// Properties of the kernel `table_radix_move_32(Radix x)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum TableRadixMove32 {}

#[allow(missing_docs, dead_code)]
impl TableRadixMove32 {
    pub const NAME: &'static ::core::ffi::CStr = c"table_radix_move_32";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 21536;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_radix_move_32(Radix x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableRadixMove32Parameters = (Radix, );

/// Properties of the kernel `table_radix_move_64(Radix x)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum TableRadixMove64 {}

#[allow(missing_docs, dead_code)]
impl TableRadixMove64 {
    pub const NAME: &'static ::core::ffi::CStr = c"table_radix_move_64";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 37920;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_radix_move_64(Radix x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableRadixMove64Parameters = (Radix, );

/// Properties of the kernel `table_words(Words x)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum TableWords {}

#[allow(missing_docs, dead_code)]
impl TableWords {
    pub const NAME: &'static ::core::ffi::CStr = c"table_words";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 0;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_words(Words x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableWordsParameters = (Words, );

/// Properties of the kernel `table_masks(Words x)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum TableMasks {}

#[allow(missing_docs, dead_code)]
impl TableMasks {
    pub const NAME: &'static ::core::ffi::CStr = c"table_masks";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 0;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_masks(Words x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableMasksParameters = (Words, );

/// Properties of the kernel `table_merge(Merge x)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum TableMerge {}

#[allow(missing_docs, dead_code)]
impl TableMerge {
    pub const NAME: &'static ::core::ffi::CStr = c"table_merge";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 0;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_merge(Merge x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableMergeParameters = (Merge, );

/// Properties of the kernel `table_segments(Segments x)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum TableSegments {}

#[allow(missing_docs, dead_code)]
impl TableSegments {
    pub const NAME: &'static ::core::ffi::CStr = c"table_segments";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 0;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_segments(Segments x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableSegmentsParameters = (Segments, );

/// Properties of the kernel `table_reduce(Reduce x)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum TableReduce {}

#[allow(missing_docs, dead_code)]
impl TableReduce {
    pub const NAME: &'static ::core::ffi::CStr = c"table_reduce";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 0;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_reduce(Reduce x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableReduceParameters = (Reduce, );

/// Properties of the kernel `table_reduced(Reduce x)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum TableReduced {}

#[allow(missing_docs, dead_code)]
impl TableReduced {
    pub const NAME: &'static ::core::ffi::CStr = c"table_reduced";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 0;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_reduced(Reduce x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableReducedParameters = (Reduce, );

/// Properties of the kernel `table_distinct(Distinct x)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum TableDistinct {}

#[allow(missing_docs, dead_code)]
impl TableDistinct {
    pub const NAME: &'static ::core::ffi::CStr = c"table_distinct";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 0;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_distinct(Distinct x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableDistinctParameters = (Distinct, );

/// Properties of the kernel `table_gather(Gathers all)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum TableGather {}

#[allow(missing_docs, dead_code)]
impl TableGather {
    pub const NAME: &'static ::core::ffi::CStr = c"table_gather";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 0;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_gather(Gathers all)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableGatherParameters = (Gathers, );

/// Properties of the kernel `table_match_count(Matches x)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum TableMatchCount {}

#[allow(missing_docs, dead_code)]
impl TableMatchCount {
    pub const NAME: &'static ::core::ffi::CStr = c"table_match_count";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 0;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_match_count(Matches x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableMatchCountParameters = (Matches, );

/// Properties of the kernel `table_match(Matches x)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum TableMatch {}

#[allow(missing_docs, dead_code)]
impl TableMatch {
    pub const NAME: &'static ::core::ffi::CStr = c"table_match";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 16;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_match(Matches x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableMatchParameters = (Matches, );

/// Properties of the kernel `table_expand(Expand x)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum TableExpand {}

#[allow(missing_docs, dead_code)]
impl TableExpand {
    pub const NAME: &'static ::core::ffi::CStr = c"table_expand";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 0;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_expand(Expand x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableExpandParameters = (Expand, );

/// Properties of the kernel `table_compare(Compare x)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum TableCompare {}

#[allow(missing_docs, dead_code)]
impl TableCompare {
    pub const NAME: &'static ::core::ffi::CStr = c"table_compare";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 0;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_compare(Compare x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableCompareParameters = (Compare, );

/// Properties of the kernel `table_join(const Join *joins)`: see [`Kernels`].
#[derive(Clone, Copy, Debug)]
pub enum TableJoin {}

#[allow(missing_docs, dead_code)]
impl TableJoin {
    pub const NAME: &'static ::core::ffi::CStr = c"table_join";
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    pub const STATIC_SHARED_MEMORY: usize = 0;
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_join(const Join *joins)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableJoinParameters = (::cuda_driver::DeviceSlice<'static, Join>, );

/// The kernels of `table.cu`, which each driver loads when one is launched first.
///
/// # The duties of a launch
/// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
/// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
/// - The events in `launch` belong to the context of `stream`.
///
/// # The properties of a kernel
/// - `NAME`: its name in the image.
/// - `MAX_THREADS`: the maximum size of a block in each dimension, from `__launch_bounds__`.
/// - `REQUIRED_THREADS`: the required size of a block, from `__block_size__`.
/// - `MIN_BLOCKS`: the minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
/// - `STATIC_SHARED_MEMORY`: the size of the kernel's static shared memory, in bytes.
/// - `HAS_DYNAMIC_SHARED_MEMORY`: whether it uses dynamic shared memory, whose size the launch sets.
#[derive(Clone, Copy, Debug)]
pub enum Kernels {}

#[allow(clippy::too_many_arguments, clippy::missing_errors_doc, non_snake_case, dead_code)]
impl Kernels {
    /// The compiled kernels.
    pub const IMAGE: &'static str = include_str!("table.ptx");

    /// The kernels, in the order of the image.
    #[inline]
    pub fn embedded() -> &'static ::cuda_driver::launch::EmbeddedKernels<25> {
        static KERNELS: ::cuda_driver::launch::EmbeddedKernels<25> = ::cuda_driver::launch::EmbeddedKernels::new(
            Kernels::IMAGE,
            [
                c"table_insert",
                c"table_find",
                c"table_scan_32",
                c"table_scan_64",
                c"table_select_count",
                c"table_select",
                c"table_number",
                c"table_groups",
                c"table_radix_count_32",
                c"table_radix_count_64",
                c"table_radix_move_32",
                c"table_radix_move_64",
                c"table_words",
                c"table_masks",
                c"table_merge",
                c"table_segments",
                c"table_reduce",
                c"table_reduced",
                c"table_distinct",
                c"table_gather",
                c"table_match_count",
                c"table_match",
                c"table_expand",
                c"table_compare",
                c"table_join",
            ],
        );
        &KERNELS
    }

    /// Assertions in C++ that structures have the layouts of this code, and constants the values: append them to a
    /// source that something else compiles by C++11 or newer, such as NVRTC at run time.
    pub const ASSERTIONS: &'static str = r#"
#ifdef __CUDACC_RTC__
#define CUDA_BUILD_OFFSET(field, ...) (unsigned long long)__INTADDR__(&((__VA_ARGS__ *)0)->field)
#else
#define CUDA_BUILD_OFFSET(field, ...) __builtin_offsetof(__VA_ARGS__, field)
#endif
#define CUDA_BUILD_VALUE(value, ...) static_assert((unsigned long long)(__VA_ARGS__) == value, #__VA_ARGS__);
#define CUDA_BUILD_CLASS(size, alignment, ...) static_assert(sizeof(__VA_ARGS__) == size && alignof(__VA_ARGS__) == alignment, #__VA_ARGS__);
#define CUDA_BUILD_FIELD(field, offset, ...) static_assert(CUDA_BUILD_OFFSET(field, __VA_ARGS__) == offset, #__VA_ARGS__ "::" #field);
CUDA_BUILD_VALUE(256ull, THREADS) CUDA_BUILD_VALUE(4096ull, TILE) CUDA_BUILD_VALUE(1024ull, PIECE)
CUDA_BUILD_VALUE(4294967295ull, NONE) CUDA_BUILD_VALUE(4294967294ull, PART_LENGTH)
CUDA_BUILD_VALUE(4294967295ull, PART_CLASS) CUDA_BUILD_VALUE(0ull, Kind::BITS) CUDA_BUILD_VALUE(1ull, Kind::FIXED)
CUDA_BUILD_VALUE(2ull, Kind::TEXT_32) CUDA_BUILD_VALUE(3ull, Kind::TEXT_64) CUDA_BUILD_VALUE(4ull, Kind::VIEW)
CUDA_BUILD_VALUE(5ull, Kind::DICTIONARY) CUDA_BUILD_VALUE(6ull, Kind::NOTHING) CUDA_BUILD_VALUE(7ull, Kind::RAW)
CUDA_BUILD_VALUE(0ull, Where::MASK) CUDA_BUILD_VALUE(1ull, Where::FIRST) CUDA_BUILD_VALUE(2ull, Where::FOUND)
CUDA_BUILD_VALUE(3ull, Where::MISSING) CUDA_BUILD_VALUE(0ull, Order::UNSIGNED) CUDA_BUILD_VALUE(1ull, Order::SIGNED)
CUDA_BUILD_VALUE(2ull, Order::FLOAT_16) CUDA_BUILD_VALUE(3ull, Order::FLOAT_32) CUDA_BUILD_VALUE(4ull, Order::FLOAT_64)
CUDA_BUILD_VALUE(5ull, Order::BYTES) CUDA_BUILD_VALUE(6ull, Order::DECIMAL) CUDA_BUILD_VALUE(0ull, Operation::SUM)
CUDA_BUILD_VALUE(1ull, Operation::SUM_FLOAT) CUDA_BUILD_VALUE(2ull, Operation::SUM_DECIMAL)
CUDA_BUILD_VALUE(3ull, Operation::COUNT) CUDA_BUILD_VALUE(4ull, Operation::ROWS)
CUDA_BUILD_VALUE(5ull, Operation::LEAST) CUDA_BUILD_VALUE(6ull, Operation::MOST) CUDA_BUILD_VALUE(7ull, Operation::MEAN)
CUDA_BUILD_VALUE(0ull, Gathered::GATHER_BYTES) CUDA_BUILD_VALUE(1ull, Gathered::GATHER_BITS)
CUDA_BUILD_VALUE(2ull, Gathered::GATHER_LENGTHS) CUDA_BUILD_VALUE(3ull, Gathered::GATHER_TEXT)
CUDA_BUILD_VALUE(4ull, Gathered::GATHER_LIST_LENGTHS) CUDA_BUILD_VALUE(5ull, Gathered::GATHER_OFFSETS)
CUDA_BUILD_VALUE(0ull, Comparison::EQUAL) CUDA_BUILD_VALUE(1ull, Comparison::NOT_EQUAL)
CUDA_BUILD_VALUE(2ull, Comparison::LESS) CUDA_BUILD_VALUE(3ull, Comparison::LESS_EQUAL)
CUDA_BUILD_VALUE(4ull, Comparison::GREATER) CUDA_BUILD_VALUE(5ull, Comparison::GREATER_EQUAL)
CUDA_BUILD_VALUE(6ull, Comparison::IS_VALID) CUDA_BUILD_VALUE(7ull, Comparison::AND)
CUDA_BUILD_VALUE(8ull, Comparison::OR) CUDA_BUILD_VALUE(9ull, Comparison::NOT) CUDA_BUILD_VALUE(0ull, Joined::JOIN_BITS)
CUDA_BUILD_VALUE(1ull, Joined::JOIN_ONES) CUDA_BUILD_VALUE(2ull, Joined::JOIN_OFFSETS_32)
CUDA_BUILD_VALUE(3ull, Joined::JOIN_OFFSETS_64) CUDA_BUILD_VALUE(4ull, Joined::JOIN_KEYS)
CUDA_BUILD_VALUE(5ull, Joined::JOIN_VIEWS) CUDA_BUILD_VALUE(6ull, Joined::JOIN_MAPPED)
CUDA_BUILD_CLASS(64, 8, Column) CUDA_BUILD_FIELD(values, 0, Column) CUDA_BUILD_FIELD(data, 8, Column)
CUDA_BUILD_FIELD(nulls, 16, Column) CUDA_BUILD_FIELD(dictionary, 24, Column) CUDA_BUILD_FIELD(offset, 32, Column)
CUDA_BUILD_FIELD(len, 40, Column) CUDA_BUILD_FIELD(bytes, 48, Column) CUDA_BUILD_FIELD(kind, 56, Column)
CUDA_BUILD_FIELD(width, 60, Column)
CUDA_BUILD_CLASS(16, 8, ViewBuffer) CUDA_BUILD_FIELD(bytes, 0, ViewBuffer) CUDA_BUILD_FIELD(len, 8, ViewBuffer)
CUDA_BUILD_CLASS(24, 8, Word) CUDA_BUILD_FIELD(column, 0, Word) CUDA_BUILD_FIELD(order, 8, Word)
CUDA_BUILD_FIELD(width, 12, Word) CUDA_BUILD_FIELD(part, 16, Word) CUDA_BUILD_FIELD(descends, 20, Word)
CUDA_BUILD_FIELD(nulls_first, 21, Word) CUDA_BUILD_FIELD(unused, 22, Word)
CUDA_BUILD_CLASS(24, 8, Partial) CUDA_BUILD_FIELD(low, 0, Partial) CUDA_BUILD_FIELD(high, 8, Partial)
CUDA_BUILD_FIELD(count, 16, Partial)
CUDA_BUILD_CLASS(48, 8, Aggregate) CUDA_BUILD_FIELD(column, 0, Aggregate) CUDA_BUILD_FIELD(partials, 8, Aggregate)
CUDA_BUILD_FIELD(to, 16, Aggregate) CUDA_BUILD_FIELD(valid, 24, Aggregate) CUDA_BUILD_FIELD(operation, 32, Aggregate)
CUDA_BUILD_FIELD(order, 36, Aggregate) CUDA_BUILD_FIELD(width, 40, Aggregate) CUDA_BUILD_FIELD(unused, 44, Aggregate)
CUDA_BUILD_CLASS(80, 8, Gather) CUDA_BUILD_FIELD(to, 0, Gather) CUDA_BUILD_FIELD(from, 8, Gather)
CUDA_BUILD_FIELD(rows, 16, Gather) CUDA_BUILD_FIELD(offset, 24, Gather) CUDA_BUILD_FIELD(n, 32, Gather)
CUDA_BUILD_FIELD(column, 40, Gather) CUDA_BUILD_FIELD(places, 48, Gather) CUDA_BUILD_FIELD(sums, 56, Gather)
CUDA_BUILD_FIELD(offsets, 64, Gather) CUDA_BUILD_FIELD(kind, 72, Gather) CUDA_BUILD_FIELD(width, 76, Gather)
CUDA_BUILD_CLASS(4, 4, Kind)
CUDA_BUILD_CLASS(4, 4, Where)
CUDA_BUILD_CLASS(4, 4, Order)
CUDA_BUILD_CLASS(4, 4, Operation)
CUDA_BUILD_CLASS(4, 4, Gathered)
CUDA_BUILD_CLASS(4, 4, Comparison)
CUDA_BUILD_CLASS(4, 4, Joined)
CUDA_BUILD_CLASS(72, 8, Table) CUDA_BUILD_FIELD(columns, 0, Table) CUDA_BUILD_FIELD(of, 8, Table)
CUDA_BUILD_FIELD(keys, 16, Table) CUDA_BUILD_FIELD(n, 24, Table) CUDA_BUILD_FIELD(slots, 32, Table)
CUDA_BUILD_FIELD(mask, 40, Table) CUDA_BUILD_FIELD(slot_of, 48, Table) CUDA_BUILD_FIELD(error, 56, Table)
CUDA_BUILD_FIELD(skips_nulls, 64, Table) CUDA_BUILD_FIELD(unused, 68, Table)
CUDA_BUILD_CLASS(40, 8, Scan) CUDA_BUILD_FIELD(data, 0, Scan) CUDA_BUILD_FIELD(sums, 8, Scan)
CUDA_BUILD_FIELD(n, 16, Scan) CUDA_BUILD_FIELD(each, 24, Scan) CUDA_BUILD_FIELD(step, 32, Scan)
CUDA_BUILD_CLASS(64, 8, Select) CUDA_BUILD_FIELD(n, 0, Select) CUDA_BUILD_FIELD(mask, 8, Select)
CUDA_BUILD_FIELD(slots, 16, Select) CUDA_BUILD_FIELD(slot_of, 24, Select) CUDA_BUILD_FIELD(counts, 32, Select)
CUDA_BUILD_FIELD(rows, 40, Select) CUDA_BUILD_FIELD(error, 48, Select) CUDA_BUILD_FIELD(which, 56, Select)
CUDA_BUILD_FIELD(unused, 60, Select)
CUDA_BUILD_CLASS(32, 8, Number) CUDA_BUILD_FIELD(slots, 0, Number) CUDA_BUILD_FIELD(slot_of, 8, Number)
CUDA_BUILD_FIELD(first, 16, Number) CUDA_BUILD_FIELD(groups, 24, Number)
CUDA_BUILD_CLASS(40, 8, Groups) CUDA_BUILD_FIELD(slots, 0, Groups) CUDA_BUILD_FIELD(slot_of, 8, Groups)
CUDA_BUILD_FIELD(groups, 16, Groups) CUDA_BUILD_FIELD(n, 24, Groups) CUDA_BUILD_FIELD(last, 32, Groups)
CUDA_BUILD_FIELD(unused, 36, Groups)
CUDA_BUILD_CLASS(64, 8, Radix) CUDA_BUILD_FIELD(keys, 0, Radix) CUDA_BUILD_FIELD(rows, 8, Radix)
CUDA_BUILD_FIELD(to_keys, 16, Radix) CUDA_BUILD_FIELD(to_rows, 24, Radix) CUDA_BUILD_FIELD(counts, 32, Radix)
CUDA_BUILD_FIELD(sums, 40, Radix) CUDA_BUILD_FIELD(n, 48, Radix) CUDA_BUILD_FIELD(shift, 56, Radix)
CUDA_BUILD_FIELD(unused, 60, Radix)
CUDA_BUILD_CLASS(40, 8, Words) CUDA_BUILD_FIELD(words, 0, Words) CUDA_BUILD_FIELD(rows, 8, Words)
CUDA_BUILD_FIELD(to, 16, Words) CUDA_BUILD_FIELD(n, 24, Words) CUDA_BUILD_FIELD(error, 32, Words)
CUDA_BUILD_CLASS(56, 8, Merge) CUDA_BUILD_FIELD(column, 0, Merge) CUDA_BUILD_FIELD(rows, 8, Merge)
CUDA_BUILD_FIELD(to, 16, Merge) CUDA_BUILD_FIELD(n, 24, Merge) CUDA_BUILD_FIELD(run, 32, Merge)
CUDA_BUILD_FIELD(error, 40, Merge) CUDA_BUILD_FIELD(order, 48, Merge) CUDA_BUILD_FIELD(unused, 52, Merge)
CUDA_BUILD_CLASS(32, 8, Segments) CUDA_BUILD_FIELD(groups, 0, Segments) CUDA_BUILD_FIELD(starts, 8, Segments)
CUDA_BUILD_FIELD(n, 16, Segments) CUDA_BUILD_FIELD(count, 24, Segments) CUDA_BUILD_FIELD(unused, 28, Segments)
CUDA_BUILD_CLASS(56, 8, Reduce) CUDA_BUILD_FIELD(aggregates, 0, Reduce) CUDA_BUILD_FIELD(groups, 8, Reduce)
CUDA_BUILD_FIELD(starts, 16, Reduce) CUDA_BUILD_FIELD(rows, 24, Reduce) CUDA_BUILD_FIELD(n, 32, Reduce)
CUDA_BUILD_FIELD(count, 40, Reduce) CUDA_BUILD_FIELD(tiles, 44, Reduce) CUDA_BUILD_FIELD(error, 48, Reduce)
CUDA_BUILD_CLASS(56, 8, Distinct) CUDA_BUILD_FIELD(first, 0, Distinct) CUDA_BUILD_FIELD(found, 8, Distinct)
CUDA_BUILD_FIELD(slots, 16, Distinct) CUDA_BUILD_FIELD(slot_of, 24, Distinct) CUDA_BUILD_FIELD(column, 32, Distinct)
CUDA_BUILD_FIELD(to, 40, Distinct) CUDA_BUILD_FIELD(error, 48, Distinct)
CUDA_BUILD_CLASS(16, 8, Gathers) CUDA_BUILD_FIELD(gathers, 0, Gathers) CUDA_BUILD_FIELD(error, 8, Gathers)
CUDA_BUILD_CLASS(88, 8, Matches) CUDA_BUILD_FIELD(slot_of, 0, Matches) CUDA_BUILD_FIELD(slots, 8, Matches)
CUDA_BUILD_FIELD(starts, 16, Matches) CUDA_BUILD_FIELD(rows, 24, Matches) CUDA_BUILD_FIELD(counts, 32, Matches)
CUDA_BUILD_FIELD(sums, 40, Matches) CUDA_BUILD_FIELD(left, 48, Matches) CUDA_BUILD_FIELD(right, 56, Matches)
CUDA_BUILD_FIELD(n, 64, Matches) CUDA_BUILD_FIELD(total, 72, Matches) CUDA_BUILD_FIELD(outer, 80, Matches)
CUDA_BUILD_FIELD(unused, 84, Matches)
CUDA_BUILD_CLASS(80, 8, Expand) CUDA_BUILD_FIELD(places, 0, Expand) CUDA_BUILD_FIELD(sums, 8, Expand)
CUDA_BUILD_FIELD(rows, 16, Expand) CUDA_BUILD_FIELD(offsets, 24, Expand) CUDA_BUILD_FIELD(offset, 32, Expand)
CUDA_BUILD_FIELD(to, 40, Expand) CUDA_BUILD_FIELD(n, 48, Expand) CUDA_BUILD_FIELD(total, 56, Expand)
CUDA_BUILD_FIELD(error, 64, Expand) CUDA_BUILD_FIELD(size, 72, Expand) CUDA_BUILD_FIELD(width, 76, Expand)
CUDA_BUILD_CLASS(104, 8, Compare) CUDA_BUILD_FIELD(a, 0, Compare) CUDA_BUILD_FIELD(b, 8, Compare)
CUDA_BUILD_FIELD(factor_a, 16, Compare) CUDA_BUILD_FIELD(factor_b, 24, Compare) CUDA_BUILD_FIELD(n, 32, Compare)
CUDA_BUILD_FIELD(to, 40, Compare) CUDA_BUILD_FIELD(valid, 48, Compare) CUDA_BUILD_FIELD(error, 56, Compare)
CUDA_BUILD_FIELD(comparison, 64, Compare) CUDA_BUILD_FIELD(order_a, 68, Compare) CUDA_BUILD_FIELD(order_b, 72, Compare)
CUDA_BUILD_FIELD(width_a, 76, Compare) CUDA_BUILD_FIELD(width_b, 80, Compare) CUDA_BUILD_FIELD(is_scalar, 84, Compare)
CUDA_BUILD_FIELD(scale_a, 88, Compare) CUDA_BUILD_FIELD(scale_b, 92, Compare)
CUDA_BUILD_FIELD(has_decimals, 96, Compare) CUDA_BUILD_FIELD(unused, 100, Compare)
CUDA_BUILD_CLASS(88, 8, Join) CUDA_BUILD_FIELD(to, 0, Join) CUDA_BUILD_FIELD(from, 8, Join)
CUDA_BUILD_FIELD(place, 16, Join) CUDA_BUILD_FIELD(bit, 24, Join) CUDA_BUILD_FIELD(n, 32, Join)
CUDA_BUILD_FIELD(add, 40, Join) CUDA_BUILD_FIELD(limit, 48, Join) CUDA_BUILD_FIELD(map, 56, Join)
CUDA_BUILD_FIELD(nulls, 64, Join) CUDA_BUILD_FIELD(error, 72, Join) CUDA_BUILD_FIELD(kind, 80, Join)
CUDA_BUILD_FIELD(width, 84, Join)
"#;

    /// Launches `table_insert(Table x)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn table_insert(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Table) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[0], launch, (x, )) }
    }

    /// The function of `table_insert(Table x)`, with the errors of `EmbeddedKernels::on`.
    pub fn table_insert_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[0])
    }

    /// Launches `table_find(Table x)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn table_find(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Table) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[1], launch, (x, )) }
    }

    /// The function of `table_find(Table x)`, with the errors of `EmbeddedKernels::on`.
    pub fn table_find_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[1])
    }

    /// Launches `table_scan_32(Scan x)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn table_scan_32(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Scan) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[2], launch, (x, )) }
    }

    /// The function of `table_scan_32(Scan x)`, with the errors of `EmbeddedKernels::on`.
    pub fn table_scan_32_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[2])
    }

    /// Launches `table_scan_64(Scan x)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn table_scan_64(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Scan) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[3], launch, (x, )) }
    }

    /// The function of `table_scan_64(Scan x)`, with the errors of `EmbeddedKernels::on`.
    pub fn table_scan_64_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[3])
    }

    /// Launches `table_select_count(Select x)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn table_select_count(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Select) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[4], launch, (x, )) }
    }

    /// The function of `table_select_count(Select x)`, with the errors of `EmbeddedKernels::on`.
    pub fn table_select_count_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[4])
    }

    /// Launches `table_select(Select x)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn table_select(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Select) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[5], launch, (x, )) }
    }

    /// The function of `table_select(Select x)`, with the errors of `EmbeddedKernels::on`.
    pub fn table_select_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[5])
    }

    /// Launches `table_number(Number x)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn table_number(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Number) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[6], launch, (x, )) }
    }

    /// The function of `table_number(Number x)`, with the errors of `EmbeddedKernels::on`.
    pub fn table_number_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[6])
    }

    /// Launches `table_groups(Groups x)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn table_groups(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Groups) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[7], launch, (x, )) }
    }

    /// The function of `table_groups(Groups x)`, with the errors of `EmbeddedKernels::on`.
    pub fn table_groups_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[7])
    }

    /// Launches `table_radix_count_32(Radix x)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn table_radix_count_32(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Radix) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[8], launch, (x, )) }
    }

    /// The function of `table_radix_count_32(Radix x)`, with the errors of `EmbeddedKernels::on`.
    pub fn table_radix_count_32_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[8])
    }

    /// Launches `table_radix_count_64(Radix x)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn table_radix_count_64(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Radix) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[9], launch, (x, )) }
    }

    /// The function of `table_radix_count_64(Radix x)`, with the errors of `EmbeddedKernels::on`.
    pub fn table_radix_count_64_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[9])
    }

    /// Launches `table_radix_move_32(Radix x)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn table_radix_move_32(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Radix) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[10], launch, (x, )) }
    }

    /// The function of `table_radix_move_32(Radix x)`, with the errors of `EmbeddedKernels::on`.
    pub fn table_radix_move_32_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[10])
    }

    /// Launches `table_radix_move_64(Radix x)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn table_radix_move_64(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Radix) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[11], launch, (x, )) }
    }

    /// The function of `table_radix_move_64(Radix x)`, with the errors of `EmbeddedKernels::on`.
    pub fn table_radix_move_64_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[11])
    }

    /// Launches `table_words(Words x)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn table_words(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Words) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[12], launch, (x, )) }
    }

    /// The function of `table_words(Words x)`, with the errors of `EmbeddedKernels::on`.
    pub fn table_words_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[12])
    }

    /// Launches `table_masks(Words x)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn table_masks(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Words) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[13], launch, (x, )) }
    }

    /// The function of `table_masks(Words x)`, with the errors of `EmbeddedKernels::on`.
    pub fn table_masks_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[13])
    }

    /// Launches `table_merge(Merge x)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn table_merge(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Merge) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[14], launch, (x, )) }
    }

    /// The function of `table_merge(Merge x)`, with the errors of `EmbeddedKernels::on`.
    pub fn table_merge_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[14])
    }

    /// Launches `table_segments(Segments x)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn table_segments(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Segments) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[15], launch, (x, )) }
    }

    /// The function of `table_segments(Segments x)`, with the errors of `EmbeddedKernels::on`.
    pub fn table_segments_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[15])
    }

    /// Launches `table_reduce(Reduce x)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn table_reduce(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Reduce) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[16], launch, (x, )) }
    }

    /// The function of `table_reduce(Reduce x)`, with the errors of `EmbeddedKernels::on`.
    pub fn table_reduce_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[16])
    }

    /// Launches `table_reduced(Reduce x)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn table_reduced(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Reduce) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[17], launch, (x, )) }
    }

    /// The function of `table_reduced(Reduce x)`, with the errors of `EmbeddedKernels::on`.
    pub fn table_reduced_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[17])
    }

    /// Launches `table_distinct(Distinct x)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn table_distinct(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Distinct) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[18], launch, (x, )) }
    }

    /// The function of `table_distinct(Distinct x)`, with the errors of `EmbeddedKernels::on`.
    pub fn table_distinct_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[18])
    }

    /// Launches `table_gather(Gathers all)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn table_gather(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, all: Gathers) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[19], launch, (all, )) }
    }

    /// The function of `table_gather(Gathers all)`, with the errors of `EmbeddedKernels::on`.
    pub fn table_gather_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[19])
    }

    /// Launches `table_match_count(Matches x)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn table_match_count(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Matches) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[20], launch, (x, )) }
    }

    /// The function of `table_match_count(Matches x)`, with the errors of `EmbeddedKernels::on`.
    pub fn table_match_count_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[20])
    }

    /// Launches `table_match(Matches x)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn table_match(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Matches) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[21], launch, (x, )) }
    }

    /// The function of `table_match(Matches x)`, with the errors of `EmbeddedKernels::on`.
    pub fn table_match_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[21])
    }

    /// Launches `table_expand(Expand x)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn table_expand(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Expand) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[22], launch, (x, )) }
    }

    /// The function of `table_expand(Expand x)`, with the errors of `EmbeddedKernels::on`.
    pub fn table_expand_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[22])
    }

    /// Launches `table_compare(Compare x)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn table_compare(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Compare) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[23], launch, (x, )) }
    }

    /// The function of `table_compare(Compare x)`, with the errors of `EmbeddedKernels::on`.
    pub fn table_compare_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[23])
    }

    /// Launches `table_join(const Join *joins)`, with the errors of `Stream::launch`.
    ///
    /// # Safety
    /// The caller has [the duties of a launch](Self#the-duties-of-a-launch).
    #[inline]
    pub unsafe fn table_join<'m>(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, joins: impl ::core::convert::Into<::cuda_driver::DeviceSlice<'m, Join>>) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[24], launch, (::core::convert::Into::<::cuda_driver::DeviceSlice<'m, Join>>::into(joins), )) }
    }

    /// The function of `table_join(const Join *joins)`, with the errors of `EmbeddedKernels::on`.
    pub fn table_join_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[24])
    }
}
