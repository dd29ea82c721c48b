//! A small tensor crate on `cuda-driver`: views that share storage, an allocator that keeps freed memory,
//! kernels compiled on first use, and two concurrent streams. The guide, `cuda_driver::guide::libraries`, explains the
//! rules.
//!
//! `cargo run --example tensor` normalizes the rows of a matrix to mean 0 and standard deviation 1.

mod allocator;
mod error;
mod kernels;
mod tensor;
#[cfg(test)]
mod tests;
mod view;

use cuda_driver::{Driver, Stream};

use error::Error;
use kernels::Op;
use tensor::{Backend, Tensor};

type Result<T> = std::result::Result<T, Error>;

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    Ok(run(cuda_sim::gpu_or_software()?)?)
}

fn run(driver: Driver) -> Result<()> {
    let device = driver.device(0)?;
    let context = device.primary_context()?;
    let streams = [context.stream()?, context.stream()?];
    let backend = Backend::default();

    let (rows, columns) = (6, 8);
    let elements: Vec<f32> = (0..48u8).map(|i| f32::from(i) * 37.0 % 101.0).collect();
    // The data is in column order; views don't copy it.
    let line = backend.tensor(&streams[0], &elements, [rows * columns])?;
    let matrix = line.reshape([columns, rows])?.transpose();
    println!("on {}:", device.name()?);
    print(&matrix)?;
    println!("halved, the elements shared out to both streams:");
    print(&matrix.zip_on(Op::Divide, &matrix.scalar(2.0)?, &streams)?)?;
    println!("each row with mean 0 and deviation 1, half of them on each of two streams:");
    for half in normalize(&matrix, &streams)? {
        print(&half)?;
    }
    drop((line, matrix));
    let allocator = &backend.allocator;
    println!(
        "{} allocations of the driver served all tensors; {} live",
        allocator.allocations(),
        allocator.live()
    );
    Ok(())
}

/// The upper half of the rows on one stream, and the lower on the other.
fn normalize(matrix: &Tensor<f32, 2>, [left, right]: &[Stream; 2]) -> Result<[Tensor<f32, 2>; 2]> {
    let rows = matrix.shape()[0];
    let upper = matrix.on(left)?.slice(0, 0..rows / 2)?;
    let lower = matrix.on(right)?.slice(0, rows / 2..rows)?;
    Ok([rows_of(&upper)?, rows_of(&lower)?])
}

/// Returns the matrix with its rows normalized to mean 0 and standard deviation 1.
fn rows_of(matrix: &Tensor<f32, 2>) -> Result<Tensor<f32, 2>> {
    let count = matrix.scalar(matrix.shape()[1] as f32)?;
    let mean = matrix.sum()?.zip(Op::Divide, &count)?;
    let centred = matrix.zip(Op::Subtract, &mean)?;
    let squares = centred.zip(Op::Multiply, &centred)?;
    let deviation = squares.sum()?.zip(Op::Divide, &count)?.map(Op::Sqrt)?;
    centred.zip(Op::Divide, &deviation)
}

fn print(matrix: &Tensor<f32, 2>) -> Result<()> {
    for row in matrix.to_vec()?.chunks(matrix.shape()[1].max(1)) {
        let cells: Vec<String> = row.iter().map(|cell| format!("{cell:7.2}")).collect();
        println!("  {}", cells.join(""));
    }
    Ok(())
}
