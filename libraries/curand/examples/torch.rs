//! Random numbers that equal PyTorch's on CUDA for the same seed: `cargo run -p cuda-curand --example torch -- 42`.
//!
//! PyTorch draws from Philox4x32-10, as cuRAND does: element `i` of `torch.rand` takes the next four numbers of the sequence
//! `i`, and uses the first of them. cuRAND's generator writes four numbers of each of 65 536 sequences in turn, so the
//! elements of the first call after `torch.manual_seed` are every fourth number, and those of the next call follow 65 536 ×
//! 4 numbers later. It holds for `torch.rand` and `torch.randn` of `float32` and `float64`, of up to 65 536 elements: larger
//! tensors give each thread several elements, depending on the GPU. `torch.rand` has 0 where cuRAND has 1.
#![allow(clippy::print_stdout, reason = "an example's result")]

use std::error::Error;

use cuda_driver::{DeviceBuffer, Stream};
use cuda_sim::choice;
use curand::{Curand, Float, Generator, Ordering, Philox4x32x10};

/// The sequences that cuRAND's numbers take turns with.
const SEQUENCES: usize = 65_536;

/// A generator that continues as PyTorch's does.
struct Torch {
    generator: Generator<Philox4x32x10>,
    calls: u64,
}

impl Torch {
    /// As `torch.manual_seed`.
    fn manual_seed(curand: Curand, stream: &Stream, seed: u64) -> Result<Self, curand::Error> {
        let kind = Philox4x32x10::seed(seed).ordering(Ordering::Legacy);
        let generator = curand.generator(stream.context(), kind)?;
        Ok(Self { generator, calls: 0 })
    }

    /// As `torch.rand(len, device="cuda")`.
    fn rand<T: Float + From<u8> + PartialEq>(
        &mut self,
        stream: &Stream,
        len: usize,
    ) -> Result<Vec<T>, Box<dyn Error>> {
        let numbers =
            self.first_of_each(stream, len, |generator, buffer| generator.uniform(stream, buffer))?;
        let is_one = |number: &T| *number == T::from(1);
        Ok(numbers
            .into_iter()
            .map(|number| if is_one(&number) { T::from(0) } else { number })
            .collect())
    }

    /// As `torch.randn(len, device="cuda")`.
    fn randn<T: Float + From<u8>>(
        &mut self,
        stream: &Stream,
        len: usize,
    ) -> Result<Vec<T>, Box<dyn Error>> {
        self.first_of_each(stream, len, |generator, buffer| {
            generator.normal(stream, buffer, T::from(0), T::from(1))
        })
    }

    fn first_of_each<T: Float>(
        &mut self,
        stream: &Stream,
        len: usize,
        fill: impl Fn(&mut Generator<Philox4x32x10>, &mut DeviceBuffer<T>) -> Result<(), curand::Error>,
    ) -> Result<Vec<T>, Box<dyn Error>> {
        if len > SEQUENCES {
            return Err(
                format!("{len} elements depend on the GPU: ask for up to {SEQUENCES}").into()
            );
        }
        self.generator.set_offset(self.calls * 4 * SEQUENCES as u64)?;
        self.calls += 1;
        let mut buffer = stream.alloc::<T>(4 * len)?;
        fill(&mut self.generator, &mut buffer)?;
        Ok(buffer.to_vec()?.into_iter().step_by(4).collect())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(42), |seed| seed.parse())?;
    // The GPU, or the software device.
    let chosen = choice::choose()?;
    let curand = if chosen.is_software() {
        Curand::from_table(cuda_sim_libraries::curand::table())
    } else {
        Curand::load()?
    };
    let context = chosen.driver()?.device(0)?.primary_context()?;
    let stream = context.stream()?;

    let mut torch = Torch::manual_seed(curand, &stream, seed)?;
    let rand: Vec<f32> = torch.rand(&stream, 5)?;
    println!("torch.manual_seed({seed})");
    println!("torch.rand(5, device=\"cuda\")                        {rand:.4?}");
    let randn: Vec<f64> = torch.randn(&stream, 5)?;
    println!("torch.randn(5, device=\"cuda\", dtype=torch.float64)  {randn:.4?}");
    Ok(())
}
