//! How fast each codec is: `cargo run --release -p cuda-nvcomp --example throughput -- 256 65536`, of MiB, and bytes of a chunk.
//!
//! Times are from submission to the end, with the memory that each call allocates, and the best of five; the data is text of few words.
#![allow(clippy::print_stdout, reason = "an example's result")]

use std::error::Error;
use std::time::{Duration, Instant};

use comfy_table::Table;
use cuda_driver::{Driver, Stream};
use nvcomp::{Codec, Nvcomp};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mib: usize = arguments.next().map_or(Ok(256), |text| text.parse())?;
    let chunk: usize = arguments.next().map_or(Ok(65_536), |text| text.parse())?;
    let device = Driver::load()?.device(0)?;
    let stream = device.primary_context()?.stream()?;
    let nvcomp = Nvcomp::load()?;
    println!(
        "{}, nvCOMP {}, {mib} MiB in chunks of {chunk} bytes",
        device.name()?,
        nvcomp.version()
    );
    let bytes = stream.upload(&text(mib << 20))?;
    let mut table = Table::new();
    table.set_header(["codec", "ratio", "compressed, GB/s", "decompressed, GB/s"]);
    for codec in Codec::ALL {
        let compressor = nvcomp.compressor(codec)?;
        let parts = || bytes.as_slice().chunks(chunk);
        let compressed = match compressor.compress(&stream, parts()) {
            Ok(compressed) => compressed,
            Err(error) => {
                println!("{}: {error}", codec.name());
                continue;
            }
        };
        let compression = best(&stream, || compressor.compress(&stream, parts()).map(drop))?;
        let decompression =
            best(&stream, || compressor.decompress(&stream, &compressed).map(drop))?;
        let speed =
            |time: Duration| format!("{:.1}", bytes.len() as f64 / time.as_secs_f64() / 1e9);
        let ratio = bytes.len() as f64 / compressed.compressed_len() as f64;
        table.add_row([
            codec.name().to_owned(),
            format!("{ratio:.2}"),
            speed(compression),
            speed(decompression),
        ]);
    }
    println!("{table}");
    Ok(())
}

/// Returns the shortest time of five.
fn best(
    stream: &Stream,
    work: impl Fn() -> Result<(), nvcomp::Error>,
) -> Result<Duration, Box<dyn Error>> {
    let mut best = Duration::MAX;
    for _ in 0..5 {
        stream.synchronize()?;
        let start = Instant::now();
        work()?;
        stream.synchronize()?;
        best = best.min(start.elapsed());
    }
    Ok(best)
}

/// Returns words in an order without a pattern.
fn text(len: usize) -> Vec<u8> {
    const WORDS: [&str; 8] =
        ["the ", "stream ", "waits ", "for ", "an ", "event ", "of ", "kernels, "];
    let mut state = 1_u32;
    let mut text = Vec::with_capacity(len + 16);
    while text.len() < len {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        text.extend(WORDS[(state >> 29) as usize].bytes());
    }
    text.truncate(len);
    text
}
