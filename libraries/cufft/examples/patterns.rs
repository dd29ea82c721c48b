//! Patterns that grow out of noise, as in heated liquids: the equation of Swift and Hohenberg, `∂u/∂t = r u − (1 + ∇²)² u − u³`,
//! solved with cuFFT, because derivatives are products there. Needs NVRTC and, on a GPU, cuFFT.
//!
//! Writes three moments, side by side, as one PNG. `cargo run -p cuda-cufft --example patterns [FILE]`

use std::error::Error;
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use cuda_driver::Launch;
use cuda_sim::choice;
use cufft::{Complex, Cufft};
use nvrtc::{Arch, Program};

/// The points of a side, and the waves of the pattern that fit there.
const SIDE: usize = 256;
const WAVES: f32 = 18.0;
/// The steps after which pictures are taken.
const MOMENTS: [usize; 3] = [12, 40, 400];
const STEP: f32 = 0.5;

const SOURCE: &str = r#"
// What isn't linear, and growth.
extern "C" __global__ void grow(float *u, unsigned count, float step) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) u[i] += step * (0.4f * u[i] - u[i] * u[i] * u[i]);
}
// The rest, at the end of the step, so that it is stable; and the factor of both transforms.
extern "C" __global__ void smooth(float2 *u, unsigned side, float step, float unit) {
    unsigned half = side / 2 + 1, i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= side * half) return;
    unsigned row = i / half;
    float x = i % half * unit, y = (row < side / 2 ? row : side - row) * unit, l = 1 - x * x - y * y;
    float factor = 1 / ((1 + step * l * l) * side * side);
    u[i].x *= factor;
    u[i].y *= factor;
}"#;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args_os().nth(1).map(PathBuf::from);
    let file = file.unwrap_or_else(|| std::env::temp_dir().join("patterns.png"));
    let chosen = choice::choose()?;
    let cufft = if chosen.is_software() {
        Cufft::from_table(cuda_sim_libraries::cufft::table())
    } else {
        Cufft::load()?
    };
    let context = chosen.driver()?.device(0)?.primary_context()?;
    let stream = context.stream()?;
    let ptx = Program::new("patterns.cu", SOURCE).arch(Arch::compute(7, 5)).compile_ptx()?;
    let module = context.load(&ptx)?;
    let (grow, smooth) = (module.function("grow")?, module.function("smooth")?);

    let mut rng = fastrand::Rng::with_seed(5);
    let noise: Vec<f32> = (0..SIDE * SIDE).map(|_| 0.1 * (rng.f32() - 0.5)).collect();
    let mut u = stream.upload(&noise)?;
    let mut waves = stream.alloc::<Complex<f32>>(SIDE * (SIDE / 2 + 1))?;
    let mut forward = cufft.plan::<f32, Complex<f32>>(&context, [SIDE, SIDE])?;
    let mut inverse = cufft.plan::<Complex<f32>, f32>(&context, [SIDE, SIDE])?;
    // The pattern's waves have length 1 in these units.
    let (count, side, unit) = ((SIDE * SIDE) as u32, SIDE as u32, 1.0 / WAVES);
    let (all, half) = (Launch::elements(u.len(), 256), Launch::elements(waves.len(), 256));
    let mut pictures = Vec::new();
    for step in 1..=MOMENTS[2] {
        // SAFETY: grow(float *, unsigned, float), with so many numbers.
        unsafe { stream.launch(&grow, all, (&mut u, count, STEP)) }?;
        forward.on(&stream).forward(&u, &mut waves)?;
        // SAFETY: smooth(float2 *, unsigned, float, float), with side * (side / 2 + 1) frequencies.
        unsafe { stream.launch(&smooth, half, (&mut waves, side, STEP, unit)) }?;
        inverse.on(&stream).inverse(&mut waves, &mut u)?;
        if MOMENTS.contains(&step) {
            pictures.push(u.to_vec()?);
        }
    }
    let (before, after) = (strength(&noise), strength(&pictures[2]));
    write(&file, &pictures)?;
    println!("the pattern grew from {before:.3} to {after:.3}: {}", file.display());
    if after > 0.2 { Ok(()) } else { Err("there is no pattern".into()) }
}

/// Returns the root of the mean square.
fn strength(u: &[f32]) -> f32 {
    (u.iter().map(|u| u * u).sum::<f32>() / u.len() as f32).sqrt()
}

/// Writes pictures side by side, each from its lowest to its highest number.
fn write(file: &Path, pictures: &[Vec<f32>]) -> Result<(), Box<dyn Error>> {
    let mut bytes = Vec::new();
    for row in 0..SIDE {
        for picture in pictures {
            let most = picture.iter().fold(0.0_f32, |most, value| most.max(value.abs()));
            let shade = |value: &f32| ((0.5 + 0.5 * value / most) * 255.0) as u8;
            bytes.extend(picture[row * SIDE..][..SIDE].iter().map(shade));
        }
    }
    let width = (pictures.len() * SIDE) as u32;
    let mut encoder = png::Encoder::new(BufWriter::new(File::create(file)?), width, SIDE as u32);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bytes)?;
    Ok(writer.finish()?)
}
