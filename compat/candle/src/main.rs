//! Candle on a CUDA device, with whichever cudarc it was built with.
//!
//! ```text
//! candle-compare text        generates text from random weights, on the CPU and on the device, and compares it
//! candle-compare names       prints the operations that it measures
//! candle-compare measure     for each name on a line of its input, prints the nanoseconds that a call takes
//! ```

mod operation;
mod transformer;

use std::error::Error;
use std::io::{BufRead, Write};

use candle_core::Device;

use operation::OPERATIONS;
use transformer::{Transformer, VOCABULARY};

fn main() -> Result<(), Box<dyn Error>> {
    let small = std::env::var_os("CANDLE_COMPARE_SMALL").is_some();
    match std::env::args().nth(1).as_deref() {
        Some("text") => text(),
        Some("names") => {
            for operation in OPERATIONS {
                println!("{}", operation.name);
            }
            Ok(())
        }
        Some("measure") => measure(small),
        _ => Err("expected `text`, `names` or `measure`".into()),
    }
}

/// Generates text on both devices.
fn text() -> Result<(), Box<dyn Error>> {
    let prompt: Vec<u32> =
        "to be or not".bytes().map(|byte| u32::from(byte) % VOCABULARY).collect();
    let [on_cpu, on_device] = [Device::Cpu, Device::new_cuda(0)?].map(|device| {
        let model = Transformer::random(&device)?;
        model.generate(&prompt, 40)
    });
    let (on_cpu, on_device) = (on_cpu?, on_device?);
    let most = on_cpu.logits.iter().zip(&on_device.logits);
    let most = most.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    println!("tokens {:?}", on_device.tokens);
    println!("logits differ by at most {most:e}");
    if on_cpu.tokens == on_device.tokens && most < 1e-3 {
        Ok(())
    } else {
        Err(format!("the CPU generates {:?}", on_cpu.tokens).into())
    }
}

fn measure(small: bool) -> Result<(), Box<dyn Error>> {
    let device = Device::new_cuda(0)?;
    let mut prepared = std::collections::HashMap::new();
    for name in std::io::stdin().lock().lines() {
        let name = name?;
        let operation = OPERATIONS.iter().find(|operation| operation.name == name);
        let operation = operation.ok_or_else(|| format!("there is no operation {name:?}"))?;
        let call = match prepared.entry(operation.name) {
            std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::hash_map::Entry::Vacant(entry) => {
                let mut call = (operation.prepare)(&device, small)?;
                // The first calls load kernels.
                operation::time(&device, &mut call, 3)?;
                entry.insert(call)
            }
        };
        let calls = if small { 2 } else { operation.calls };
        println!("{}", operation::time(&device, call, calls)?);
        std::io::stdout().flush()?;
    }
    Ok(())
}
