//! Kernels that include `curand_kernel.h`: their numbers are those of the generators.
//!
//! `CUDA_HEADERS` names a folder of CUDA's header sets, and `CUDA_LIBRARY_HEADERS` include folders, of which one has cuRAND's.
//! These need CUDA's headers of the same release, so the newest NVRTC with headers compiles them.

use std::env;
use std::path::PathBuf;

use cuda_driver::module::Module;
use cuda_driver::{Launch, Stream};
use cuda_pathfinder::{Environment, Os, Search};
use curand::{DirectionVectors, Mrg32k3a, Ordering, Philox4x32x10, Sobol32, Xorwow};
use nvrtc::{Arch, Nvrtc, Program, Standard};

use crate::device::{context, curand};

#[allow(dead_code)]
#[path = "../../../../src/skip.rs"]
mod skipping;

const SOURCE: &str = r#"
#include <curand_kernel.h>

__device__ unsigned index() { return blockIdx.x * blockDim.x + threadIdx.x; }

template<typename State>
__device__ void two(unsigned* out, unsigned long long seed) {
    State state;
    curand_init(seed, index(), 0, &state);
    out[index()] = curand(&state);
    out[gridDim.x * blockDim.x + index()] = curand(&state);
}

extern "C" __global__ void xorwow(unsigned* out, unsigned long long seed) {
    two<curandStateXORWOW_t>(out, seed);
}

extern "C" __global__ void mrg32k3a(unsigned* out, unsigned long long seed) {
    two<curandStateMRG32k3a_t>(out, seed);
}

extern "C" __global__ void philox(uint4* out, unsigned long long seed) {
    curandStatePhilox4_32_10_t state;
    curand_init(seed, index(), 0, &state);
    out[index()] = curand4(&state);
}

extern "C" __global__ void normals(float2* out, unsigned long long seed) {
    curandState state;
    curand_init(seed, index(), 0, &state);
    out[index()] = curand_normal2(&state);
}

extern "C" __global__ void sobol(unsigned* out, unsigned (*vectors)[32]) {
    curandStateSobol32_t state;
    curand_init(vectors[0], index(), &state);
    out[index()] = curand(&state);
}

extern "C" __global__ void poisson(unsigned* out, unsigned long long seed, curandDiscreteDistribution_t table) {
    curandState state;
    curand_init(seed, index(), 0, &state);
    out[index()] = curand_discrete(&state, table);
}
"#;

/// Returns the kernels, or notes that the test was skipped.
fn compiled(test: &str) -> Option<nvrtc::Ptx> {
    let folders = env::var_os("CUDA_LIBRARY_HEADERS").unwrap_or_default();
    let folder = env::split_paths(&folders).find(|folder| folder.join("curand_kernel.h").is_file());
    let Some(folder) = folder else {
        skipping::note(test, "CUDA_LIBRARY_HEADERS names no folder with cuRAND's headers");
        return None;
    };
    let sets = env::var_os("CUDA_NVRTC_SETS").unwrap_or_default();
    let sets: Vec<PathBuf> = env::split_paths(&sets).collect();
    let named = sets.iter().filter(|folder| !folder.as_os_str().is_empty()).map(|folder| {
        let environment = Environment::simulated(Os::current(), "/");
        let search = Search::with_environment(environment.set("CUDA_NVRTC", folder));
        Nvrtc::from_table(nvrtc::sys::load_with(&search).unwrap())
    });
    let headers = PathBuf::from(env::var_os("CUDA_HEADERS").unwrap_or_default());
    let set = |nvrtc: &Nvrtc| headers.join(nvrtc.version().to_string()).join("include");
    let newest = Nvrtc::load()
        .into_iter()
        .chain(named)
        .filter(|nvrtc| set(nvrtc).is_dir())
        .max_by_key(|nvrtc| nvrtc.version());
    let Some(nvrtc) = newest else {
        skipping::note(test, "there is no NVRTC whose headers CUDA_HEADERS has");
        return None;
    };
    let set = set(&nvrtc);
    let needed = [set.join("nv/target"), set.join("cccl/nv/target")];
    if !needed.iter().any(|header| header.is_file()) {
        skipping::note(test, "the headers of CUDA have no nv/target");
        return None;
    }
    let program = Program::new("random.cu", SOURCE)
        .with_nvrtc(nvrtc)
        .arch(Arch::compute(8, 0))
        .std(Standard::Cpp17)
        .include_dir(&folder)
        .include_dir(&set)
        .include_dir(set.join("cccl"));
    let ptx = program.compile_ptx();
    Some(ptx.unwrap_or_else(|error| panic!("{}: {error}", nvrtc.version())))
}

/// Runs a kernel, which writes `per_thread` elements for each thread.
fn run<T: cuda_driver::Element + Default + Clone>(
    stream: &Stream,
    module: &Module,
    name: &str,
    [threads, per_thread]: [usize; 2],
    second: u64,
    third: u64,
) -> Vec<T> {
    let mut buffer = stream.alloc_zeroed::<T>(threads * per_thread).unwrap();
    let function = module.function(name).unwrap();
    let launch = Launch::elements(threads, 128);
    // SAFETY: the parameters are an output for all threads, and one or two numbers or addresses that the kernels take.
    unsafe {
        match third {
            0 => stream.launch(&function, launch, (&mut buffer, second)),
            third => stream.launch(&function, launch, (&mut buffer, second, third)),
        }
    }
    .unwrap();
    buffer.to_vec().unwrap()
}

#[test]
fn kernels_draw_the_numbers_of_the_generators() {
    let (context, curand) = (context(), curand());
    let stream = context.stream().unwrap();
    let legacy = Ordering::Legacy;
    if let Some(ptx) = compiled("kernels_draw_the_numbers_of_the_generators") {
        let module = context.load(&ptx).unwrap();
        // As many threads as XORWOW and MRG32k3a have sequences.
        let threads = 4096;
        let seed = 0x1234_5678_9abc;
        let mut expected = stream.alloc::<u32>(2 * threads).unwrap();
        let kind = Xorwow::seed(seed).ordering(legacy);
        let mut generator = curand.generator(&context, kind).unwrap();
        generator.bits(&stream, &mut expected).unwrap();
        let found = run::<u32>(&stream, &module, "xorwow", [threads, 2], seed, 0);
        assert!(found == expected.to_vec().unwrap(), "XORWOW");

        let kind = Mrg32k3a::seed(seed).ordering(legacy);
        let mut generator = curand.generator(&context, kind).unwrap();
        generator.bits(&stream, &mut expected).unwrap();
        let found = run::<u32>(&stream, &module, "mrg32k3a", [threads, 2], seed, 0);
        assert!(found == expected.to_vec().unwrap(), "MRG32k3a");

        let kind = Philox4x32x10::seed(seed).ordering(legacy);
        let mut generator = curand.generator(&context, kind).unwrap();
        generator.bits(&stream, &mut expected).unwrap();
        let found = run::<u32>(&stream, &module, "philox", [threads / 2, 4], seed, 0);
        assert!(found == expected.to_vec().unwrap(), "Philox");

        let mut normals = stream.alloc::<f32>(2 * threads).unwrap();
        let kind = Xorwow::seed(seed).ordering(legacy);
        let mut generator = curand.generator(&context, kind).unwrap();
        generator.normal(&stream, &mut normals, 0.0, 1.0).unwrap();
        let found = run::<f32>(&stream, &module, "normals", [threads, 2], seed, 0);
        let pairs = found.iter().zip(normals.to_vec().unwrap());
        let most = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(most < 4e-6, "{most}");

        let vectors = curand.direction_vectors_32(DirectionVectors::Plain).unwrap();
        let vectors = stream.upload(&vectors[0]).unwrap();
        let mut points = stream.alloc::<u32>(threads).unwrap();
        let mut generator = curand.generator(&context, Sobol32::dimensions(1)).unwrap();
        generator.bits(&stream, &mut points).unwrap();
        let found = run::<u32>(&stream, &module, "sobol", [threads, 1], vectors.as_raw(), 0);
        assert!(found == points.to_vec().unwrap(), "Sobol");

        for lambda in [0.5, 20.0, 1500.0] {
            let table = curand.poisson_distribution(&context, lambda).unwrap();
            let mut generator = curand.generator(&context, kind).unwrap();
            generator.poisson(&stream, &mut points, lambda).unwrap();
            let address = table.as_raw();
            let found = run::<u32>(&stream, &module, "poisson", [threads, 1], seed, address);
            assert!(found == points.to_vec().unwrap(), "Poisson of {lambda}");
            assert_eq!(table.lambda(), lambda);
        }
    }
}
