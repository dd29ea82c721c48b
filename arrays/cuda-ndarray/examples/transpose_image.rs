//! Transposes a picture on the device, and writes both as PNG.
//!
//! A pixel is an element of three bytes, so one kernel moves whole pixels. The picture is shown on a terminal, too.
//!
//! `cargo run -p cuda-ndarray --example transpose_image [FOLDER]`

use std::fs::{self, File};
use std::io::{BufWriter, IsTerminal};
use std::path::{Path, PathBuf};

use cuda_ndarray::ndarray::{Array2, Axis, Ix2, s};
use cuda_ndarray::{DeviceArray, MakeArrays};

type Pixel = [u8; 3];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| std::env::temp_dir().join("transpose_image"));
    fs::create_dir_all(&folder)?;

    let device = cuda_sim::gpu_or_software()?.device(0)?;
    let stream = device.primary_context()?.stream()?;
    let picture = picture(480, 640);

    let on_device: DeviceArray<Pixel, Ix2> = stream.to_device(&picture)?;
    let transposed = on_device.t().to_standard_layout()?; // one launch
    // Every eighth pixel: a view, which is packed on its way to the host.
    let small = transposed.slice(s![..;8, ..;8])?.to_host()?;
    let transposed = transposed.to_host()?;
    assert_eq!(transposed, picture.t());

    write(&folder.join("original.png"), &picture)?;
    write(&folder.join("transposed.png"), &transposed)?;
    if std::io::stdout().is_terminal() {
        show(&small);
    }
    println!(
        "{}: {} x {} pixels became {} x {}: {}",
        device.name()?,
        640,
        480,
        480,
        640,
        folder.display()
    );
    Ok(())
}

/// A sky that gets lighter to the right, with a sun and hills: nothing in it is symmetric.
fn picture(rows: usize, columns: usize) -> Array2<Pixel> {
    Array2::from_shape_fn((rows, columns), |(i, j)| {
        let (y, x) = (i as f32 / rows as f32, j as f32 / columns as f32);
        let (dy, dx) = (y - 0.25, (x - 0.2) * 4.0 / 3.0);
        let hill = |height: f32, waves: f32| y > height + 0.06 * (waves * x).sin();
        match () {
            () if hill(0.85, 6.0) => [24, 84, 48],
            () if hill(0.72, 11.0) => [52, 122, 70],
            () if dy.hypot(dx) < 0.12 => [255, 212, 90],
            () => [(80.0 + 110.0 * x) as u8, (130.0 + 80.0 * x) as u8, (235.0 - 40.0 * y) as u8],
        }
    })
}

fn write(path: &Path, picture: &Array2<Pixel>) -> Result<(), Box<dyn std::error::Error>> {
    let (rows, columns) = picture.dim();
    let file = BufWriter::new(File::create(path)?);
    let mut encoder = png::Encoder::new(file, u32::try_from(columns)?, u32::try_from(rows)?);
    encoder.set_color(png::ColorType::Rgb);
    let pixels = picture.as_slice().ok_or("the picture isn't in C order")?;
    encoder.write_header()?.write_image_data(bytemuck::cast_slice(pixels))?;
    Ok(())
}

/// Two rows of pixels a line, as the upper half of a character and its background.
fn show(picture: &Array2<Pixel>) {
    for pair in picture.axis_chunks_iter(Axis(0), 2) {
        for column in pair.columns() {
            let ([r, g, b], [u, v, w]) = (column[0], column[column.len() - 1]);
            print!("\x1b[38;2;{r};{g};{b}m\x1b[48;2;{u};{v};{w}m▀");
        }
        println!("\x1b[0m");
    }
}
