//! Enlarges a small picture by a texture's filtering, and writes it as PNG.

use std::error::Error;

use cuda_driver::{
    Driver, Launch,
    array::ArrayDescriptor,
    texture::{FilterMode, Texture, TextureDescriptor},
};
use nvrtc::{Arch, Nvrtc};

const KERNEL: &str = r#"
extern "C" __global__ void enlarge(cudaTextureObject_t picture, uchar4 *out, unsigned side, float scale) {
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= side) return;
    float4 color = tex2D<float4>(picture, (x + 0.5f) / scale, (y + 0.5f) / scale);
    out[y * side + x] = make_uchar4(color.x * 255 + 0.5f, color.y * 255 + 0.5f, color.z * 255 + 0.5f, 255);
}"#;

fn main() -> Result<(), Box<dyn Error>> {
    run(&cuda_sim::gpu_or_software()?)
}

/// Enlarges 4 x 4 pixels to 64 x 64, with interpolated colors.
pub fn run(driver: &Driver) -> Result<(), Box<dyn Error>> {
    let stream = driver.device(0)?.primary_context()?.stream()?;
    let pixels: Vec<[u8; 4]> = (0..16u8).map(|i| [i % 4 * 85, i / 4 * 85, 128, 255]).collect();
    let array = stream.create_array(&ArrayDescriptor::new::<[u8; 4]>((4, 4)))?;
    stream.upload_region(&pixels, &array, array.extent())?;
    let filter = TextureDescriptor::default().filter_mode(FilterMode::LINEAR);
    let texture = Texture::new(&array, &filter)?;

    let ptx =
        Nvrtc::load()?.program("enlarge.cu", KERNEL).arch(Arch::compute(7, 5)).compile_ptx()?;
    let kernel = stream.context().load(&ptx)?.function("enlarge")?;
    let mut enlarged = stream.alloc::<[u8; 4]>(64 * 64)?;
    let launch = Launch::grid((1, 64)).block(64);
    // SAFETY: the kernel writes 64 rows of 64 pixels, and the texture lives until they are read.
    unsafe { stream.launch(&kernel, launch, (&texture, &mut enlarged, 64u32, 16.0f32)) }?;
    let enlarged = enlarged.to_vec()?;
    if enlarged[0] != pixels[0] || enlarged[64 * 64 - 1] != pixels[15] {
        return Err("the corners have other colors".into());
    }

    let path = std::env::temp_dir().join(format!("texture_filter-{}.png", std::process::id()));
    let mut encoder = png::Encoder::new(std::fs::File::create(&path)?, 64, 64);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(enlarged.as_flattened())?;
    writer.finish()?;
    println!("{}", path.display());
    Ok(())
}
