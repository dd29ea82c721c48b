//! Draws the Mandelbrot set in rows of pitched memory, and writes it as PNG.

use std::error::Error;
use std::fs::File;

use cuda_driver::{Driver, Launch};
use nvrtc::{Arch, Program};

const SOURCE: &str = r#"
extern "C" __global__ void draw(uchar3 *image, size_t pitch, unsigned width, unsigned height) {
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float a = 3.0f * x / width - 2.0f, b = 2.0f * y / height - 1.0f, u = 0, v = 0;
    unsigned steps = 0;
    for (; steps < 64 && u * u + v * v < 4; steps++) {
        float next = u * u - v * v + a;
        v = 2 * u * v + b;
        u = next;
    }
    unsigned char shade = steps == 64 ? 0 : 255 - 3 * steps;
    uchar3 *row = (uchar3 *)((char *)image + y * pitch);
    row[x] = make_uchar3(shade, shade, 255);
}"#;

fn main() -> Result<(), Box<dyn Error>> {
    run(&cuda_sim::gpu_or_software()?)
}

/// Draws the picture and writes it.
pub fn run(driver: &Driver) -> Result<(), Box<dyn Error>> {
    let context = driver.device(0)?.primary_context()?;
    let stream = context.stream()?;
    let ptx = Program::new("draw.cu", SOURCE).arch(Arch::compute(7, 5)).compile_ptx()?;
    let draw = context.load(&ptx)?.function("draw")?;

    let (width, height) = (150u32, 100u32);
    let mut image = stream.alloc_pitched::<[u8; 3]>(width as usize, height as usize)?;
    let pitch = image.pitch();
    let launch = Launch::grid((width.div_ceil(16), height.div_ceil(16))).block((16, 16));
    // SAFETY: draw(uchar3 *, size_t, unsigned, unsigned), with `height` rows `pitch` bytes apart.
    unsafe { stream.launch(&draw, launch, (&mut image, pitch, width, height)) }?;
    let pixels = image.to_vec()?;

    let file = std::env::temp_dir().join(format!("pitched_image-{}.png", std::process::id()));
    let mut encoder = png::Encoder::new(File::create(&file)?, width, height);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels.as_flattened())?;
    writer.finish()?;
    println!("{width} x {height} pixels, rows {pitch} bytes apart: {}", file.display());
    // The corner is outside of the set, and -0.5 is within.
    match (pixels[0], pixels[(height * width / 2 + width / 2) as usize]) {
        ([252, 252, 255], [0, 0, 255]) => Ok(()),
        others => Err(format!("the picture is wrong: {others:?}").into()),
    }
}
