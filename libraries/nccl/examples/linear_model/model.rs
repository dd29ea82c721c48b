//! A linear model, trained by gradient descent. Each rank has its own samples, and all have the same weights: they start equal, and
//! each step uses the mean of all ranks' gradients.

use std::error::Error;
use std::ffi::CStr;
use std::time::Instant;

use cuda_driver::{DeviceBuffer, Function, Launch, Module, Stream};
use nccl::{Communicator, Reduce};
use nvrtc::{Arch, Nvrtc};

const SOURCE: &CStr = c"
/* A number between -1 and 1 for each seed. */
static __device__ float noise(unsigned long long seed)
{
    seed = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9ULL;
    seed = (seed ^ (seed >> 27)) * 0x94d049bb133111ebULL;
    return (float)((seed ^ (seed >> 31)) >> 40) / 8388608.0f - 1.0f;
}

static __device__ float truth(size_t feature) { return 0.5f + (float)(feature % 7); }

/* Sample i of a rank; feature j of all samples lies together. */
extern \"C\" __global__ void generate(float *x, float *y, size_t samples, size_t features, unsigned long long rank)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= samples) return;
    float sum = 0.0f;
    for (size_t j = 0; j < features; j++) {
        float value = noise(((rank * features + j) * samples + i + 1) * 0x9e3779b97f4a7c15ULL);
        x[j * samples + i] = value;
        sum += value * truth(j);
    }
    y[i] = sum;
}

extern \"C\" __global__ void residuals(const float *x, const float *y, const float *w, float *r, size_t samples, size_t features)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= samples) return;
    float sum = -y[i];
    for (size_t j = 0; j < features; j++) sum += x[j * samples + i] * w[j];
    r[i] = sum;
}

/* A block for each feature, and one more for the loss. */
extern \"C\" __global__ void gradient(const float *x, const float *r, float *g, size_t samples, size_t features)
{
    __shared__ float sums[256];
    const float *with = blockIdx.x < features ? x + blockIdx.x * samples : r;
    float sum = 0.0f;
    for (size_t i = threadIdx.x; i < samples; i += blockDim.x) sum += with[i] * r[i];
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) g[blockIdx.x] = sums[0] / samples;
}

extern \"C\" __global__ void step(float *w, const float *g, float rate, size_t features)
{
    size_t j = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (j < features) w[j] -= rate * g[j];
}
";

/// Returns the weight that training should find.
pub fn truth(feature: usize) -> f32 {
    0.5 + (feature % 7) as f32
}

pub type BoxResult<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// One rank's part.
pub struct Model {
    stream: Stream,
    samples: usize,
    features: usize,
    residuals: Function,
    gradient: Function,
    step: Function,
    x: DeviceBuffer<f32>,
    y: DeviceBuffer<f32>,
    weights: DeviceBuffer<f32>,
    errors: DeviceBuffer<f32>,
    /// The gradient, followed by the loss.
    slopes: DeviceBuffer<f32>,
}

/// The result.
pub struct TrainedModel {
    pub weights: Vec<f32>,
    /// The mean squared error before the last step, over all ranks.
    pub loss: f32,
    /// The time of all steps.
    pub seconds: f64,
}

impl Model {
    pub fn new(stream: &Stream, samples: usize, features: usize, rank: usize) -> BoxResult<Self> {
        let program = Nvrtc::load()?.program(c"linear_model.cu", SOURCE);
        let ptx = program.arch(Arch::compute(7, 5)).compile_ptx()?;
        let module: Module = stream.context().load(&ptx)?;
        let mut x = stream.alloc::<f32>(samples * features)?;
        let mut y = stream.alloc::<f32>(samples)?;
        let generate = module.function(c"generate")?;
        let shape = Launch::elements(samples, 256);
        let arguments = (&mut x, &mut y, samples, features, rank as u64);
        // SAFETY: generate(float *, float *, size_t, size_t, unsigned long long), of samples × features and of samples elements.
        unsafe { stream.launch(&generate, shape, arguments) }?;
        Ok(Self {
            stream: stream.clone(),
            samples,
            features,
            residuals: module.function(c"residuals")?,
            gradient: module.function(c"gradient")?,
            step: module.function(c"step")?,
            x,
            y,
            weights: stream.upload(&vec![0.0; features])?,
            errors: stream.alloc(samples)?,
            slopes: stream.alloc(features + 1)?,
        })
    }

    /// Makes `steps` steps, each with the mean of all ranks' gradients.
    ///
    /// # Safety
    /// All ranks of the communicator call it with the same number of features and steps.
    pub unsafe fn train(
        &mut self,
        comm: &Communicator,
        steps: usize,
        rate: f32,
    ) -> BoxResult<TrainedModel> {
        let (samples, features) = (self.samples, self.features);
        // All ranks begin together.
        // SAFETY: the caller guarantees the ranks. It isn't read before it is written.
        unsafe { comm.broadcast(&self.stream, &mut self.weights, 0) }?;
        comm.wait(&self.stream)?;
        let start = Instant::now();
        for _ in 0..steps {
            let shape = Launch::elements(samples, 256);
            let arguments = (&self.x, &self.y, &self.weights, &mut self.errors, samples, features);
            // SAFETY: residuals(const float * × 3, float *, size_t, size_t), each as long as the numbers say.
            unsafe { self.stream.launch(&self.residuals, shape, arguments) }?;
            let shape = Launch::grid(features as u32 + 1).block(256);
            let arguments = (&self.x, &self.errors, &mut self.slopes, samples, features);
            // SAFETY: gradient(const float * × 2, float *, size_t, size_t), with a block for each slope.
            unsafe { self.stream.launch(&self.gradient, shape, arguments) }?;
            // SAFETY: the caller guarantees the ranks.
            unsafe { comm.all_reduce_in_place(&self.stream, &mut self.slopes, Reduce::Avg) }?;
            let shape = Launch::elements(features, 256);
            let arguments = (&mut self.weights, &self.slopes, rate, features);
            // SAFETY: step(float *, const float *, float, size_t).
            unsafe { self.stream.launch(&self.step, shape, arguments) }?;
        }
        comm.wait(&self.stream)?;
        let seconds = start.elapsed().as_secs_f64();
        let loss = self.slopes.to_vec()?.last().copied();
        Ok(TrainedModel {
            weights: self.weights.to_vec()?,
            loss: loss.unwrap_or(f32::NAN),
            seconds,
        })
    }
}
