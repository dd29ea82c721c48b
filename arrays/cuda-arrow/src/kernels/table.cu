// The kernels of tables: groups, joins, sorts, selections and comparisons of rows. They are compiled to `table.ptx`: see
// `tests/kernels.rs`. A loop with `#pragma unroll 1` isn't where the time goes, and would only make the PTX longer.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

#define THREADS 256
#define WARPS (THREADS / 32)
// The number of rows of a block, and those of each of its threads.
#define ITEMS 16
#define TILE (THREADS * ITEMS)
// Groups are reduced in pieces that end at multiples of this number of rows.
#define PIECE 1024

// No row.
#define NONE 0xffffffffu
// A free slot of a hash table; the others have a part of the hash above the first row.
#define FREE 0xffffffffffffffffull

enum Kind { BITS = 0, FIXED = 1, TEXT_32 = 2, TEXT_64 = 3, VIEW = 4, DICTIONARY = 5, NOTHING = 6, RAW = 7 };

// Where the entries of an array are. `len` is the number of entries, `bytes` that of the bytes of texts, or of the buffers of views.
struct Column {
    u64 values;
    u64 data;
    u64 nulls;
    const Column *dictionary;
    i64 offset;
    u64 len;
    u64 bytes;
    u32 kind;
    u32 width;
};

struct ViewBuffer {
    u64 bytes;
    u64 len;
};

// An entry: a word, or bytes.
struct Cell {
    u64 word;
    const u8 *bytes;
    u64 len;
    bool valid;
};

__device__ __forceinline__ bool bit_at(u64 bits, i64 i) { return ((const u8 *)bits)[i >> 3] >> (i & 7) & 1; }

// A number of `width` bytes. Foreign memory needn't be aligned.
__device__ __forceinline__ u64 word_at(u64 address, u32 width)
{
    if ((address & (width - 1)) == 0) {
        switch (width) {
        case 1: return *(const u8 *)address;
        case 2: return *(const u16 *)address;
        case 4: return *(const u32 *)address;
        case 8: return *(const u64 *)address;
        }
    }
    u64 word = 0;
// It is rare, and it is inlined often.
#pragma unroll 1
    for (u32 i = 0; i < width; i++) word |= (u64)((const u8 *)address)[i] << (8 * i);
    return word;
}

__device__ __forceinline__ bool is_word(u32 width) { return width == 1 || width == 2 || width == 4 || width == 8; }

// Entries of invalid arrays are null, and reported: `error` is 1 for keys outside of their dictionary, 2 for offsets, and 3 for views; 4 for
// lists whose entries have too large numbers.
__device__ __noinline__ Cell any_cell_at(const Column *column, i64 i, u32 *error)
{
    Cell cell = {0, 0, 0, false};
    if (column->kind == DICTIONARY) {
        const u64 key = word_at(column->values + i * column->width, column->width);
        column = column->dictionary;
        if (key >= column->len) {
            atomicMax(error, 1u);
            return cell;
        }
        i = column->offset + (i64)key;
        if (column->nulls && !bit_at(column->nulls, i)) return cell;
    }
    const u32 width = column->width;
    switch (column->kind) {
    case BITS:
        cell.word = bit_at(column->values, i);
        break;
    case FIXED:
        if (is_word(width)) {
            cell.word = word_at(column->values + i * width, width);
        } else {
            cell.bytes = (const u8 *)column->values + i * width;
            cell.len = width;
        }
        break;
    case RAW:
        cell.bytes = (const u8 *)column->values + i * width;
        cell.len = width;
        break;
    case TEXT_32:
    case TEXT_64: {
        i64 start, end;
        if (column->kind == TEXT_32) {
            start = ((const int *)column->values)[i];
            end = ((const int *)column->values)[i + 1];
        } else {
            start = ((const i64 *)column->values)[i];
            end = ((const i64 *)column->values)[i + 1];
        }
        if (start < 0 || start > end || (u64)end > column->bytes) {
            atomicMax(error, 2u);
            return cell;
        }
        cell.bytes = (const u8 *)column->data + start;
        cell.len = end - start;
        break;
    }
    case VIEW: {
        const u64 view = column->values + i * 16;
        const i64 len = (int)word_at(view, 4);
        cell.len = len;
        cell.bytes = (const u8 *)view + 4;
        if (len > 12) {
            const u64 index = word_at(view + 8, 4), start = word_at(view + 12, 4);
            const ViewBuffer *buffers = (const ViewBuffer *)column->data;
            if (index >= column->bytes || start + len > buffers[index].len) {
                atomicMax(error, 3u);
                return cell;
            }
            cell.bytes = (const u8 *)buffers[index].bytes + start;
        } else if (len < 0) {
            atomicMax(error, 3u);
            return cell;
        }
        break;
    }
    default:
        return cell;
    }
    cell.valid = true;
    return cell;
}

// Whether entries are aligned numbers of 4 or 8 bytes.
__device__ __forceinline__ bool is_plain(const Column &column)
{
    const u32 width = column.width;
    return column.kind == FIXED && (width == 4 || width == 8) && (column.values & (width - 1)) == 0;
}

__device__ __forceinline__ u64 plain_at(const Column &column, u64 row)
{
    const i64 i = column.offset + (i64)row;
    return column.width == 8 ? ((const u64 *)column.values)[i] : ((const u32 *)column.values)[i];
}

__device__ __forceinline__ bool is_valid(const Column &column, u64 row)
{
    return !column.nulls || bit_at(column.nulls, column.offset + (i64)row);
}

__device__ __forceinline__ Cell cell_at(const Column *column, u64 row, u32 *error)
{
    if (!is_valid(*column, row)) return {0, 0, 0, false};
    if (is_plain(*column)) return {plain_at(*column, row), 0, 0, true};
    return any_cell_at(column, column->offset + (i64)row, error);
}

__device__ __noinline__ bool same_bytes(const u8 *a, const u8 *b, u64 len)
{
    for (u64 i = 0; i < len; i++)
        if (a[i] != b[i]) return false;
    return true;
}

__device__ __forceinline__ bool same(const Cell &a, const Cell &b)
{
    if (a.valid != b.valid) return false;
    if (!a.valid) return true;
    if (a.word != b.word || a.len != b.len) return false;
    return a.len == 0 || same_bytes(a.bytes, b.bytes, a.len);
}

__device__ __forceinline__ u64 mixed(u64 x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdull;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ull;
    return x ^ x >> 33;
}

__device__ __noinline__ u64 hash_of_bytes(const u8 *bytes, u64 len, u64 hash)
{
    for (u64 i = 0; i < len; i += 8) {
        u64 part = 0;
#pragma unroll 1
        for (u64 k = 0; k < 8 && i + k < len; k++) part |= (u64)bytes[i + k] << (8 * k);
        hash = mixed(hash ^ part) + 0x9e3779b97f4a7c15ull;
    }
    return hash;
}

__device__ __forceinline__ u64 hashed(const Cell &cell)
{
    if (!cell.valid) return 0x9e3779b97f4a7c15ull;
    const u64 hash = mixed(cell.word + cell.len);
    return cell.len == 0 ? hash : hash_of_bytes(cell.bytes, cell.len, hash);
}

// READING ENDS HERE: expressions are compiled with what is above, at run time.

// A hash table of the rows of `of`, `keys` columns of which are equal in the rows of a slot: the slot has the first one.
struct Table {
    const Column *columns;
    const Column *of;
    u64 keys;
    u64 n;
    u64 *slots;
    u64 mask;
    // For each row its slot, or NONE.
    u32 *slot_of;
    u32 *error;
    // Whether rows in which a key is null have no slot.
    u32 skips_nulls;
    u32 shift;
};

__device__ __forceinline__ bool hash_of_row(const Table &x, u64 row, u64 &hash)
{
    hash = 0x2545f4914f6cdd1dull;
    for (u64 k = 0; k < x.keys; k++) {
        const Cell cell = cell_at(x.columns + k, row, x.error);
        if (!cell.valid && x.skips_nulls) return false;
        hash = mixed(hash ^ hashed(cell));
    }
    return true;
}

__device__ __forceinline__ bool same_rows(const Table &x, u64 row, u64 other)
{
    for (u64 k = 0; k < x.keys; k++)
        if (!same(cell_at(x.columns + k, row, x.error), cell_at(x.of + k, other, x.error))) return false;
    return true;
}

// The slot of a number, or the first one: of 2^32 slots, the last has the number NONE.
__device__ __forceinline__ u64 first_slot(u64 at, u64 mask)
{
    at &= mask;
    return at == NONE ? 0 : at;
}

extern "C" __global__ void __launch_bounds__(THREADS) table_insert(const Table x)
{
    const u64 row = (u64)blockIdx.x * THREADS + threadIdx.x;
    if (row >= x.n) return;
    u64 hash;
    if (!hash_of_row(x, row, hash)) {
        x.slot_of[row] = NONE;
        return;
    }
    const u64 tag = hash & 0xffffffff00000000ull, mine = tag | row;
    volatile u64 *const slots = x.slots;
    u64 at = first_slot(mixed(hash), x.mask);
    while (true) {
        u64 found = slots[at];
        if (found == FREE) {
            found = atomicCAS(x.slots + at, FREE, mine);
            if (found == FREE) break;
        }
        if ((found & 0xffffffff00000000ull) == tag && same_rows(x, row, found & NONE)) {
            if (found > mine) atomicMin(x.slots + at, mine);
            break;
        }
        at = first_slot(at + 1, x.mask);
    }
    x.slot_of[row] = (u32)at;
}

extern "C" __global__ void __launch_bounds__(THREADS) table_find(const Table x)
{
    const u64 row = (u64)blockIdx.x * THREADS + threadIdx.x;
    if (row >= x.n) return;
    u64 hash;
    u32 slot = NONE;
    if (hash_of_row(x, row, hash)) {
        const u64 tag = hash & 0xffffffff00000000ull;
        u64 at = first_slot(mixed(hash), x.mask);
        for (u64 found; (found = x.slots[at]) != FREE; at = first_slot(at + 1, x.mask)) {
            if ((found & 0xffffffff00000000ull) == tag && same_rows(x, row, found & NONE)) {
                slot = (u32)at;
                break;
            }
        }
    }
    x.slot_of[row] = slot;
}

// Bits of the hash of each row, such that rows of one part of a table have others in which they differ.
extern "C" __global__ void __launch_bounds__(THREADS) table_divide(const Table x)
{
    const u64 row = (u64)blockIdx.x * THREADS + threadIdx.x;
    u64 hash;
    if (row < x.n && hash_of_row(x, row, hash)) ((u8 *)x.slot_of)[row] = (u8)(mixed(hash) >> x.shift & x.mask);
}

// Totals of 64 bits saturate: rows can repeat lists, which can have any length if their entries need no memory.
__device__ __forceinline__ u32 plus(u32 a, u32 b) { return a + b; }
__device__ __forceinline__ u64 plus(u64 a, u64 b) { return a + b < a ? ~0ull : a + b; }

// Adds up the values of the lanes before a lane.
template <class T> __device__ __forceinline__ T sum_before(T value, T &all)
{
    const int lane = threadIdx.x & 31;
    T sum = value;
    for (int by = 1; by < 32; by *= 2) {
        const T other = __shfl_up_sync(0xffffffffu, sum, by);
        if (lane >= by) sum = plus(sum, other);
    }
    all = __shfl_sync(0xffffffffu, sum, 31);
    return sum - value;
}

// The same in a block.
template <class T> __device__ __forceinline__ T block_sum_before(T value, T &all)
{
    __shared__ T of_warps[WARPS];
    T of_warp, before = sum_before(value, of_warp);
    __syncthreads();
    if ((threadIdx.x & 31) == 0) of_warps[threadIdx.x / 32] = of_warp;
    __syncthreads();
    all = 0;
#pragma unroll 1
    for (int warp = 0; warp < WARPS; warp++) {
        if (warp < threadIdx.x / 32) before += of_warps[warp];
        all = plus(all, of_warps[warp]);
    }
    return before;
}

// Exclusive prefix sums of several arrays, `step` apart: each block has the next `each` values; it sets its sum.
struct Scan {
    void *data;
    void *sums;
    u64 n;
    u64 each;
    u64 step;
};

template <class T> __device__ __forceinline__ void scan(const Scan &x)
{
    T *const data = (T *)x.data + blockIdx.y * x.step;
    const u64 begin = blockIdx.x * x.each, end = begin + x.each < x.n ? begin + x.each : x.n;
    T carry = 0;
    for (u64 tile = begin; tile < end; tile += TILE) {
        T values[ITEMS], own = 0;
#pragma unroll
        for (int item = 0; item < ITEMS; item++) {
            const u64 i = tile + threadIdx.x * ITEMS + item;
            values[item] = i < end ? data[i] : 0;
            own = plus(own, values[item]);
        }
        T all, before = carry + block_sum_before(own, all);
#pragma unroll
        for (int item = 0; item < ITEMS; item++) {
            const u64 i = tile + threadIdx.x * ITEMS + item;
            if (i < end) data[i] = before;
            before += values[item];
        }
        carry = plus(carry, all);
    }
    if (threadIdx.x == 0) ((T *)x.sums)[(u64)blockIdx.y * gridDim.x + blockIdx.x] = carry;
}

extern "C" __global__ void __launch_bounds__(THREADS) table_scan_64(const Scan x) { scan<u64>(x); }

// A prefix sum of two levels, or of one if there are no sums.
template <class T> __device__ __forceinline__ T prefix(const T *data, const T *sums, u64 i) { return data[i] + (sums ? sums[i / TILE] : 0); }

// What a tile has published for those after it, in one word, so that nothing else orders it: nothing yet, what the tile has, or what it has
// together with all tiles before. A table has at most 2^31 rows, so that all states have 32 bits.
#define LARGEST_TILE 8192
#define NOT_YET 0
__device__ __forceinline__ u32 state_of_tile(u32 count) { return 1 + count; }
__device__ __forceinline__ u32 state_of_all(u32 count) { return LARGEST_TILE + 2 + count; }
__device__ __forceinline__ bool is_of_all(u32 state) { return state > LARGEST_TILE + 1; }
__device__ __forceinline__ u32 count_of(u32 state) { return state - (is_of_all(state) ? LARGEST_TILE + 2 : 1); }

// How many tiles have begun, so that blocks wait only for those that have; their states follow. All are 0 at first.
struct Tiles {
    u32 begun;
    u32 unused[31];

    __device__ __forceinline__ volatile u32 *states() { return (volatile u32 *)(this + 1); }
};

// The next tile.
__device__ __forceinline__ u32 next_tile(Tiles *tiles)
{
    __shared__ u32 next;
    if (threadIdx.x == 0) next = atomicAdd(&tiles->begun, 1u);
    __syncthreads();
    return next;
}

enum Where { MASK = 0, FIRST = 1, FOUND = 2, MISSING = 3 };

// The rows that are selected, in order: by a boolean column, as the first ones of their slots, or by whether they have a slot.
struct Select {
    u64 n;
    const Column *mask;
    const u64 *slots;
    const u32 *slot_of;
    Tiles *tiles;
    u32 *rows;
    u32 *count;
    u32 *error;
    u32 which;
    u32 unused;
};

// The number that the tiles before this one have, which has `own`.
__device__ __forceinline__ u32 count_before(volatile u32 *states, u32 tile, u32 own)
{
    __shared__ u32 before_tile;
    if (threadIdx.x < 32) {
        const int lane = threadIdx.x;
        u32 before = 0;
        if (tile > 0) {
            if (lane == 0) states[tile] = state_of_tile(own);
            for (u32 end = tile;; end -= 32) {
                // The first tile has a state of all.
                u32 state = state_of_all(0);
                if (lane < end) {
                    do state = states[end - 1 - lane];
                    while (state == NOT_YET);
                }
                const u32 whole = __ballot_sync(0xffffffffu, is_of_all(state));
                const int last = __ffs(whole) - 1;
                u32 count = whole == 0 || lane <= last ? count_of(state) : 0;
                for (int by = 16; by > 0; by /= 2) count += __shfl_xor_sync(0xffffffffu, count, by);
                before += count;
                if (whole) break;
            }
        }
        if (lane == 0) {
            states[tile] = state_of_all(before + own);
            before_tile = before;
        }
    }
    __syncthreads();
    return before_tile;
}

extern "C" __global__ void __launch_bounds__(THREADS) table_select(const Select x)
{
    const u32 tile = next_tile(x.tiles);
    const int lane = threadIdx.x & 31;
    // Each warp has TILE / WARPS adjacent rows.
    const u64 first = (u64)tile * TILE + threadIdx.x / 32 * (TILE / WARPS) + lane;
    // Reads don't depend on each other.
    u32 is = 0;
    if (x.which == MASK && x.mask->kind == BITS) {
        const Column mask = *x.mask;
        const i64 begin = mask.offset + (i64)first;
#pragma unroll
        for (int item = 0; item < ITEMS; item++)
            if (first + item * 32 < x.n && bit_at(mask.values, begin + item * 32)) is |= 1u << item;
        if (mask.nulls) {
#pragma unroll
            for (int item = 0; item < ITEMS; item++)
                if (first + item * 32 < x.n && !bit_at(mask.nulls, begin + item * 32)) is &= ~(1u << item);
        }
    } else if (x.which == MASK) {
#pragma unroll 1
        for (int item = 0; item < ITEMS; item++) {
            if (first + item * 32 >= x.n) break;
            const Cell cell = cell_at(x.mask, first + item * 32, x.error);
            if (cell.valid && cell.word) is |= 1u << item;
        }
    } else {
        u32 slots[ITEMS];
#pragma unroll
        for (int item = 0; item < ITEMS; item++) slots[item] = first + item * 32 < x.n ? x.slot_of[first + item * 32] : NONE;
#pragma unroll
        for (int item = 0; item < ITEMS; item++) {
            bool it = slots[item] != NONE;
            if (x.which == FIRST) it = it && (u32)x.slots[slots[item]] == (u32)first + item * 32;
            if (x.which == MISSING) it = !it && first + item * 32 < x.n;
            if (it) is |= 1u << item;
        }
    }
    u32 selected[ITEMS], of_warp = 0;
#pragma unroll
    for (int item = 0; item < ITEMS; item++) {
        selected[item] = __ballot_sync(0xffffffffu, is >> item & 1);
        of_warp += __popc(selected[item]);
    }
    u32 all, place = block_sum_before(lane == 0 ? of_warp : 0, all);
    const u32 before = count_before(x.tiles->states(), tile, all);
    place = before + __shfl_sync(0xffffffffu, place, 0);
#pragma unroll
    for (int item = 0; item < ITEMS; item++) {
        if (selected[item] >> lane & 1) x.rows[place + __popc(selected[item] & ((1u << lane) - 1))] = (u32)(first + item * 32);
        place += __popc(selected[item]);
    }
    if (threadIdx.x == 0 && (tile + 1ull) * TILE >= x.n) *x.count = before + all;
}

// Numbers the slots by their first rows, which are in order: the number replaces the row.
struct Number {
    u64 *slots;
    const u32 *slot_of;
    const u32 *first;
    const u32 *groups;
};

extern "C" __global__ void __launch_bounds__(THREADS) table_number(const Number x)
{
    const u32 groups = *x.groups;
    for (u64 group = (u64)blockIdx.x * THREADS + threadIdx.x; group < groups; group += (u64)gridDim.x * THREADS)
        x.slots[x.slot_of[x.first[group]]] = group;
}

// A pass of a stable sort of (key, row) by a digit of 8 bits.
#define DIGITS 256
struct Radix {
    const void *keys;
    // Null: the rows are in order.
    const u32 *rows;
    void *to_keys;
    u32 *to_rows;
    // How many keys have each digit; those that aren't counted have 0.
    const u32 *counts;
    // With a state for each digit of each tile.
    Tiles *tiles;
    u64 n;
    // What is changed of keys as they are written.
    u64 flip;
    u32 shift;
    u32 unused;
};

__device__ __forceinline__ u32 digit_of(u32 key, u32 shift) { return key >> shift & 255; }
__device__ __forceinline__ u32 digit_of(u64 key, u32 shift) { return (shift < 32 ? (u32)key : (u32)(key >> 32)) >> (shift & 31) & 255; }

// Each warp has adjacent keys. They are put in order in shared memory first, so that writes are of adjacent ones.
template <class K, int EACH> __device__ __forceinline__ void radix(const Radix &x)
{
    const int size = THREADS * EACH;
    __shared__ K staged[size];
    __shared__ u16 of_warps[WARPS][DIGITS];
    __shared__ u32 places[DIGITS];
    const int lane = threadIdx.x & 31, warp = threadIdx.x / 32;
    for (int other = 0; other < WARPS; other++) of_warps[other][threadIdx.x] = 0;
    places[threadIdx.x] = 0;
    const u32 tile = next_tile(x.tiles);
    const u64 begin = (u64)tile * size;
    const int count = (int)(x.n - begin < size ? x.n - begin : size), first = warp * (EACH * 32) + lane;
    // How many keys there are from the thread's first on, as it reads and as it writes.
    const int left = count - first, left_to_write = count - (int)threadIdx.x;
    const K *const from = (const K *)x.keys + begin + first;
    K keys[EACH];
#pragma unroll
    for (int item = 0; item < EACH; item++) keys[item] = item * 32 < left ? from[item * 32] : 0;
#pragma unroll
    for (int item = 0; item < EACH; item++)
        if (item * 32 < left) atomicAdd(&places[digit_of(keys[item], x.shift)], 1u);
    __syncthreads();
    // A thread has a digit. What the tile has of it is published first, for the tiles after it.
    const u32 own = places[threadIdx.x];
    volatile u32 *const states = x.tiles->states() + threadIdx.x;
    u32 before = 0;
    if (tile == 0) {
        u32 all;
        before = block_sum_before(x.counts[threadIdx.x], all);
        if (threadIdx.x > 0) before += (u32)x.n - all;
        states[0] = state_of_all(before + own);
    } else {
        states[(u64)tile * DIGITS] = state_of_tile(own);
    }
    // How many keys of the warp with the same digit come before.
    u32 ranks[EACH];
#pragma unroll
    for (int item = 0; item < EACH; item++) {
        const u32 digit = digit_of(keys[item], x.shift);
        u32 same = __ballot_sync(0xffffffffu, item * 32 < left);
// ptxas unrolls the rest.
#pragma unroll 2
        for (int bit = 0; bit < 8; bit++) {
            const u32 set = __ballot_sync(0xffffffffu, digit >> bit & 1);
            same &= digit >> bit & 1 ? set : ~set;
        }
        u16 *const counter = &of_warps[warp][digit];
        const u32 known = *counter, rank = __popc(same & ((1u << lane) - 1));
        ranks[item] = known + rank;
        __syncwarp();
        if (item * 32 < left && rank == 0) *counter = (u16)(known + __popc(same));
        __syncwarp();
    }
    __syncthreads();
    // Where the digit begins in the tile, and each warp's part of it.
    u32 all, start = block_sum_before(own, all), sum = start;
#pragma unroll 1
    for (int other = 0; other < WARPS; other++) {
        const u32 of_warp = of_warps[other][threadIdx.x];
        of_warps[other][threadIdx.x] = (u16)sum;
        sum += of_warp;
    }
    __syncthreads();
#pragma unroll
    for (int item = 0; item < EACH; item++) {
        ranks[item] += of_warps[warp][digit_of(keys[item], x.shift)];
        if (item * 32 < left) staged[ranks[item]] = keys[item];
    }
    u32 rows[EACH];
    const u32 *const from_rows = x.rows + begin + first;
#pragma unroll
    for (int item = 0; item < EACH; item++)
        if (item * 32 < left) rows[item] = x.rows ? from_rows[item * 32] : (u32)begin + first + item * 32;
    if (tile > 0) {
        for (u64 other = tile - 1;; other--) {
            u32 state;
            do state = states[other * DIGITS];
            while (state == NOT_YET);
            before += count_of(state);
            if (is_of_all(state)) break;
        }
        states[(u64)tile * DIGITS] = state_of_all(before + own);
    }
    places[threadIdx.x] = before - start;
    __syncthreads();
    u32 to[EACH];
#pragma unroll
    for (int item = 0; item < EACH; item++) {
        if (item * THREADS < left_to_write) {
            const K key = staged[item * THREADS + threadIdx.x];
            to[item] = places[digit_of(key, x.shift)] + item * THREADS + threadIdx.x;
            ((K *)x.to_keys)[to[item]] = key ^ (K)x.flip;
        }
    }
    __syncthreads();
    u32 *const staged_rows = (u32 *)staged;
#pragma unroll
    for (int item = 0; item < EACH; item++)
        if (item * 32 < left) staged_rows[ranks[item]] = rows[item];
    __syncthreads();
#pragma unroll
    for (int item = 0; item < EACH; item++)
        if (item * THREADS < left_to_write) x.to_rows[to[item]] = staged_rows[item * THREADS + threadIdx.x];
}

// The keys of a block for each of its threads. With three blocks, a processor of sm_90 is faster than with two or four.
#define EACH_32 20
#define EACH_64 16
extern "C" __global__ void __launch_bounds__(THREADS, 3) table_radix_32(const Radix x) { radix<u32, EACH_32>(x); }
extern "C" __global__ void __launch_bounds__(THREADS, 3) table_radix_64(const Radix x) { radix<u64, EACH_64>(x); }

// Counts the digits of keys in shared memory, and then adds those of the block to all.
template <int BYTES_OF_KEY> struct Counter {
    u32 (&counts)[BYTES_OF_KEY][DIGITS];

    __device__ __forceinline__ void clear()
    {
        for (int byte = 0; byte < BYTES_OF_KEY; byte++) counts[byte][threadIdx.x] = 0;
        __syncthreads();
    }
    __device__ __forceinline__ void add(u64 key, u32 bytes)
    {
#pragma unroll
        for (int byte = 0; byte < BYTES_OF_KEY; byte++)
            if (byte < bytes) atomicAdd(&counts[byte][key >> (8 * byte) & 255], 1u);
    }
    __device__ __forceinline__ void add_to(u32 *all)
    {
        __syncthreads();
#pragma unroll 1
        for (int byte = 0; byte < BYTES_OF_KEY; byte++) {
            const u32 count = counts[byte][threadIdx.x];
            if (count) atomicAdd(all + byte * DIGITS + threadIdx.x, count);
        }
    }
};

// The group of each row; rows without one are in the last.
struct Groups {
    const u64 *slots;
    const u32 *slot_of;
    u32 *groups;
    // How many groups have each digit, of 8 bits, or null.
    u32 *counts;
    u64 n;
    u32 last;
    // The number of digits.
    u32 bytes;
};

extern "C" __global__ void __launch_bounds__(THREADS) table_groups(const Groups x)
{
    __shared__ u32 counts[4][DIGITS];
    Counter<4> counter = {counts};
    counter.clear();
    // Several at once, because what is read next depends on what is read first.
    const int each = 4;
    for (u64 begin = (u64)blockIdx.x * (each * THREADS) + threadIdx.x; begin < x.n; begin += (u64)gridDim.x * (each * THREADS)) {
        u32 groups[each];
#pragma unroll
        for (int item = 0; item < each; item++) {
            const u64 row = begin + item * THREADS;
            const u32 slot = row < x.n ? x.slot_of[row] : NONE;
            groups[item] = slot == NONE ? x.last : (u32)x.slots[slot];
        }
#pragma unroll
        for (int item = 0; item < each; item++) {
            const u64 row = begin + item * THREADS;
            if (row >= x.n) break;
            x.groups[row] = groups[item];
            counter.add(groups[item], x.bytes);
        }
    }
    if (x.counts) counter.add_to(x.counts);
}

// How entries are ordered.
enum Order { UNSIGNED = 0, SIGNED = 1, FLOAT_16 = 2, FLOAT_32 = 3, FLOAT_64 = 4, BYTES = 5, DECIMAL = 6 };

__device__ __noinline__ double double_of_half(u32 half)
{
    const u32 exponent = half >> 10 & 31, fraction = half & 1023;
    const double sign = half >> 15 ? -1.0 : 1.0;
    if (exponent == 0) return sign * fraction * (1.0 / (1 << 24));
    if (exponent == 31) return fraction ? __longlong_as_double(0x7ff8000000000000ll) : sign * __longlong_as_double(0x7ff0000000000000ll);
    return sign * (1024 + fraction) * __longlong_as_double((i64)(1023 - 25 + exponent) << 52);
}

__device__ __forceinline__ bool is_float(u32 order) { return order >= FLOAT_16 && order <= FLOAT_64; }

__device__ __forceinline__ double double_of(const Cell &cell, u32 order, u32 width)
{
    switch (order) {
    case FLOAT_16: return double_of_half((u32)cell.word);
    case FLOAT_32: return __int_as_float((int)cell.word);
    case FLOAT_64: return __longlong_as_double((i64)cell.word);
    case SIGNED: {
        const int shift = 64 - 8 * (int)width;
        return (double)((i64)(cell.word << shift) >> shift);
    }
    default: return (double)cell.word;
    }
}

__device__ __forceinline__ i64 signed_of(u64 word, u32 width)
{
    const int shift = 64 - 8 * (int)width;
    return (i64)(word << shift) >> shift;
}

// How numbers of a width become words in the same order, and which aren't numbers.
struct Numbers {
    // The sign of floats, or 0.
    u64 sign;
    // Which bits of negative floats are inverted, and of other numbers.
    u64 of_negative;
    u64 of_others;
    u64 magnitude;
    u64 infinity;

    __device__ __forceinline__ Numbers(u32 order, u32 width, bool descends)
    {
        const u64 top = 1ull << ((8 * width - 1) & 63);
        sign = is_float(order) ? top : 0;
        of_negative = top | (top - 1);
        of_others = order == UNSIGNED ? 0 : top;
        magnitude = top - 1;
        infinity = order == FLOAT_16 ? 0x7c00 : order == FLOAT_32 ? 0x7f800000 : order == FLOAT_64 ? 0x7ff0000000000000ull : ~0ull;
        if (descends) {
            of_negative = ~of_negative;
            of_others = ~of_others;
        }
    }
    __device__ __forceinline__ bool is_nan(u64 word) const { return (word & magnitude) > infinity; }
    __device__ __forceinline__ u64 word_of(u64 word) const
    {
        // The zeros are equal.
        if (word == sign) word = 0;
        return word ^ (word & sign ? of_negative : of_others);
    }
};

// Eight bytes of a text, or of a decimal, as a number in the same order: the first ones are the most significant.
__device__ __noinline__ u64 ordered(const Cell &cell, u32 order, u32 part)
{
    if (order == DECIMAL) return word_at((u64)cell.bytes + cell.len - 8 * (part + 1), 8) ^ (part == 0 ? 1ull << 63 : 0);
    const u64 from = 8ull * part;
    if (from >= cell.len) return 0;
    u64 word = 0;
    // A byte is read in any case: where reads were skipped, ptxas 12.9 and 13.0 used a register before it was zero (sm_90, sm_100).
#pragma unroll 1
    for (u64 at = from; at < from + 8; at++) {
        const u8 byte = cell.bytes[at < cell.len ? at : from];
        word = word << 8 | (at < cell.len ? byte : 0);
    }
    return word;
}

// Whether a text or a decimal is before another: -1, 0 or 1.
__device__ __noinline__ int compared(const Cell &a, const Cell &b, u32 order)
{
    const u32 parts = (u32)((max(a.len, b.len) + 7) / 8);
    for (u32 part = 0; part < parts; part++) {
        const u64 x = ordered(a, order, part), y = ordered(b, order, part);
        if (x != y) return x < y ? -1 : 1;
    }
    return a.len == b.len ? 0 : a.len < b.len ? -1 : 1;
}

// A word of a sort: a part of a column's entries, their lengths, or whether they are values, NaN or null.
#define PART_LENGTH 0xfffffffeu
#define PART_CLASS 0xffffffffu
struct Word {
    const Column *column;
    u32 order;
    u32 width;
    u32 part;
    u8 descends;
    u8 nulls_first;
    // How many bytes the numbers have.
    u16 bytes;
};

// The word of an entry, and whether it has a value there: not if it is null or NaN.
__device__ __forceinline__ u64 sort_word(const Word &x, const Numbers &numbers, const Cell &cell, bool &has_value)
{
    const u32 rank = !cell.valid ? 2 : x.order < BYTES && numbers.is_nan(cell.word) ? 1 : 0;
    has_value = x.part == PART_CLASS || rank == 0;
    if (x.part == PART_CLASS) return x.nulls_first ? 2 - rank : rank;
    if (rank) return 0;
    if (x.part != PART_LENGTH && x.order < BYTES) return numbers.word_of(cell.word);
    const u64 word = x.part == PART_LENGTH ? cell.len : ordered(cell, x.order, x.part);
    return x.descends ? ~word : word;
}

__device__ __forceinline__ void write_word(void *to, u64 i, u64 word, u32 bytes)
{
    if (bytes <= 4) ((u32 *)to)[i] = (u32)word;
    else ((u64 *)to)[i] = word;
}

struct Words {
    const Word *words;
    const u32 *rows;
    void *to;
    // How many words have each digit, for each of eight digits of each word.
    u32 *counts;
    u64 n;
    u32 *error;
};

extern "C" __global__ void __launch_bounds__(THREADS) table_words(const Words x)
{
    const u64 i = (u64)blockIdx.x * THREADS + threadIdx.x;
    bool has_value;
    if (i >= x.n) return;
    const Word word = *x.words;
    const Numbers numbers(word.order, word.width, word.descends);
    const Cell cell = cell_at(word.column, x.rows ? x.rows[i] : i, x.error);
    write_word(x.to, i, sort_word(word, numbers, cell, has_value), word.bytes);
}

// Counts the digits of all words, of rows that have a value, and writes the last words, in the order of the rows.
extern "C" __global__ void __launch_bounds__(THREADS) table_digits(const Words x)
{
    __shared__ u32 counts[8][DIGITS];
    Counter<8> counter = {counts};
    counter.clear();
    const Word word = x.words[blockIdx.y];
    const bool is_last = blockIdx.y + 1 == gridDim.y;
    const Numbers numbers(word.order, word.width, word.descends);
    const Column column = *word.column;
    if (is_plain(column) && word.part != PART_CLASS) {
        // Several are read at once.
        const int each = 4;
        for (u64 begin = (u64)blockIdx.x * (each * THREADS) + threadIdx.x; begin < x.n; begin += (u64)gridDim.x * (each * THREADS)) {
            u64 words[each];
#pragma unroll
            for (int k = 0; k < each; k++) words[k] = begin + k * THREADS < x.n ? plain_at(column, begin + k * THREADS) : 0;
#pragma unroll
            for (int k = 0; k < each; k++) {
                const u64 i = begin + k * THREADS;
                if (i >= x.n) break;
                const bool has_value = is_valid(column, i) && !numbers.is_nan(words[k]);
                const u64 own = has_value ? numbers.word_of(words[k]) : 0;
                if (is_last) write_word(x.to, i, own, word.bytes);
                if (has_value) counter.add(own, word.bytes);
            }
        }
    } else {
        for (u64 i = (u64)blockIdx.x * THREADS + threadIdx.x; i < x.n; i += (u64)gridDim.x * THREADS) {
            bool has_value;
            const u64 own = sort_word(word, numbers, cell_at(word.column, i, x.error), has_value);
            if (is_last) write_word(x.to, i, own, word.bytes);
            if (has_value) counter.add(own, word.bytes);
        }
    }
    counter.add_to(x.counts + blockIdx.y * (8 * DIGITS));
}

// Merges pairs of sorted runs of `run` rows each; of rows that are equal, those of the first run come first.
struct Merge {
    const Column *column;
    const u32 *rows;
    u32 *to;
    u64 n;
    u64 run;
    u32 *error;
    u32 order;
    u32 unused;
};

extern "C" __global__ void __launch_bounds__(THREADS) table_merge(const Merge x)
{
    const u64 i = (u64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= x.n) return;
    const u64 start = i / x.run * x.run, is_second = i / x.run & 1;
    const u64 first = is_second ? start - x.run : start, other = is_second ? first : start + x.run;
    const u32 row = x.rows[i];
    const Cell cell = cell_at(x.column, row, x.error);
    // How many rows of the other run come before this one.
    u64 low = other < x.n ? other : x.n, high = other + x.run < x.n ? other + x.run : x.n;
    const u64 begin = low;
    while (low < high) {
        const u64 middle = (low + high) / 2;
        const int order = compared(cell_at(x.column, x.rows[middle], x.error), cell, x.order);
        if (order < 0 || (order == 0 && is_second)) low = middle + 1;
        else high = middle;
    }
    x.to[first + (i - start) + (low - begin)] = row;
}

// Where each group begins among rows that are sorted by groups, and where the last one ends. All groups have rows, unless there are none;
// rows without a group have the number `count`.
struct Segments {
    const u32 *groups;
    u32 *starts;
    u64 n;
    u32 count;
    u32 unused;
};

extern "C" __global__ void __launch_bounds__(THREADS) table_segments(const Segments x)
{
    const u64 i = (u64)blockIdx.x * THREADS + threadIdx.x;
    if (i > x.n) return;
    if (i == 0) {
        x.starts[0] = 0;
        if (x.n == 0) x.starts[x.count] = 0;
    } else if (i == x.n || x.groups[i] != x.groups[i - 1]) {
        const u32 ended = x.groups[i - 1];
        if (ended < x.count) x.starts[ended + 1] = (u32)i;
    }
}

enum Operation { SUM = 0, SUM_FLOAT = 1, SUM_DECIMAL = 2, COUNT = 3, ROWS = 4, LEAST = 5, MOST = 6, MEAN = 7, MEAN_DECIMAL = 8 };

struct Partial {
    u64 low;
    u64 high;
    u64 count;
};

struct Aggregate {
    const Column *column;
    // One for each piece: the piece of group g in tile t is at g + t.
    Partial *partials;
    void *to;
    // The bits of groups that have a value, all 0, or null.
    u32 *valid;
    u32 operation;
    u32 order;
    u32 width;
    u32 unused;
};

struct Reduce {
    const Aggregate *aggregates;
    const u32 *groups;
    const u32 *starts;
    const u32 *rows;
    u64 n;
    u32 *error;
    u32 aggregate_count;
    u32 count;
    u32 tiles;
    u32 unused;
};

// Whether an entry takes the place of the best one so far. Of numbers, the words are compared.
__device__ __forceinline__ bool wins(const Aggregate &x, u64 word, u64 best) { return x.operation == LEAST ? word < best : word > best; }

__device__ __noinline__ bool wins(const Aggregate &x, const Cell &cell, const Cell &best)
{
    const int order = compared(cell, best, x.order);
    return x.operation == LEAST ? order < 0 : order > 0;
}

// Adds an entry, or what was added up elsewhere.
__device__ __noinline__ void combine(const Aggregate &x, Partial &own, const Partial &other, u32 *error)
{
    switch (x.operation) {
    case SUM_FLOAT:
    case MEAN:
        own.low = (u64)__double_as_longlong(__longlong_as_double((i64)own.low) + __longlong_as_double((i64)other.low));
        break;
    case LEAST:
    case MOST:
        if (!other.count) break;
        if (own.count && x.order < BYTES && !wins(x, other.high, own.high)) break;
        if (own.count && x.order >= BYTES && !wins(x, cell_at(x.column, other.low, error), cell_at(x.column, own.low, error))) break;
        own.low = other.low;
        own.high = other.high;
        break;
    default: {
        const u64 low = own.low + other.low;
        own.high += other.high + (low < own.low);
        own.low = low;
    }
    }
    own.count += other.count;
}

// Adds an entry that isn't null.
__device__ __forceinline__ void add(const Aggregate &x, const Numbers &numbers, Partial &own, Cell &best, const Cell &cell, u32 row)
{
    switch (x.operation) {
    case SUM: own.low += x.order == SIGNED ? (u64)signed_of(cell.word, x.width) : cell.word; break;
    case SUM_FLOAT:
    case MEAN: own.low = (u64)__double_as_longlong(__longlong_as_double((i64)own.low) + double_of(cell, x.order, x.width)); break;
    case SUM_DECIMAL:
    case MEAN_DECIMAL: {
        u64 low, high;
        if (cell.bytes) {
            low = word_at((u64)cell.bytes, 8);
            high = word_at((u64)cell.bytes + 8, 8);
        } else {
            low = (u64)signed_of(cell.word, x.width);
            high = (i64)low < 0 ? ~0ull : 0;
        }
        const u64 sum = own.low + low;
        own.high += high + (sum < low);
        own.low = sum;
        break;
    }
    case LEAST:
    case MOST:
        if (x.order < BYTES) {
            // NaN comes last.
            const u64 none = x.operation == LEAST ? ~0ull : 0, word = numbers.is_nan(cell.word) ? none : numbers.word_of(cell.word);
            if (own.count && !wins(x, word, own.high)) break;
            own.high = word;
        } else {
            if (own.count && !wins(x, cell, best)) break;
            best = cell;
        }
        own.low = row;
        break;
    }
    own.count++;
}

__device__ __forceinline__ Partial of_warp(const Aggregate &x, Partial own, u32 *error)
{
// Each step waits for the one before.
#pragma unroll 1
    for (int by = 1; by < 32; by *= 2) {
        Partial other;
        other.low = __shfl_down_sync(0xffffffffu, own.low, by);
        other.high = __shfl_down_sync(0xffffffffu, own.high, by);
        other.count = __shfl_down_sync(0xffffffffu, own.count, by);
        if ((threadIdx.x & 31) + by < 32) combine(x, own, other, error);
    }
    return own;
}

// A sum of decimals divided by their number, of less than 2^32: rounded to the nearest, and of two away from zero.
__device__ __noinline__ void mean_of(u64 low, u64 high, u64 count, u64 *to)
{
    const bool negative = (i64)high < 0;
    if (negative) {
        high = ~high + (low == 0);
        low = 0 - low;
    }
    u64 rest = 0, quotient[2] = {0, 0};
#pragma unroll 1
    for (int digit = 3; digit >= 0; digit--) {
        rest = rest << 32 | ((digit > 1 ? high : low) >> 32 * (digit & 1) & 0xffffffffu);
        const u64 made = count ? rest / count : 0;
        rest -= made * count;
        quotient[digit / 2] |= made << 32 * (digit & 1);
    }
    if (count && rest >= count - rest) {
        quotient[0]++;
        quotient[1] += quotient[0] == 0;
    }
    to[0] = negative ? 0 - quotient[0] : quotient[0];
    to[1] = negative ? ~quotient[1] + (quotient[0] == 0) : quotient[1];
}

__device__ __forceinline__ void finish(const Aggregate &x, u64 group, const Partial &own)
{
    u64 *const to = (u64 *)x.to;
    switch (x.operation) {
    case COUNT:
    case ROWS: to[group] = own.count; break;
    case SUM_DECIMAL:
        to[2 * group] = own.low;
        to[2 * group + 1] = own.high;
        break;
    case MEAN_DECIMAL: mean_of(own.low, own.high, own.count, to + 2 * group); break;
    case LEAST:
    case MOST: ((u32 *)to)[group] = own.count ? (u32)own.low : NONE; break;
    case MEAN:
        to[group] = own.count ? (u64)__double_as_longlong(__longlong_as_double((i64)own.low) / (double)own.count) : 0;
        break;
    default: to[group] = own.count ? own.low : 0;
    }
    if (x.valid && own.count) atomicOr(x.valid + group / 32, 1u << (group % 32));
}

// The first warps have the beginnings of groups, the others what begins at a multiple of PIECE within a group.
extern "C" __global__ void __launch_bounds__(THREADS) table_reduce(const Reduce x)
{
    const u64 warp = ((u64)blockIdx.x * THREADS + threadIdx.x) / 32;
    u64 group, start;
    bool is_whole = false;
    if (warp < x.count) {
        group = warp;
        start = x.starts[group];
        if (start == x.starts[group + 1]) return;
        is_whole = true;
    } else {
        if (warp - x.count >= x.tiles) return;
        start = (warp - x.count) * PIECE;
        group = x.groups[start];
        if (group >= x.count || x.starts[group] == start) return;
    }
    const u64 tile = start / PIECE, stop = x.starts[group + 1];
    const u64 end = stop < (tile + 1) * PIECE ? stop : (tile + 1) * PIECE, first = start + (threadIdx.x & 31);
    is_whole = is_whole && end == stop;
    // Of several aggregates of a column, the first reads it from afar.
    for (u32 at = 0; at < x.aggregate_count; at++) {
        const Aggregate aggregate = x.aggregates[at];
        if (aggregate.operation == ROWS) continue;
        const Numbers numbers(aggregate.order, aggregate.width, false);
        const Column column = *aggregate.column;
        Partial own = {0, 0, 0};
        Cell best = {0, 0, 0, false};
        if (is_plain(column)) {
            // Several are read at once.
            const int each = 4;
            for (u64 i = first; i < end; i += 32 * each) {
                u32 rows[each];
                u64 words[each];
#pragma unroll
                for (int k = 0; k < each; k++) rows[k] = i + 32 * k < end ? x.rows[i + 32 * k] : NONE;
#pragma unroll
                for (int k = 0; k < each; k++) words[k] = rows[k] == NONE ? 0 : plain_at(column, rows[k]);
#pragma unroll
                for (int k = 0; k < each; k++)
                    if (rows[k] != NONE && is_valid(column, rows[k]))
                        add(aggregate, numbers, own, best, {words[k], 0, 0, true}, rows[k]);
            }
        } else {
            for (u64 i = first; i < end; i += 32) {
                const Cell cell = cell_at(aggregate.column, x.rows[i], x.error);
                if (cell.valid) add(aggregate, numbers, own, best, cell, x.rows[i]);
            }
        }
        own = of_warp(aggregate, own, x.error);
        if ((threadIdx.x & 31) != 0) continue;
        if (is_whole) finish(aggregate, group, own);
        else aggregate.partials[group + tile] = own;
    }
}

// The groups that have several pieces, each by a warp, and numbers of rows.
extern "C" __global__ void __launch_bounds__(THREADS) table_reduced(const Reduce x)
{
    const Aggregate aggregate = x.aggregates[blockIdx.y];
    const u64 group = (u64)blockIdx.x * THREADS + threadIdx.x;
    const u32 lane = threadIdx.x & 31;
    u32 start = 0, end = 0;
    if (group < x.count) {
        start = x.starts[group];
        end = x.starts[group + 1];
    }
    const bool is_known = aggregate.operation == ROWS || start == end;
    if (is_known && group < x.count) finish(aggregate, group, {0, 0, end - start});
    u32 others = __ballot_sync(0xffffffffu, !is_known && start / PIECE < (end - 1) / PIECE);
    for (; others; others &= others - 1) {
        const u32 of = __ffs(others) - 1;
        const u32 first = __shfl_sync(0xffffffffu, start, of) / PIECE, last = (__shfl_sync(0xffffffffu, end, of) - 1) / PIECE;
        Partial own = {0, 0, 0};
#pragma unroll 1
        for (u64 tile = (u64)first + lane; tile <= last; tile += 32)
            combine(aggregate, own, aggregate.partials[group - lane + of + tile], x.error);
        own = of_warp(aggregate, own, x.error);
        if (lane == 0) finish(aggregate, group + of, own);
    }
}

// Counts, for each group, the first rows of finer groups in which a column isn't null.
struct Distinct {
    const u32 *first;
    const u32 *found;
    const u64 *slots;
    const u32 *slot_of;
    const Column *column;
    u64 *to;
    u32 *error;
};

extern "C" __global__ void __launch_bounds__(THREADS) table_distinct(const Distinct x)
{
    const u32 found = *x.found;
    for (u64 i = (u64)blockIdx.x * THREADS + threadIdx.x; i < found; i += (u64)gridDim.x * THREADS) {
        const u32 row = x.first[i];
        if (cell_at(x.column, row, x.error).valid) atomicAdd(x.to + (u32)x.slots[x.slot_of[row]], 1ull);
    }
}

enum Gathered { GATHER_BYTES = 0, GATHER_BITS = 1, GATHER_LENGTHS = 2, GATHER_TEXT = 3, GATHER_LIST_LENGTHS = 4, GATHER_OFFSETS = 5 };

// Rows of a buffer. Those of NONE are zero.
struct Gather {
    u64 to;
    u64 from;
    // Null: the rows are in order.
    const u32 *rows;
    i64 offset;
    u64 n;
    const Column *column;
    // Of texts: the place of each, and where the new offsets are to be.
    u64 *places;
    const u64 *sums;
    u64 offsets;
    u32 kind;
    u32 width;
};

struct Gathers {
    const Gather *gathers;
    u32 *error;
};

template <class T> __device__ __forceinline__ void gather(const Gather &x, u64 begin)
{
#pragma unroll 4
    for (int item = 0; item < ITEMS / 2; item++) {
        const u64 i = begin + item * THREADS + threadIdx.x;
        if (i >= x.n) return;
        const u32 row = x.rows ? x.rows[i] : (u32)i;
        T value = {};
        if (row != NONE) value = ((const T *)x.from)[x.offset + row];
        ((T *)x.to)[i] = value;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) table_gather(const Gathers all)
{
    const Gather x = all.gathers[blockIdx.y];
    const u64 begin = (u64)blockIdx.x * (TILE / 2);
    const int lane = threadIdx.x & 31;
    if (begin >= x.n) return;
    if (x.kind == GATHER_BYTES) {
        if ((x.from & (x.width - 1)) == 0) {
            switch (x.width) {
            case 1: return gather<u8>(x, begin);
            case 2: return gather<u16>(x, begin);
            case 4: return gather<u32>(x, begin);
            case 8: return gather<u64>(x, begin);
            case 16: return gather<ulonglong2>(x, begin);
            }
        }
        for (int item = 0; item < ITEMS / 2; item++) {
            const u64 i = begin + item * THREADS + threadIdx.x;
            if (i >= x.n) return;
            const u32 row = x.rows ? x.rows[i] : (u32)i;
            for (u32 k = 0; k < x.width; k++)
                ((u8 *)x.to)[i * x.width + k] = row == NONE ? 0 : ((const u8 *)x.from)[(x.offset + row) * x.width + k];
        }
    } else if (x.kind == GATHER_BITS) {
#pragma unroll 1
        for (int item = 0; item < ITEMS / 2; item++) {
            const u64 i = begin + item * THREADS + threadIdx.x;
            bool is = false;
            if (i < x.n) {
                const u32 row = x.rows ? x.rows[i] : (u32)i;
                is = row != NONE && (x.from == 0 || bit_at(x.from, x.offset + row));
            }
            const u32 bits = __ballot_sync(0xffffffffu, is);
            if (lane == 0 && i < x.n) ((u32 *)x.to)[i / 32] = bits;
        }
    } else if (x.kind == GATHER_LENGTHS) {
// What is written could be what is read next, so the reads of several items couldn't be made at once.
#pragma unroll 1
        for (int item = 0; item < ITEMS / 2; item++) {
            const u64 i = begin + item * THREADS + threadIdx.x;
            if (i >= x.n) return;
            const u32 row = x.rows ? x.rows[i] : (u32)i;
            x.places[i] = row == NONE ? 0 : cell_at(x.column, row, all.error).len;
        }
    } else if (x.kind == GATHER_LIST_LENGTHS) {
        // The limit of the offsets is in `to`. Neither this loop nor the next is unrolled, as above.
#pragma unroll 1
        for (int item = 0; item < ITEMS / 2; item++) {
            const u64 i = begin + item * THREADS + threadIdx.x;
            if (i >= x.n) return;
            const u32 row = x.rows ? x.rows[i] : (u32)i;
            i64 start = 0, end = 0;
            if (row != NONE) {
                start = x.width == 4 ? ((const int *)x.from)[x.offset + row] : ((const i64 *)x.from)[x.offset + row];
                end = x.width == 4 ? ((const int *)x.from)[x.offset + row + 1] : ((const i64 *)x.from)[x.offset + row + 1];
            }
            if (start < 0 || start > end || (u64)end > x.to) {
                atomicMax(all.error, 2u);
                start = end = 0;
            }
            x.places[i] = end - start;
        }
    } else if (x.kind == GATHER_OFFSETS) {
        // The total is in `to`.
#pragma unroll 1
        for (int item = 0; item < ITEMS / 2; item++) {
            const u64 i = begin + item * THREADS + threadIdx.x;
            if (i >= x.n) return;
            const u64 place = prefix(x.places, x.sums, i);
            if (x.width == 4) {
                ((u32 *)x.offsets)[i] = (u32)place;
                if (i + 1 == x.n) ((u32 *)x.offsets)[x.n] = (u32)x.to;
            } else {
                ((u64 *)x.offsets)[i] = place;
                if (i + 1 == x.n) ((u64 *)x.offsets)[x.n] = x.to;
            }
        }
    } else {
        // A warp copies the texts of its lanes one by one.
        for (int item = 0; item < ITEMS / 2; item++) {
            const u64 i = begin + item * THREADS + threadIdx.x;
            u64 from = 0, to = 0, len = 0;
            if (i < x.n) {
                const u32 row = x.rows ? x.rows[i] : (u32)i;
                to = prefix(x.places, x.sums, i);
                if (row != NONE) {
                    const Cell cell = cell_at(x.column, row, all.error);
                    from = (u64)cell.bytes;
                    len = cell.len;
                }
                if (x.width == 4) {
                    ((u32 *)x.offsets)[i] = (u32)to;
                    if (i + 1 == x.n) ((u32 *)x.offsets)[x.n] = (u32)(to + len);
                } else {
                    ((u64 *)x.offsets)[i] = to;
                    if (i + 1 == x.n) ((u64 *)x.offsets)[x.n] = to + len;
                }
            }
            for (int of = 0; of < 32; of++) {
                const u64 source = __shfl_sync(0xffffffffu, from, of), target = __shfl_sync(0xffffffffu, to, of);
                const u64 bytes = __shfl_sync(0xffffffffu, len, of);
                for (u64 k = lane; k < bytes; k += 32) ((u8 *)x.to)[target + k] = ((const u8 *)source)[k];
            }
        }
    }
}

// The number of rows that each row of the left table becomes, then those rows.
struct Matches {
    const u32 *slot_of;
    const u64 *slots;
    const u32 *starts;
    const u32 *rows;
    u64 *counts;
    const u64 *sums;
    u32 *left;
    u32 *right;
    u64 n;
    u64 total;
    // Whether rows without a match are kept.
    u32 outer;
    u32 unused;
};

extern "C" __global__ void __launch_bounds__(THREADS) table_match_count(const Matches x)
{
    const u64 row = (u64)blockIdx.x * THREADS + threadIdx.x;
    if (row >= x.n) return;
    const u32 slot = x.slot_of[row];
    u64 count = x.outer;
    if (slot != NONE) {
        const u32 group = (u32)x.slots[slot];
        count = x.starts[group + 1] - x.starts[group];
    }
    x.counts[row] = count;
}

extern "C" __global__ void __launch_bounds__(THREADS) table_match(const Matches x)
{
    // The rows of the block's results are searched for once.
    __shared__ u64 bounds[2];
    const u64 begin = (u64)blockIdx.x * TILE, end = begin + TILE < x.total ? begin + TILE : x.total;
    if (threadIdx.x < 2) {
        const u64 place = threadIdx.x ? end - 1 : begin;
        u64 low = 0, high = x.n;
        while (high - low > 1) {
            const u64 middle = (low + high) / 2;
            if (prefix(x.counts, x.sums, middle) <= place) low = middle;
            else high = middle;
        }
        bounds[threadIdx.x] = low;
    }
    __syncthreads();
#pragma unroll 1
    for (u64 place = begin + threadIdx.x; place < end; place += THREADS) {
        u64 low = bounds[0], high = bounds[1] + 1;
        while (high - low > 1) {
            const u64 middle = (low + high) / 2;
            if (prefix(x.counts, x.sums, middle) <= place) low = middle;
            else high = middle;
        }
        const u32 slot = x.slot_of[low];
        u32 right = NONE;
        if (slot != NONE) right = x.rows[x.starts[(u32)x.slots[slot]] + (u32)(place - prefix(x.counts, x.sums, low))];
        x.left[place] = (u32)low;
        x.right[place] = right;
    }
}

// The entries of lists: those of each list that is gathered, one after the other.
struct Expand {
    u64 places;
    u64 sums;
    const u32 *rows;
    // The offsets, or null for lists of `size` entries.
    u64 offsets;
    i64 offset;
    u32 *to;
    u64 n;
    u64 total;
    u32 *error;
    u32 size;
    u32 width;
};

extern "C" __global__ void __launch_bounds__(THREADS) table_expand(const Expand x)
{
    const u64 place = (u64)blockIdx.x * THREADS + threadIdx.x;
    if (place >= x.total) return;
    const u64 *const places = (const u64 *)x.places;
    u64 low = 0, high = x.n, inside;
    if (x.offsets) {
        while (high - low > 1) {
            const u64 middle = (low + high) / 2;
            if (prefix(places, (const u64 *)x.sums, middle) <= place) low = middle;
            else high = middle;
        }
        inside = place - prefix(places, (const u64 *)x.sums, low);
    } else {
        low = place / x.size;
        inside = place % x.size;
    }
    const u32 row = x.rows ? x.rows[low] : (u32)low;
    if (row == NONE) {
        x.to[place] = NONE;
        return;
    }
    const i64 i = x.offset + row;
    const i64 start = !x.offsets ? i * x.size : x.width == 4 ? ((const int *)x.offsets)[i] : ((const i64 *)x.offsets)[i];
    const u64 entry = (u64)start + inside;
    if (entry >= NONE) atomicMax(x.error, 4u);
    x.to[place] = (u32)entry;
}

// A 128-bit number.
struct Wide {
    i64 high;
    u64 low;
};

__device__ __forceinline__ int compared_wide(Wide a, Wide b)
{
    if (a.high != b.high) return a.high < b.high ? -1 : 1;
    return a.low == b.low ? 0 : a.low < b.low ? -1 : 1;
}

__device__ __forceinline__ Wide times(const Cell &cell, u32 order, u32 width, u64 factor)
{
    Wide wide;
    if (order == SIGNED) {
        const i64 value = signed_of(cell.word, width);
        wide.low = (u64)value * factor;
        wide.high = __mul64hi(value, (i64)factor);
    } else {
        wide.low = cell.word * factor;
        wide.high = (i64)__umul64hi(cell.word, factor);
    }
    return wide;
}

// The magnitude of a number, of 256 bits, and whether it is negative.
struct Magnitude {
    u64 words[4];
    bool is_negative;
};

__device__ __noinline__ Magnitude magnitude_of(const Cell &cell, u32 order, u32 width)
{
    Magnitude number;
    u64 sign = 0;
    if (order == DECIMAL) sign = (i64)word_at((u64)cell.bytes + cell.len - 8, 8) < 0 ? ~0ull : 0;
    else if (order == SIGNED) sign = signed_of(cell.word, width) < 0 ? ~0ull : 0;
    u64 carry = sign & 1;
#pragma unroll 1
    for (u32 k = 0; k < 4; k++) {
        u64 word = sign;
        if (order == DECIMAL && 8 * k < cell.len) word = word_at((u64)cell.bytes + 8 * k, 8);
        if (order != DECIMAL && k == 0) word = order == SIGNED ? (u64)signed_of(cell.word, width) : cell.word;
        number.words[k] = (word ^ sign) + carry;
        carry = carry && number.words[k] == 0;
    }
    number.is_negative = sign;
    return number;
}

// Multiplies by a power of ten; `false` if the product has more than 256 bits, as no other number has.
__device__ __noinline__ bool scale_up(Magnitude &number, int by)
{
    u64 any = 0;
    for (int k = 0; k < 4; k++) any |= number.words[k];
    for (; any && by > 0; by--) {
        u64 carry = 0;
        for (int k = 0; k < 4; k++) {
            const u64 low = number.words[k] * 10, high = __umul64hi(number.words[k], 10);
            number.words[k] = low + carry;
            carry = high + (number.words[k] < low);
        }
        if (carry) return false;
    }
    return true;
}

// Whether a decimal is before another, or before an integer, whose scale is 0: -1, 0 or 1.
__device__ __noinline__ int compared_decimals(Magnitude a, Magnitude b, int scale_a, int scale_b)
{
    const int greater = a.is_negative ? -1 : 1;
    if (a.is_negative != b.is_negative) return greater;
    if (!scale_up(a, scale_b - scale_a)) return greater;
    if (!scale_up(b, scale_a - scale_b)) return -greater;
    for (int k = 3; k >= 0; k--)
        if (a.words[k] != b.words[k]) return a.words[k] > b.words[k] ? greater : -greater;
    return 0;
}

// The number as a double: of decimals, the nearest one, unless they have more digits than a double.
__device__ __noinline__ double real_of(const Cell &cell, u32 order, u32 width, int scale)
{
    if (is_float(order)) return double_of(cell, order, width);
    const Magnitude number = magnitude_of(cell, order, width);
    double value = 0, power = 1;
    for (int k = 3; k >= 0; k--) value = value * 18446744073709551616.0 + (double)number.words[k];
    for (int k = scale < 0 ? -scale : scale; k > 0; k--) power *= 10;
    value = scale < 0 ? value * power : value / power;
    return number.is_negative ? -value : value;
}

enum Comparison { EQUAL = 0, NOT_EQUAL = 1, LESS = 2, LESS_EQUAL = 3, GREATER = 4, GREATER_EQUAL = 5, IS_VALID = 6, AND = 7, OR = 8, NOT = 9 };

// A boolean for each row: a comparison with the row of another column, or with its only one; `factor` makes units equal.
struct Compare {
    const Column *a;
    const Column *b;
    u64 factor_a;
    u64 factor_b;
    u64 n;
    u32 *to;
    u32 *valid;
    u32 *error;
    u32 comparison;
    u32 order_a;
    u32 order_b;
    u32 width_a;
    u32 width_b;
    u32 is_scalar;
    // Of decimals, and whether one is.
    int scale_a;
    int scale_b;
    u32 has_decimals;
    u32 unused;
};

// How two entries that have values are ordered: the bit of less, equal, greater, or unordered.
enum Ordering { IS_LESS = 1, IS_EQUAL = 2, IS_GREATER = 4, IS_UNORDERED = 8 };

template <class T> __device__ __forceinline__ u32 order_of(T a, T b) { return a < b ? IS_LESS : a == b ? IS_EQUAL : IS_GREATER; }

__device__ __noinline__ u32 any_order_of(const Compare &x, const Cell &a, const Cell &b)
{
    if (x.order_a == BYTES) return order_of(compared(a, b, x.order_a), 0);
    if (is_float(x.order_a) || is_float(x.order_b)) {
        double p, q;
        if (x.has_decimals) {
            p = real_of(a, x.order_a, x.width_a, x.scale_a);
            q = real_of(b, x.order_b, x.width_b, x.scale_b);
        } else {
            p = double_of(a, x.order_a, x.width_a);
            q = double_of(b, x.order_b, x.width_b);
        }
        return p != p || q != q ? IS_UNORDERED : order_of(p, q);
    }
    if (x.has_decimals) {
        const Magnitude p = magnitude_of(a, x.order_a, x.width_a), q = magnitude_of(b, x.order_b, x.width_b);
        return order_of(compared_decimals(p, q, x.scale_a, x.scale_b), 0);
    }
    return order_of(compared_wide(times(a, x.order_a, x.width_a, x.factor_a), times(b, x.order_b, x.width_b, x.factor_b)), 0);
}

__device__ __forceinline__ u32 accepted(u32 comparison)
{
    switch (comparison) {
    case EQUAL: return IS_EQUAL;
    case NOT_EQUAL: return IS_LESS | IS_GREATER | IS_UNORDERED;
    case LESS: return IS_LESS;
    case LESS_EQUAL: return IS_LESS | IS_EQUAL;
    case GREATER: return IS_GREATER;
    default: return IS_GREATER | IS_EQUAL;
    }
}

__device__ __forceinline__ void write_bits(const Compare &x, u64 i, bool is, bool valid)
{
    const u32 bits = __ballot_sync(0xffffffffu, is && valid), valids = __ballot_sync(0xffffffffu, valid);
    if ((threadIdx.x & 31) == 0 && i < x.n) {
        x.to[i / 32] = bits;
        x.valid[i / 32] = valids;
    }
}

// Numbers of one type and unit, with each other or with one.
__device__ __forceinline__ void compare_plain(const Compare &x, u64 begin, u32 accepts, const Column &a, const Column &b)
{
    const Numbers numbers(x.order_a, x.width_a, false);
    const Cell only = x.is_scalar ? cell_at(x.b, 0, x.error) : Cell{0, 0, 0, true};
    u64 words_a[ITEMS / 2], words_b[ITEMS / 2];
#pragma unroll
    for (int item = 0; item < ITEMS / 2; item++) {
        const u64 i = begin + item * THREADS;
        words_a[item] = i < x.n ? plain_at(a, i) : 0;
        words_b[item] = x.is_scalar || i >= x.n ? only.word : plain_at(b, i);
    }
#pragma unroll
    for (int item = 0; item < ITEMS / 2; item++) {
        const u64 i = begin + item * THREADS, p = words_a[item], q = words_b[item];
        const bool valid = i < x.n && is_valid(a, i) && (x.is_scalar ? only.valid : is_valid(b, i));
        const u32 order = numbers.is_nan(p) || numbers.is_nan(q) ? IS_UNORDERED : order_of(numbers.word_of(p), numbers.word_of(q));
        write_bits(x, i, order & accepts, valid);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) table_compare(const Compare x)
{
    const u32 accepts = accepted(x.comparison);
    const u64 begin = (u64)blockIdx.x * (TILE / 2) + threadIdx.x;
    if (x.comparison <= GREATER_EQUAL && x.order_a == x.order_b && x.order_a < BYTES && x.width_a == x.width_b &&
        x.factor_a == x.factor_b && !x.has_decimals && is_plain(*x.a) && (x.is_scalar || is_plain(*x.b)))
        return compare_plain(x, begin, accepts, *x.a, *x.b);
#pragma unroll 1
    for (int item = 0; item < ITEMS / 2; item++) {
        const u64 i = begin + item * THREADS;
        bool is = false, valid = false;
        if (i < x.n) {
            const Cell a = cell_at(x.a, i, x.error);
            Cell b = {0, 0, 0, true};
            if (x.b) b = cell_at(x.b, x.is_scalar ? 0 : i, x.error);
            valid = a.valid && b.valid;
            switch (x.comparison) {
            case IS_VALID:
                is = a.valid;
                valid = true;
                break;
            // A value decides, whatever a null would be.
            case AND:
                is = a.word && b.word && valid;
                valid = valid || (a.valid && !a.word) || (b.valid && !b.word);
                break;
            case OR:
                is = (a.valid && a.word) || (b.valid && b.word);
                valid = valid || is;
                break;
            case NOT: is = !a.word; break;
            default: is = valid && any_order_of(x, a, b) & accepts;
            }
        }
        write_bits(x, i, is, valid);
    }
}

// Whether the entries of which an array has some are valid: those of a union are of the child with their id, one after the other or at
// offsets; those of runs are of the run in which they are. A child has a bit for each of its entries, or none if all are null.
struct Chosen {
    const u8 *ids;
    u64 offsets;
    u64 ends;
    // An address of bits, and their number, for each id.
    const u64 *children;
    u64 runs;
    u64 offset;
    u64 n;
    u64 to;
    u32 *error;
    u32 width;
    u32 unused;
};

extern "C" __global__ void __launch_bounds__(THREADS) table_chosen(const Chosen x)
{
    const u64 i = (u64)blockIdx.x * THREADS + threadIdx.x;
    bool is = false;
    if (i < x.n) {
        const u64 *const child = x.children + (x.ids ? 2 * x.ids[i] : 0);
        u64 at = x.offsets ? (u64)(i64)(int)word_at(x.offsets + 4 * i, 4) : i, high = x.runs;
        if (!x.ids) {
            for (at = 0; at < high;) {
                const u64 middle = (at + high) / 2;
                if (word_at(x.ends + middle * x.width, x.width) <= x.offset + i) at = middle + 1;
                else high = middle;
            }
        }
        if (at >= child[1]) atomicMax(x.error, 5u);
        else is = child[0] && bit_at(child[0], at);
    }
    const u32 bits = __ballot_sync(0xffffffffu, is);
    if ((threadIdx.x & 31) == 0 && i < x.n) ((u32 *)x.to)[i / 32] = bits;
}

enum Joined { JOIN_BITS = 0, JOIN_ONES = 1, JOIN_OFFSETS_32 = 2, JOIN_OFFSETS_64 = 3, JOIN_KEYS = 4, JOIN_VIEWS = 5, JOIN_MAPPED = 6, JOIN_DENSE = 7 };

// A part of a buffer that several arrays become: bits, set bits, and offsets, keys or indexes of views' buffers to which `add` is added. `place` is where it begins there.
// Mapped keys are those of `limit` entries of a dictionary, which have other numbers in one that several became; those of nulls are any.
// To offsets of dense unions, what the map has for the id is added, of which there is one for each at `nulls`.
struct Join {
    u64 to;
    u64 from;
    u64 place;
    u64 bit;
    u64 n;
    u64 add;
    u64 limit;
    const u32 *map;
    u64 nulls;
    u32 *error;
    u32 kind;
    u32 width;
};

extern "C" __global__ void __launch_bounds__(THREADS) table_join(const Join *joins)
{
    const Join x = joins[blockIdx.y];
    const u64 begin = (u64)blockIdx.x * (TILE / 2);
    if (begin >= x.n) return;
// As for lengths in table_gather.
#pragma unroll 1
    for (int item = 0; item < ITEMS / 2; item++) {
        const u64 i = begin + item * THREADS + threadIdx.x;
        const bool there = i < x.n;
        switch (x.kind) {
        case JOIN_BITS:
        case JOIN_ONES: {
            const bool is = there && (x.kind == JOIN_ONES || bit_at(x.from, x.bit + i));
            const u32 bits = __ballot_sync(0xffffffffu, is);
            if ((threadIdx.x & 31) == 0 && there) {
                const u64 to = x.place + i;
                const u32 shift = to % 32;
                u32 *const words = (u32 *)x.to + to / 32;
                if (bits << shift) atomicOr(words, bits << shift);
                if (shift && bits >> (32 - shift)) atomicOr(words + 1, bits >> (32 - shift));
            }
            break;
        }
        case JOIN_OFFSETS_32:
            if (there) ((u32 *)x.to)[x.place + i] = ((const u32 *)x.from)[i] - ((const u32 *)x.from)[0] + (u32)x.add;
            break;
        case JOIN_OFFSETS_64:
            if (there) ((u64 *)x.to)[x.place + i] = ((const u64 *)x.from)[i] - ((const u64 *)x.from)[0] + x.add;
            break;
        case JOIN_VIEWS:
            if (there) {
                const u64 from = x.from + 16 * i;
                u32 *const to = (u32 *)x.to + 4 * (x.place + i);
#pragma unroll 1
                for (int k = 0; k < 4; k++) to[k] = (u32)word_at(from + 4 * k, 4);
                if ((int)to[0] > 12) to[2] += (u32)x.add;
            }
            break;
        default:
            if (there) {
                u64 key = word_at(x.from + i * x.width, x.width);
                if (x.kind == JOIN_KEYS) {
                    key += x.add;
                } else if (x.kind == JOIN_DENSE) {
                    key += x.map[((const u8 *)x.nulls)[i]];
                } else if (key < x.limit) {
                    key = x.map[x.add + key];
                } else {
                    if (!x.nulls || bit_at(x.nulls, x.bit + i)) atomicMax(x.error, 1u);
                    key = 0;
                }
#pragma unroll 1
                for (u32 k = 0; k < x.width; k++) ((u8 *)x.to)[(x.place + i) * x.width + k] = (u8)(key >> (8 * k));
            }
        }
    }
}

// Where rows in an order begin to differ from the one before: in the first keys, which are those of a part of a window, and in all.
struct Boundaries {
    const Word *keys;
    const u32 *rows;
    u8 *flags;
    u64 n;
    u32 *error;
    u32 of_part;
    u32 count;
};

#define BEGINS_PART 1
#define BEGINS_PEERS 2

__device__ __forceinline__ u64 row_at(const u32 *rows, u64 i) { return rows ? rows[i] : i; }

// Whether a sort finds entries equal.
__device__ __noinline__ bool are_peers(const Word &x, u64 row, u64 other, u32 *error)
{
    const Cell a = cell_at(x.column, row, error), b = cell_at(x.column, other, error);
    if (!a.valid || !b.valid || x.order >= BYTES) return same(a, b);
    const Numbers numbers(x.order, x.width, false);
    if (is_float(x.order) && (numbers.is_nan(a.word) || numbers.is_nan(b.word))) return numbers.is_nan(a.word) && numbers.is_nan(b.word);
    return numbers.word_of(a.word) == numbers.word_of(b.word);
}

extern "C" __global__ void __launch_bounds__(THREADS) table_boundaries(const Boundaries x)
{
    const u64 i = (u64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= x.n) return;
    u8 flags = i == 0 ? BEGINS_PART | BEGINS_PEERS : 0;
    for (u32 key = 0; key < x.count && !(flags & BEGINS_PART); key++) {
        if (flags && key >= x.of_part) break;
        if (!are_peers(x.keys[key], row_at(x.rows, i - 1), row_at(x.rows, i), x.error)) flags |= key < x.of_part ? BEGINS_PART | BEGINS_PEERS : BEGINS_PEERS;
    }
    x.flags[i] = flags;
}

enum Windowed { ROW_NUMBER = 0, RANK = 1, DENSE_RANK = 2, RUNNING_SUM = 3, RUNNING_SUM_FLOAT = 4, LAG = 5, LEAD = 6 };

// What is known of a part of a window up to a row: its rows, those that are peers of the last one, and how many different ones there are; the sum
// of the values of a column, and their number.
struct Running {
    u64 rows;
    u64 peers;
    u64 different;
    u64 sum;
    u64 values;
    u32 flags;
    u32 unused;
};

// A function of rows up to each one, in three steps: what each tile has, what those before it have, and the results.
struct Window {
    const Column *column;
    const u32 *rows;
    const u8 *flags;
    Running *tiles;
    void *to;
    u32 *valid;
    u64 n;
    // By how many rows others are before or after.
    u64 by;
    u32 *error;
    u32 function;
    u32 order;
    u32 width;
    u32 step;
};

__device__ __noinline__ Running followed(const Running &a, const Running &b, u32 function)
{
    Running made = b;
    if (!(b.flags & BEGINS_PEERS)) made.peers += a.peers;
    if (!(b.flags & BEGINS_PART)) {
        made.rows += a.rows;
        made.different += a.different;
        made.values += a.values;
        // Without values, sums keep their bits.
        if (b.values == 0) made.sum = a.sum;
        else if (a.values == 0) made.sum = b.sum;
        else if (function == RUNNING_SUM_FLOAT) made.sum = (u64)__double_as_longlong(__longlong_as_double((i64)a.sum) + __longlong_as_double((i64)b.sum));
        else made.sum = a.sum + b.sum;
    }
    made.flags |= a.flags;
    return made;
}

__device__ __noinline__ Running running_at(const Window &x, u64 i)
{
    const u32 flags = x.flags[i];
    Running made = {1, 1, flags & BEGINS_PEERS ? 1ull : 0, 0, 0, flags, 0};
    if (x.function == RUNNING_SUM || x.function == RUNNING_SUM_FLOAT) {
        const Cell cell = cell_at(x.column, row_at(x.rows, i), x.error);
        made.values = cell.valid;
        if (x.function == RUNNING_SUM_FLOAT) made.sum = (u64)__double_as_longlong(double_of(cell, x.order, x.width));
        else made.sum = x.order == SIGNED ? (u64)signed_of(cell.word, x.width) : cell.word;
    }
    return made;
}

__device__ __forceinline__ void write_window(const Window &x, u64 i, const Running &now)
{
    const u64 row = row_at(x.rows, i);
    u64 *const to = (u64 *)x.to;
    switch (x.function) {
    case ROW_NUMBER: to[row] = now.rows; break;
    case RANK: to[row] = now.rows - now.peers + 1; break;
    case DENSE_RANK: to[row] = now.different; break;
    case LAG:
        if (now.rows > x.by) ((u32 *)to)[row] = (u32)row_at(x.rows, i - x.by);
        break;
    case LEAD:
        if (now.rows > x.by) ((u32 *)to)[row_at(x.rows, i - x.by)] = (u32)row;
        break;
    default:
        to[row] = now.sum;
        if (now.values) atomicOr(x.valid + row / 32, 1u << (row & 31));
    }
}

// What all threads before one have, which takes the place of what each has; `own` becomes what all have.
__device__ __forceinline__ Running before_thread(Running own, Running carry, u32 function, Running *of_threads, Running *all)
{
    of_threads[threadIdx.x] = own;
    __syncthreads();
    if (threadIdx.x == 0) {
#pragma unroll 1
        for (int thread = 0; thread < THREADS; thread++) {
            const Running next = followed(carry, of_threads[thread], function);
            of_threads[thread] = carry;
            carry = next;
        }
        *all = carry;
    }
    __syncthreads();
    return of_threads[threadIdx.x];
}

extern "C" __global__ void __launch_bounds__(THREADS) table_window(const Window x)
{
    __shared__ Running of_threads[THREADS], all;
    const Running nothing = {0, 0, 0, 0, 0, 0, 0};
    const u64 tiles = (x.n + TILE - 1) / TILE;
    if (x.step == 1) {
        // Each thread has adjacent tiles.
        const u64 each = (tiles + THREADS - 1) / THREADS, begin = each * threadIdx.x, end = min(begin + each, tiles);
        Running own = nothing;
        for (u64 tile = begin; tile < end; tile++) own = followed(own, x.tiles[tile], x.function);
        Running before = before_thread(own, nothing, x.function, of_threads, &all);
        for (u64 tile = begin; tile < end; tile++) {
            const Running next = followed(before, x.tiles[tile], x.function);
            x.tiles[tile] = before;
            before = next;
        }
        return;
    }
    const u64 begin = (u64)blockIdx.x * TILE + threadIdx.x * ITEMS, end = min(begin + ITEMS, x.n);
    Running own = nothing;
#pragma unroll 1
    for (u64 i = begin; i < end; i++) own = followed(own, running_at(x, i), x.function);
    Running before = before_thread(own, x.step == 0 ? nothing : x.tiles[blockIdx.x], x.function, of_threads, &all);
    if (x.step == 0) {
        if (threadIdx.x == 0) x.tiles[blockIdx.x] = all;
        return;
    }
#pragma unroll 1
    for (u64 i = begin; i < end; i++) {
        before = followed(before, running_at(x, i), x.function);
        write_window(x, i, before);
    }
}

// Texts that are put one after the other: their places are prefix sums of their lengths.
struct TextCopies {
    const u8 *const *texts;
    const u64 *places;
    const u64 *sums;
    u64 total;
    u64 n;
    u8 *to;
    u64 offsets;
    u32 width;
    u32 unused;
};

__device__ __forceinline__ u64 place_of_text(const TextCopies &x, u64 row)
{
    return row == x.n ? x.total : x.places[row] + (x.sums ? x.sums[row / TILE] : 0);
}

extern "C" __global__ void __launch_bounds__(THREADS) table_copy_texts(const TextCopies x)
{
    const u64 row = (u64)blockIdx.x * WARPS + threadIdx.x / 32;
    if (row > x.n) return;
    const u64 start = place_of_text(x, row), lane = threadIdx.x & 31;
    if (lane == 0) {
        if (x.width == 4) ((u32 *)x.offsets)[row] = (u32)start;
        else ((u64 *)x.offsets)[row] = start;
    }
    if (row == x.n) return;
    const u8 *const from = x.texts[row];
    const u64 len = place_of_text(x, row + 1) - start;
#pragma unroll 1
    for (u64 k = lane; k < len; k += 32) x.to[start + k] = from[k];
}
