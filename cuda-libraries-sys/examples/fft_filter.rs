//! Removes stripes from a picture with cuFFT: they are a few strong frequencies, which become zero. Needs NVRTC and, on a
//! GPU, cuFFT.
//!
//! Writes the picture with stripes, its frequencies, and the picture without stripes, as one PNG.
//!
//! `cargo run -p cuda-libraries-sys --example fft_filter [FILE]`

use std::error::Error;
use std::f32::consts::TAU;
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use cuda_driver::{DeviceBuffer, Launch, Stream};
use cuda_libraries_sys::cufft::{CufftTable, cufftHandle, cufftResult, cufftType, load};
use cuda_sim::choice;
use nvrtc::{Arch, Program};

/// The pixels of a row, and the rows.
const SIDE: usize = 512;
/// The frequencies of a row: those of real numbers are symmetric, and cuFFT writes one half.
const HALF: usize = SIDE / 2 + 1;

/// A frequency that isn't low and is far stronger than a picture's is a stripe.
const SOURCE: &str = r#"
extern "C" __global__ void remove_stripes(float2 *frequencies, unsigned side, float strongest) {
    unsigned half = side / 2 + 1, i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= side * half) return;
    unsigned column = i % half, row = i / half;
    float y = row < side / 2 ? row : side - row;
    bool is_low = hypotf(column, y) < 20;
    if (!is_low && hypotf(frequencies[i].x, frequencies[i].y) > strongest) frequencies[i] = make_float2(0, 0);
}"#;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args_os().nth(1).map(PathBuf::from);
    let file = file.unwrap_or_else(|| std::env::temp_dir().join("fft_filter.png"));
    let chosen = choice::choose()?;
    let fft = if chosen.is_software() { cuda_sim_libraries::cufft::table() } else { load()? };
    let context = chosen.driver()?.device(0)?.primary_context()?;
    let stream = context.stream()?;
    let ptx = Program::new("remove_stripes.cu", SOURCE).arch(Arch::compute(7, 5)).compile_ptx()?;
    let remove_stripes = context.load(&ptx)?.function("remove_stripes")?;

    let clean: Vec<f32> = (0..SIDE * SIDE).map(|i| scene(i % SIDE, i / SIDE)).collect();
    let striped: Vec<f32> =
        (0..SIDE * SIDE).map(|i| clean[i] + stripes(i % SIDE, i / SIDE)).collect();
    let mut pixels = stream.upload(&striped)?;
    let mut frequencies = stream.alloc_zeroed::<[f32; 2]>(SIDE * HALF)?;

    // cuFFT works in the current context, which it asks the driver for.
    let (before, after) = context.with_current(|| -> Result<_, Box<dyn Error>> {
        let plans = Plans::new(fft, &stream)?;
        plans.forward(&mut pixels, &mut frequencies)?;
        let before = frequencies.to_vec()?;
        let (side, strongest) = (SIDE as u32, 0.02 * (SIDE * SIDE) as f32);
        // SAFETY: remove_stripes(float2 *, unsigned, float), with side * (side / 2 + 1) frequencies.
        unsafe {
            stream.launch(
                &remove_stripes,
                Launch::elements(SIDE * HALF, 256),
                (&mut frequencies, side, strongest),
            )
        }?;
        plans.inverse(&mut frequencies, &mut pixels)?;
        Ok((before, pixels.to_vec()?))
    })??;

    // There and back, cuFFT multiplies by the number of pixels.
    let after: Vec<f32> = after.iter().map(|sample| sample / (SIDE * SIDE) as f32).collect();
    let (with, without) = (distance(&striped, &clean), distance(&after, &clean));
    write(&file, &striped, &before, &after)?;
    println!(
        "the stripes changed pixels by {with:.3}, and without them the rest is {without:.4}: {}",
        file.display()
    );
    if with > 0.1 && without < 0.02 { Ok(()) } else { Err("the stripes are still there".into()) }
}

/// A sky, hills and a sun, in shades from 0 to 1, in which nothing is sharp.
fn scene(column: usize, row: usize) -> f32 {
    let (x, y) = (column as f32 / SIDE as f32, row as f32 / SIDE as f32);
    let above = |height: f32, waves: f32, wide: f32| {
        let hill = height + 0.05 * (TAU * waves * x).sin();
        1.0 / (1.0 + (-(y - hill) / wide).exp())
    };
    let sun = (-((x - 0.3).powi(2) + (y - 0.25).powi(2)) / 0.006).exp();
    let sky = 0.55 + 0.2 * (TAU * y).cos() + 0.35 * sun;
    let far = sky + (0.45 - sky) * above(0.6, 2.0, 0.01);
    (far + (0.25 - far) * above(0.78, 3.0, 0.01)).clamp(0.0, 1.0)
}

/// Two waves over the whole picture.
fn stripes(column: usize, row: usize) -> f32 {
    let wave = |x: f32, y: f32| (TAU * (x * column as f32 + y * row as f32) / SIDE as f32).sin();
    0.15 * wave(37.0, 21.0) + 0.1 * wave(60.0, 480.0)
}

/// The transforms of the picture's size in both directions.
struct Plans<'a> {
    fft: &'a CufftTable,
    forward: cufftHandle,
    inverse: cufftHandle,
}

impl<'a> Plans<'a> {
    fn new(fft: &'a CufftTable, stream: &Stream) -> Result<Self, Box<dyn Error>> {
        let (plan_2d, set_stream) = (
            fft.cufftPlan2d.ok_or("no cufftPlan2d")?,
            fft.cufftSetStream.ok_or("no cufftSetStream")?,
        );
        let mut plans = Self { fft, forward: -1, inverse: -1 };
        let side = i32::try_from(SIDE)?;
        for (plan, kind) in
            [(&mut plans.forward, cufftType::CUFFT_R2C), (&mut plans.inverse, cufftType::CUFFT_C2R)]
        {
            // SAFETY: the plan is a live number, and the caller's context is current.
            check("cufftPlan2d", unsafe { plan_2d(plan, side, side, kind) })?;
            // SAFETY: the plan was just made; the stream, of the same context, outlives the calls of `plans`.
            check("cufftSetStream", unsafe { set_stream(*plan, stream.as_raw().cast()) })?;
        }
        Ok(plans)
    }

    fn forward(
        &self,
        pixels: &mut DeviceBuffer<f32>,
        frequencies: &mut DeviceBuffer<[f32; 2]>,
    ) -> Result<(), Box<dyn Error>> {
        let exec = self.fft.cufftExecR2C.ok_or("no cufftExecR2C")?;
        let (from, to) = (pixels.as_raw() as *mut _, frequencies.as_raw() as *mut _);
        // SAFETY: SIDE * SIDE numbers and SIDE * HALF frequencies, both of the plan's stream.
        check("cufftExecR2C", unsafe { exec(self.forward, from, to) })
    }

    /// Also overwrites the frequencies.
    fn inverse(
        &self,
        frequencies: &mut DeviceBuffer<[f32; 2]>,
        pixels: &mut DeviceBuffer<f32>,
    ) -> Result<(), Box<dyn Error>> {
        let exec = self.fft.cufftExecC2R.ok_or("no cufftExecC2R")?;
        let (from, to) = (frequencies.as_raw() as *mut _, pixels.as_raw() as *mut _);
        // SAFETY: as in `forward`.
        check("cufftExecC2R", unsafe { exec(self.inverse, from, to) })
    }
}

impl Drop for Plans<'_> {
    fn drop(&mut self) {
        let Some(destroy) = self.fft.cufftDestroy else {
            return;
        };
        for plan in [self.forward, self.inverse] {
            if plan >= 0 {
                // SAFETY: the plan was made by cufftPlan2d, and isn't used again.
                let _ = unsafe { destroy(plan) };
            }
        }
    }
}

fn check(call: &str, result: cufftResult) -> Result<(), Box<dyn Error>> {
    match result {
        cufftResult::CUFFT_SUCCESS => Ok(()),
        error => Err(format!("{call}: {error}").into()),
    }
}

/// Returns the root of the mean squared difference.
fn distance(a: &[f32], b: &[f32]) -> f32 {
    let squares: f32 = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum();
    (squares / a.len() as f32).sqrt()
}

/// Writes three pictures side by side; the lowest frequency is in the middle of its picture.
fn write(
    path: &Path,
    striped: &[f32],
    frequencies: &[[f32; 2]],
    after: &[f32],
) -> Result<(), Box<dyn Error>> {
    let strength = |column: usize, row: usize| {
        let (x, y) = (column as i64 - SIDE as i64 / 2, row as i64 - SIDE as i64 / 2);
        let (x, y) = if x < 0 { (-x, -y) } else { (x, y) };
        let [re, im] = frequencies[y.rem_euclid(SIDE as i64) as usize * HALF + x as usize];
        re.hypot(im).ln_1p() / 13.0
    };
    let shades = (0..SIDE).flat_map(|row| {
        let line = row * SIDE..(row + 1) * SIDE;
        let middle = (0..SIDE).map(move |column| strength(column, row));
        let (left, right) = (&striped[line.clone()], &after[line]);
        let shades = left.iter().copied().chain(middle);
        shades.chain(right.iter().copied())
    });
    let bytes: Vec<u8> = shades.map(|shade| (shade.clamp(0.0, 1.0) * 255.0) as u8).collect();
    let file = BufWriter::new(File::create(path)?);
    let mut encoder = png::Encoder::new(file, 3 * SIDE as u32, SIDE as u32);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bytes)?;
    Ok(writer.finish()?)
}
