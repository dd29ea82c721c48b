// What nccl-tests does for one process with several GPUs: a loop of groups with one call a GPU, and nothing in between. NCCL's
// functions are given by their addresses, for it is loaded at run time.
#include <cstddef>

namespace {

using Comm = void *;
using Stream = void *;
using GroupCall = int (*)();
using Reducing = int (*)(const void *, void *, std::size_t, int, int, Comm, Stream);
using Moving = int (*)(const void *, void *, std::size_t, int, Comm, Stream);

constexpr int FLOAT32 = 7;
constexpr int SUM = 0;

enum Work { ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER };

}  // namespace

extern "C" struct TwinTable {
    GroupCall start, end;
    Reducing all_reduce;
    Moving all_gather;
    Reducing reduce_scatter;
};

// One GPU: its communicator, stream and buffers.
extern "C" struct TwinRank {
    Comm comm;
    Stream stream;
    const void *from;
    void *to;
};

// `count` is what NCCL counts: of all_reduce the elements, else those of one rank's part. The answer is NCCL's first error.
extern "C" int nccl_twin(const TwinTable *table, int work, const TwinRank *ranks, int gpus, std::size_t count, int iterations) {
    for (int iteration = 0; iteration < iterations; iteration++) {
        if (gpus > 1)
            if (int error = table->start()) return error;
        for (int gpu = 0; gpu < gpus; gpu++) {
            const TwinRank &rank = ranks[gpu];
            int error = 0;
            switch (work) {
            case ALL_REDUCE: error = table->all_reduce(rank.from, rank.to, count, FLOAT32, SUM, rank.comm, rank.stream); break;
            case ALL_GATHER: error = table->all_gather(rank.from, rank.to, count, FLOAT32, rank.comm, rank.stream); break;
            default: error = table->reduce_scatter(rank.from, rank.to, count, FLOAT32, SUM, rank.comm, rank.stream);
            }
            if (error) return error;
        }
        if (gpus > 1)
            if (int error = table->end()) return error;
    }
    return 0;
}
