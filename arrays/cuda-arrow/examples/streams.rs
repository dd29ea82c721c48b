//! Writes record batches of the device to a file that pyarrow reads, and reads such a file to the device.
//!
//! `cargo run -p cuda-arrow --example streams -- FILE` prints the contents of a file; without one, it writes a file and reads it back.

use std::fs::File;
use std::io::BufReader;
use std::sync::Arc;

use cuda_arrow::arrow_array::{ArrayRef, Int32Array, RecordBatch, StringArray};
use cuda_arrow::{DeviceStreamReader, DeviceStreamWriter, MemoryManager};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let manager = MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
    let path = match std::env::args_os().nth(1) {
        Some(path) => path.into(),
        None => {
            let path =
                std::env::temp_dir().join(format!("cuda-arrow-{}.arrows", std::process::id()));
            write(&manager, &path)?;
            path
        }
    };
    let reader = DeviceStreamReader::from_host(&manager, BufReader::new(File::open(&path)?))?;
    println!("{}", reader.schema());
    for batch in reader {
        let batch = batch?;
        println!("{batch}");
        for column in batch.columns() {
            println!("{} of {} are null", column.null_count()?, column.len());
        }
    }
    if std::env::args_os().nth(1).is_none() {
        std::fs::remove_file(path)?;
    }
    Ok(())
}

fn write(
    manager: &MemoryManager,
    path: &std::path::Path,
) -> Result<(), Box<dyn std::error::Error>> {
    let host = RecordBatch::try_from_iter([
        (
            "n",
            Arc::new(Int32Array::from_iter((0..100).map(|at| (at % 10 > 0).then_some(at))))
                as ArrayRef,
        ),
        ("text", Arc::new(StringArray::from_iter_values((0..100).map(|at| "x".repeat(at % 5))))),
    ])?;
    let batch = manager.upload(&host)?;
    let mut writer = DeviceStreamWriter::new(manager, File::create(path)?, &host.schema())?;
    writer.write(&batch)?;
    // Only the rows of the slice are written.
    writer.write(&batch.slice(95, 5)?)?;
    writer.finish()?;
    Ok(())
}
