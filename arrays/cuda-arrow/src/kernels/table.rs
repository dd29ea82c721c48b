// Written by cuda-build, out of table.cu.

/// `THREADS` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const THREADS: usize = 256;

/// `TILE` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const TILE: usize = 4096;

/// `PIECE` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const PIECE: usize = 1024;

/// `NONE` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const NONE: u32 = 4294967295;

/// `PART_LENGTH` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const PART_LENGTH: u32 = 4294967294;

/// `PART_CLASS` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const PART_CLASS: u32 = 4294967295;

/// `Kind::BITS` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const BITS: u32 = 0;

/// `Kind::FIXED` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const FIXED: u32 = 1;

/// `Kind::TEXT_32` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const TEXT_32: u32 = 2;

/// `Kind::TEXT_64` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const TEXT_64: u32 = 3;

/// `Kind::VIEW` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const VIEW: u32 = 4;

/// `Kind::DICTIONARY` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const DICTIONARY: u32 = 5;

/// `Kind::NOTHING` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const NOTHING: u32 = 6;

/// `Kind::RAW` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const RAW: u32 = 7;

/// `Where::MASK` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const MASK: u32 = 0;

/// `Where::FIRST` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const FIRST: u32 = 1;

/// `Where::FOUND` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const FOUND: u32 = 2;

/// `Where::MISSING` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const MISSING: u32 = 3;

/// `Order::UNSIGNED` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const UNSIGNED: u32 = 0;

/// `Order::SIGNED` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const SIGNED: u32 = 1;

/// `Order::FLOAT_16` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const FLOAT_16: u32 = 2;

/// `Order::FLOAT_32` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const FLOAT_32: u32 = 3;

/// `Order::FLOAT_64` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const FLOAT_64: u32 = 4;

/// `Order::BYTES` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const BYTES: u32 = 5;

/// `Order::DECIMAL` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const DECIMAL: u32 = 6;

/// `Operation::SUM` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const SUM: u32 = 0;

/// `Operation::SUM_FLOAT` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const SUM_FLOAT: u32 = 1;

/// `Operation::SUM_DECIMAL` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const SUM_DECIMAL: u32 = 2;

/// `Operation::COUNT` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const COUNT: u32 = 3;

/// `Operation::ROWS` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const ROWS: u32 = 4;

/// `Operation::LEAST` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const LEAST: u32 = 5;

/// `Operation::MOST` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const MOST: u32 = 6;

/// `Operation::MEAN` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const MEAN: u32 = 7;

/// `Gathered::GATHER_BYTES` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const GATHER_BYTES: u32 = 0;

/// `Gathered::GATHER_BITS` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const GATHER_BITS: u32 = 1;

/// `Gathered::GATHER_LENGTHS` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const GATHER_LENGTHS: u32 = 2;

/// `Gathered::GATHER_TEXT` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const GATHER_TEXT: u32 = 3;

/// `Gathered::GATHER_LIST_LENGTHS` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const GATHER_LIST_LENGTHS: u32 = 4;

/// `Gathered::GATHER_OFFSETS` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const GATHER_OFFSETS: u32 = 5;

/// `Comparison::EQUAL` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const EQUAL: u32 = 0;

/// `Comparison::NOT_EQUAL` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const NOT_EQUAL: u32 = 1;

/// `Comparison::LESS` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const LESS: u32 = 2;

/// `Comparison::LESS_EQUAL` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const LESS_EQUAL: u32 = 3;

/// `Comparison::GREATER` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const GREATER: u32 = 4;

/// `Comparison::GREATER_EQUAL` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const GREATER_EQUAL: u32 = 5;

/// `Comparison::IS_VALID` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const IS_VALID: u32 = 6;

/// `Comparison::AND` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const AND: u32 = 7;

/// `Comparison::OR` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const OR: u32 = 8;

/// `Comparison::NOT` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const NOT: u32 = 9;

/// `Joined::JOIN_BITS` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const JOIN_BITS: u32 = 0;

/// `Joined::JOIN_ONES` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const JOIN_ONES: u32 = 1;

/// `Joined::JOIN_OFFSETS_32` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const JOIN_OFFSETS_32: u32 = 2;

/// `Joined::JOIN_OFFSETS_64` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const JOIN_OFFSETS_64: u32 = 3;

/// `Joined::JOIN_KEYS` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const JOIN_KEYS: u32 = 4;

/// `Joined::JOIN_VIEWS` of `table.cu`.
#[allow(non_upper_case_globals, dead_code)]
pub const JOIN_VIEWS: u32 = 5;

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

const _: () = {
    assert!(::core::mem::size_of::<Column>() == 64, "Column doesn't have the 64 bytes of Column");
    assert!(::core::mem::align_of::<Column>() == 8, "Column is not aligned to 8 bytes as Column is");
    assert!(::core::mem::offset_of!(Column, values) == 0, "Column::values is not at byte 0, where Column::values is");
    const _: fn(&Column) -> *const u64 = |value| &raw const value.values;
    assert!(::core::mem::offset_of!(Column, data) == 8, "Column::data is not at byte 8, where Column::data is");
    const _: fn(&Column) -> *const u64 = |value| &raw const value.data;
    assert!(::core::mem::offset_of!(Column, nulls) == 16, "Column::nulls is not at byte 16, where Column::nulls is");
    const _: fn(&Column) -> *const u64 = |value| &raw const value.nulls;
    assert!(::core::mem::offset_of!(Column, dictionary) == 24, "Column::dictionary is not at byte 24, where Column::dictionary is");
    const _: fn(&Column) -> *const u64 = |value| &raw const value.dictionary;
    assert!(::core::mem::offset_of!(Column, offset) == 32, "Column::offset is not at byte 32, where Column::offset is");
    const _: fn(&Column) -> *const i64 = |value| &raw const value.offset;
    assert!(::core::mem::offset_of!(Column, len) == 40, "Column::len is not at byte 40, where Column::len is");
    const _: fn(&Column) -> *const u64 = |value| &raw const value.len;
    assert!(::core::mem::offset_of!(Column, bytes) == 48, "Column::bytes is not at byte 48, where Column::bytes is");
    const _: fn(&Column) -> *const u64 = |value| &raw const value.bytes;
    assert!(::core::mem::offset_of!(Column, kind) == 56, "Column::kind is not at byte 56, where Column::kind is");
    const _: fn(&Column) -> *const u32 = |value| &raw const value.kind;
    assert!(::core::mem::offset_of!(Column, width) == 60, "Column::width is not at byte 60, where Column::width is");
    const _: fn(&Column) -> *const u32 = |value| &raw const value.width;
};

// The types of its fields are plain bytes, and none of its bytes is without a field.
const _: () = {
    const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
        ::core::mem::size_of::<T>()
    }
    assert!(6 * plain::<u64>() + plain::<i64>() + 2 * plain::<u32>() == 64, "Column has padding");
};

// SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
unsafe impl ::cuda_driver::bytemuck::Zeroable for Column {}

// SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
unsafe impl ::cuda_driver::bytemuck::Pod for Column {}

impl ::core::default::Default for Column {
    #[inline]
    fn default() -> Self {
        ::cuda_driver::bytemuck::Zeroable::zeroed()
    }
}

::cuda_driver::kernel_argument!(Column);

/// `ViewBuffer` of `table.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct ViewBuffer {
    pub bytes: u64,
    pub len: u64,
}

const _: () = {
    assert!(::core::mem::size_of::<ViewBuffer>() == 16, "ViewBuffer doesn't have the 16 bytes of ViewBuffer");
    assert!(::core::mem::align_of::<ViewBuffer>() == 8, "ViewBuffer is not aligned to 8 bytes as ViewBuffer is");
    assert!(::core::mem::offset_of!(ViewBuffer, bytes) == 0, "ViewBuffer::bytes is not at byte 0, where ViewBuffer::bytes is");
    const _: fn(&ViewBuffer) -> *const u64 = |value| &raw const value.bytes;
    assert!(::core::mem::offset_of!(ViewBuffer, len) == 8, "ViewBuffer::len is not at byte 8, where ViewBuffer::len is");
    const _: fn(&ViewBuffer) -> *const u64 = |value| &raw const value.len;
};

// The types of its fields are plain bytes, and none of its bytes is without a field.
const _: () = {
    const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
        ::core::mem::size_of::<T>()
    }
    assert!(2 * plain::<u64>() == 16, "ViewBuffer has padding");
};

// SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
unsafe impl ::cuda_driver::bytemuck::Zeroable for ViewBuffer {}

// SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
unsafe impl ::cuda_driver::bytemuck::Pod for ViewBuffer {}

impl ::core::default::Default for ViewBuffer {
    #[inline]
    fn default() -> Self {
        ::cuda_driver::bytemuck::Zeroable::zeroed()
    }
}

::cuda_driver::kernel_argument!(ViewBuffer);

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

const _: () = {
    assert!(::core::mem::size_of::<Word>() == 24, "Word doesn't have the 24 bytes of Word");
    assert!(::core::mem::align_of::<Word>() == 8, "Word is not aligned to 8 bytes as Word is");
    assert!(::core::mem::offset_of!(Word, column) == 0, "Word::column is not at byte 0, where Word::column is");
    const _: fn(&Word) -> *const u64 = |value| &raw const value.column;
    assert!(::core::mem::offset_of!(Word, order) == 8, "Word::order is not at byte 8, where Word::order is");
    const _: fn(&Word) -> *const u32 = |value| &raw const value.order;
    assert!(::core::mem::offset_of!(Word, width) == 12, "Word::width is not at byte 12, where Word::width is");
    const _: fn(&Word) -> *const u32 = |value| &raw const value.width;
    assert!(::core::mem::offset_of!(Word, part) == 16, "Word::part is not at byte 16, where Word::part is");
    const _: fn(&Word) -> *const u32 = |value| &raw const value.part;
    assert!(::core::mem::offset_of!(Word, descends) == 20, "Word::descends is not at byte 20, where Word::descends is");
    const _: fn(&Word) -> *const u8 = |value| &raw const value.descends;
    assert!(::core::mem::offset_of!(Word, nulls_first) == 21, "Word::nulls_first is not at byte 21, where Word::nulls_first is");
    const _: fn(&Word) -> *const u8 = |value| &raw const value.nulls_first;
    assert!(::core::mem::offset_of!(Word, unused) == 22, "Word::unused is not at byte 22, where Word::unused is");
    const _: fn(&Word) -> *const u16 = |value| &raw const value.unused;
};

// The types of its fields are plain bytes, and none of its bytes is without a field.
const _: () = {
    const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
        ::core::mem::size_of::<T>()
    }
    assert!(plain::<u64>() + 3 * plain::<u32>() + 2 * plain::<u8>() + plain::<u16>() == 24, "Word has padding");
};

// SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
unsafe impl ::cuda_driver::bytemuck::Zeroable for Word {}

// SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
unsafe impl ::cuda_driver::bytemuck::Pod for Word {}

impl ::core::default::Default for Word {
    #[inline]
    fn default() -> Self {
        ::cuda_driver::bytemuck::Zeroable::zeroed()
    }
}

::cuda_driver::kernel_argument!(Word);

/// `Partial` of `table.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Partial {
    pub low: u64,
    pub high: u64,
    pub count: u64,
}

const _: () = {
    assert!(::core::mem::size_of::<Partial>() == 24, "Partial doesn't have the 24 bytes of Partial");
    assert!(::core::mem::align_of::<Partial>() == 8, "Partial is not aligned to 8 bytes as Partial is");
    assert!(::core::mem::offset_of!(Partial, low) == 0, "Partial::low is not at byte 0, where Partial::low is");
    const _: fn(&Partial) -> *const u64 = |value| &raw const value.low;
    assert!(::core::mem::offset_of!(Partial, high) == 8, "Partial::high is not at byte 8, where Partial::high is");
    const _: fn(&Partial) -> *const u64 = |value| &raw const value.high;
    assert!(::core::mem::offset_of!(Partial, count) == 16, "Partial::count is not at byte 16, where Partial::count is");
    const _: fn(&Partial) -> *const u64 = |value| &raw const value.count;
};

// The types of its fields are plain bytes, and none of its bytes is without a field.
const _: () = {
    const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
        ::core::mem::size_of::<T>()
    }
    assert!(3 * plain::<u64>() == 24, "Partial has padding");
};

// SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
unsafe impl ::cuda_driver::bytemuck::Zeroable for Partial {}

// SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
unsafe impl ::cuda_driver::bytemuck::Pod for Partial {}

impl ::core::default::Default for Partial {
    #[inline]
    fn default() -> Self {
        ::cuda_driver::bytemuck::Zeroable::zeroed()
    }
}

::cuda_driver::kernel_argument!(Partial);

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

const _: () = {
    assert!(::core::mem::size_of::<Aggregate>() == 48, "Aggregate doesn't have the 48 bytes of Aggregate");
    assert!(::core::mem::align_of::<Aggregate>() == 8, "Aggregate is not aligned to 8 bytes as Aggregate is");
    assert!(::core::mem::offset_of!(Aggregate, column) == 0, "Aggregate::column is not at byte 0, where Aggregate::column is");
    const _: fn(&Aggregate) -> *const u64 = |value| &raw const value.column;
    assert!(::core::mem::offset_of!(Aggregate, partials) == 8, "Aggregate::partials is not at byte 8, where Aggregate::partials is");
    const _: fn(&Aggregate) -> *const u64 = |value| &raw const value.partials;
    assert!(::core::mem::offset_of!(Aggregate, to) == 16, "Aggregate::to is not at byte 16, where Aggregate::to is");
    const _: fn(&Aggregate) -> *const u64 = |value| &raw const value.to;
    assert!(::core::mem::offset_of!(Aggregate, valid) == 24, "Aggregate::valid is not at byte 24, where Aggregate::valid is");
    const _: fn(&Aggregate) -> *const u64 = |value| &raw const value.valid;
    assert!(::core::mem::offset_of!(Aggregate, operation) == 32, "Aggregate::operation is not at byte 32, where Aggregate::operation is");
    const _: fn(&Aggregate) -> *const u32 = |value| &raw const value.operation;
    assert!(::core::mem::offset_of!(Aggregate, order) == 36, "Aggregate::order is not at byte 36, where Aggregate::order is");
    const _: fn(&Aggregate) -> *const u32 = |value| &raw const value.order;
    assert!(::core::mem::offset_of!(Aggregate, width) == 40, "Aggregate::width is not at byte 40, where Aggregate::width is");
    const _: fn(&Aggregate) -> *const u32 = |value| &raw const value.width;
    assert!(::core::mem::offset_of!(Aggregate, unused) == 44, "Aggregate::unused is not at byte 44, where Aggregate::unused is");
    const _: fn(&Aggregate) -> *const u32 = |value| &raw const value.unused;
};

// The types of its fields are plain bytes, and none of its bytes is without a field.
const _: () = {
    const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
        ::core::mem::size_of::<T>()
    }
    assert!(4 * plain::<u64>() + 4 * plain::<u32>() == 48, "Aggregate has padding");
};

// SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
unsafe impl ::cuda_driver::bytemuck::Zeroable for Aggregate {}

// SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
unsafe impl ::cuda_driver::bytemuck::Pod for Aggregate {}

impl ::core::default::Default for Aggregate {
    #[inline]
    fn default() -> Self {
        ::cuda_driver::bytemuck::Zeroable::zeroed()
    }
}

::cuda_driver::kernel_argument!(Aggregate);

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

const _: () = {
    assert!(::core::mem::size_of::<Gather>() == 80, "Gather doesn't have the 80 bytes of Gather");
    assert!(::core::mem::align_of::<Gather>() == 8, "Gather is not aligned to 8 bytes as Gather is");
    assert!(::core::mem::offset_of!(Gather, to) == 0, "Gather::to is not at byte 0, where Gather::to is");
    const _: fn(&Gather) -> *const u64 = |value| &raw const value.to;
    assert!(::core::mem::offset_of!(Gather, from) == 8, "Gather::from is not at byte 8, where Gather::from is");
    const _: fn(&Gather) -> *const u64 = |value| &raw const value.from;
    assert!(::core::mem::offset_of!(Gather, rows) == 16, "Gather::rows is not at byte 16, where Gather::rows is");
    const _: fn(&Gather) -> *const u64 = |value| &raw const value.rows;
    assert!(::core::mem::offset_of!(Gather, offset) == 24, "Gather::offset is not at byte 24, where Gather::offset is");
    const _: fn(&Gather) -> *const i64 = |value| &raw const value.offset;
    assert!(::core::mem::offset_of!(Gather, n) == 32, "Gather::n is not at byte 32, where Gather::n is");
    const _: fn(&Gather) -> *const u64 = |value| &raw const value.n;
    assert!(::core::mem::offset_of!(Gather, column) == 40, "Gather::column is not at byte 40, where Gather::column is");
    const _: fn(&Gather) -> *const u64 = |value| &raw const value.column;
    assert!(::core::mem::offset_of!(Gather, places) == 48, "Gather::places is not at byte 48, where Gather::places is");
    const _: fn(&Gather) -> *const u64 = |value| &raw const value.places;
    assert!(::core::mem::offset_of!(Gather, sums) == 56, "Gather::sums is not at byte 56, where Gather::sums is");
    const _: fn(&Gather) -> *const u64 = |value| &raw const value.sums;
    assert!(::core::mem::offset_of!(Gather, offsets) == 64, "Gather::offsets is not at byte 64, where Gather::offsets is");
    const _: fn(&Gather) -> *const u64 = |value| &raw const value.offsets;
    assert!(::core::mem::offset_of!(Gather, kind) == 72, "Gather::kind is not at byte 72, where Gather::kind is");
    const _: fn(&Gather) -> *const u32 = |value| &raw const value.kind;
    assert!(::core::mem::offset_of!(Gather, width) == 76, "Gather::width is not at byte 76, where Gather::width is");
    const _: fn(&Gather) -> *const u32 = |value| &raw const value.width;
};

// The types of its fields are plain bytes, and none of its bytes is without a field.
const _: () = {
    const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
        ::core::mem::size_of::<T>()
    }
    assert!(8 * plain::<u64>() + plain::<i64>() + 2 * plain::<u32>() == 80, "Gather has padding");
};

// SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
unsafe impl ::cuda_driver::bytemuck::Zeroable for Gather {}

// SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
unsafe impl ::cuda_driver::bytemuck::Pod for Gather {}

impl ::core::default::Default for Gather {
    #[inline]
    fn default() -> Self {
        ::cuda_driver::bytemuck::Zeroable::zeroed()
    }
}

::cuda_driver::kernel_argument!(Gather);

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

const _: () = {
    assert!(::core::mem::size_of::<Table>() == 72, "Table doesn't have the 72 bytes of Table");
    assert!(::core::mem::align_of::<Table>() == 8, "Table is not aligned to 8 bytes as Table is");
    assert!(::core::mem::offset_of!(Table, columns) == 0, "Table::columns is not at byte 0, where Table::columns is");
    const _: fn(&Table) -> *const u64 = |value| &raw const value.columns;
    assert!(::core::mem::offset_of!(Table, of) == 8, "Table::of is not at byte 8, where Table::of is");
    const _: fn(&Table) -> *const u64 = |value| &raw const value.of;
    assert!(::core::mem::offset_of!(Table, keys) == 16, "Table::keys is not at byte 16, where Table::keys is");
    const _: fn(&Table) -> *const u64 = |value| &raw const value.keys;
    assert!(::core::mem::offset_of!(Table, n) == 24, "Table::n is not at byte 24, where Table::n is");
    const _: fn(&Table) -> *const u64 = |value| &raw const value.n;
    assert!(::core::mem::offset_of!(Table, slots) == 32, "Table::slots is not at byte 32, where Table::slots is");
    const _: fn(&Table) -> *const u64 = |value| &raw const value.slots;
    assert!(::core::mem::offset_of!(Table, mask) == 40, "Table::mask is not at byte 40, where Table::mask is");
    const _: fn(&Table) -> *const u64 = |value| &raw const value.mask;
    assert!(::core::mem::offset_of!(Table, slot_of) == 48, "Table::slot_of is not at byte 48, where Table::slot_of is");
    const _: fn(&Table) -> *const u64 = |value| &raw const value.slot_of;
    assert!(::core::mem::offset_of!(Table, error) == 56, "Table::error is not at byte 56, where Table::error is");
    const _: fn(&Table) -> *const u64 = |value| &raw const value.error;
    assert!(::core::mem::offset_of!(Table, skips_nulls) == 64, "Table::skips_nulls is not at byte 64, where Table::skips_nulls is");
    const _: fn(&Table) -> *const u32 = |value| &raw const value.skips_nulls;
    assert!(::core::mem::offset_of!(Table, unused) == 68, "Table::unused is not at byte 68, where Table::unused is");
    const _: fn(&Table) -> *const u32 = |value| &raw const value.unused;
};

// The types of its fields are plain bytes, and none of its bytes is without a field.
const _: () = {
    const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
        ::core::mem::size_of::<T>()
    }
    assert!(8 * plain::<u64>() + 2 * plain::<u32>() == 72, "Table has padding");
};

// SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
unsafe impl ::cuda_driver::bytemuck::Zeroable for Table {}

// SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
unsafe impl ::cuda_driver::bytemuck::Pod for Table {}

impl ::core::default::Default for Table {
    #[inline]
    fn default() -> Self {
        ::cuda_driver::bytemuck::Zeroable::zeroed()
    }
}

::cuda_driver::kernel_argument!(Table);

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

const _: () = {
    assert!(::core::mem::size_of::<Scan>() == 40, "Scan doesn't have the 40 bytes of Scan");
    assert!(::core::mem::align_of::<Scan>() == 8, "Scan is not aligned to 8 bytes as Scan is");
    assert!(::core::mem::offset_of!(Scan, data) == 0, "Scan::data is not at byte 0, where Scan::data is");
    const _: fn(&Scan) -> *const u64 = |value| &raw const value.data;
    assert!(::core::mem::offset_of!(Scan, sums) == 8, "Scan::sums is not at byte 8, where Scan::sums is");
    const _: fn(&Scan) -> *const u64 = |value| &raw const value.sums;
    assert!(::core::mem::offset_of!(Scan, n) == 16, "Scan::n is not at byte 16, where Scan::n is");
    const _: fn(&Scan) -> *const u64 = |value| &raw const value.n;
    assert!(::core::mem::offset_of!(Scan, each) == 24, "Scan::each is not at byte 24, where Scan::each is");
    const _: fn(&Scan) -> *const u64 = |value| &raw const value.each;
    assert!(::core::mem::offset_of!(Scan, step) == 32, "Scan::step is not at byte 32, where Scan::step is");
    const _: fn(&Scan) -> *const u64 = |value| &raw const value.step;
};

// The types of its fields are plain bytes, and none of its bytes is without a field.
const _: () = {
    const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
        ::core::mem::size_of::<T>()
    }
    assert!(5 * plain::<u64>() == 40, "Scan has padding");
};

// SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
unsafe impl ::cuda_driver::bytemuck::Zeroable for Scan {}

// SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
unsafe impl ::cuda_driver::bytemuck::Pod for Scan {}

impl ::core::default::Default for Scan {
    #[inline]
    fn default() -> Self {
        ::cuda_driver::bytemuck::Zeroable::zeroed()
    }
}

::cuda_driver::kernel_argument!(Scan);

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

const _: () = {
    assert!(::core::mem::size_of::<Select>() == 64, "Select doesn't have the 64 bytes of Select");
    assert!(::core::mem::align_of::<Select>() == 8, "Select is not aligned to 8 bytes as Select is");
    assert!(::core::mem::offset_of!(Select, n) == 0, "Select::n is not at byte 0, where Select::n is");
    const _: fn(&Select) -> *const u64 = |value| &raw const value.n;
    assert!(::core::mem::offset_of!(Select, mask) == 8, "Select::mask is not at byte 8, where Select::mask is");
    const _: fn(&Select) -> *const u64 = |value| &raw const value.mask;
    assert!(::core::mem::offset_of!(Select, slots) == 16, "Select::slots is not at byte 16, where Select::slots is");
    const _: fn(&Select) -> *const u64 = |value| &raw const value.slots;
    assert!(::core::mem::offset_of!(Select, slot_of) == 24, "Select::slot_of is not at byte 24, where Select::slot_of is");
    const _: fn(&Select) -> *const u64 = |value| &raw const value.slot_of;
    assert!(::core::mem::offset_of!(Select, counts) == 32, "Select::counts is not at byte 32, where Select::counts is");
    const _: fn(&Select) -> *const u64 = |value| &raw const value.counts;
    assert!(::core::mem::offset_of!(Select, rows) == 40, "Select::rows is not at byte 40, where Select::rows is");
    const _: fn(&Select) -> *const u64 = |value| &raw const value.rows;
    assert!(::core::mem::offset_of!(Select, error) == 48, "Select::error is not at byte 48, where Select::error is");
    const _: fn(&Select) -> *const u64 = |value| &raw const value.error;
    assert!(::core::mem::offset_of!(Select, which) == 56, "Select::which is not at byte 56, where Select::which is");
    const _: fn(&Select) -> *const u32 = |value| &raw const value.which;
    assert!(::core::mem::offset_of!(Select, unused) == 60, "Select::unused is not at byte 60, where Select::unused is");
    const _: fn(&Select) -> *const u32 = |value| &raw const value.unused;
};

// The types of its fields are plain bytes, and none of its bytes is without a field.
const _: () = {
    const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
        ::core::mem::size_of::<T>()
    }
    assert!(7 * plain::<u64>() + 2 * plain::<u32>() == 64, "Select has padding");
};

// SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
unsafe impl ::cuda_driver::bytemuck::Zeroable for Select {}

// SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
unsafe impl ::cuda_driver::bytemuck::Pod for Select {}

impl ::core::default::Default for Select {
    #[inline]
    fn default() -> Self {
        ::cuda_driver::bytemuck::Zeroable::zeroed()
    }
}

::cuda_driver::kernel_argument!(Select);

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

const _: () = {
    assert!(::core::mem::size_of::<Number>() == 32, "Number doesn't have the 32 bytes of Number");
    assert!(::core::mem::align_of::<Number>() == 8, "Number is not aligned to 8 bytes as Number is");
    assert!(::core::mem::offset_of!(Number, slots) == 0, "Number::slots is not at byte 0, where Number::slots is");
    const _: fn(&Number) -> *const u64 = |value| &raw const value.slots;
    assert!(::core::mem::offset_of!(Number, slot_of) == 8, "Number::slot_of is not at byte 8, where Number::slot_of is");
    const _: fn(&Number) -> *const u64 = |value| &raw const value.slot_of;
    assert!(::core::mem::offset_of!(Number, first) == 16, "Number::first is not at byte 16, where Number::first is");
    const _: fn(&Number) -> *const u64 = |value| &raw const value.first;
    assert!(::core::mem::offset_of!(Number, groups) == 24, "Number::groups is not at byte 24, where Number::groups is");
    const _: fn(&Number) -> *const u64 = |value| &raw const value.groups;
};

// The types of its fields are plain bytes, and none of its bytes is without a field.
const _: () = {
    const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
        ::core::mem::size_of::<T>()
    }
    assert!(4 * plain::<u64>() == 32, "Number has padding");
};

// SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
unsafe impl ::cuda_driver::bytemuck::Zeroable for Number {}

// SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
unsafe impl ::cuda_driver::bytemuck::Pod for Number {}

impl ::core::default::Default for Number {
    #[inline]
    fn default() -> Self {
        ::cuda_driver::bytemuck::Zeroable::zeroed()
    }
}

::cuda_driver::kernel_argument!(Number);

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

const _: () = {
    assert!(::core::mem::size_of::<Groups>() == 40, "Groups doesn't have the 40 bytes of Groups");
    assert!(::core::mem::align_of::<Groups>() == 8, "Groups is not aligned to 8 bytes as Groups is");
    assert!(::core::mem::offset_of!(Groups, slots) == 0, "Groups::slots is not at byte 0, where Groups::slots is");
    const _: fn(&Groups) -> *const u64 = |value| &raw const value.slots;
    assert!(::core::mem::offset_of!(Groups, slot_of) == 8, "Groups::slot_of is not at byte 8, where Groups::slot_of is");
    const _: fn(&Groups) -> *const u64 = |value| &raw const value.slot_of;
    assert!(::core::mem::offset_of!(Groups, groups) == 16, "Groups::groups is not at byte 16, where Groups::groups is");
    const _: fn(&Groups) -> *const u64 = |value| &raw const value.groups;
    assert!(::core::mem::offset_of!(Groups, n) == 24, "Groups::n is not at byte 24, where Groups::n is");
    const _: fn(&Groups) -> *const u64 = |value| &raw const value.n;
    assert!(::core::mem::offset_of!(Groups, last) == 32, "Groups::last is not at byte 32, where Groups::last is");
    const _: fn(&Groups) -> *const u32 = |value| &raw const value.last;
    assert!(::core::mem::offset_of!(Groups, unused) == 36, "Groups::unused is not at byte 36, where Groups::unused is");
    const _: fn(&Groups) -> *const u32 = |value| &raw const value.unused;
};

// The types of its fields are plain bytes, and none of its bytes is without a field.
const _: () = {
    const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
        ::core::mem::size_of::<T>()
    }
    assert!(4 * plain::<u64>() + 2 * plain::<u32>() == 40, "Groups has padding");
};

// SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
unsafe impl ::cuda_driver::bytemuck::Zeroable for Groups {}

// SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
unsafe impl ::cuda_driver::bytemuck::Pod for Groups {}

impl ::core::default::Default for Groups {
    #[inline]
    fn default() -> Self {
        ::cuda_driver::bytemuck::Zeroable::zeroed()
    }
}

::cuda_driver::kernel_argument!(Groups);

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

const _: () = {
    assert!(::core::mem::size_of::<Radix>() == 64, "Radix doesn't have the 64 bytes of Radix");
    assert!(::core::mem::align_of::<Radix>() == 8, "Radix is not aligned to 8 bytes as Radix is");
    assert!(::core::mem::offset_of!(Radix, keys) == 0, "Radix::keys is not at byte 0, where Radix::keys is");
    const _: fn(&Radix) -> *const u64 = |value| &raw const value.keys;
    assert!(::core::mem::offset_of!(Radix, rows) == 8, "Radix::rows is not at byte 8, where Radix::rows is");
    const _: fn(&Radix) -> *const u64 = |value| &raw const value.rows;
    assert!(::core::mem::offset_of!(Radix, to_keys) == 16, "Radix::to_keys is not at byte 16, where Radix::to_keys is");
    const _: fn(&Radix) -> *const u64 = |value| &raw const value.to_keys;
    assert!(::core::mem::offset_of!(Radix, to_rows) == 24, "Radix::to_rows is not at byte 24, where Radix::to_rows is");
    const _: fn(&Radix) -> *const u64 = |value| &raw const value.to_rows;
    assert!(::core::mem::offset_of!(Radix, counts) == 32, "Radix::counts is not at byte 32, where Radix::counts is");
    const _: fn(&Radix) -> *const u64 = |value| &raw const value.counts;
    assert!(::core::mem::offset_of!(Radix, sums) == 40, "Radix::sums is not at byte 40, where Radix::sums is");
    const _: fn(&Radix) -> *const u64 = |value| &raw const value.sums;
    assert!(::core::mem::offset_of!(Radix, n) == 48, "Radix::n is not at byte 48, where Radix::n is");
    const _: fn(&Radix) -> *const u64 = |value| &raw const value.n;
    assert!(::core::mem::offset_of!(Radix, shift) == 56, "Radix::shift is not at byte 56, where Radix::shift is");
    const _: fn(&Radix) -> *const u32 = |value| &raw const value.shift;
    assert!(::core::mem::offset_of!(Radix, unused) == 60, "Radix::unused is not at byte 60, where Radix::unused is");
    const _: fn(&Radix) -> *const u32 = |value| &raw const value.unused;
};

// The types of its fields are plain bytes, and none of its bytes is without a field.
const _: () = {
    const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
        ::core::mem::size_of::<T>()
    }
    assert!(7 * plain::<u64>() + 2 * plain::<u32>() == 64, "Radix has padding");
};

// SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
unsafe impl ::cuda_driver::bytemuck::Zeroable for Radix {}

// SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
unsafe impl ::cuda_driver::bytemuck::Pod for Radix {}

impl ::core::default::Default for Radix {
    #[inline]
    fn default() -> Self {
        ::cuda_driver::bytemuck::Zeroable::zeroed()
    }
}

::cuda_driver::kernel_argument!(Radix);

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

const _: () = {
    assert!(::core::mem::size_of::<Words>() == 40, "Words doesn't have the 40 bytes of Words");
    assert!(::core::mem::align_of::<Words>() == 8, "Words is not aligned to 8 bytes as Words is");
    assert!(::core::mem::offset_of!(Words, words) == 0, "Words::words is not at byte 0, where Words::words is");
    const _: fn(&Words) -> *const u64 = |value| &raw const value.words;
    assert!(::core::mem::offset_of!(Words, rows) == 8, "Words::rows is not at byte 8, where Words::rows is");
    const _: fn(&Words) -> *const u64 = |value| &raw const value.rows;
    assert!(::core::mem::offset_of!(Words, to) == 16, "Words::to is not at byte 16, where Words::to is");
    const _: fn(&Words) -> *const u64 = |value| &raw const value.to;
    assert!(::core::mem::offset_of!(Words, n) == 24, "Words::n is not at byte 24, where Words::n is");
    const _: fn(&Words) -> *const u64 = |value| &raw const value.n;
    assert!(::core::mem::offset_of!(Words, error) == 32, "Words::error is not at byte 32, where Words::error is");
    const _: fn(&Words) -> *const u64 = |value| &raw const value.error;
};

// The types of its fields are plain bytes, and none of its bytes is without a field.
const _: () = {
    const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
        ::core::mem::size_of::<T>()
    }
    assert!(5 * plain::<u64>() == 40, "Words has padding");
};

// SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
unsafe impl ::cuda_driver::bytemuck::Zeroable for Words {}

// SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
unsafe impl ::cuda_driver::bytemuck::Pod for Words {}

impl ::core::default::Default for Words {
    #[inline]
    fn default() -> Self {
        ::cuda_driver::bytemuck::Zeroable::zeroed()
    }
}

::cuda_driver::kernel_argument!(Words);

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

const _: () = {
    assert!(::core::mem::size_of::<Segments>() == 32, "Segments doesn't have the 32 bytes of Segments");
    assert!(::core::mem::align_of::<Segments>() == 8, "Segments is not aligned to 8 bytes as Segments is");
    assert!(::core::mem::offset_of!(Segments, groups) == 0, "Segments::groups is not at byte 0, where Segments::groups is");
    const _: fn(&Segments) -> *const u64 = |value| &raw const value.groups;
    assert!(::core::mem::offset_of!(Segments, starts) == 8, "Segments::starts is not at byte 8, where Segments::starts is");
    const _: fn(&Segments) -> *const u64 = |value| &raw const value.starts;
    assert!(::core::mem::offset_of!(Segments, n) == 16, "Segments::n is not at byte 16, where Segments::n is");
    const _: fn(&Segments) -> *const u64 = |value| &raw const value.n;
    assert!(::core::mem::offset_of!(Segments, count) == 24, "Segments::count is not at byte 24, where Segments::count is");
    const _: fn(&Segments) -> *const u32 = |value| &raw const value.count;
    assert!(::core::mem::offset_of!(Segments, unused) == 28, "Segments::unused is not at byte 28, where Segments::unused is");
    const _: fn(&Segments) -> *const u32 = |value| &raw const value.unused;
};

// The types of its fields are plain bytes, and none of its bytes is without a field.
const _: () = {
    const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
        ::core::mem::size_of::<T>()
    }
    assert!(3 * plain::<u64>() + 2 * plain::<u32>() == 32, "Segments has padding");
};

// SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
unsafe impl ::cuda_driver::bytemuck::Zeroable for Segments {}

// SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
unsafe impl ::cuda_driver::bytemuck::Pod for Segments {}

impl ::core::default::Default for Segments {
    #[inline]
    fn default() -> Self {
        ::cuda_driver::bytemuck::Zeroable::zeroed()
    }
}

::cuda_driver::kernel_argument!(Segments);

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

const _: () = {
    assert!(::core::mem::size_of::<Reduce>() == 56, "Reduce doesn't have the 56 bytes of Reduce");
    assert!(::core::mem::align_of::<Reduce>() == 8, "Reduce is not aligned to 8 bytes as Reduce is");
    assert!(::core::mem::offset_of!(Reduce, aggregates) == 0, "Reduce::aggregates is not at byte 0, where Reduce::aggregates is");
    const _: fn(&Reduce) -> *const u64 = |value| &raw const value.aggregates;
    assert!(::core::mem::offset_of!(Reduce, groups) == 8, "Reduce::groups is not at byte 8, where Reduce::groups is");
    const _: fn(&Reduce) -> *const u64 = |value| &raw const value.groups;
    assert!(::core::mem::offset_of!(Reduce, starts) == 16, "Reduce::starts is not at byte 16, where Reduce::starts is");
    const _: fn(&Reduce) -> *const u64 = |value| &raw const value.starts;
    assert!(::core::mem::offset_of!(Reduce, rows) == 24, "Reduce::rows is not at byte 24, where Reduce::rows is");
    const _: fn(&Reduce) -> *const u64 = |value| &raw const value.rows;
    assert!(::core::mem::offset_of!(Reduce, n) == 32, "Reduce::n is not at byte 32, where Reduce::n is");
    const _: fn(&Reduce) -> *const u64 = |value| &raw const value.n;
    assert!(::core::mem::offset_of!(Reduce, count) == 40, "Reduce::count is not at byte 40, where Reduce::count is");
    const _: fn(&Reduce) -> *const u32 = |value| &raw const value.count;
    assert!(::core::mem::offset_of!(Reduce, tiles) == 44, "Reduce::tiles is not at byte 44, where Reduce::tiles is");
    const _: fn(&Reduce) -> *const u32 = |value| &raw const value.tiles;
    assert!(::core::mem::offset_of!(Reduce, error) == 48, "Reduce::error is not at byte 48, where Reduce::error is");
    const _: fn(&Reduce) -> *const u64 = |value| &raw const value.error;
};

// The types of its fields are plain bytes, and none of its bytes is without a field.
const _: () = {
    const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
        ::core::mem::size_of::<T>()
    }
    assert!(6 * plain::<u64>() + 2 * plain::<u32>() == 56, "Reduce has padding");
};

// SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
unsafe impl ::cuda_driver::bytemuck::Zeroable for Reduce {}

// SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
unsafe impl ::cuda_driver::bytemuck::Pod for Reduce {}

impl ::core::default::Default for Reduce {
    #[inline]
    fn default() -> Self {
        ::cuda_driver::bytemuck::Zeroable::zeroed()
    }
}

::cuda_driver::kernel_argument!(Reduce);

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

const _: () = {
    assert!(::core::mem::size_of::<Distinct>() == 56, "Distinct doesn't have the 56 bytes of Distinct");
    assert!(::core::mem::align_of::<Distinct>() == 8, "Distinct is not aligned to 8 bytes as Distinct is");
    assert!(::core::mem::offset_of!(Distinct, first) == 0, "Distinct::first is not at byte 0, where Distinct::first is");
    const _: fn(&Distinct) -> *const u64 = |value| &raw const value.first;
    assert!(::core::mem::offset_of!(Distinct, found) == 8, "Distinct::found is not at byte 8, where Distinct::found is");
    const _: fn(&Distinct) -> *const u64 = |value| &raw const value.found;
    assert!(::core::mem::offset_of!(Distinct, slots) == 16, "Distinct::slots is not at byte 16, where Distinct::slots is");
    const _: fn(&Distinct) -> *const u64 = |value| &raw const value.slots;
    assert!(::core::mem::offset_of!(Distinct, slot_of) == 24, "Distinct::slot_of is not at byte 24, where Distinct::slot_of is");
    const _: fn(&Distinct) -> *const u64 = |value| &raw const value.slot_of;
    assert!(::core::mem::offset_of!(Distinct, column) == 32, "Distinct::column is not at byte 32, where Distinct::column is");
    const _: fn(&Distinct) -> *const u64 = |value| &raw const value.column;
    assert!(::core::mem::offset_of!(Distinct, to) == 40, "Distinct::to is not at byte 40, where Distinct::to is");
    const _: fn(&Distinct) -> *const u64 = |value| &raw const value.to;
    assert!(::core::mem::offset_of!(Distinct, error) == 48, "Distinct::error is not at byte 48, where Distinct::error is");
    const _: fn(&Distinct) -> *const u64 = |value| &raw const value.error;
};

// The types of its fields are plain bytes, and none of its bytes is without a field.
const _: () = {
    const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
        ::core::mem::size_of::<T>()
    }
    assert!(7 * plain::<u64>() == 56, "Distinct has padding");
};

// SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
unsafe impl ::cuda_driver::bytemuck::Zeroable for Distinct {}

// SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
unsafe impl ::cuda_driver::bytemuck::Pod for Distinct {}

impl ::core::default::Default for Distinct {
    #[inline]
    fn default() -> Self {
        ::cuda_driver::bytemuck::Zeroable::zeroed()
    }
}

::cuda_driver::kernel_argument!(Distinct);

/// `Gathers` of `table.cu`. Pointers are addresses on the device.
#[allow(missing_docs, non_snake_case, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Gathers {
    pub gathers: u64,
    pub error: u64,
}

const _: () = {
    assert!(::core::mem::size_of::<Gathers>() == 16, "Gathers doesn't have the 16 bytes of Gathers");
    assert!(::core::mem::align_of::<Gathers>() == 8, "Gathers is not aligned to 8 bytes as Gathers is");
    assert!(::core::mem::offset_of!(Gathers, gathers) == 0, "Gathers::gathers is not at byte 0, where Gathers::gathers is");
    const _: fn(&Gathers) -> *const u64 = |value| &raw const value.gathers;
    assert!(::core::mem::offset_of!(Gathers, error) == 8, "Gathers::error is not at byte 8, where Gathers::error is");
    const _: fn(&Gathers) -> *const u64 = |value| &raw const value.error;
};

// The types of its fields are plain bytes, and none of its bytes is without a field.
const _: () = {
    const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
        ::core::mem::size_of::<T>()
    }
    assert!(2 * plain::<u64>() == 16, "Gathers has padding");
};

// SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
unsafe impl ::cuda_driver::bytemuck::Zeroable for Gathers {}

// SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
unsafe impl ::cuda_driver::bytemuck::Pod for Gathers {}

impl ::core::default::Default for Gathers {
    #[inline]
    fn default() -> Self {
        ::cuda_driver::bytemuck::Zeroable::zeroed()
    }
}

::cuda_driver::kernel_argument!(Gathers);

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

const _: () = {
    assert!(::core::mem::size_of::<Matches>() == 88, "Matches doesn't have the 88 bytes of Matches");
    assert!(::core::mem::align_of::<Matches>() == 8, "Matches is not aligned to 8 bytes as Matches is");
    assert!(::core::mem::offset_of!(Matches, slot_of) == 0, "Matches::slot_of is not at byte 0, where Matches::slot_of is");
    const _: fn(&Matches) -> *const u64 = |value| &raw const value.slot_of;
    assert!(::core::mem::offset_of!(Matches, slots) == 8, "Matches::slots is not at byte 8, where Matches::slots is");
    const _: fn(&Matches) -> *const u64 = |value| &raw const value.slots;
    assert!(::core::mem::offset_of!(Matches, starts) == 16, "Matches::starts is not at byte 16, where Matches::starts is");
    const _: fn(&Matches) -> *const u64 = |value| &raw const value.starts;
    assert!(::core::mem::offset_of!(Matches, rows) == 24, "Matches::rows is not at byte 24, where Matches::rows is");
    const _: fn(&Matches) -> *const u64 = |value| &raw const value.rows;
    assert!(::core::mem::offset_of!(Matches, counts) == 32, "Matches::counts is not at byte 32, where Matches::counts is");
    const _: fn(&Matches) -> *const u64 = |value| &raw const value.counts;
    assert!(::core::mem::offset_of!(Matches, sums) == 40, "Matches::sums is not at byte 40, where Matches::sums is");
    const _: fn(&Matches) -> *const u64 = |value| &raw const value.sums;
    assert!(::core::mem::offset_of!(Matches, left) == 48, "Matches::left is not at byte 48, where Matches::left is");
    const _: fn(&Matches) -> *const u64 = |value| &raw const value.left;
    assert!(::core::mem::offset_of!(Matches, right) == 56, "Matches::right is not at byte 56, where Matches::right is");
    const _: fn(&Matches) -> *const u64 = |value| &raw const value.right;
    assert!(::core::mem::offset_of!(Matches, n) == 64, "Matches::n is not at byte 64, where Matches::n is");
    const _: fn(&Matches) -> *const u64 = |value| &raw const value.n;
    assert!(::core::mem::offset_of!(Matches, total) == 72, "Matches::total is not at byte 72, where Matches::total is");
    const _: fn(&Matches) -> *const u64 = |value| &raw const value.total;
    assert!(::core::mem::offset_of!(Matches, outer) == 80, "Matches::outer is not at byte 80, where Matches::outer is");
    const _: fn(&Matches) -> *const u32 = |value| &raw const value.outer;
    assert!(::core::mem::offset_of!(Matches, unused) == 84, "Matches::unused is not at byte 84, where Matches::unused is");
    const _: fn(&Matches) -> *const u32 = |value| &raw const value.unused;
};

// The types of its fields are plain bytes, and none of its bytes is without a field.
const _: () = {
    const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
        ::core::mem::size_of::<T>()
    }
    assert!(10 * plain::<u64>() + 2 * plain::<u32>() == 88, "Matches has padding");
};

// SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
unsafe impl ::cuda_driver::bytemuck::Zeroable for Matches {}

// SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
unsafe impl ::cuda_driver::bytemuck::Pod for Matches {}

impl ::core::default::Default for Matches {
    #[inline]
    fn default() -> Self {
        ::cuda_driver::bytemuck::Zeroable::zeroed()
    }
}

::cuda_driver::kernel_argument!(Matches);

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

const _: () = {
    assert!(::core::mem::size_of::<Expand>() == 80, "Expand doesn't have the 80 bytes of Expand");
    assert!(::core::mem::align_of::<Expand>() == 8, "Expand is not aligned to 8 bytes as Expand is");
    assert!(::core::mem::offset_of!(Expand, places) == 0, "Expand::places is not at byte 0, where Expand::places is");
    const _: fn(&Expand) -> *const u64 = |value| &raw const value.places;
    assert!(::core::mem::offset_of!(Expand, sums) == 8, "Expand::sums is not at byte 8, where Expand::sums is");
    const _: fn(&Expand) -> *const u64 = |value| &raw const value.sums;
    assert!(::core::mem::offset_of!(Expand, rows) == 16, "Expand::rows is not at byte 16, where Expand::rows is");
    const _: fn(&Expand) -> *const u64 = |value| &raw const value.rows;
    assert!(::core::mem::offset_of!(Expand, offsets) == 24, "Expand::offsets is not at byte 24, where Expand::offsets is");
    const _: fn(&Expand) -> *const u64 = |value| &raw const value.offsets;
    assert!(::core::mem::offset_of!(Expand, offset) == 32, "Expand::offset is not at byte 32, where Expand::offset is");
    const _: fn(&Expand) -> *const i64 = |value| &raw const value.offset;
    assert!(::core::mem::offset_of!(Expand, to) == 40, "Expand::to is not at byte 40, where Expand::to is");
    const _: fn(&Expand) -> *const u64 = |value| &raw const value.to;
    assert!(::core::mem::offset_of!(Expand, n) == 48, "Expand::n is not at byte 48, where Expand::n is");
    const _: fn(&Expand) -> *const u64 = |value| &raw const value.n;
    assert!(::core::mem::offset_of!(Expand, total) == 56, "Expand::total is not at byte 56, where Expand::total is");
    const _: fn(&Expand) -> *const u64 = |value| &raw const value.total;
    assert!(::core::mem::offset_of!(Expand, error) == 64, "Expand::error is not at byte 64, where Expand::error is");
    const _: fn(&Expand) -> *const u64 = |value| &raw const value.error;
    assert!(::core::mem::offset_of!(Expand, size) == 72, "Expand::size is not at byte 72, where Expand::size is");
    const _: fn(&Expand) -> *const u32 = |value| &raw const value.size;
    assert!(::core::mem::offset_of!(Expand, width) == 76, "Expand::width is not at byte 76, where Expand::width is");
    const _: fn(&Expand) -> *const u32 = |value| &raw const value.width;
};

// The types of its fields are plain bytes, and none of its bytes is without a field.
const _: () = {
    const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
        ::core::mem::size_of::<T>()
    }
    assert!(8 * plain::<u64>() + plain::<i64>() + 2 * plain::<u32>() == 80, "Expand has padding");
};

// SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
unsafe impl ::cuda_driver::bytemuck::Zeroable for Expand {}

// SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
unsafe impl ::cuda_driver::bytemuck::Pod for Expand {}

impl ::core::default::Default for Expand {
    #[inline]
    fn default() -> Self {
        ::cuda_driver::bytemuck::Zeroable::zeroed()
    }
}

::cuda_driver::kernel_argument!(Expand);

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
}

const _: () = {
    assert!(::core::mem::size_of::<Compare>() == 88, "Compare doesn't have the 88 bytes of Compare");
    assert!(::core::mem::align_of::<Compare>() == 8, "Compare is not aligned to 8 bytes as Compare is");
    assert!(::core::mem::offset_of!(Compare, a) == 0, "Compare::a is not at byte 0, where Compare::a is");
    const _: fn(&Compare) -> *const u64 = |value| &raw const value.a;
    assert!(::core::mem::offset_of!(Compare, b) == 8, "Compare::b is not at byte 8, where Compare::b is");
    const _: fn(&Compare) -> *const u64 = |value| &raw const value.b;
    assert!(::core::mem::offset_of!(Compare, factor_a) == 16, "Compare::factor_a is not at byte 16, where Compare::factor_a is");
    const _: fn(&Compare) -> *const u64 = |value| &raw const value.factor_a;
    assert!(::core::mem::offset_of!(Compare, factor_b) == 24, "Compare::factor_b is not at byte 24, where Compare::factor_b is");
    const _: fn(&Compare) -> *const u64 = |value| &raw const value.factor_b;
    assert!(::core::mem::offset_of!(Compare, n) == 32, "Compare::n is not at byte 32, where Compare::n is");
    const _: fn(&Compare) -> *const u64 = |value| &raw const value.n;
    assert!(::core::mem::offset_of!(Compare, to) == 40, "Compare::to is not at byte 40, where Compare::to is");
    const _: fn(&Compare) -> *const u64 = |value| &raw const value.to;
    assert!(::core::mem::offset_of!(Compare, valid) == 48, "Compare::valid is not at byte 48, where Compare::valid is");
    const _: fn(&Compare) -> *const u64 = |value| &raw const value.valid;
    assert!(::core::mem::offset_of!(Compare, error) == 56, "Compare::error is not at byte 56, where Compare::error is");
    const _: fn(&Compare) -> *const u64 = |value| &raw const value.error;
    assert!(::core::mem::offset_of!(Compare, comparison) == 64, "Compare::comparison is not at byte 64, where Compare::comparison is");
    const _: fn(&Compare) -> *const u32 = |value| &raw const value.comparison;
    assert!(::core::mem::offset_of!(Compare, order_a) == 68, "Compare::order_a is not at byte 68, where Compare::order_a is");
    const _: fn(&Compare) -> *const u32 = |value| &raw const value.order_a;
    assert!(::core::mem::offset_of!(Compare, order_b) == 72, "Compare::order_b is not at byte 72, where Compare::order_b is");
    const _: fn(&Compare) -> *const u32 = |value| &raw const value.order_b;
    assert!(::core::mem::offset_of!(Compare, width_a) == 76, "Compare::width_a is not at byte 76, where Compare::width_a is");
    const _: fn(&Compare) -> *const u32 = |value| &raw const value.width_a;
    assert!(::core::mem::offset_of!(Compare, width_b) == 80, "Compare::width_b is not at byte 80, where Compare::width_b is");
    const _: fn(&Compare) -> *const u32 = |value| &raw const value.width_b;
    assert!(::core::mem::offset_of!(Compare, is_scalar) == 84, "Compare::is_scalar is not at byte 84, where Compare::is_scalar is");
    const _: fn(&Compare) -> *const u32 = |value| &raw const value.is_scalar;
};

// The types of its fields are plain bytes, and none of its bytes is without a field.
const _: () = {
    const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
        ::core::mem::size_of::<T>()
    }
    assert!(8 * plain::<u64>() + 6 * plain::<u32>() == 88, "Compare has padding");
};

// SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
unsafe impl ::cuda_driver::bytemuck::Zeroable for Compare {}

// SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
unsafe impl ::cuda_driver::bytemuck::Pod for Compare {}

impl ::core::default::Default for Compare {
    #[inline]
    fn default() -> Self {
        ::cuda_driver::bytemuck::Zeroable::zeroed()
    }
}

::cuda_driver::kernel_argument!(Compare);

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
    pub kind: u32,
    pub width: u32,
}

const _: () = {
    assert!(::core::mem::size_of::<Join>() == 56, "Join doesn't have the 56 bytes of Join");
    assert!(::core::mem::align_of::<Join>() == 8, "Join is not aligned to 8 bytes as Join is");
    assert!(::core::mem::offset_of!(Join, to) == 0, "Join::to is not at byte 0, where Join::to is");
    const _: fn(&Join) -> *const u64 = |value| &raw const value.to;
    assert!(::core::mem::offset_of!(Join, from) == 8, "Join::from is not at byte 8, where Join::from is");
    const _: fn(&Join) -> *const u64 = |value| &raw const value.from;
    assert!(::core::mem::offset_of!(Join, place) == 16, "Join::place is not at byte 16, where Join::place is");
    const _: fn(&Join) -> *const u64 = |value| &raw const value.place;
    assert!(::core::mem::offset_of!(Join, bit) == 24, "Join::bit is not at byte 24, where Join::bit is");
    const _: fn(&Join) -> *const u64 = |value| &raw const value.bit;
    assert!(::core::mem::offset_of!(Join, n) == 32, "Join::n is not at byte 32, where Join::n is");
    const _: fn(&Join) -> *const u64 = |value| &raw const value.n;
    assert!(::core::mem::offset_of!(Join, add) == 40, "Join::add is not at byte 40, where Join::add is");
    const _: fn(&Join) -> *const u64 = |value| &raw const value.add;
    assert!(::core::mem::offset_of!(Join, kind) == 48, "Join::kind is not at byte 48, where Join::kind is");
    const _: fn(&Join) -> *const u32 = |value| &raw const value.kind;
    assert!(::core::mem::offset_of!(Join, width) == 52, "Join::width is not at byte 52, where Join::width is");
    const _: fn(&Join) -> *const u32 = |value| &raw const value.width;
};

// The types of its fields are plain bytes, and none of its bytes is without a field.
const _: () = {
    const fn plain<T: ::cuda_driver::bytemuck::Pod>() -> usize {
        ::core::mem::size_of::<T>()
    }
    assert!(6 * plain::<u64>() + 2 * plain::<u32>() == 56, "Join has padding");
};

// SAFETY: the types of its fields are `Pod`, as asserted above, so zeros are valid.
unsafe impl ::cuda_driver::bytemuck::Zeroable for Join {}

// SAFETY: it is `repr(C)`; the types of its fields are `Pod` and their sizes add up to its own, as asserted above.
unsafe impl ::cuda_driver::bytemuck::Pod for Join {}

impl ::core::default::Default for Join {
    #[inline]
    fn default() -> Self {
        ::cuda_driver::bytemuck::Zeroable::zeroed()
    }
}

::cuda_driver::kernel_argument!(Join);

/// Properties of the kernel `table_insert(Table x)`.
#[derive(Clone, Copy, Debug)]
pub enum TableInsert {}

#[allow(dead_code)]
impl TableInsert {
    /// Its name in the image.
    pub const NAME: &'static ::core::ffi::CStr = c"table_insert";
    /// The maximum size of a block in each dimension, from `__launch_bounds__`.
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    /// The required size of a block, from `__block_size__`.
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    /// The size of the kernel's static shared memory, in bytes.
    pub const STATIC_SHARED_MEMORY: usize = 0;
    /// Whether it uses dynamic shared memory, whose size the launch sets.
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_insert(Table x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableInsertParameters = (Table, );

/// Properties of the kernel `table_find(Table x)`.
#[derive(Clone, Copy, Debug)]
pub enum TableFind {}

#[allow(dead_code)]
impl TableFind {
    /// Its name in the image.
    pub const NAME: &'static ::core::ffi::CStr = c"table_find";
    /// The maximum size of a block in each dimension, from `__launch_bounds__`.
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    /// The required size of a block, from `__block_size__`.
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    /// The size of the kernel's static shared memory, in bytes.
    pub const STATIC_SHARED_MEMORY: usize = 0;
    /// Whether it uses dynamic shared memory, whose size the launch sets.
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_find(Table x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableFindParameters = (Table, );

/// Properties of the kernel `table_scan_32(Scan x)`.
#[derive(Clone, Copy, Debug)]
pub enum TableScan32 {}

#[allow(dead_code)]
impl TableScan32 {
    /// Its name in the image.
    pub const NAME: &'static ::core::ffi::CStr = c"table_scan_32";
    /// The maximum size of a block in each dimension, from `__launch_bounds__`.
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    /// The required size of a block, from `__block_size__`.
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    /// The size of the kernel's static shared memory, in bytes.
    pub const STATIC_SHARED_MEMORY: usize = 32;
    /// Whether it uses dynamic shared memory, whose size the launch sets.
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_scan_32(Scan x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableScan32Parameters = (Scan, );

/// Properties of the kernel `table_scan_64(Scan x)`.
#[derive(Clone, Copy, Debug)]
pub enum TableScan64 {}

#[allow(dead_code)]
impl TableScan64 {
    /// Its name in the image.
    pub const NAME: &'static ::core::ffi::CStr = c"table_scan_64";
    /// The maximum size of a block in each dimension, from `__launch_bounds__`.
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    /// The required size of a block, from `__block_size__`.
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    /// The size of the kernel's static shared memory, in bytes.
    pub const STATIC_SHARED_MEMORY: usize = 64;
    /// Whether it uses dynamic shared memory, whose size the launch sets.
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_scan_64(Scan x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableScan64Parameters = (Scan, );

/// Properties of the kernel `table_select_count(Select x)`.
#[derive(Clone, Copy, Debug)]
pub enum TableSelectCount {}

#[allow(dead_code)]
impl TableSelectCount {
    /// Its name in the image.
    pub const NAME: &'static ::core::ffi::CStr = c"table_select_count";
    /// The maximum size of a block in each dimension, from `__launch_bounds__`.
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    /// The required size of a block, from `__block_size__`.
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    /// The size of the kernel's static shared memory, in bytes.
    pub const STATIC_SHARED_MEMORY: usize = 4;
    /// Whether it uses dynamic shared memory, whose size the launch sets.
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_select_count(Select x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableSelectCountParameters = (Select, );

/// Properties of the kernel `table_select(Select x)`.
#[derive(Clone, Copy, Debug)]
pub enum TableSelect {}

#[allow(dead_code)]
impl TableSelect {
    /// Its name in the image.
    pub const NAME: &'static ::core::ffi::CStr = c"table_select";
    /// The maximum size of a block in each dimension, from `__launch_bounds__`.
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    /// The required size of a block, from `__block_size__`.
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    /// The size of the kernel's static shared memory, in bytes.
    pub const STATIC_SHARED_MEMORY: usize = 64;
    /// Whether it uses dynamic shared memory, whose size the launch sets.
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_select(Select x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableSelectParameters = (Select, );

/// Properties of the kernel `table_number(Number x)`.
#[derive(Clone, Copy, Debug)]
pub enum TableNumber {}

#[allow(dead_code)]
impl TableNumber {
    /// Its name in the image.
    pub const NAME: &'static ::core::ffi::CStr = c"table_number";
    /// The maximum size of a block in each dimension, from `__launch_bounds__`.
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    /// The required size of a block, from `__block_size__`.
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    /// The size of the kernel's static shared memory, in bytes.
    pub const STATIC_SHARED_MEMORY: usize = 0;
    /// Whether it uses dynamic shared memory, whose size the launch sets.
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_number(Number x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableNumberParameters = (Number, );

/// Properties of the kernel `table_groups(Groups x)`.
#[derive(Clone, Copy, Debug)]
pub enum TableGroups {}

#[allow(dead_code)]
impl TableGroups {
    /// Its name in the image.
    pub const NAME: &'static ::core::ffi::CStr = c"table_groups";
    /// The maximum size of a block in each dimension, from `__launch_bounds__`.
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    /// The required size of a block, from `__block_size__`.
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    /// The size of the kernel's static shared memory, in bytes.
    pub const STATIC_SHARED_MEMORY: usize = 0;
    /// Whether it uses dynamic shared memory, whose size the launch sets.
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_groups(Groups x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableGroupsParameters = (Groups, );

/// Properties of the kernel `table_radix_count_32(Radix x)`.
#[derive(Clone, Copy, Debug)]
pub enum TableRadixCount32 {}

#[allow(dead_code)]
impl TableRadixCount32 {
    /// Its name in the image.
    pub const NAME: &'static ::core::ffi::CStr = c"table_radix_count_32";
    /// The maximum size of a block in each dimension, from `__launch_bounds__`.
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    /// The required size of a block, from `__block_size__`.
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    /// The size of the kernel's static shared memory, in bytes.
    pub const STATIC_SHARED_MEMORY: usize = 1024;
    /// Whether it uses dynamic shared memory, whose size the launch sets.
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_radix_count_32(Radix x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableRadixCount32Parameters = (Radix, );

/// Properties of the kernel `table_radix_count_64(Radix x)`.
#[derive(Clone, Copy, Debug)]
pub enum TableRadixCount64 {}

#[allow(dead_code)]
impl TableRadixCount64 {
    /// Its name in the image.
    pub const NAME: &'static ::core::ffi::CStr = c"table_radix_count_64";
    /// The maximum size of a block in each dimension, from `__launch_bounds__`.
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    /// The required size of a block, from `__block_size__`.
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    /// The size of the kernel's static shared memory, in bytes.
    pub const STATIC_SHARED_MEMORY: usize = 1024;
    /// Whether it uses dynamic shared memory, whose size the launch sets.
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_radix_count_64(Radix x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableRadixCount64Parameters = (Radix, );

/// Properties of the kernel `table_radix_move_32(Radix x)`.
#[derive(Clone, Copy, Debug)]
pub enum TableRadixMove32 {}

#[allow(dead_code)]
impl TableRadixMove32 {
    /// Its name in the image.
    pub const NAME: &'static ::core::ffi::CStr = c"table_radix_move_32";
    /// The maximum size of a block in each dimension, from `__launch_bounds__`.
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    /// The required size of a block, from `__block_size__`.
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    /// The size of the kernel's static shared memory, in bytes.
    pub const STATIC_SHARED_MEMORY: usize = 21536;
    /// Whether it uses dynamic shared memory, whose size the launch sets.
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_radix_move_32(Radix x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableRadixMove32Parameters = (Radix, );

/// Properties of the kernel `table_radix_move_64(Radix x)`.
#[derive(Clone, Copy, Debug)]
pub enum TableRadixMove64 {}

#[allow(dead_code)]
impl TableRadixMove64 {
    /// Its name in the image.
    pub const NAME: &'static ::core::ffi::CStr = c"table_radix_move_64";
    /// The maximum size of a block in each dimension, from `__launch_bounds__`.
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    /// The required size of a block, from `__block_size__`.
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    /// The size of the kernel's static shared memory, in bytes.
    pub const STATIC_SHARED_MEMORY: usize = 37920;
    /// Whether it uses dynamic shared memory, whose size the launch sets.
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_radix_move_64(Radix x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableRadixMove64Parameters = (Radix, );

/// Properties of the kernel `table_words(Words x)`.
#[derive(Clone, Copy, Debug)]
pub enum TableWords {}

#[allow(dead_code)]
impl TableWords {
    /// Its name in the image.
    pub const NAME: &'static ::core::ffi::CStr = c"table_words";
    /// The maximum size of a block in each dimension, from `__launch_bounds__`.
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    /// The required size of a block, from `__block_size__`.
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    /// The size of the kernel's static shared memory, in bytes.
    pub const STATIC_SHARED_MEMORY: usize = 0;
    /// Whether it uses dynamic shared memory, whose size the launch sets.
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_words(Words x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableWordsParameters = (Words, );

/// Properties of the kernel `table_masks(Words x)`.
#[derive(Clone, Copy, Debug)]
pub enum TableMasks {}

#[allow(dead_code)]
impl TableMasks {
    /// Its name in the image.
    pub const NAME: &'static ::core::ffi::CStr = c"table_masks";
    /// The maximum size of a block in each dimension, from `__launch_bounds__`.
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    /// The required size of a block, from `__block_size__`.
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    /// The size of the kernel's static shared memory, in bytes.
    pub const STATIC_SHARED_MEMORY: usize = 0;
    /// Whether it uses dynamic shared memory, whose size the launch sets.
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_masks(Words x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableMasksParameters = (Words, );

/// Properties of the kernel `table_segments(Segments x)`.
#[derive(Clone, Copy, Debug)]
pub enum TableSegments {}

#[allow(dead_code)]
impl TableSegments {
    /// Its name in the image.
    pub const NAME: &'static ::core::ffi::CStr = c"table_segments";
    /// The maximum size of a block in each dimension, from `__launch_bounds__`.
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    /// The required size of a block, from `__block_size__`.
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    /// The size of the kernel's static shared memory, in bytes.
    pub const STATIC_SHARED_MEMORY: usize = 0;
    /// Whether it uses dynamic shared memory, whose size the launch sets.
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_segments(Segments x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableSegmentsParameters = (Segments, );

/// Properties of the kernel `table_reduce(Reduce x)`.
#[derive(Clone, Copy, Debug)]
pub enum TableReduce {}

#[allow(dead_code)]
impl TableReduce {
    /// Its name in the image.
    pub const NAME: &'static ::core::ffi::CStr = c"table_reduce";
    /// The maximum size of a block in each dimension, from `__launch_bounds__`.
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    /// The required size of a block, from `__block_size__`.
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    /// The size of the kernel's static shared memory, in bytes.
    pub const STATIC_SHARED_MEMORY: usize = 0;
    /// Whether it uses dynamic shared memory, whose size the launch sets.
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_reduce(Reduce x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableReduceParameters = (Reduce, );

/// Properties of the kernel `table_reduced(Reduce x)`.
#[derive(Clone, Copy, Debug)]
pub enum TableReduced {}

#[allow(dead_code)]
impl TableReduced {
    /// Its name in the image.
    pub const NAME: &'static ::core::ffi::CStr = c"table_reduced";
    /// The maximum size of a block in each dimension, from `__launch_bounds__`.
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    /// The required size of a block, from `__block_size__`.
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    /// The size of the kernel's static shared memory, in bytes.
    pub const STATIC_SHARED_MEMORY: usize = 0;
    /// Whether it uses dynamic shared memory, whose size the launch sets.
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_reduced(Reduce x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableReducedParameters = (Reduce, );

/// Properties of the kernel `table_distinct(Distinct x)`.
#[derive(Clone, Copy, Debug)]
pub enum TableDistinct {}

#[allow(dead_code)]
impl TableDistinct {
    /// Its name in the image.
    pub const NAME: &'static ::core::ffi::CStr = c"table_distinct";
    /// The maximum size of a block in each dimension, from `__launch_bounds__`.
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    /// The required size of a block, from `__block_size__`.
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    /// The size of the kernel's static shared memory, in bytes.
    pub const STATIC_SHARED_MEMORY: usize = 0;
    /// Whether it uses dynamic shared memory, whose size the launch sets.
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_distinct(Distinct x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableDistinctParameters = (Distinct, );

/// Properties of the kernel `table_gather(Gathers all)`.
#[derive(Clone, Copy, Debug)]
pub enum TableGather {}

#[allow(dead_code)]
impl TableGather {
    /// Its name in the image.
    pub const NAME: &'static ::core::ffi::CStr = c"table_gather";
    /// The maximum size of a block in each dimension, from `__launch_bounds__`.
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    /// The required size of a block, from `__block_size__`.
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    /// The size of the kernel's static shared memory, in bytes.
    pub const STATIC_SHARED_MEMORY: usize = 0;
    /// Whether it uses dynamic shared memory, whose size the launch sets.
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_gather(Gathers all)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableGatherParameters = (Gathers, );

/// Properties of the kernel `table_match_count(Matches x)`.
#[derive(Clone, Copy, Debug)]
pub enum TableMatchCount {}

#[allow(dead_code)]
impl TableMatchCount {
    /// Its name in the image.
    pub const NAME: &'static ::core::ffi::CStr = c"table_match_count";
    /// The maximum size of a block in each dimension, from `__launch_bounds__`.
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    /// The required size of a block, from `__block_size__`.
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    /// The size of the kernel's static shared memory, in bytes.
    pub const STATIC_SHARED_MEMORY: usize = 0;
    /// Whether it uses dynamic shared memory, whose size the launch sets.
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_match_count(Matches x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableMatchCountParameters = (Matches, );

/// Properties of the kernel `table_match(Matches x)`.
#[derive(Clone, Copy, Debug)]
pub enum TableMatch {}

#[allow(dead_code)]
impl TableMatch {
    /// Its name in the image.
    pub const NAME: &'static ::core::ffi::CStr = c"table_match";
    /// The maximum size of a block in each dimension, from `__launch_bounds__`.
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    /// The required size of a block, from `__block_size__`.
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    /// The size of the kernel's static shared memory, in bytes.
    pub const STATIC_SHARED_MEMORY: usize = 16;
    /// Whether it uses dynamic shared memory, whose size the launch sets.
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_match(Matches x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableMatchParameters = (Matches, );

/// Properties of the kernel `table_expand(Expand x)`.
#[derive(Clone, Copy, Debug)]
pub enum TableExpand {}

#[allow(dead_code)]
impl TableExpand {
    /// Its name in the image.
    pub const NAME: &'static ::core::ffi::CStr = c"table_expand";
    /// The maximum size of a block in each dimension, from `__launch_bounds__`.
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    /// The required size of a block, from `__block_size__`.
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    /// The size of the kernel's static shared memory, in bytes.
    pub const STATIC_SHARED_MEMORY: usize = 0;
    /// Whether it uses dynamic shared memory, whose size the launch sets.
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_expand(Expand x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableExpandParameters = (Expand, );

/// Properties of the kernel `table_compare(Compare x)`.
#[derive(Clone, Copy, Debug)]
pub enum TableCompare {}

#[allow(dead_code)]
impl TableCompare {
    /// Its name in the image.
    pub const NAME: &'static ::core::ffi::CStr = c"table_compare";
    /// The maximum size of a block in each dimension, from `__launch_bounds__`.
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    /// The required size of a block, from `__block_size__`.
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    /// The size of the kernel's static shared memory, in bytes.
    pub const STATIC_SHARED_MEMORY: usize = 0;
    /// Whether it uses dynamic shared memory, whose size the launch sets.
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_compare(Compare x)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableCompareParameters = (Compare, );

/// Properties of the kernel `table_join(const Join *joins)`.
#[derive(Clone, Copy, Debug)]
pub enum TableJoin {}

#[allow(dead_code)]
impl TableJoin {
    /// Its name in the image.
    pub const NAME: &'static ::core::ffi::CStr = c"table_join";
    /// The maximum size of a block in each dimension, from `__launch_bounds__`.
    pub const MAX_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::Some([256, 1, 1]);
    /// The required size of a block, from `__block_size__`.
    pub const REQUIRED_THREADS: ::core::option::Option<[u32; 3]> = ::core::option::Option::None;
    /// The minimum number of blocks on a multiprocessor, from `__launch_bounds__`.
    pub const MIN_BLOCKS: ::core::option::Option<u32> = ::core::option::Option::None;
    /// The size of the kernel's static shared memory, in bytes.
    pub const STATIC_SHARED_MEMORY: usize = 0;
    /// Whether it uses dynamic shared memory, whose size the launch sets.
    pub const HAS_DYNAMIC_SHARED_MEMORY: bool = false;
}

/// The signature of `table_join(const Join *joins)`, for `Function::typed`.
#[allow(dead_code)]
pub type TableJoinParameters = (::cuda_driver::DeviceSlice<'static, Join>, );

/// The kernels of `table.cu`, which each driver loads when one is launched first.
#[derive(Clone, Copy, Debug)]
pub enum Kernels {}

#[allow(clippy::too_many_arguments, clippy::missing_safety_doc, non_snake_case, dead_code)]
impl Kernels {
    /// The compiled kernels.
    pub const IMAGE: &'static str = include_str!("table.ptx");

    /// The kernels, in the order of the image.
    #[inline]
    pub fn embedded() -> &'static ::cuda_driver::launch::EmbeddedKernels<24> {
        static KERNELS: ::cuda_driver::launch::EmbeddedKernels<24> = ::cuda_driver::launch::EmbeddedKernels::new(
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
static_assert((unsigned long long)(THREADS) == 256ull, "THREADS");
static_assert((unsigned long long)(TILE) == 4096ull, "TILE");
static_assert((unsigned long long)(PIECE) == 1024ull, "PIECE");
static_assert((unsigned long long)(NONE) == 4294967295ull, "NONE");
static_assert((unsigned long long)(PART_LENGTH) == 4294967294ull, "PART_LENGTH");
static_assert((unsigned long long)(PART_CLASS) == 4294967295ull, "PART_CLASS");
static_assert((unsigned long long)(Kind::BITS) == 0ull, "Kind::BITS");
static_assert((unsigned long long)(Kind::FIXED) == 1ull, "Kind::FIXED");
static_assert((unsigned long long)(Kind::TEXT_32) == 2ull, "Kind::TEXT_32");
static_assert((unsigned long long)(Kind::TEXT_64) == 3ull, "Kind::TEXT_64");
static_assert((unsigned long long)(Kind::VIEW) == 4ull, "Kind::VIEW");
static_assert((unsigned long long)(Kind::DICTIONARY) == 5ull, "Kind::DICTIONARY");
static_assert((unsigned long long)(Kind::NOTHING) == 6ull, "Kind::NOTHING");
static_assert((unsigned long long)(Kind::RAW) == 7ull, "Kind::RAW");
static_assert((unsigned long long)(Where::MASK) == 0ull, "Where::MASK");
static_assert((unsigned long long)(Where::FIRST) == 1ull, "Where::FIRST");
static_assert((unsigned long long)(Where::FOUND) == 2ull, "Where::FOUND");
static_assert((unsigned long long)(Where::MISSING) == 3ull, "Where::MISSING");
static_assert((unsigned long long)(Order::UNSIGNED) == 0ull, "Order::UNSIGNED");
static_assert((unsigned long long)(Order::SIGNED) == 1ull, "Order::SIGNED");
static_assert((unsigned long long)(Order::FLOAT_16) == 2ull, "Order::FLOAT_16");
static_assert((unsigned long long)(Order::FLOAT_32) == 3ull, "Order::FLOAT_32");
static_assert((unsigned long long)(Order::FLOAT_64) == 4ull, "Order::FLOAT_64");
static_assert((unsigned long long)(Order::BYTES) == 5ull, "Order::BYTES");
static_assert((unsigned long long)(Order::DECIMAL) == 6ull, "Order::DECIMAL");
static_assert((unsigned long long)(Operation::SUM) == 0ull, "Operation::SUM");
static_assert((unsigned long long)(Operation::SUM_FLOAT) == 1ull, "Operation::SUM_FLOAT");
static_assert((unsigned long long)(Operation::SUM_DECIMAL) == 2ull, "Operation::SUM_DECIMAL");
static_assert((unsigned long long)(Operation::COUNT) == 3ull, "Operation::COUNT");
static_assert((unsigned long long)(Operation::ROWS) == 4ull, "Operation::ROWS");
static_assert((unsigned long long)(Operation::LEAST) == 5ull, "Operation::LEAST");
static_assert((unsigned long long)(Operation::MOST) == 6ull, "Operation::MOST");
static_assert((unsigned long long)(Operation::MEAN) == 7ull, "Operation::MEAN");
static_assert((unsigned long long)(Gathered::GATHER_BYTES) == 0ull, "Gathered::GATHER_BYTES");
static_assert((unsigned long long)(Gathered::GATHER_BITS) == 1ull, "Gathered::GATHER_BITS");
static_assert((unsigned long long)(Gathered::GATHER_LENGTHS) == 2ull, "Gathered::GATHER_LENGTHS");
static_assert((unsigned long long)(Gathered::GATHER_TEXT) == 3ull, "Gathered::GATHER_TEXT");
static_assert((unsigned long long)(Gathered::GATHER_LIST_LENGTHS) == 4ull, "Gathered::GATHER_LIST_LENGTHS");
static_assert((unsigned long long)(Gathered::GATHER_OFFSETS) == 5ull, "Gathered::GATHER_OFFSETS");
static_assert((unsigned long long)(Comparison::EQUAL) == 0ull, "Comparison::EQUAL");
static_assert((unsigned long long)(Comparison::NOT_EQUAL) == 1ull, "Comparison::NOT_EQUAL");
static_assert((unsigned long long)(Comparison::LESS) == 2ull, "Comparison::LESS");
static_assert((unsigned long long)(Comparison::LESS_EQUAL) == 3ull, "Comparison::LESS_EQUAL");
static_assert((unsigned long long)(Comparison::GREATER) == 4ull, "Comparison::GREATER");
static_assert((unsigned long long)(Comparison::GREATER_EQUAL) == 5ull, "Comparison::GREATER_EQUAL");
static_assert((unsigned long long)(Comparison::IS_VALID) == 6ull, "Comparison::IS_VALID");
static_assert((unsigned long long)(Comparison::AND) == 7ull, "Comparison::AND");
static_assert((unsigned long long)(Comparison::OR) == 8ull, "Comparison::OR");
static_assert((unsigned long long)(Comparison::NOT) == 9ull, "Comparison::NOT");
static_assert((unsigned long long)(Joined::JOIN_BITS) == 0ull, "Joined::JOIN_BITS");
static_assert((unsigned long long)(Joined::JOIN_ONES) == 1ull, "Joined::JOIN_ONES");
static_assert((unsigned long long)(Joined::JOIN_OFFSETS_32) == 2ull, "Joined::JOIN_OFFSETS_32");
static_assert((unsigned long long)(Joined::JOIN_OFFSETS_64) == 3ull, "Joined::JOIN_OFFSETS_64");
static_assert((unsigned long long)(Joined::JOIN_KEYS) == 4ull, "Joined::JOIN_KEYS");
static_assert((unsigned long long)(Joined::JOIN_VIEWS) == 5ull, "Joined::JOIN_VIEWS");
static_assert(sizeof(Column) == 64 && alignof(Column) == 8, "Column");
static_assert(CUDA_BUILD_OFFSET(values, Column) == 0, "Column::values");
static_assert(CUDA_BUILD_OFFSET(data, Column) == 8, "Column::data");
static_assert(CUDA_BUILD_OFFSET(nulls, Column) == 16, "Column::nulls");
static_assert(CUDA_BUILD_OFFSET(dictionary, Column) == 24, "Column::dictionary");
static_assert(CUDA_BUILD_OFFSET(offset, Column) == 32, "Column::offset");
static_assert(CUDA_BUILD_OFFSET(len, Column) == 40, "Column::len");
static_assert(CUDA_BUILD_OFFSET(bytes, Column) == 48, "Column::bytes");
static_assert(CUDA_BUILD_OFFSET(kind, Column) == 56, "Column::kind");
static_assert(CUDA_BUILD_OFFSET(width, Column) == 60, "Column::width");
static_assert(sizeof(ViewBuffer) == 16 && alignof(ViewBuffer) == 8, "ViewBuffer");
static_assert(CUDA_BUILD_OFFSET(bytes, ViewBuffer) == 0, "ViewBuffer::bytes");
static_assert(CUDA_BUILD_OFFSET(len, ViewBuffer) == 8, "ViewBuffer::len");
static_assert(sizeof(Word) == 24 && alignof(Word) == 8, "Word");
static_assert(CUDA_BUILD_OFFSET(column, Word) == 0, "Word::column");
static_assert(CUDA_BUILD_OFFSET(order, Word) == 8, "Word::order");
static_assert(CUDA_BUILD_OFFSET(width, Word) == 12, "Word::width");
static_assert(CUDA_BUILD_OFFSET(part, Word) == 16, "Word::part");
static_assert(CUDA_BUILD_OFFSET(descends, Word) == 20, "Word::descends");
static_assert(CUDA_BUILD_OFFSET(nulls_first, Word) == 21, "Word::nulls_first");
static_assert(CUDA_BUILD_OFFSET(unused, Word) == 22, "Word::unused");
static_assert(sizeof(Partial) == 24 && alignof(Partial) == 8, "Partial");
static_assert(CUDA_BUILD_OFFSET(low, Partial) == 0, "Partial::low");
static_assert(CUDA_BUILD_OFFSET(high, Partial) == 8, "Partial::high");
static_assert(CUDA_BUILD_OFFSET(count, Partial) == 16, "Partial::count");
static_assert(sizeof(Aggregate) == 48 && alignof(Aggregate) == 8, "Aggregate");
static_assert(CUDA_BUILD_OFFSET(column, Aggregate) == 0, "Aggregate::column");
static_assert(CUDA_BUILD_OFFSET(partials, Aggregate) == 8, "Aggregate::partials");
static_assert(CUDA_BUILD_OFFSET(to, Aggregate) == 16, "Aggregate::to");
static_assert(CUDA_BUILD_OFFSET(valid, Aggregate) == 24, "Aggregate::valid");
static_assert(CUDA_BUILD_OFFSET(operation, Aggregate) == 32, "Aggregate::operation");
static_assert(CUDA_BUILD_OFFSET(order, Aggregate) == 36, "Aggregate::order");
static_assert(CUDA_BUILD_OFFSET(width, Aggregate) == 40, "Aggregate::width");
static_assert(CUDA_BUILD_OFFSET(unused, Aggregate) == 44, "Aggregate::unused");
static_assert(sizeof(Gather) == 80 && alignof(Gather) == 8, "Gather");
static_assert(CUDA_BUILD_OFFSET(to, Gather) == 0, "Gather::to");
static_assert(CUDA_BUILD_OFFSET(from, Gather) == 8, "Gather::from");
static_assert(CUDA_BUILD_OFFSET(rows, Gather) == 16, "Gather::rows");
static_assert(CUDA_BUILD_OFFSET(offset, Gather) == 24, "Gather::offset");
static_assert(CUDA_BUILD_OFFSET(n, Gather) == 32, "Gather::n");
static_assert(CUDA_BUILD_OFFSET(column, Gather) == 40, "Gather::column");
static_assert(CUDA_BUILD_OFFSET(places, Gather) == 48, "Gather::places");
static_assert(CUDA_BUILD_OFFSET(sums, Gather) == 56, "Gather::sums");
static_assert(CUDA_BUILD_OFFSET(offsets, Gather) == 64, "Gather::offsets");
static_assert(CUDA_BUILD_OFFSET(kind, Gather) == 72, "Gather::kind");
static_assert(CUDA_BUILD_OFFSET(width, Gather) == 76, "Gather::width");
static_assert(sizeof(Kind) == 4 && alignof(Kind) == 4, "Kind");
static_assert(sizeof(Where) == 4 && alignof(Where) == 4, "Where");
static_assert(sizeof(Order) == 4 && alignof(Order) == 4, "Order");
static_assert(sizeof(Operation) == 4 && alignof(Operation) == 4, "Operation");
static_assert(sizeof(Gathered) == 4 && alignof(Gathered) == 4, "Gathered");
static_assert(sizeof(Comparison) == 4 && alignof(Comparison) == 4, "Comparison");
static_assert(sizeof(Joined) == 4 && alignof(Joined) == 4, "Joined");
static_assert(sizeof(Table) == 72 && alignof(Table) == 8, "Table");
static_assert(CUDA_BUILD_OFFSET(columns, Table) == 0, "Table::columns");
static_assert(CUDA_BUILD_OFFSET(of, Table) == 8, "Table::of");
static_assert(CUDA_BUILD_OFFSET(keys, Table) == 16, "Table::keys");
static_assert(CUDA_BUILD_OFFSET(n, Table) == 24, "Table::n");
static_assert(CUDA_BUILD_OFFSET(slots, Table) == 32, "Table::slots");
static_assert(CUDA_BUILD_OFFSET(mask, Table) == 40, "Table::mask");
static_assert(CUDA_BUILD_OFFSET(slot_of, Table) == 48, "Table::slot_of");
static_assert(CUDA_BUILD_OFFSET(error, Table) == 56, "Table::error");
static_assert(CUDA_BUILD_OFFSET(skips_nulls, Table) == 64, "Table::skips_nulls");
static_assert(CUDA_BUILD_OFFSET(unused, Table) == 68, "Table::unused");
static_assert(sizeof(Scan) == 40 && alignof(Scan) == 8, "Scan");
static_assert(CUDA_BUILD_OFFSET(data, Scan) == 0, "Scan::data");
static_assert(CUDA_BUILD_OFFSET(sums, Scan) == 8, "Scan::sums");
static_assert(CUDA_BUILD_OFFSET(n, Scan) == 16, "Scan::n");
static_assert(CUDA_BUILD_OFFSET(each, Scan) == 24, "Scan::each");
static_assert(CUDA_BUILD_OFFSET(step, Scan) == 32, "Scan::step");
static_assert(sizeof(Select) == 64 && alignof(Select) == 8, "Select");
static_assert(CUDA_BUILD_OFFSET(n, Select) == 0, "Select::n");
static_assert(CUDA_BUILD_OFFSET(mask, Select) == 8, "Select::mask");
static_assert(CUDA_BUILD_OFFSET(slots, Select) == 16, "Select::slots");
static_assert(CUDA_BUILD_OFFSET(slot_of, Select) == 24, "Select::slot_of");
static_assert(CUDA_BUILD_OFFSET(counts, Select) == 32, "Select::counts");
static_assert(CUDA_BUILD_OFFSET(rows, Select) == 40, "Select::rows");
static_assert(CUDA_BUILD_OFFSET(error, Select) == 48, "Select::error");
static_assert(CUDA_BUILD_OFFSET(which, Select) == 56, "Select::which");
static_assert(CUDA_BUILD_OFFSET(unused, Select) == 60, "Select::unused");
static_assert(sizeof(Number) == 32 && alignof(Number) == 8, "Number");
static_assert(CUDA_BUILD_OFFSET(slots, Number) == 0, "Number::slots");
static_assert(CUDA_BUILD_OFFSET(slot_of, Number) == 8, "Number::slot_of");
static_assert(CUDA_BUILD_OFFSET(first, Number) == 16, "Number::first");
static_assert(CUDA_BUILD_OFFSET(groups, Number) == 24, "Number::groups");
static_assert(sizeof(Groups) == 40 && alignof(Groups) == 8, "Groups");
static_assert(CUDA_BUILD_OFFSET(slots, Groups) == 0, "Groups::slots");
static_assert(CUDA_BUILD_OFFSET(slot_of, Groups) == 8, "Groups::slot_of");
static_assert(CUDA_BUILD_OFFSET(groups, Groups) == 16, "Groups::groups");
static_assert(CUDA_BUILD_OFFSET(n, Groups) == 24, "Groups::n");
static_assert(CUDA_BUILD_OFFSET(last, Groups) == 32, "Groups::last");
static_assert(CUDA_BUILD_OFFSET(unused, Groups) == 36, "Groups::unused");
static_assert(sizeof(Radix) == 64 && alignof(Radix) == 8, "Radix");
static_assert(CUDA_BUILD_OFFSET(keys, Radix) == 0, "Radix::keys");
static_assert(CUDA_BUILD_OFFSET(rows, Radix) == 8, "Radix::rows");
static_assert(CUDA_BUILD_OFFSET(to_keys, Radix) == 16, "Radix::to_keys");
static_assert(CUDA_BUILD_OFFSET(to_rows, Radix) == 24, "Radix::to_rows");
static_assert(CUDA_BUILD_OFFSET(counts, Radix) == 32, "Radix::counts");
static_assert(CUDA_BUILD_OFFSET(sums, Radix) == 40, "Radix::sums");
static_assert(CUDA_BUILD_OFFSET(n, Radix) == 48, "Radix::n");
static_assert(CUDA_BUILD_OFFSET(shift, Radix) == 56, "Radix::shift");
static_assert(CUDA_BUILD_OFFSET(unused, Radix) == 60, "Radix::unused");
static_assert(sizeof(Words) == 40 && alignof(Words) == 8, "Words");
static_assert(CUDA_BUILD_OFFSET(words, Words) == 0, "Words::words");
static_assert(CUDA_BUILD_OFFSET(rows, Words) == 8, "Words::rows");
static_assert(CUDA_BUILD_OFFSET(to, Words) == 16, "Words::to");
static_assert(CUDA_BUILD_OFFSET(n, Words) == 24, "Words::n");
static_assert(CUDA_BUILD_OFFSET(error, Words) == 32, "Words::error");
static_assert(sizeof(Segments) == 32 && alignof(Segments) == 8, "Segments");
static_assert(CUDA_BUILD_OFFSET(groups, Segments) == 0, "Segments::groups");
static_assert(CUDA_BUILD_OFFSET(starts, Segments) == 8, "Segments::starts");
static_assert(CUDA_BUILD_OFFSET(n, Segments) == 16, "Segments::n");
static_assert(CUDA_BUILD_OFFSET(count, Segments) == 24, "Segments::count");
static_assert(CUDA_BUILD_OFFSET(unused, Segments) == 28, "Segments::unused");
static_assert(sizeof(Reduce) == 56 && alignof(Reduce) == 8, "Reduce");
static_assert(CUDA_BUILD_OFFSET(aggregates, Reduce) == 0, "Reduce::aggregates");
static_assert(CUDA_BUILD_OFFSET(groups, Reduce) == 8, "Reduce::groups");
static_assert(CUDA_BUILD_OFFSET(starts, Reduce) == 16, "Reduce::starts");
static_assert(CUDA_BUILD_OFFSET(rows, Reduce) == 24, "Reduce::rows");
static_assert(CUDA_BUILD_OFFSET(n, Reduce) == 32, "Reduce::n");
static_assert(CUDA_BUILD_OFFSET(count, Reduce) == 40, "Reduce::count");
static_assert(CUDA_BUILD_OFFSET(tiles, Reduce) == 44, "Reduce::tiles");
static_assert(CUDA_BUILD_OFFSET(error, Reduce) == 48, "Reduce::error");
static_assert(sizeof(Distinct) == 56 && alignof(Distinct) == 8, "Distinct");
static_assert(CUDA_BUILD_OFFSET(first, Distinct) == 0, "Distinct::first");
static_assert(CUDA_BUILD_OFFSET(found, Distinct) == 8, "Distinct::found");
static_assert(CUDA_BUILD_OFFSET(slots, Distinct) == 16, "Distinct::slots");
static_assert(CUDA_BUILD_OFFSET(slot_of, Distinct) == 24, "Distinct::slot_of");
static_assert(CUDA_BUILD_OFFSET(column, Distinct) == 32, "Distinct::column");
static_assert(CUDA_BUILD_OFFSET(to, Distinct) == 40, "Distinct::to");
static_assert(CUDA_BUILD_OFFSET(error, Distinct) == 48, "Distinct::error");
static_assert(sizeof(Gathers) == 16 && alignof(Gathers) == 8, "Gathers");
static_assert(CUDA_BUILD_OFFSET(gathers, Gathers) == 0, "Gathers::gathers");
static_assert(CUDA_BUILD_OFFSET(error, Gathers) == 8, "Gathers::error");
static_assert(sizeof(Matches) == 88 && alignof(Matches) == 8, "Matches");
static_assert(CUDA_BUILD_OFFSET(slot_of, Matches) == 0, "Matches::slot_of");
static_assert(CUDA_BUILD_OFFSET(slots, Matches) == 8, "Matches::slots");
static_assert(CUDA_BUILD_OFFSET(starts, Matches) == 16, "Matches::starts");
static_assert(CUDA_BUILD_OFFSET(rows, Matches) == 24, "Matches::rows");
static_assert(CUDA_BUILD_OFFSET(counts, Matches) == 32, "Matches::counts");
static_assert(CUDA_BUILD_OFFSET(sums, Matches) == 40, "Matches::sums");
static_assert(CUDA_BUILD_OFFSET(left, Matches) == 48, "Matches::left");
static_assert(CUDA_BUILD_OFFSET(right, Matches) == 56, "Matches::right");
static_assert(CUDA_BUILD_OFFSET(n, Matches) == 64, "Matches::n");
static_assert(CUDA_BUILD_OFFSET(total, Matches) == 72, "Matches::total");
static_assert(CUDA_BUILD_OFFSET(outer, Matches) == 80, "Matches::outer");
static_assert(CUDA_BUILD_OFFSET(unused, Matches) == 84, "Matches::unused");
static_assert(sizeof(Expand) == 80 && alignof(Expand) == 8, "Expand");
static_assert(CUDA_BUILD_OFFSET(places, Expand) == 0, "Expand::places");
static_assert(CUDA_BUILD_OFFSET(sums, Expand) == 8, "Expand::sums");
static_assert(CUDA_BUILD_OFFSET(rows, Expand) == 16, "Expand::rows");
static_assert(CUDA_BUILD_OFFSET(offsets, Expand) == 24, "Expand::offsets");
static_assert(CUDA_BUILD_OFFSET(offset, Expand) == 32, "Expand::offset");
static_assert(CUDA_BUILD_OFFSET(to, Expand) == 40, "Expand::to");
static_assert(CUDA_BUILD_OFFSET(n, Expand) == 48, "Expand::n");
static_assert(CUDA_BUILD_OFFSET(total, Expand) == 56, "Expand::total");
static_assert(CUDA_BUILD_OFFSET(error, Expand) == 64, "Expand::error");
static_assert(CUDA_BUILD_OFFSET(size, Expand) == 72, "Expand::size");
static_assert(CUDA_BUILD_OFFSET(width, Expand) == 76, "Expand::width");
static_assert(sizeof(Compare) == 88 && alignof(Compare) == 8, "Compare");
static_assert(CUDA_BUILD_OFFSET(a, Compare) == 0, "Compare::a");
static_assert(CUDA_BUILD_OFFSET(b, Compare) == 8, "Compare::b");
static_assert(CUDA_BUILD_OFFSET(factor_a, Compare) == 16, "Compare::factor_a");
static_assert(CUDA_BUILD_OFFSET(factor_b, Compare) == 24, "Compare::factor_b");
static_assert(CUDA_BUILD_OFFSET(n, Compare) == 32, "Compare::n");
static_assert(CUDA_BUILD_OFFSET(to, Compare) == 40, "Compare::to");
static_assert(CUDA_BUILD_OFFSET(valid, Compare) == 48, "Compare::valid");
static_assert(CUDA_BUILD_OFFSET(error, Compare) == 56, "Compare::error");
static_assert(CUDA_BUILD_OFFSET(comparison, Compare) == 64, "Compare::comparison");
static_assert(CUDA_BUILD_OFFSET(order_a, Compare) == 68, "Compare::order_a");
static_assert(CUDA_BUILD_OFFSET(order_b, Compare) == 72, "Compare::order_b");
static_assert(CUDA_BUILD_OFFSET(width_a, Compare) == 76, "Compare::width_a");
static_assert(CUDA_BUILD_OFFSET(width_b, Compare) == 80, "Compare::width_b");
static_assert(CUDA_BUILD_OFFSET(is_scalar, Compare) == 84, "Compare::is_scalar");
static_assert(sizeof(Join) == 56 && alignof(Join) == 8, "Join");
static_assert(CUDA_BUILD_OFFSET(to, Join) == 0, "Join::to");
static_assert(CUDA_BUILD_OFFSET(from, Join) == 8, "Join::from");
static_assert(CUDA_BUILD_OFFSET(place, Join) == 16, "Join::place");
static_assert(CUDA_BUILD_OFFSET(bit, Join) == 24, "Join::bit");
static_assert(CUDA_BUILD_OFFSET(n, Join) == 32, "Join::n");
static_assert(CUDA_BUILD_OFFSET(add, Join) == 40, "Join::add");
static_assert(CUDA_BUILD_OFFSET(kind, Join) == 48, "Join::kind");
static_assert(CUDA_BUILD_OFFSET(width, Join) == 52, "Join::width");
"#;

    /// Launches `table_insert(Table x)`.
    ///
    /// # Errors
    /// As `Stream::launch`.
    ///
    /// # Safety
    /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
    /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
    /// - The events in `launch` belong to the context of `stream`.
    #[inline]
    pub unsafe fn table_insert(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Table) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[0], launch, (x, )) }
    }

    /// The function of `table_insert(Table x)`.
    ///
    /// # Errors
    /// As `EmbeddedKernels::on`.
    pub fn table_insert_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[0])
    }

    /// Launches `table_find(Table x)`.
    ///
    /// # Errors
    /// As `Stream::launch`.
    ///
    /// # Safety
    /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
    /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
    /// - The events in `launch` belong to the context of `stream`.
    #[inline]
    pub unsafe fn table_find(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Table) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[1], launch, (x, )) }
    }

    /// The function of `table_find(Table x)`.
    ///
    /// # Errors
    /// As `EmbeddedKernels::on`.
    pub fn table_find_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[1])
    }

    /// Launches `table_scan_32(Scan x)`.
    ///
    /// # Errors
    /// As `Stream::launch`.
    ///
    /// # Safety
    /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
    /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
    /// - The events in `launch` belong to the context of `stream`.
    #[inline]
    pub unsafe fn table_scan_32(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Scan) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[2], launch, (x, )) }
    }

    /// The function of `table_scan_32(Scan x)`.
    ///
    /// # Errors
    /// As `EmbeddedKernels::on`.
    pub fn table_scan_32_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[2])
    }

    /// Launches `table_scan_64(Scan x)`.
    ///
    /// # Errors
    /// As `Stream::launch`.
    ///
    /// # Safety
    /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
    /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
    /// - The events in `launch` belong to the context of `stream`.
    #[inline]
    pub unsafe fn table_scan_64(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Scan) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[3], launch, (x, )) }
    }

    /// The function of `table_scan_64(Scan x)`.
    ///
    /// # Errors
    /// As `EmbeddedKernels::on`.
    pub fn table_scan_64_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[3])
    }

    /// Launches `table_select_count(Select x)`.
    ///
    /// # Errors
    /// As `Stream::launch`.
    ///
    /// # Safety
    /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
    /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
    /// - The events in `launch` belong to the context of `stream`.
    #[inline]
    pub unsafe fn table_select_count(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Select) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[4], launch, (x, )) }
    }

    /// The function of `table_select_count(Select x)`.
    ///
    /// # Errors
    /// As `EmbeddedKernels::on`.
    pub fn table_select_count_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[4])
    }

    /// Launches `table_select(Select x)`.
    ///
    /// # Errors
    /// As `Stream::launch`.
    ///
    /// # Safety
    /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
    /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
    /// - The events in `launch` belong to the context of `stream`.
    #[inline]
    pub unsafe fn table_select(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Select) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[5], launch, (x, )) }
    }

    /// The function of `table_select(Select x)`.
    ///
    /// # Errors
    /// As `EmbeddedKernels::on`.
    pub fn table_select_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[5])
    }

    /// Launches `table_number(Number x)`.
    ///
    /// # Errors
    /// As `Stream::launch`.
    ///
    /// # Safety
    /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
    /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
    /// - The events in `launch` belong to the context of `stream`.
    #[inline]
    pub unsafe fn table_number(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Number) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[6], launch, (x, )) }
    }

    /// The function of `table_number(Number x)`.
    ///
    /// # Errors
    /// As `EmbeddedKernels::on`.
    pub fn table_number_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[6])
    }

    /// Launches `table_groups(Groups x)`.
    ///
    /// # Errors
    /// As `Stream::launch`.
    ///
    /// # Safety
    /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
    /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
    /// - The events in `launch` belong to the context of `stream`.
    #[inline]
    pub unsafe fn table_groups(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Groups) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[7], launch, (x, )) }
    }

    /// The function of `table_groups(Groups x)`.
    ///
    /// # Errors
    /// As `EmbeddedKernels::on`.
    pub fn table_groups_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[7])
    }

    /// Launches `table_radix_count_32(Radix x)`.
    ///
    /// # Errors
    /// As `Stream::launch`.
    ///
    /// # Safety
    /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
    /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
    /// - The events in `launch` belong to the context of `stream`.
    #[inline]
    pub unsafe fn table_radix_count_32(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Radix) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[8], launch, (x, )) }
    }

    /// The function of `table_radix_count_32(Radix x)`.
    ///
    /// # Errors
    /// As `EmbeddedKernels::on`.
    pub fn table_radix_count_32_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[8])
    }

    /// Launches `table_radix_count_64(Radix x)`.
    ///
    /// # Errors
    /// As `Stream::launch`.
    ///
    /// # Safety
    /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
    /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
    /// - The events in `launch` belong to the context of `stream`.
    #[inline]
    pub unsafe fn table_radix_count_64(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Radix) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[9], launch, (x, )) }
    }

    /// The function of `table_radix_count_64(Radix x)`.
    ///
    /// # Errors
    /// As `EmbeddedKernels::on`.
    pub fn table_radix_count_64_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[9])
    }

    /// Launches `table_radix_move_32(Radix x)`.
    ///
    /// # Errors
    /// As `Stream::launch`.
    ///
    /// # Safety
    /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
    /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
    /// - The events in `launch` belong to the context of `stream`.
    #[inline]
    pub unsafe fn table_radix_move_32(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Radix) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[10], launch, (x, )) }
    }

    /// The function of `table_radix_move_32(Radix x)`.
    ///
    /// # Errors
    /// As `EmbeddedKernels::on`.
    pub fn table_radix_move_32_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[10])
    }

    /// Launches `table_radix_move_64(Radix x)`.
    ///
    /// # Errors
    /// As `Stream::launch`.
    ///
    /// # Safety
    /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
    /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
    /// - The events in `launch` belong to the context of `stream`.
    #[inline]
    pub unsafe fn table_radix_move_64(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Radix) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[11], launch, (x, )) }
    }

    /// The function of `table_radix_move_64(Radix x)`.
    ///
    /// # Errors
    /// As `EmbeddedKernels::on`.
    pub fn table_radix_move_64_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[11])
    }

    /// Launches `table_words(Words x)`.
    ///
    /// # Errors
    /// As `Stream::launch`.
    ///
    /// # Safety
    /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
    /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
    /// - The events in `launch` belong to the context of `stream`.
    #[inline]
    pub unsafe fn table_words(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Words) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[12], launch, (x, )) }
    }

    /// The function of `table_words(Words x)`.
    ///
    /// # Errors
    /// As `EmbeddedKernels::on`.
    pub fn table_words_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[12])
    }

    /// Launches `table_masks(Words x)`.
    ///
    /// # Errors
    /// As `Stream::launch`.
    ///
    /// # Safety
    /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
    /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
    /// - The events in `launch` belong to the context of `stream`.
    #[inline]
    pub unsafe fn table_masks(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Words) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[13], launch, (x, )) }
    }

    /// The function of `table_masks(Words x)`.
    ///
    /// # Errors
    /// As `EmbeddedKernels::on`.
    pub fn table_masks_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[13])
    }

    /// Launches `table_segments(Segments x)`.
    ///
    /// # Errors
    /// As `Stream::launch`.
    ///
    /// # Safety
    /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
    /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
    /// - The events in `launch` belong to the context of `stream`.
    #[inline]
    pub unsafe fn table_segments(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Segments) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[14], launch, (x, )) }
    }

    /// The function of `table_segments(Segments x)`.
    ///
    /// # Errors
    /// As `EmbeddedKernels::on`.
    pub fn table_segments_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[14])
    }

    /// Launches `table_reduce(Reduce x)`.
    ///
    /// # Errors
    /// As `Stream::launch`.
    ///
    /// # Safety
    /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
    /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
    /// - The events in `launch` belong to the context of `stream`.
    #[inline]
    pub unsafe fn table_reduce(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Reduce) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[15], launch, (x, )) }
    }

    /// The function of `table_reduce(Reduce x)`.
    ///
    /// # Errors
    /// As `EmbeddedKernels::on`.
    pub fn table_reduce_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[15])
    }

    /// Launches `table_reduced(Reduce x)`.
    ///
    /// # Errors
    /// As `Stream::launch`.
    ///
    /// # Safety
    /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
    /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
    /// - The events in `launch` belong to the context of `stream`.
    #[inline]
    pub unsafe fn table_reduced(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Reduce) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[16], launch, (x, )) }
    }

    /// The function of `table_reduced(Reduce x)`.
    ///
    /// # Errors
    /// As `EmbeddedKernels::on`.
    pub fn table_reduced_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[16])
    }

    /// Launches `table_distinct(Distinct x)`.
    ///
    /// # Errors
    /// As `Stream::launch`.
    ///
    /// # Safety
    /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
    /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
    /// - The events in `launch` belong to the context of `stream`.
    #[inline]
    pub unsafe fn table_distinct(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Distinct) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[17], launch, (x, )) }
    }

    /// The function of `table_distinct(Distinct x)`.
    ///
    /// # Errors
    /// As `EmbeddedKernels::on`.
    pub fn table_distinct_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[17])
    }

    /// Launches `table_gather(Gathers all)`.
    ///
    /// # Errors
    /// As `Stream::launch`.
    ///
    /// # Safety
    /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
    /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
    /// - The events in `launch` belong to the context of `stream`.
    #[inline]
    pub unsafe fn table_gather(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, all: Gathers) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[18], launch, (all, )) }
    }

    /// The function of `table_gather(Gathers all)`.
    ///
    /// # Errors
    /// As `EmbeddedKernels::on`.
    pub fn table_gather_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[18])
    }

    /// Launches `table_match_count(Matches x)`.
    ///
    /// # Errors
    /// As `Stream::launch`.
    ///
    /// # Safety
    /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
    /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
    /// - The events in `launch` belong to the context of `stream`.
    #[inline]
    pub unsafe fn table_match_count(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Matches) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[19], launch, (x, )) }
    }

    /// The function of `table_match_count(Matches x)`.
    ///
    /// # Errors
    /// As `EmbeddedKernels::on`.
    pub fn table_match_count_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[19])
    }

    /// Launches `table_match(Matches x)`.
    ///
    /// # Errors
    /// As `Stream::launch`.
    ///
    /// # Safety
    /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
    /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
    /// - The events in `launch` belong to the context of `stream`.
    #[inline]
    pub unsafe fn table_match(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Matches) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[20], launch, (x, )) }
    }

    /// The function of `table_match(Matches x)`.
    ///
    /// # Errors
    /// As `EmbeddedKernels::on`.
    pub fn table_match_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[20])
    }

    /// Launches `table_expand(Expand x)`.
    ///
    /// # Errors
    /// As `Stream::launch`.
    ///
    /// # Safety
    /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
    /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
    /// - The events in `launch` belong to the context of `stream`.
    #[inline]
    pub unsafe fn table_expand(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Expand) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[21], launch, (x, )) }
    }

    /// The function of `table_expand(Expand x)`.
    ///
    /// # Errors
    /// As `EmbeddedKernels::on`.
    pub fn table_expand_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[21])
    }

    /// Launches `table_compare(Compare x)`.
    ///
    /// # Errors
    /// As `Stream::launch`.
    ///
    /// # Safety
    /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
    /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
    /// - The events in `launch` belong to the context of `stream`.
    #[inline]
    pub unsafe fn table_compare(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, x: Compare) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[22], launch, (x, )) }
    }

    /// The function of `table_compare(Compare x)`.
    ///
    /// # Errors
    /// As `EmbeddedKernels::on`.
    pub fn table_compare_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[22])
    }

    /// Launches `table_join(const Join *joins)`.
    ///
    /// # Errors
    /// As `Stream::launch`.
    ///
    /// # Safety
    /// - With this launch and these arguments, the kernel stays within the memory that it is passed and its module's variables, and writes only to variables and to memory that it takes by `&mut`.
    /// - Until the kernel has run, that memory stays allocated, and nothing else reads what the kernel writes, or writes what it reads: see `Stream::launch`.
    /// - The events in `launch` belong to the context of `stream`.
    #[inline]
    pub unsafe fn table_join<'m>(stream: &::cuda_driver::Stream, launch: ::cuda_driver::Launch<'_>, joins: impl ::core::convert::Into<::cuda_driver::DeviceSlice<'m, Join>>) -> ::core::result::Result<(), ::cuda_driver::Error> {
        // SAFETY: number, sizes and types of the arguments are the kernel's; the caller guarantees the rest.
        unsafe { stream.launch(&Self::embedded().on(stream)?[23], launch, (::core::convert::Into::<::cuda_driver::DeviceSlice<'m, Join>>::into(joins), )) }
    }

    /// The function of `table_join(const Join *joins)`.
    ///
    /// # Errors
    /// As `EmbeddedKernels::on`.
    pub fn table_join_function(stream: &::cuda_driver::Stream) -> ::core::result::Result<&'static ::cuda_driver::launch::AnyKernel, ::cuda_driver::Error> {
        Ok(&Self::embedded().on(stream)?[23])
    }
}
