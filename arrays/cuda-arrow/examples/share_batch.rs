//! Shares a record batch on the device with another process, which reads its columns without a copy.
//!
//! `cargo run -p cuda-arrow --example share_batch`

use std::io::Read;
use std::process::{Command, Stdio};
use std::sync::Arc;

use cuda_arrow::arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
use cuda_arrow::{Dictionaries, Message, StreamSchema};
use cuda_arrow::{Error, MemoryManager, ShareError, SharedMemory};

fn batch() -> Result<RecordBatch, Box<dyn std::error::Error>> {
    Ok(RecordBatch::try_from_iter([
        ("number", Arc::new(Int64Array::from_iter_values(0..1_000_000)) as ArrayRef),
        (
            "name",
            Arc::new(StringArray::from_iter_values((0..1_000_000).map(|at| format!("row {at}")))),
        ),
    ])?)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let manager = MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
    if std::env::args().nth(1).is_some_and(|argument| argument == "child") {
        return child(&manager);
    }
    let host = batch()?;
    let schema = manager.serialize_schema(&host.schema())?;
    let message = manager.serialize(&manager.upload(&host)?)?;
    // Schema and batch are contiguous, in memory that processes can share.
    let mut shareable = manager.allocate_shareable(schema.len() + message.len())?;
    shareable.copy_from(0, &schema)?;
    shareable.copy_from(schema.len(), &message)?;
    manager.stream().synchronize()?;
    let exported = match shareable.freeze().export() {
        Err(Error::Share(ShareError::Ipc(error))) => {
            println!("this device shares no memory: {error}");
            return Ok(());
        }
        exported => exported?,
    };
    println!("process {} shares {} bytes", std::process::id(), exported.shared().len());
    let mut child =
        Command::new(std::env::current_exe()?).arg("child").stdin(Stdio::piped()).spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        std::io::Write::write_all(&mut stdin, &exported.shared().to_bytes())?;
    }
    let status = child.wait()?;
    // SAFETY: the other process has ended.
    drop(unsafe { exported.reclaim() });
    if status.success() { Ok(()) } else { Err(format!("the other process: {status}").into()) }
}

fn child(manager: &MemoryManager) -> Result<(), Box<dyn std::error::Error>> {
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes)?;
    let shared = SharedMemory::from_bytes(&bytes)?;
    // SAFETY: the other process waits for this one, and writes nothing.
    let buffer = unsafe { manager.open_shared(&shared) }?;
    let message = Message::read(&buffer)?;
    let schema: StreamSchema = message.schema()?;
    let message = Message::read(&buffer.slice(message.encapsulated_len()..)?)?;
    let batch = message.record_batch(&schema, &Dictionaries::new())?;
    let id = std::process::id();
    println!("process {id} has {} rows of {}", batch.num_rows(), schema.schema());
    println!("process {id} has allocated {} bytes", manager.bytes_allocated());
    println!("{}", batch.slice(999_998, 2)?.column("name")?);
    Ok(())
}
