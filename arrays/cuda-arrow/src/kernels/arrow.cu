// The kernels of this crate, which are compiled to `arrow.ptx`: see `tests/kernels.rs`. Loops of a few steps, over what the loops
// before them left, aren't unrolled.

typedef unsigned char u8;
typedef unsigned long long u64;
typedef long long i64;

// The number of target bytes that a block writes.
#define CHUNK 16384
#define THREADS 256

enum Kind { BYTES = 0, BITS = 1, OFFSETS_32 = 2, OFFSETS_64 = 3 };

// A part of a copy. `count` is bytes, bits or offsets; `bit` is where bits begin in the first byte of `from`.
// The copy is followed by `padding` zeros.
struct Job {
    u64 to;
    u64 from;
    u64 count;
    unsigned first_block;
    u8 kind;
    u8 bit;
    unsigned short padding;
};

struct Jobs {
    const Job *job;
    u64 count;
};

// The job that a block works on: the last one that begins at or before it.
__device__ __forceinline__ unsigned job_of(const Jobs &jobs, unsigned block) {
    unsigned low = 0, high = (unsigned)jobs.count;
    while (high - low > 1) {
        const unsigned middle = (low + high) / 2;
        if (jobs.job[middle].first_block <= block)
            low = middle;
        else
            high = middle;
    }
    return low;
}

template <typename T>
__device__ __forceinline__ void copy_units(u64 to, u64 from, u64 bytes) {
    const u64 count = bytes / sizeof(T);
    T *target = (T *)to;
    const T *source = (const T *)from;
    u64 at = threadIdx.x;
    for (; at + 3 * THREADS < count; at += 4 * THREADS) {
        const T a = source[at], b = source[at + THREADS], c = source[at + 2 * THREADS], d = source[at + 3 * THREADS];
        target[at] = a;
        target[at + THREADS] = b;
        target[at + 2 * THREADS] = c;
        target[at + 3 * THREADS] = d;
    }
#pragma unroll 1
    for (; at < count; at += THREADS)
        target[at] = source[at];
#pragma unroll 1
    for (u64 rest = count * sizeof(T) + threadIdx.x; rest < bytes; rest += THREADS)
        ((u8 *)to)[rest] = ((const u8 *)from)[rest];
}

__device__ __forceinline__ void copy_bytes(u64 to, u64 from, u64 bytes) {
    const unsigned low = (unsigned)(to | from);
    if ((low & 15) == 0)
        copy_units<uint4>(to, from, bytes);
    else if ((low & 7) == 0)
        copy_units<u64>(to, from, bytes);
    else if ((low & 3) == 0)
        copy_units<unsigned>(to, from, bytes);
    else
        copy_units<u8>(to, from, bytes);
}

// The 8 bits that begin at bit `at` of memory that has bits up to `end`; those after it are 0.
__device__ __forceinline__ unsigned byte_at(const u8 *from, u64 at, u64 end) {
    const unsigned shift = (unsigned)(at % 8);
    unsigned value = from[at / 8] >> shift;
    if (shift && at + 8 - shift < end)
        value |= (unsigned)from[at / 8 + 1] << (8 - shift);
    return end - at >= 8 ? value & 255 : value & ((1u << (end - at)) - 1);
}

// The 32 bits that begin at bit `shift` of two words.
__device__ __forceinline__ unsigned funnel(unsigned low, unsigned high, unsigned shift) {
    return __funnelshift_r(low, high, shift);
}

// The 128 bits that begin at bit `shift` of two units of 16 bytes. `word` is shift / 32, the same for the whole block.
__device__ __forceinline__ uint4 unit_at(uint4 a, uint4 b, unsigned word, unsigned shift) {
    switch (word) {
    case 0:
        return make_uint4(funnel(a.x, a.y, shift), funnel(a.y, a.z, shift), funnel(a.z, a.w, shift), funnel(a.w, b.x, shift));
    case 1:
        return make_uint4(funnel(a.y, a.z, shift), funnel(a.z, a.w, shift), funnel(a.w, b.x, shift), funnel(b.x, b.y, shift));
    case 2:
        return make_uint4(funnel(a.z, a.w, shift), funnel(a.w, b.x, shift), funnel(b.x, b.y, shift), funnel(b.y, b.z, shift));
    default:
        return make_uint4(funnel(a.w, b.x, shift), funnel(b.x, b.y, shift), funnel(b.y, b.z, shift), funnel(b.z, b.w, shift));
    }
}

// Units of 16 bytes of the target are computed from two aligned ones of the source, if both are within it; the bytes before and
// after them are copied one by one.
__device__ __forceinline__ void copy_bits(const Job &job, u64 chunk) {
    const u64 bytes = (job.count + 7) / 8;
    const u64 begin = chunk * CHUNK;
    const u64 end = begin + CHUNK < bytes ? begin + CHUNK : bytes;
    const u8 *const from = (const u8 *)job.from;
    u8 *const to = (u8 *)job.to;
    u64 first = begin, after = begin;
    if ((job.to & 15) == 0) {
        // The position of the first bit in its aligned unit.
        const unsigned shift = (unsigned)(job.from & 15) * 8 + job.bit;
        const u64 source = job.from & ~(u64)15;
        // That unit may begin before the memory; and a unit that contains none of the bits may be after it.
        first = begin + (source < job.from && begin == 0 ? 16 : 0);
        const u64 last = job.from + (job.bit + job.count) / 8;
        const u64 units = last > source + 32 ? (last - source) / 16 - 1 : 0;
        after = end / 16 * 16 < units * 16 ? end / 16 * 16 : units * 16;
        if (after < first)
            after = first = begin;
        const uint4 *const sources = (const uint4 *)source;
        uint4 *const targets = (uint4 *)job.to;
        const u64 count = after / 16;
        u64 at = first / 16 + threadIdx.x;
        for (; at + 3 * THREADS < count; at += 4 * THREADS) {
            uint4 a[4], b[4];
#pragma unroll
            for (int i = 0; i < 4; i++) {
                a[i] = sources[at + i * THREADS];
                b[i] = sources[at + i * THREADS + 1];
            }
#pragma unroll
            for (int i = 0; i < 4; i++)
                targets[at + i * THREADS] = unit_at(a[i], b[i], shift / 32, shift % 32);
        }
#pragma unroll 1
        for (; at < count; at += THREADS)
            targets[at] = unit_at(sources[at], sources[at + 1], shift / 32, shift % 32);
    }
    const u64 limit = job.bit + job.count;
#pragma unroll 1
    for (u64 at = begin + threadIdx.x; at < first; at += THREADS)
        to[at] = (u8)byte_at(from, job.bit + at * 8, limit);
    for (u64 at = after + threadIdx.x; at < end; at += THREADS)
        to[at] = (u8)byte_at(from, job.bit + at * 8, limit);
}

template <typename T>
__device__ __forceinline__ void rebase(const Job &job, u64 chunk) {
    const u64 each = CHUNK / sizeof(T);
    const u64 begin = chunk * each;
    const u64 end = begin + each < job.count ? begin + each : job.count;
    const T *source = (const T *)job.from;
    const T first = source[0];
    for (u64 at = begin + threadIdx.x; at < end; at += THREADS)
        ((T *)job.to)[at] = source[at] - first;
}

// Runs copies, each of which is a part of the grid.
extern "C" __global__ void __launch_bounds__(THREADS) arrow_move(const Jobs jobs) {
    const Job job = jobs.job[job_of(jobs, blockIdx.x)];
    const u64 chunk = blockIdx.x - job.first_block;
    u64 bytes = job.count;
    switch (job.kind) {
    case BITS:
        bytes = (job.count + 7) / 8;
        copy_bits(job, chunk);
        break;
    case OFFSETS_32:
        bytes = job.count * 4;
        rebase<unsigned>(job, chunk);
        break;
    case OFFSETS_64:
        bytes = job.count * 8;
        rebase<u64>(job, chunk);
        break;
    default:
        copy_bytes(job.to + chunk * CHUNK, job.from + chunk * CHUNK, bytes - chunk * CHUNK < CHUNK ? bytes - chunk * CHUNK : CHUNK);
    }
    if ((chunk + 1) * CHUNK >= bytes) {
#pragma unroll 1
        for (unsigned at = threadIdx.x; at < job.padding; at += THREADS)
            ((u8 *)job.to)[bytes + at] = 0;
    }
}

// The number of set bits from `begin` to `end` that are in the byte at `at`. Bits count from `from`.
__device__ __forceinline__ unsigned ones_of_byte(const u8 *from, u64 at, u64 begin, u64 end) {
    unsigned value = from[at];
    if (at * 8 < begin)
        value &= 255u << (begin - at * 8);
    if (at * 8 + 8 > end)
        value &= (1u << (end - at * 8)) - 1;
    return __popc(value);
}

__device__ __forceinline__ unsigned ones_of_unit(uint4 unit) {
    return __popc(unit.x) + __popc(unit.y) + __popc(unit.z) + __popc(unit.w);
}

// Adds the number of a job's set bits to the number at `to`.
extern "C" __global__ void __launch_bounds__(THREADS) arrow_count(const Jobs jobs) {
    __shared__ unsigned of_warp[THREADS / 32];
    const Job job = jobs.job[job_of(jobs, blockIdx.x)];
    const u8 *const from = (const u8 *)job.from;
    const u64 chunk = (u64)(blockIdx.x - job.first_block) * CHUNK * 8;
    const u64 begin = job.bit + chunk;
    const u64 end = begin + (job.count - chunk < CHUNK * 8 ? job.count - chunk : CHUNK * 8);
    // The bytes that contain any of the bits, and the aligned units among them that contain no other bits.
    const u64 bytes = begin / 8, bytes_end = (end + 7) / 8;
    u64 first = ((job.from + (begin + 7) / 8 + 15) & ~(u64)15) - job.from;
    u64 after = ((job.from + end / 8) & ~(u64)15) - job.from;
    if ((i64)first >= (i64)after || first > bytes_end)
        first = after = bytes_end;
    unsigned ones = 0;
    const uint4 *const units = (const uint4 *)(job.from + first);
    const u64 count = (after - first) / 16;
    u64 at = threadIdx.x;
    for (; at + 3 * THREADS < count; at += 4 * THREADS) {
        const uint4 a = units[at], b = units[at + THREADS], c = units[at + 2 * THREADS], d = units[at + 3 * THREADS];
        ones += ones_of_unit(a) + ones_of_unit(b) + ones_of_unit(c) + ones_of_unit(d);
    }
#pragma unroll 1
    for (; at < count; at += THREADS)
        ones += ones_of_unit(units[at]);
    for (u64 byte = bytes + threadIdx.x; byte < first; byte += THREADS)
        ones += ones_of_byte(from, byte, begin, end);
#pragma unroll 1
    for (u64 byte = after + threadIdx.x; byte < bytes_end; byte += THREADS)
        ones += ones_of_byte(from, byte, begin, end);
    for (int step = 16; step > 0; step /= 2)
        ones += __shfl_down_sync(0xffffffff, ones, step);
    if (threadIdx.x % 32 == 0)
        of_warp[threadIdx.x / 32] = ones;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int warp = 1; warp < THREADS / 32; warp++)
            ones += of_warp[warp];
        if (ones)
            atomicAdd((u64 *)job.to, (u64)ones);
    }
}

struct Equal {
    u64 a;
    u64 b;
    u64 count;
    unsigned *differ;
};

// Sets `differ` if two ranges of `count` bytes differ.
extern "C" __global__ void __launch_bounds__(THREADS) arrow_equal(const Equal equal) {
    const u64 begin = (u64)blockIdx.x * CHUNK;
    const u64 end = begin + CHUNK < equal.count ? begin + CHUNK : equal.count;
    const u8 *a = (const u8 *)equal.a, *b = (const u8 *)equal.b;
    bool differ = false;
    u64 rest = begin;
    if ((((unsigned)equal.a | (unsigned)equal.b) & 15) == 0) {
        const u64 whole = end & ~(u64)15;
        for (u64 at = begin + threadIdx.x * 16; at < whole; at += THREADS * 16) {
            const uint4 x = *(const uint4 *)(a + at), y = *(const uint4 *)(b + at);
            differ |= ((x.x ^ y.x) | (x.y ^ y.y) | (x.z ^ y.z) | (x.w ^ y.w)) != 0;
        }
        rest = whole;
    }
    for (u64 at = rest + threadIdx.x; at < end; at += THREADS)
        differ |= a[at] != b[at];
    if (differ)
        *equal.differ = 1;
}

enum Step { ROOT = 0, LIST_32 = 1, LIST_64 = 2, FIXED = 3, NUMBER = 4 };

// How the elements of an array follow from the entries of its parent, whose node has the index `parent`. `len` is an array's
// length, that of the offsets less one, or a list's size.
struct Node {
    u64 offsets;
    i64 len;
    i64 offset;
    unsigned parent;
    unsigned step;
};

struct Range {
    i64 start;
    i64 end;
};

struct Resolve {
    const Node *node;
    const unsigned *first;
    Range *range;
    u64 columns;
};

// Computes the ranges of all nodes of a column, each of which comes after its parent. A range outside of its offsets is -1.
extern "C" __global__ void __launch_bounds__(THREADS) arrow_resolve(const Resolve resolve) {
    const u64 column = (u64)blockIdx.x * THREADS + threadIdx.x;
    if (column >= resolve.columns)
        return;
    for (unsigned at = resolve.first[column]; at < resolve.first[column + 1]; at++) {
        const Node node = resolve.node[at];
        Range range = {-1, -1};
        if (node.step == ROOT) {
            range.start = node.offset;
            range.end = node.offset + node.len;
        } else if (node.step == NUMBER) {
            range.start = 0;
            range.end = ((const i64 *)node.offsets)[node.offset];
        } else {
            const Range of = resolve.range[node.parent];
            if (node.step == FIXED) {
                if (of.start >= 0 && of.end >= of.start) {
                    range.start = of.start * node.len + node.offset;
                    range.end = of.end * node.len + node.offset;
                }
            } else if (of.start >= 0 && of.start <= of.end && of.end <= node.len) {
                if (node.offsets == 0) {
                    range.start = range.end = node.offset;
                } else if (node.step == LIST_32) {
                    range.start = ((const int *)node.offsets)[of.start] + node.offset;
                    range.end = ((const int *)node.offsets)[of.end] + node.offset;
                } else {
                    range.start = ((const i64 *)node.offsets)[of.start] + node.offset;
                    range.end = ((const i64 *)node.offsets)[of.end] + node.offset;
                }
            }
        }
        resolve.range[at] = range;
    }
}
