/* The kernels of programs/programs.cu for one thread, twice: plainly, as one would write them in C (plain_…), and fairly,
 * with the work of the kernel (fair_…): its atomic operations and locks, its order, its copies, trees and sorts.
 *
 * All have the kernels' parameters: what they read, what they write, which holds zeros where they add to it, and how many
 * words they read. What gcc makes vectors of isn't what the kernel does, so the fair ones stay as they are written where
 * it matters. */

#define _GNU_SOURCE
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The processor's time that the process has had, in nanoseconds. */
double twin_processor_time(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

/* Keeps this process and all threads that it starts on the core where it runs; 0 where that is done. */
int twin_stay(void)
{
#ifdef __linux__
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(sched_getcpu(), &set);
    return sched_setaffinity(0, sizeof set, &set);
#else
    return -1;
#endif
}

#define ADD(place, more) __atomic_fetch_add(place, more, __ATOMIC_RELAXED)
#define CHANGE(place, old, new) \
    __atomic_compare_exchange_n(place, old, new, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define WRITTEN() __asm__ volatile("" ::: "memory")

#define LENGTH 256

static int larger(int a, int b) { return a > b ? a : b; }

/* Row by row, and one row is kept. */
void plain_smith_waterman(const uint32_t *in, uint32_t *out, uint32_t n)
{
    for (uint32_t pair = 0; pair < n / (2 * LENGTH / 4); pair++) {
        const uint8_t *down = (const uint8_t *)in + 2 * LENGTH * pair, *across = down + LENGTH;
        int row[LENGTH + 1] = { 0 }, best = 0;
        for (int y = 0; y < LENGTH; y++) {
            int before = 0;
            for (int x = 1; x <= LENGTH; x++) {
                int score = larger(0, before + (down[y] == across[x - 1] ? 3 : -2));
                before = row[x];
                row[x] = larger(score, larger(row[x], row[x - 1]) - 4);
                best = larger(best, row[x]);
            }
        }
        out[pair] = best;
    }
}

/* Diagonal by diagonal, each as long as the text. */
void fair_smith_waterman(const uint32_t *in, uint32_t *out, uint32_t n)
{
    for (uint32_t pair = 0; pair < n / (2 * LENGTH / 4); pair++) {
        const uint8_t *down = (const uint8_t *)in + 2 * LENGTH * pair, *across = down + LENGTH;
        int scores[3][LENGTH + 1] = { { 0 } }, best = 0;
        for (int diagonal = 2; diagonal <= 2 * LENGTH; diagonal++) {
            int *now = scores[diagonal % 3];
            const int *last = scores[(diagonal + 2) % 3], *before = scores[(diagonal + 1) % 3];
            for (int row = 1; row <= LENGTH; row++) {
                int column = diagonal - row, score = 0;
                if (column >= 1 && column <= LENGTH) {
                    score = larger(0, before[row - 1] + (down[row - 1] == across[column - 1] ? 3 : -2));
                    score = larger(score, larger(last[row - 1], last[row]) - 4);
                    int old = __atomic_load_n(&best, __ATOMIC_RELAXED);
                    while (score > old && !CHANGE(&best, &old, score)) {
                    }
                }
                now[row] = score;
            }
        }
        out[pair] = best;
    }
}

void plain_histogram(const uint32_t *in, uint32_t *out, uint32_t n)
{
    const uint8_t *bytes = (const uint8_t *)in;
    for (uint32_t i = 0; i < 4 * n; i++) out[bytes[i]]++;
}

void fair_histogram(const uint32_t *in, uint32_t *out, uint32_t n)
{
    const uint8_t *bytes = (const uint8_t *)in;
    const uint32_t blocks = 512;
    for (uint32_t block = 0; block < blocks; block++) {
        uint32_t counts[256] = { 0 };
        for (uint32_t first = block * 256; first < 4 * n; first += blocks * 256)
            for (uint32_t i = 0; i < 256; i++) ADD(&counts[bytes[first + i]], 1);
        for (uint32_t i = 0; i < 256; i++) ADD(&out[i], counts[i]);
    }
}

void plain_cluster_histogram(const uint32_t *in, uint32_t *out, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) out[in[i] % 2048]++;
}

void fair_cluster_histogram(const uint32_t *in, uint32_t *out, uint32_t n)
{
    const uint32_t blocks = 512;
    for (uint32_t cluster = 0; cluster < blocks; cluster += 4) {
        uint32_t counts[4][512] = { { 0 } };
        for (uint32_t block = cluster; block < cluster + 4; block++)
            for (uint32_t first = block * 256; first < n; first += blocks * 256)
                for (uint32_t i = 0; i < 256; i++) {
                    uint32_t bin = in[first + i] % 2048;
                    ADD(&counts[bin / 512][bin % 512], 1);
                }
        for (uint32_t i = 0; i < 2048; i++) ADD(&out[i], counts[i / 512][i % 512]);
    }
}

struct node {
    struct node *next;
    uint32_t value;
};

void plain_device_malloc(const uint32_t *in, uint32_t *out, uint32_t n)
{
    for (uint32_t thread = 0; thread < n; thread++) {
        struct node *list = NULL;
        for (uint32_t i = 0; i < 8; i++) {
            struct node *node = malloc(sizeof *node);
            if (!node) return;
            node->next = list;
            node->value = in[thread] + i;
            list = node;
        }
        uint32_t sum = 0;
        while (list) {
            struct node *next = list->next;
            sum = sum * 33 + list->value;
            free(list);
            list = next;
        }
        out[thread] = sum;
    }
}

/* The pieces of a warp's 32 threads are there at the same time. */
void fair_device_malloc(const uint32_t *in, uint32_t *out, uint32_t n)
{
    for (uint32_t first = 0; first < n; first += 32) {
        struct node *lists[32] = { NULL };
        for (uint32_t i = 0; i < 8; i++)
            for (uint32_t lane = 0; lane < 32; lane++) {
                struct node *node = malloc(sizeof *node);
                if (!node) return;
                node->next = lists[lane];
                node->value = in[first + lane] + i;
                lists[lane] = node;
            }
        uint32_t sums[32] = { 0 };
        for (uint32_t i = 0; i < 8; i++)
            for (uint32_t lane = 0; lane < 32; lane++) {
                struct node *next = lists[lane]->next;
                sums[lane] = sums[lane] * 33 + lists[lane]->value;
                free(lists[lane]);
                lists[lane] = next;
            }
        memcpy(out + first, sums, sizeof sums);
    }
}

#define TILE 256

void plain_pipeline(const uint32_t *in, uint32_t *out, uint32_t n)
{
    for (uint32_t first = 0; first < n; first += TILE)
        for (uint32_t i = 0; i < TILE; i++) out[first + i] = in[first + TILE - 1 - i] * 3;
}

/* Tiles are copied. That one is free, wanted, there and read is told by each thread's arrival at a barrier: an atomic
 * operation. */
void fair_pipeline(const uint32_t *in, uint32_t *out, uint32_t n)
{
    static uint32_t tiles[2][TILE];
    static uint64_t barriers[2][2];
    for (uint32_t first = 0; first < n; first += TILE) {
        uint32_t stage = first / TILE % 2;
        memcpy(tiles[stage], in + first, sizeof tiles[stage]);
        for (uint32_t i = 0; i < TILE; i++) ADD(&barriers[stage][0], -1);
        for (uint32_t i = 0; i < TILE; i++) out[first + i] = tiles[stage][TILE - 1 - i] * 3;
        for (uint32_t i = 0; i < TILE; i++) ADD(&barriers[stage][1], -1);
    }
}

void plain_barrier_copy(const uint32_t *in, uint32_t *out, uint32_t n)
{
    for (uint32_t first = 0; first < n; first += TILE)
        for (uint32_t i = 0; i < TILE; i++) out[first + i] = in[first + i] + in[first + (i + 1) % TILE];
}

/* As above: two arrivals of each thread at the barrier for each tile. */
void fair_barrier_copy(const uint32_t *in, uint32_t *out, uint32_t n)
{
    static uint32_t tile[TILE];
    static uint64_t barrier;
    for (uint32_t first = 0; first < n; first += TILE) {
        memcpy(tile, in + first, sizeof tile);
        for (uint32_t i = 0; i < TILE; i++) ADD(&barrier, -1);
        for (uint32_t i = 0; i < TILE; i++) out[first + i] = tile[i] + tile[(i + 1) % TILE];
        for (uint32_t i = 0; i < TILE; i++) ADD(&barrier, -1);
    }
}

void plain_cub_histogram(const uint32_t *in, uint32_t *out, uint32_t n)
{
    const uint8_t *bytes = (const uint8_t *)in;
    memset(out, 0, n / 256 * 1024);
    for (uint32_t i = 0; i < 4 * n; i++) out[i / 1024 * 256 + bytes[i]]++;
}

/* CUB's way to sort: four bits at a time, by counters of each thread, which are added up before all move. */
void fair_cub_histogram(const uint32_t *in, uint32_t *out, uint32_t n)
{
    enum { THREADS = 128, ITEMS = 8, ALL = THREADS * ITEMS, DIGITS = 16 };
    for (uint32_t block = 0; block < n / (ALL / 4); block++) {
        uint8_t keys[2][ALL];
        memcpy(keys[0], (const uint8_t *)in + block * ALL, ALL);
        for (uint32_t pass = 0; pass < 2; pass++) {
            const uint8_t *from = keys[pass];
            uint8_t *to = keys[1 - pass];
            static uint16_t counters[DIGITS][THREADS], before[ALL];
            memset(counters, 0, sizeof counters);
            for (uint32_t i = 0; i < ALL; i++) before[i] = counters[from[i] >> 4 * pass & 15][i / ITEMS]++;
            WRITTEN();
            uint16_t sum = 0;
            for (uint32_t digit = 0; digit < DIGITS; digit++)
                for (uint32_t thread = 0; thread < THREADS; thread++) {
                    uint16_t count = counters[digit][thread];
                    counters[digit][thread] = sum;
                    sum += count;
                }
            WRITTEN();
            for (uint32_t i = 0; i < ALL; i++) to[before[i] + counters[from[i] >> 4 * pass & 15][i / ITEMS]] = from[i];
        }
        const uint8_t *sorted = keys[0];
        uint32_t begins[256], ends[256], counts[256];
        for (uint32_t i = 0; i < 256; i++) begins[i] = ends[i] = ALL;
        for (uint32_t i = 0; i < ALL; i++)
            if (i == 0 || sorted[i] != sorted[i - 1]) {
                begins[sorted[i]] = i;
                if (i > 0) ends[sorted[i - 1]] = i;
            }
        for (uint32_t i = 0; i < 256; i++) counts[i] = ends[i] - begins[i];
        memcpy(out + block * 256, counts, sizeof counts);
    }
}

void plain_cub_reduce(const uint32_t *in, uint32_t *out, uint32_t n)
{
    for (uint32_t block = 0; block < n / 192; block++) {
        int most = INT32_MIN;
        uint32_t sum = 0;
        for (uint32_t i = 0; i < 192; i++) {
            most = larger(most, (int)in[block * 192 + i]);
            sum += in[block * 192 + i];
        }
        out[2 * block] = most;
        out[2 * block + 1] = sum;
    }
}

/* The tree of each warp, for both, and then the warps' results. */
void fair_cub_reduce(const uint32_t *in, uint32_t *out, uint32_t n)
{
    for (uint32_t block = 0; block < n / 192; block++) {
        int most[6];
        uint32_t sums[6];
        for (uint32_t warp = 0; warp < 6; warp++) {
            int values[32];
            uint32_t parts[32];
            memcpy(values, in + block * 192 + warp * 32, sizeof values);
            memcpy(parts, values, sizeof parts);
            for (uint32_t apart = 1; apart < 32; apart *= 2)
                for (uint32_t lane = 0; lane + apart < 32; lane++) values[lane] = larger(values[lane], values[lane + apart]);
            for (uint32_t apart = 1; apart < 32; apart *= 2)
                for (uint32_t lane = 0; lane + apart < 32; lane++) parts[lane] += parts[lane + apart];
            most[warp] = values[0];
            sums[warp] = parts[0];
        }
        for (uint32_t warp = 1; warp < 6; warp++) {
            most[0] = larger(most[0], most[warp]);
            sums[0] += sums[warp];
        }
        out[2 * block] = most[0];
        out[2 * block + 1] = sums[0];
    }
}

void plain_atomic_ref(const uint32_t *in, uint32_t *out, uint32_t n)
{
    uint64_t *place = (uint64_t *)(out + 2), most = *place;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t own = (uint64_t)in[i] << 8 | 1;
        out[0] += in[i];
        most = own > most ? own : most;
        out[4] ^= in[i];
    }
    *place = most;
}

void fair_atomic_ref(const uint32_t *in, uint32_t *out, uint32_t n)
{
    uint64_t *most = (uint64_t *)(out + 2);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t own = (uint64_t)in[i] << 8 | 1, old = __atomic_load_n(most, __ATOMIC_RELAXED);
        ADD(&out[0], in[i]);
        while (!CHANGE(most, &old, own > old ? own : old)) {
        }
        uint32_t seen = __atomic_load_n(&out[4], __ATOMIC_RELAXED);
        while (!CHANGE(&out[4], &seen, seen ^ in[i])) {
        }
    }
}

void plain_mutex(const uint32_t *in, uint32_t *out, uint32_t n)
{
    for (uint32_t i = 0; i < n; i += 8) {
        out[0] += in[i];
        out[1]++;
    }
}

void fair_mutex(const uint32_t *in, uint32_t *out, uint32_t n)
{
    static uint32_t locked;
    volatile uint32_t *sum = out;
    for (uint32_t i = 0; i < n; i += 8) {
        uint32_t open = 0;
        while (!CHANGE(&locked, &open, 1)) open = 0;
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
        sum[0] = sum[0] + in[i];
        sum[1] = sum[1] + 1;
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
        __atomic_exchange_n(&locked, 0, __ATOMIC_SEQ_CST);
    }
}

#define MANY 1024

void plain_scan_hillis_steele(const uint32_t *in, uint32_t *out, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) out[i] = in[i] + (i % MANY ? out[i - 1] : 0);
}

/* Ten steps, in each of which all add. */
void fair_scan_hillis_steele(const uint32_t *in, uint32_t *out, uint32_t n)
{
    for (uint32_t first = 0; first < n; first += MANY) {
        static uint32_t sums[2][MANY];
        uint32_t now = 0;
        memcpy(sums[0], in + first, sizeof sums[0]);
        for (uint32_t apart = 1; apart < MANY; apart *= 2, now = 1 - now) {
            for (uint32_t i = 0; i < MANY; i++) sums[1 - now][i] = sums[now][i] + (i >= apart ? sums[now][i - apart] : 0);
            WRITTEN();
        }
        memcpy(out + first, sums[now], sizeof sums[now]);
    }
}

void plain_scan_blelloch(const uint32_t *in, uint32_t *out, uint32_t n)
{
    uint32_t sum = 0;
    for (uint32_t first = 0; first < n; first += MANY) {
        uint32_t before = sum;
        for (uint32_t i = first; i < first + MANY; i++) {
            out[i] = sum;
            sum += in[i];
        }
        out[n + first / MANY] = sum - before;
    }
}

/* The trees of the blocks, and a sum of earlier blocks' sums for each thread. */
void fair_scan_blelloch(const uint32_t *in, uint32_t *out, uint32_t n)
{
    for (uint32_t first = 0; first < n; first += MANY) {
        uint32_t *sums = out + first, apart = 1;
        memcpy(sums, in + first, MANY * sizeof *sums);
        for (uint32_t adding = MANY / 2; adding > 0; adding /= 2, apart *= 2)
            for (uint32_t thread = 0; thread < adding; thread++)
                sums[apart * (2 * thread + 2) - 1] += sums[apart * (2 * thread + 1) - 1];
        out[n + first / MANY] = sums[MANY - 1];
        sums[MANY - 1] = 0;
        for (uint32_t adding = 1; adding < MANY; adding *= 2) {
            apart /= 2;
            for (uint32_t thread = 0; thread < adding; thread++) {
                uint32_t left = apart * (2 * thread + 1) - 1, right = apart * (2 * thread + 2) - 1, sum = sums[left];
                sums[left] = sums[right];
                sums[right] += sum;
            }
        }
    }
    for (uint32_t block = 0; block < n / MANY; block++)
        for (uint32_t thread = 0; thread < MANY / 2; thread++) {
            uint32_t before = 0;
            for (uint32_t other = 0; other < block; other++) before += out[n + other];
            out[block * MANY + 2 * thread] += before;
            out[block * MANY + 2 * thread + 1] += before;
            WRITTEN();
        }
}

void plain_coop_reduce(const uint32_t *in, uint32_t *out, uint32_t n)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < n; i++) sum += in[i];
    *out = sum;
}

/* Sums of the threads, the warps, the blocks and the grid, and each block's arrival at the grid's barrier. */
void fair_coop_reduce(const uint32_t *in, uint32_t *out, uint32_t n)
{
    enum { BLOCKS = 128, THREADS = 256 };
    static uint32_t parts[BLOCKS], arrived;
    for (uint32_t block = 0; block < BLOCKS; block++) {
        uint32_t sums[THREADS] = { 0 }, warps[THREADS / 32] = { 0 };
        for (uint32_t first = block * THREADS; first < n; first += BLOCKS * THREADS)
            for (uint32_t i = 0; i < THREADS; i++) sums[i] += in[first + i];
        WRITTEN();
        for (uint32_t i = 0; i < THREADS; i++) warps[i / 32] += sums[i];
        parts[block] = 0;
        for (uint32_t warp = 0; warp < THREADS / 32; warp++) parts[block] += warps[warp];
        ADD(&arrived, 1);
    }
    uint32_t sum = 0;
    for (uint32_t block = 0; block < BLOCKS; block++) sum += parts[block];
    *out = sum;
}
