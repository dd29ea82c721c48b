// Written by cuda-build, out of table.cu.

::cuda_driver::built_constants! { kernels_constants of "table.cu" {
    "THREADS" => pub const THREADS: usize = 256;
    "TILE" => pub const TILE: usize = 4096;
    "PIECE" => pub const PIECE: usize = 1024;
    "DIGITS" => pub const DIGITS: usize = 256;
    "EACH_32" => pub const EACH_32: usize = 20;
    "EACH_64" => pub const EACH_64: usize = 16;
    "NONE" => pub const NONE: u32 = 4294967295;
    "PART_LENGTH" => pub const PART_LENGTH: u32 = 4294967294;
    "PART_CLASS" => pub const PART_CLASS: u32 = 4294967295;
    "Kind::BITS" => pub const BITS: u32 = 0;
    "Kind::FIXED" => pub const FIXED: u32 = 1;
    "Kind::TEXT_32" => pub const TEXT_32: u32 = 2;
    "Kind::TEXT_64" => pub const TEXT_64: u32 = 3;
    "Kind::VIEW" => pub const VIEW: u32 = 4;
    "Kind::DICTIONARY" => pub const DICTIONARY: u32 = 5;
    "Kind::NOTHING" => pub const NOTHING: u32 = 6;
    "Kind::RAW" => pub const RAW: u32 = 7;
    "Where::MASK" => pub const MASK: u32 = 0;
    "Where::FIRST" => pub const FIRST: u32 = 1;
    "Where::FOUND" => pub const FOUND: u32 = 2;
    "Where::MISSING" => pub const MISSING: u32 = 3;
    "Order::UNSIGNED" => pub const UNSIGNED: u32 = 0;
    "Order::SIGNED" => pub const SIGNED: u32 = 1;
    "Order::FLOAT_16" => pub const FLOAT_16: u32 = 2;
    "Order::FLOAT_32" => pub const FLOAT_32: u32 = 3;
    "Order::FLOAT_64" => pub const FLOAT_64: u32 = 4;
    "Order::BYTES" => pub const BYTES: u32 = 5;
    "Order::DECIMAL" => pub const DECIMAL: u32 = 6;
    "Operation::SUM" => pub const SUM: u32 = 0;
    "Operation::SUM_FLOAT" => pub const SUM_FLOAT: u32 = 1;
    "Operation::SUM_DECIMAL" => pub const SUM_DECIMAL: u32 = 2;
    "Operation::COUNT" => pub const COUNT: u32 = 3;
    "Operation::ROWS" => pub const ROWS: u32 = 4;
    "Operation::LEAST" => pub const LEAST: u32 = 5;
    "Operation::MOST" => pub const MOST: u32 = 6;
    "Operation::MEAN" => pub const MEAN: u32 = 7;
    "Operation::MEAN_DECIMAL" => pub const MEAN_DECIMAL: u32 = 8;
    "Gathered::GATHER_BYTES" => pub const GATHER_BYTES: u32 = 0;
    "Gathered::GATHER_BITS" => pub const GATHER_BITS: u32 = 1;
    "Gathered::GATHER_LENGTHS" => pub const GATHER_LENGTHS: u32 = 2;
    "Gathered::GATHER_TEXT" => pub const GATHER_TEXT: u32 = 3;
    "Gathered::GATHER_LIST_LENGTHS" => pub const GATHER_LIST_LENGTHS: u32 = 4;
    "Gathered::GATHER_OFFSETS" => pub const GATHER_OFFSETS: u32 = 5;
    "Comparison::EQUAL" => pub const EQUAL: u32 = 0;
    "Comparison::NOT_EQUAL" => pub const NOT_EQUAL: u32 = 1;
    "Comparison::LESS" => pub const LESS: u32 = 2;
    "Comparison::LESS_EQUAL" => pub const LESS_EQUAL: u32 = 3;
    "Comparison::GREATER" => pub const GREATER: u32 = 4;
    "Comparison::GREATER_EQUAL" => pub const GREATER_EQUAL: u32 = 5;
    "Comparison::IS_VALID" => pub const IS_VALID: u32 = 6;
    "Comparison::AND" => pub const AND: u32 = 7;
    "Comparison::OR" => pub const OR: u32 = 8;
    "Comparison::NOT" => pub const NOT: u32 = 9;
    "Joined::JOIN_BITS" => pub const JOIN_BITS: u32 = 0;
    "Joined::JOIN_ONES" => pub const JOIN_ONES: u32 = 1;
    "Joined::JOIN_OFFSETS_32" => pub const JOIN_OFFSETS_32: u32 = 2;
    "Joined::JOIN_OFFSETS_64" => pub const JOIN_OFFSETS_64: u32 = 3;
    "Joined::JOIN_KEYS" => pub const JOIN_KEYS: u32 = 4;
    "Joined::JOIN_VIEWS" => pub const JOIN_VIEWS: u32 = 5;
    "Joined::JOIN_MAPPED" => pub const JOIN_MAPPED: u32 = 6;
    "Joined::JOIN_DENSE" => pub const JOIN_DENSE: u32 = 7;
    "Windowed::ROW_NUMBER" => pub const ROW_NUMBER: u32 = 0;
    "Windowed::RANK" => pub const RANK: u32 = 1;
    "Windowed::DENSE_RANK" => pub const DENSE_RANK: u32 = 2;
    "Windowed::RUNNING_SUM" => pub const RUNNING_SUM: u32 = 3;
    "Windowed::RUNNING_SUM_FLOAT" => pub const RUNNING_SUM_FLOAT: u32 = 4;
    "Windowed::LAG" => pub const LAG: u32 = 5;
    "Windowed::LEAD" => pub const LEAD: u32 = 6;
} }

::cuda_driver::built_structure! { "Column" of "table.cu", 64 bytes aligned to 8:
#[repr(C)]
pub struct Column {
    values: u64 = 0, data: u64 = 8, nulls: u64 = 16, dictionary: u64 = 24, offset: i64 = 32, len: u64 = 40,
    bytes: u64 = 48, kind: u32 = 56, width: u32 = 60,
} }

::cuda_driver::built_structure! { "ViewBuffer" of "table.cu", 16 bytes aligned to 8:
#[repr(C)]
pub struct ViewBuffer {
    bytes: u64 = 0, len: u64 = 8,
} }

::cuda_driver::built_structure! { "Tiles" of "table.cu", 128 bytes aligned to 4:
#[repr(C)]
pub struct Tiles {
    begun: u32 = 0, unused: [u32; 31] = 4,
} }

::cuda_driver::built_structure! { "Word" of "table.cu", 24 bytes aligned to 8:
#[repr(C)]
pub struct Word {
    column: u64 = 0, order: u32 = 8, width: u32 = 12, part: u32 = 16, descends: u8 = 20, nulls_first: u8 = 21,
    bytes: u16 = 22,
} }

::cuda_driver::built_structure! { "Partial" of "table.cu", 24 bytes aligned to 8:
#[repr(C)]
pub struct Partial {
    low: u64 = 0, high: u64 = 8, count: u64 = 16,
} }

::cuda_driver::built_structure! { "Aggregate" of "table.cu", 48 bytes aligned to 8:
#[repr(C)]
pub struct Aggregate {
    column: u64 = 0, partials: u64 = 8, to: u64 = 16, valid: u64 = 24, operation: u32 = 32, order: u32 = 36,
    width: u32 = 40, unused: u32 = 44,
} }

::cuda_driver::built_structure! { "Gather" of "table.cu", 80 bytes aligned to 8:
#[repr(C)]
pub struct Gather {
    to: u64 = 0, from: u64 = 8, rows: u64 = 16, offset: i64 = 24, n: u64 = 32, column: u64 = 40, places: u64 = 48,
    sums: u64 = 56, offsets: u64 = 64, kind: u32 = 72, width: u32 = 76,
} }

::cuda_driver::built_structure! { "Running" of "table.cu", 48 bytes aligned to 8:
#[repr(C)]
pub struct Running {
    rows: u64 = 0, peers: u64 = 8, different: u64 = 16, sum: u64 = 24, values: u64 = 32, flags: u32 = 40,
    unused: u32 = 44,
} }

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

const _: () = {
    assert!(::core::mem::size_of::<u32>() == 4, "u32 doesn't have the 4 bytes of Windowed");
    assert!(::core::mem::align_of::<u32>() == 4, "u32 is not aligned to 4 bytes as Windowed is");
};

::cuda_driver::built_structure! { "Table" of "table.cu", 72 bytes aligned to 8:
#[repr(C)]
pub struct Table {
    columns: u64 = 0, of: u64 = 8, keys: u64 = 16, n: u64 = 24, slots: u64 = 32, mask: u64 = 40, slot_of: u64 = 48,
    error: u64 = 56, skips_nulls: u32 = 64, shift: u32 = 68,
} }

::cuda_driver::built_structure! { "Scan" of "table.cu", 40 bytes aligned to 8:
#[repr(C)]
pub struct Scan {
    data: u64 = 0, sums: u64 = 8, n: u64 = 16, each: u64 = 24, step: u64 = 32,
} }

::cuda_driver::built_structure! { "Select" of "table.cu", 72 bytes aligned to 8:
#[repr(C)]
pub struct Select {
    n: u64 = 0, mask: u64 = 8, slots: u64 = 16, slot_of: u64 = 24, tiles: u64 = 32, rows: u64 = 40, count: u64 = 48,
    error: u64 = 56, which: u32 = 64, unused: u32 = 68,
} }

::cuda_driver::built_structure! { "Number" of "table.cu", 32 bytes aligned to 8:
#[repr(C)]
pub struct Number {
    slots: u64 = 0, slot_of: u64 = 8, first: u64 = 16, groups: u64 = 24,
} }

::cuda_driver::built_structure! { "Radix" of "table.cu", 72 bytes aligned to 8:
#[repr(C)]
pub struct Radix {
    keys: u64 = 0, rows: u64 = 8, to_keys: u64 = 16, to_rows: u64 = 24, counts: u64 = 32, tiles: u64 = 40, n: u64 = 48,
    flip: u64 = 56, shift: u32 = 64, unused: u32 = 68,
} }

::cuda_driver::built_structure! { "Groups" of "table.cu", 48 bytes aligned to 8:
#[repr(C)]
pub struct Groups {
    slots: u64 = 0, slot_of: u64 = 8, groups: u64 = 16, counts: u64 = 24, n: u64 = 32, last: u32 = 40, bytes: u32 = 44,
} }

::cuda_driver::built_structure! { "Words" of "table.cu", 48 bytes aligned to 8:
#[repr(C)]
pub struct Words {
    words: u64 = 0, rows: u64 = 8, to: u64 = 16, counts: u64 = 24, n: u64 = 32, error: u64 = 40,
} }

::cuda_driver::built_structure! { "Merge" of "table.cu", 56 bytes aligned to 8:
#[repr(C)]
pub struct Merge {
    column: u64 = 0, rows: u64 = 8, to: u64 = 16, n: u64 = 24, run: u64 = 32, error: u64 = 40, order: u32 = 48,
    unused: u32 = 52,
} }

::cuda_driver::built_structure! { "Segments" of "table.cu", 32 bytes aligned to 8:
#[repr(C)]
pub struct Segments {
    groups: u64 = 0, starts: u64 = 8, n: u64 = 16, count: u32 = 24, unused: u32 = 28,
} }

::cuda_driver::built_structure! { "Reduce" of "table.cu", 64 bytes aligned to 8:
#[repr(C)]
pub struct Reduce {
    aggregates: u64 = 0, groups: u64 = 8, starts: u64 = 16, rows: u64 = 24, n: u64 = 32, error: u64 = 40,
    aggregate_count: u32 = 48, count: u32 = 52, tiles: u32 = 56, unused: u32 = 60,
} }

::cuda_driver::built_structure! { "Distinct" of "table.cu", 56 bytes aligned to 8:
#[repr(C)]
pub struct Distinct {
    first: u64 = 0, found: u64 = 8, slots: u64 = 16, slot_of: u64 = 24, column: u64 = 32, to: u64 = 40, error: u64 = 48,
} }

::cuda_driver::built_structure! { "Gathers" of "table.cu", 16 bytes aligned to 8:
#[repr(C)]
pub struct Gathers {
    gathers: u64 = 0, error: u64 = 8,
} }

::cuda_driver::built_structure! { "Matches" of "table.cu", 88 bytes aligned to 8:
#[repr(C)]
pub struct Matches {
    slot_of: u64 = 0, slots: u64 = 8, starts: u64 = 16, rows: u64 = 24, counts: u64 = 32, sums: u64 = 40,
    left: u64 = 48, right: u64 = 56, n: u64 = 64, total: u64 = 72, outer: u32 = 80, unused: u32 = 84,
} }

::cuda_driver::built_structure! { "Expand" of "table.cu", 80 bytes aligned to 8:
#[repr(C)]
pub struct Expand {
    places: u64 = 0, sums: u64 = 8, rows: u64 = 16, offsets: u64 = 24, offset: i64 = 32, to: u64 = 40, n: u64 = 48,
    total: u64 = 56, error: u64 = 64, size: u32 = 72, width: u32 = 76,
} }

::cuda_driver::built_structure! { "Compare" of "table.cu", 104 bytes aligned to 8:
#[repr(C)]
pub struct Compare {
    a: u64 = 0, b: u64 = 8, factor_a: u64 = 16, factor_b: u64 = 24, n: u64 = 32, to: u64 = 40, valid: u64 = 48,
    error: u64 = 56, comparison: u32 = 64, order_a: u32 = 68, order_b: u32 = 72, width_a: u32 = 76, width_b: u32 = 80,
    is_scalar: u32 = 84, scale_a: i32 = 88, scale_b: i32 = 92, has_decimals: u32 = 96, unused: u32 = 100,
} }

::cuda_driver::built_structure! { "Chosen" of "table.cu", 80 bytes aligned to 8:
#[repr(C)]
pub struct Chosen {
    ids: u64 = 0, offsets: u64 = 8, ends: u64 = 16, children: u64 = 24, runs: u64 = 32, offset: u64 = 40, n: u64 = 48,
    to: u64 = 56, error: u64 = 64, width: u32 = 72, unused: u32 = 76,
} }

::cuda_driver::built_structure! { "Join" of "table.cu", 88 bytes aligned to 8:
#[repr(C)]
pub struct Join {
    to: u64 = 0, from: u64 = 8, place: u64 = 16, bit: u64 = 24, n: u64 = 32, add: u64 = 40, limit: u64 = 48,
    map: u64 = 56, nulls: u64 = 64, error: u64 = 72, kind: u32 = 80, width: u32 = 84,
} }

::cuda_driver::built_structure! { "Boundaries" of "table.cu", 48 bytes aligned to 8:
#[repr(C)]
pub struct Boundaries {
    keys: u64 = 0, rows: u64 = 8, flags: u64 = 16, n: u64 = 24, error: u64 = 32, of_part: u32 = 40, count: u32 = 44,
} }

::cuda_driver::built_structure! { "Window" of "table.cu", 88 bytes aligned to 8:
#[repr(C)]
pub struct Window {
    column: u64 = 0, rows: u64 = 8, flags: u64 = 16, tiles: u64 = 24, to: u64 = 32, valid: u64 = 40, n: u64 = 48,
    by: u64 = 56, error: u64 = 64, function: u32 = 72, order: u32 = 76, width: u32 = 80, step: u32 = 84,
} }

::cuda_driver::built_structure! { "TextCopies" of "table.cu", 64 bytes aligned to 8:
#[repr(C)]
pub struct TextCopies {
    texts: u64 = 0, places: u64 = 8, sums: u64 = 16, total: u64 = 24, n: u64 = 32, to: u64 = 40, offsets: u64 = 48,
    width: u32 = 56, unused: u32 = 60,
} }

::cuda_driver::built_kernel! { "table_insert(Table x)" of Kernels[0], TableInsert {
    NAME: c"table_insert", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 0, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type TableInsertParameters = (Table, );
fn table_insert(x: Table) { (x, ) }
fn table_insert_function }

::cuda_driver::built_kernel! { "table_find(Table x)" of Kernels[1], TableFind {
    NAME: c"table_find", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 0, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type TableFindParameters = (Table, );
fn table_find(x: Table) { (x, ) }
fn table_find_function }

::cuda_driver::built_kernel! { "table_divide(Table x)" of Kernels[2], TableDivide {
    NAME: c"table_divide", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 0, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type TableDivideParameters = (Table, );
fn table_divide(x: Table) { (x, ) }
fn table_divide_function }

::cuda_driver::built_kernel! { "table_scan_64(Scan x)" of Kernels[3], TableScan64 {
    NAME: c"table_scan_64", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 64, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type TableScan64Parameters = (Scan, );
fn table_scan_64(x: Scan) { (x, ) }
fn table_scan_64_function }

::cuda_driver::built_kernel! { "table_select(Select x)" of Kernels[4], TableSelect {
    NAME: c"table_select", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 40, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type TableSelectParameters = (Select, );
fn table_select(x: Select) { (x, ) }
fn table_select_function }

::cuda_driver::built_kernel! { "table_number(Number x)" of Kernels[5], TableNumber {
    NAME: c"table_number", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 0, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type TableNumberParameters = (Number, );
fn table_number(x: Number) { (x, ) }
fn table_number_function }

::cuda_driver::built_kernel! { "table_radix_32(Radix x)" of Kernels[6], TableRadix32 {
    NAME: c"table_radix_32", MAX_THREADS: [256, 1, 1], MIN_BLOCKS: 3, STATIC_SHARED_MEMORY: 25636, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type TableRadix32Parameters = (Radix, );
fn table_radix_32(x: Radix) { (x, ) }
fn table_radix_32_function }

::cuda_driver::built_kernel! { "table_radix_64(Radix x)" of Kernels[7], TableRadix64 {
    NAME: c"table_radix_64", MAX_THREADS: [256, 1, 1], MIN_BLOCKS: 3, STATIC_SHARED_MEMORY: 37924, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type TableRadix64Parameters = (Radix, );
fn table_radix_64(x: Radix) { (x, ) }
fn table_radix_64_function }

::cuda_driver::built_kernel! { "table_groups(Groups x)" of Kernels[8], TableGroups {
    NAME: c"table_groups", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 4096, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type TableGroupsParameters = (Groups, );
fn table_groups(x: Groups) { (x, ) }
fn table_groups_function }

::cuda_driver::built_kernel! { "table_words(Words x)" of Kernels[9], TableWords {
    NAME: c"table_words", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 0, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type TableWordsParameters = (Words, );
fn table_words(x: Words) { (x, ) }
fn table_words_function }

::cuda_driver::built_kernel! { "table_digits(Words x)" of Kernels[10], TableDigits {
    NAME: c"table_digits", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 8192, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type TableDigitsParameters = (Words, );
fn table_digits(x: Words) { (x, ) }
fn table_digits_function }

::cuda_driver::built_kernel! { "table_merge(Merge x)" of Kernels[11], TableMerge {
    NAME: c"table_merge", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 0, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type TableMergeParameters = (Merge, );
fn table_merge(x: Merge) { (x, ) }
fn table_merge_function }

::cuda_driver::built_kernel! { "table_segments(Segments x)" of Kernels[12], TableSegments {
    NAME: c"table_segments", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 0, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type TableSegmentsParameters = (Segments, );
fn table_segments(x: Segments) { (x, ) }
fn table_segments_function }

::cuda_driver::built_kernel! { "table_reduce(Reduce x)" of Kernels[13], TableReduce {
    NAME: c"table_reduce", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 0, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type TableReduceParameters = (Reduce, );
fn table_reduce(x: Reduce) { (x, ) }
fn table_reduce_function }

::cuda_driver::built_kernel! { "table_reduced(Reduce x)" of Kernels[14], TableReduced {
    NAME: c"table_reduced", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 0, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type TableReducedParameters = (Reduce, );
fn table_reduced(x: Reduce) { (x, ) }
fn table_reduced_function }

::cuda_driver::built_kernel! { "table_distinct(Distinct x)" of Kernels[15], TableDistinct {
    NAME: c"table_distinct", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 0, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type TableDistinctParameters = (Distinct, );
fn table_distinct(x: Distinct) { (x, ) }
fn table_distinct_function }

::cuda_driver::built_kernel! { "table_gather(Gathers all)" of Kernels[16], TableGather {
    NAME: c"table_gather", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 0, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type TableGatherParameters = (Gathers, );
fn table_gather(all: Gathers) { (all, ) }
fn table_gather_function }

::cuda_driver::built_kernel! { "table_match_count(Matches x)" of Kernels[17], TableMatchCount {
    NAME: c"table_match_count", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 0, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type TableMatchCountParameters = (Matches, );
fn table_match_count(x: Matches) { (x, ) }
fn table_match_count_function }

::cuda_driver::built_kernel! { "table_match(Matches x)" of Kernels[18], TableMatch {
    NAME: c"table_match", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 16, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type TableMatchParameters = (Matches, );
fn table_match(x: Matches) { (x, ) }
fn table_match_function }

::cuda_driver::built_kernel! { "table_expand(Expand x)" of Kernels[19], TableExpand {
    NAME: c"table_expand", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 0, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type TableExpandParameters = (Expand, );
fn table_expand(x: Expand) { (x, ) }
fn table_expand_function }

::cuda_driver::built_kernel! { "table_compare(Compare x)" of Kernels[20], TableCompare {
    NAME: c"table_compare", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 0, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type TableCompareParameters = (Compare, );
fn table_compare(x: Compare) { (x, ) }
fn table_compare_function }

::cuda_driver::built_kernel! { "table_chosen(Chosen x)" of Kernels[21], TableChosen {
    NAME: c"table_chosen", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 0, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type TableChosenParameters = (Chosen, );
fn table_chosen(x: Chosen) { (x, ) }
fn table_chosen_function }

::cuda_driver::built_kernel! { "table_join(const Join *joins)" of Kernels[22], TableJoin {
    NAME: c"table_join", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 0, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type TableJoinParameters = (::cuda_driver::DeviceSlice<'static, Join>, );
fn table_join<'m>(joins: impl ::core::convert::Into<::cuda_driver::DeviceSlice<'m, Join>>) { (::core::convert::Into::<::cuda_driver::DeviceSlice<'m, Join>>::into(joins), ) }
fn table_join_function }

::cuda_driver::built_kernel! { "table_boundaries(Boundaries x)" of Kernels[23], TableBoundaries {
    NAME: c"table_boundaries", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 0, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type TableBoundariesParameters = (Boundaries, );
fn table_boundaries(x: Boundaries) { (x, ) }
fn table_boundaries_function }

::cuda_driver::built_kernel! { "table_window(Window x)" of Kernels[24], TableWindow {
    NAME: c"table_window", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 12336, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type TableWindowParameters = (Window, );
fn table_window(x: Window) { (x, ) }
fn table_window_function }

::cuda_driver::built_kernel! { "table_copy_texts(TextCopies x)" of Kernels[25], TableCopyTexts {
    NAME: c"table_copy_texts", MAX_THREADS: [256, 1, 1], STATIC_SHARED_MEMORY: 0, HAS_DYNAMIC_SHARED_MEMORY: false,
}
type TableCopyTextsParameters = (TextCopies, );
fn table_copy_texts(x: TextCopies) { (x, ) }
fn table_copy_texts_function }

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

#[allow(clippy::missing_errors_doc, non_snake_case, dead_code)]
impl Kernels {
    /// The compiled kernels.
    pub const IMAGE: &'static str = include_str!("table.ptx");

    /// The kernels, in the order of the image.
    #[inline]
    pub fn embedded() -> &'static ::cuda_driver::launch::EmbeddedKernels<26> {
        static KERNELS: ::cuda_driver::launch::EmbeddedKernels<26> =
            ::cuda_driver::launch::EmbeddedKernels::new(Kernels::IMAGE, [
                TableInsert::NAME,
                TableFind::NAME,
                TableDivide::NAME,
                TableScan64::NAME,
                TableSelect::NAME,
                TableNumber::NAME,
                TableRadix32::NAME,
                TableRadix64::NAME,
                TableGroups::NAME,
                TableWords::NAME,
                TableDigits::NAME,
                TableMerge::NAME,
                TableSegments::NAME,
                TableReduce::NAME,
                TableReduced::NAME,
                TableDistinct::NAME,
                TableGather::NAME,
                TableMatchCount::NAME,
                TableMatch::NAME,
                TableExpand::NAME,
                TableCompare::NAME,
                TableChosen::NAME,
                TableJoin::NAME,
                TableBoundaries::NAME,
                TableWindow::NAME,
                TableCopyTexts::NAME,
            ]);
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
CUDA_BUILD_VALUE(256ull, DIGITS) CUDA_BUILD_VALUE(20ull, EACH_32) CUDA_BUILD_VALUE(16ull, EACH_64)
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
CUDA_BUILD_VALUE(8ull, Operation::MEAN_DECIMAL) CUDA_BUILD_VALUE(0ull, Gathered::GATHER_BYTES)
CUDA_BUILD_VALUE(1ull, Gathered::GATHER_BITS) CUDA_BUILD_VALUE(2ull, Gathered::GATHER_LENGTHS)
CUDA_BUILD_VALUE(3ull, Gathered::GATHER_TEXT) CUDA_BUILD_VALUE(4ull, Gathered::GATHER_LIST_LENGTHS)
CUDA_BUILD_VALUE(5ull, Gathered::GATHER_OFFSETS) CUDA_BUILD_VALUE(0ull, Comparison::EQUAL)
CUDA_BUILD_VALUE(1ull, Comparison::NOT_EQUAL) CUDA_BUILD_VALUE(2ull, Comparison::LESS)
CUDA_BUILD_VALUE(3ull, Comparison::LESS_EQUAL) CUDA_BUILD_VALUE(4ull, Comparison::GREATER)
CUDA_BUILD_VALUE(5ull, Comparison::GREATER_EQUAL) CUDA_BUILD_VALUE(6ull, Comparison::IS_VALID)
CUDA_BUILD_VALUE(7ull, Comparison::AND) CUDA_BUILD_VALUE(8ull, Comparison::OR) CUDA_BUILD_VALUE(9ull, Comparison::NOT)
CUDA_BUILD_VALUE(0ull, Joined::JOIN_BITS) CUDA_BUILD_VALUE(1ull, Joined::JOIN_ONES)
CUDA_BUILD_VALUE(2ull, Joined::JOIN_OFFSETS_32) CUDA_BUILD_VALUE(3ull, Joined::JOIN_OFFSETS_64)
CUDA_BUILD_VALUE(4ull, Joined::JOIN_KEYS) CUDA_BUILD_VALUE(5ull, Joined::JOIN_VIEWS)
CUDA_BUILD_VALUE(6ull, Joined::JOIN_MAPPED) CUDA_BUILD_VALUE(7ull, Joined::JOIN_DENSE)
CUDA_BUILD_VALUE(0ull, Windowed::ROW_NUMBER) CUDA_BUILD_VALUE(1ull, Windowed::RANK)
CUDA_BUILD_VALUE(2ull, Windowed::DENSE_RANK) CUDA_BUILD_VALUE(3ull, Windowed::RUNNING_SUM)
CUDA_BUILD_VALUE(4ull, Windowed::RUNNING_SUM_FLOAT) CUDA_BUILD_VALUE(5ull, Windowed::LAG)
CUDA_BUILD_VALUE(6ull, Windowed::LEAD)
CUDA_BUILD_CLASS(64, 8, Column) CUDA_BUILD_FIELD(values, 0, Column) CUDA_BUILD_FIELD(data, 8, Column)
CUDA_BUILD_FIELD(nulls, 16, Column) CUDA_BUILD_FIELD(dictionary, 24, Column) CUDA_BUILD_FIELD(offset, 32, Column)
CUDA_BUILD_FIELD(len, 40, Column) CUDA_BUILD_FIELD(bytes, 48, Column) CUDA_BUILD_FIELD(kind, 56, Column)
CUDA_BUILD_FIELD(width, 60, Column)
CUDA_BUILD_CLASS(16, 8, ViewBuffer) CUDA_BUILD_FIELD(bytes, 0, ViewBuffer) CUDA_BUILD_FIELD(len, 8, ViewBuffer)
CUDA_BUILD_CLASS(128, 4, Tiles) CUDA_BUILD_FIELD(begun, 0, Tiles) CUDA_BUILD_FIELD(unused, 4, Tiles)
CUDA_BUILD_CLASS(24, 8, Word) CUDA_BUILD_FIELD(column, 0, Word) CUDA_BUILD_FIELD(order, 8, Word)
CUDA_BUILD_FIELD(width, 12, Word) CUDA_BUILD_FIELD(part, 16, Word) CUDA_BUILD_FIELD(descends, 20, Word)
CUDA_BUILD_FIELD(nulls_first, 21, Word) CUDA_BUILD_FIELD(bytes, 22, Word)
CUDA_BUILD_CLASS(24, 8, Partial) CUDA_BUILD_FIELD(low, 0, Partial) CUDA_BUILD_FIELD(high, 8, Partial)
CUDA_BUILD_FIELD(count, 16, Partial)
CUDA_BUILD_CLASS(48, 8, Aggregate) CUDA_BUILD_FIELD(column, 0, Aggregate) CUDA_BUILD_FIELD(partials, 8, Aggregate)
CUDA_BUILD_FIELD(to, 16, Aggregate) CUDA_BUILD_FIELD(valid, 24, Aggregate) CUDA_BUILD_FIELD(operation, 32, Aggregate)
CUDA_BUILD_FIELD(order, 36, Aggregate) CUDA_BUILD_FIELD(width, 40, Aggregate) CUDA_BUILD_FIELD(unused, 44, Aggregate)
CUDA_BUILD_CLASS(80, 8, Gather) CUDA_BUILD_FIELD(to, 0, Gather) CUDA_BUILD_FIELD(from, 8, Gather)
CUDA_BUILD_FIELD(rows, 16, Gather) CUDA_BUILD_FIELD(offset, 24, Gather) CUDA_BUILD_FIELD(n, 32, Gather)
CUDA_BUILD_FIELD(column, 40, Gather) CUDA_BUILD_FIELD(places, 48, Gather) CUDA_BUILD_FIELD(sums, 56, Gather)
CUDA_BUILD_FIELD(offsets, 64, Gather) CUDA_BUILD_FIELD(kind, 72, Gather) CUDA_BUILD_FIELD(width, 76, Gather)
CUDA_BUILD_CLASS(48, 8, Running) CUDA_BUILD_FIELD(rows, 0, Running) CUDA_BUILD_FIELD(peers, 8, Running)
CUDA_BUILD_FIELD(different, 16, Running) CUDA_BUILD_FIELD(sum, 24, Running) CUDA_BUILD_FIELD(values, 32, Running)
CUDA_BUILD_FIELD(flags, 40, Running) CUDA_BUILD_FIELD(unused, 44, Running)
CUDA_BUILD_CLASS(4, 4, Kind)
CUDA_BUILD_CLASS(4, 4, Where)
CUDA_BUILD_CLASS(4, 4, Order)
CUDA_BUILD_CLASS(4, 4, Operation)
CUDA_BUILD_CLASS(4, 4, Gathered)
CUDA_BUILD_CLASS(4, 4, Comparison)
CUDA_BUILD_CLASS(4, 4, Joined)
CUDA_BUILD_CLASS(4, 4, Windowed)
CUDA_BUILD_CLASS(72, 8, Table) CUDA_BUILD_FIELD(columns, 0, Table) CUDA_BUILD_FIELD(of, 8, Table)
CUDA_BUILD_FIELD(keys, 16, Table) CUDA_BUILD_FIELD(n, 24, Table) CUDA_BUILD_FIELD(slots, 32, Table)
CUDA_BUILD_FIELD(mask, 40, Table) CUDA_BUILD_FIELD(slot_of, 48, Table) CUDA_BUILD_FIELD(error, 56, Table)
CUDA_BUILD_FIELD(skips_nulls, 64, Table) CUDA_BUILD_FIELD(shift, 68, Table)
CUDA_BUILD_CLASS(40, 8, Scan) CUDA_BUILD_FIELD(data, 0, Scan) CUDA_BUILD_FIELD(sums, 8, Scan)
CUDA_BUILD_FIELD(n, 16, Scan) CUDA_BUILD_FIELD(each, 24, Scan) CUDA_BUILD_FIELD(step, 32, Scan)
CUDA_BUILD_CLASS(72, 8, Select) CUDA_BUILD_FIELD(n, 0, Select) CUDA_BUILD_FIELD(mask, 8, Select)
CUDA_BUILD_FIELD(slots, 16, Select) CUDA_BUILD_FIELD(slot_of, 24, Select) CUDA_BUILD_FIELD(tiles, 32, Select)
CUDA_BUILD_FIELD(rows, 40, Select) CUDA_BUILD_FIELD(count, 48, Select) CUDA_BUILD_FIELD(error, 56, Select)
CUDA_BUILD_FIELD(which, 64, Select) CUDA_BUILD_FIELD(unused, 68, Select)
CUDA_BUILD_CLASS(32, 8, Number) CUDA_BUILD_FIELD(slots, 0, Number) CUDA_BUILD_FIELD(slot_of, 8, Number)
CUDA_BUILD_FIELD(first, 16, Number) CUDA_BUILD_FIELD(groups, 24, Number)
CUDA_BUILD_CLASS(72, 8, Radix) CUDA_BUILD_FIELD(keys, 0, Radix) CUDA_BUILD_FIELD(rows, 8, Radix)
CUDA_BUILD_FIELD(to_keys, 16, Radix) CUDA_BUILD_FIELD(to_rows, 24, Radix) CUDA_BUILD_FIELD(counts, 32, Radix)
CUDA_BUILD_FIELD(tiles, 40, Radix) CUDA_BUILD_FIELD(n, 48, Radix) CUDA_BUILD_FIELD(flip, 56, Radix)
CUDA_BUILD_FIELD(shift, 64, Radix) CUDA_BUILD_FIELD(unused, 68, Radix)
CUDA_BUILD_CLASS(48, 8, Groups) CUDA_BUILD_FIELD(slots, 0, Groups) CUDA_BUILD_FIELD(slot_of, 8, Groups)
CUDA_BUILD_FIELD(groups, 16, Groups) CUDA_BUILD_FIELD(counts, 24, Groups) CUDA_BUILD_FIELD(n, 32, Groups)
CUDA_BUILD_FIELD(last, 40, Groups) CUDA_BUILD_FIELD(bytes, 44, Groups)
CUDA_BUILD_CLASS(48, 8, Words) CUDA_BUILD_FIELD(words, 0, Words) CUDA_BUILD_FIELD(rows, 8, Words)
CUDA_BUILD_FIELD(to, 16, Words) CUDA_BUILD_FIELD(counts, 24, Words) CUDA_BUILD_FIELD(n, 32, Words)
CUDA_BUILD_FIELD(error, 40, Words)
CUDA_BUILD_CLASS(56, 8, Merge) CUDA_BUILD_FIELD(column, 0, Merge) CUDA_BUILD_FIELD(rows, 8, Merge)
CUDA_BUILD_FIELD(to, 16, Merge) CUDA_BUILD_FIELD(n, 24, Merge) CUDA_BUILD_FIELD(run, 32, Merge)
CUDA_BUILD_FIELD(error, 40, Merge) CUDA_BUILD_FIELD(order, 48, Merge) CUDA_BUILD_FIELD(unused, 52, Merge)
CUDA_BUILD_CLASS(32, 8, Segments) CUDA_BUILD_FIELD(groups, 0, Segments) CUDA_BUILD_FIELD(starts, 8, Segments)
CUDA_BUILD_FIELD(n, 16, Segments) CUDA_BUILD_FIELD(count, 24, Segments) CUDA_BUILD_FIELD(unused, 28, Segments)
CUDA_BUILD_CLASS(64, 8, Reduce) CUDA_BUILD_FIELD(aggregates, 0, Reduce) CUDA_BUILD_FIELD(groups, 8, Reduce)
CUDA_BUILD_FIELD(starts, 16, Reduce) CUDA_BUILD_FIELD(rows, 24, Reduce) CUDA_BUILD_FIELD(n, 32, Reduce)
CUDA_BUILD_FIELD(error, 40, Reduce) CUDA_BUILD_FIELD(aggregate_count, 48, Reduce) CUDA_BUILD_FIELD(count, 52, Reduce)
CUDA_BUILD_FIELD(tiles, 56, Reduce) CUDA_BUILD_FIELD(unused, 60, Reduce)
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
CUDA_BUILD_CLASS(80, 8, Chosen) CUDA_BUILD_FIELD(ids, 0, Chosen) CUDA_BUILD_FIELD(offsets, 8, Chosen)
CUDA_BUILD_FIELD(ends, 16, Chosen) CUDA_BUILD_FIELD(children, 24, Chosen) CUDA_BUILD_FIELD(runs, 32, Chosen)
CUDA_BUILD_FIELD(offset, 40, Chosen) CUDA_BUILD_FIELD(n, 48, Chosen) CUDA_BUILD_FIELD(to, 56, Chosen)
CUDA_BUILD_FIELD(error, 64, Chosen) CUDA_BUILD_FIELD(width, 72, Chosen) CUDA_BUILD_FIELD(unused, 76, Chosen)
CUDA_BUILD_CLASS(88, 8, Join) CUDA_BUILD_FIELD(to, 0, Join) CUDA_BUILD_FIELD(from, 8, Join)
CUDA_BUILD_FIELD(place, 16, Join) CUDA_BUILD_FIELD(bit, 24, Join) CUDA_BUILD_FIELD(n, 32, Join)
CUDA_BUILD_FIELD(add, 40, Join) CUDA_BUILD_FIELD(limit, 48, Join) CUDA_BUILD_FIELD(map, 56, Join)
CUDA_BUILD_FIELD(nulls, 64, Join) CUDA_BUILD_FIELD(error, 72, Join) CUDA_BUILD_FIELD(kind, 80, Join)
CUDA_BUILD_FIELD(width, 84, Join)
CUDA_BUILD_CLASS(48, 8, Boundaries) CUDA_BUILD_FIELD(keys, 0, Boundaries) CUDA_BUILD_FIELD(rows, 8, Boundaries)
CUDA_BUILD_FIELD(flags, 16, Boundaries) CUDA_BUILD_FIELD(n, 24, Boundaries) CUDA_BUILD_FIELD(error, 32, Boundaries)
CUDA_BUILD_FIELD(of_part, 40, Boundaries) CUDA_BUILD_FIELD(count, 44, Boundaries)
CUDA_BUILD_CLASS(88, 8, Window) CUDA_BUILD_FIELD(column, 0, Window) CUDA_BUILD_FIELD(rows, 8, Window)
CUDA_BUILD_FIELD(flags, 16, Window) CUDA_BUILD_FIELD(tiles, 24, Window) CUDA_BUILD_FIELD(to, 32, Window)
CUDA_BUILD_FIELD(valid, 40, Window) CUDA_BUILD_FIELD(n, 48, Window) CUDA_BUILD_FIELD(by, 56, Window)
CUDA_BUILD_FIELD(error, 64, Window) CUDA_BUILD_FIELD(function, 72, Window) CUDA_BUILD_FIELD(order, 76, Window)
CUDA_BUILD_FIELD(width, 80, Window) CUDA_BUILD_FIELD(step, 84, Window)
CUDA_BUILD_CLASS(64, 8, TextCopies) CUDA_BUILD_FIELD(texts, 0, TextCopies) CUDA_BUILD_FIELD(places, 8, TextCopies)
CUDA_BUILD_FIELD(sums, 16, TextCopies) CUDA_BUILD_FIELD(total, 24, TextCopies) CUDA_BUILD_FIELD(n, 32, TextCopies)
CUDA_BUILD_FIELD(to, 40, TextCopies) CUDA_BUILD_FIELD(offsets, 48, TextCopies) CUDA_BUILD_FIELD(width, 56, TextCopies)
CUDA_BUILD_FIELD(unused, 60, TextCopies)
"#;
}
