//! The session in Awkward Array's documentation on GPUs, line by line: arrays to a GPU and back, their backends, lengths,
//! slices, functions of all numbers, the error for arrays of different backends, and your own kernel, which iterates
//! over lists.

use cuda_awkward::view::{self, List};
use cuda_awkward::{Axis, Backend, Dtype, HostArray};
use cuda_driver::Launch;

/// In place of a function that `@numba.cuda.jit` compiles.
const SOURCE: &str = r#"
extern "C" __global__ void path_length(double *out, awkward::List<awkward::List<double>> array)
{
    long long tid = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (tid >= array.size()) return;
    out[tid] = 0;
    awkward::List<double> list = array[tid];
    for (long long i = 0; i < list.size(); i++) out[tid] += list[i] * list[i];
    out[tid] = sqrt(out[tid]);
}
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The GPU, or the software device if there is none.
    let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
    let gpu = Backend::new(&context.stream()?)?;

    // array_cpu = ak.Array([[0, 1.1, 2.2], [], [3.3, 4.4], [5.5], [6.6, 7.7, 8.8, 9.9]] * 10000)
    let lists = [&[0.0, 1.1, 2.2][..], &[], &[3.3, 4.4], &[5.5], &[6.6, 7.7, 8.8, 9.9]];
    let array_cpu = HostArray::from_values((0..10_000).flat_map(|_| lists))?;
    // ak.backend(array_cpu): the type shows that it is on the host.
    println!("HostArray: {}", array_cpu.type_text());

    // array_gpu = ak.to_backend(array_cpu, "cuda"); ak.backend(array_gpu)
    let array_gpu = array_cpu.to_backend(&gpu)?;
    assert_eq!(array_gpu.backend(), &gpu);
    println!("{array_gpu:?}");

    // ak.to_backend(array_gpu, "cpu")
    assert_eq!(array_gpu.to_host()?, array_cpu);

    // ak.num(array_gpu)
    println!("{}", array_gpu.num(Axis::at(1))?);
    // array_gpu[100:]
    println!("{}", array_gpu.slice(100..)?);
    // np.sqrt(array_gpu)
    println!("{}", array_gpu.sqrt()?);

    // "If you pass arrays from different devices to the same function, it will raise an error": `&array_gpu + &array_cpu` doesn't
    // compile, and arrays of two backends are an error, too.
    let other = Backend::new(&context.stream()?)?;
    let elsewhere = array_cpu.to_backend(&other)?;
    match &array_gpu + &elsewhere {
        Ok(_) => println!("they were added"),
        Err(error) => println!("{error}"),
    }
    println!("{}", (&array_gpu + &elsewhere.on(&gpu)?)?.slice(..3)?);

    // path_length[blockspergrid, threadsperblock](result, array_gpu)
    let source = view::cpp::<List<f64>>() + SOURCE;
    let path_length = gpu.kernel(&source, c"path_length")?;
    let mut result = gpu.manager().allocate(array_gpu.len() * 8)?;
    let launch = Launch::elements(array_gpu.len(), 256);
    let arguments = (result.typed_mut::<f64>()?, array_gpu.view::<List<f64>>()?);
    // SAFETY: path_length(double *, awkward::List<awkward::List<double>>), one number per list.
    unsafe { gpu.stream().launch(&path_length, launch, arguments) }?;
    let result = gpu.from_numbers(Dtype::Float64, result.freeze())?;
    println!("{result}");
    Ok(())
}
