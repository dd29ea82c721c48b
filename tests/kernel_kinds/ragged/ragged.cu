// Kernels that iterate ragged arrays, with types of all kinds.
#include <cuda_awkward.cuh>

AWKWARD_RECORD(Muon, float, pt, float, eta)
AWKWARD_RECORD(Event, awkward::List<Muon>, muons, awkward::Option<double>, met)

extern "C" __global__ void central(awkward::List<awkward::List<Muon>> events, float *out)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i >= events.size()) return;
    float sum = 0;
    for (Muon muon : events[i])
        if (fabsf(muon.eta) < 1) sum += muon.pt;
    out[i] = sum;
}

// Its name is mangled, and says the types.
__global__ void missing(awkward::List<Event> events, double otherwise, double *out)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < events.size()) out[i] = events[i].met.value_or(otherwise) + events[i].muons.size();
}

extern "C" __global__ void tuples(awkward::List<awkward::Record<int, awkward::List<bool>>> pairs, int *out)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i >= pairs.size()) return;
    int sum = awkward::get<0>(pairs[i]);
    for (bool it : awkward::get<1>(pairs[i])) sum += it;
    out[i] = sum;
}
