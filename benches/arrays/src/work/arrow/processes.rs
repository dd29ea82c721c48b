//! Memory shared by another process.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdin, Command, Stdio};

use anyhow::{Context as _, Result, anyhow};
use cuda_arrow::{MemoryManager, SharedMemory};
use cuda_driver::sys::CUipcMem_flags;

use super::{SUBJECT, timed};
use crate::work::{Bench, Goal, Group, Way, Work, raw::RAW};

const BYTES: usize = 64 << 20;

/// Exports memory, prints the handle, and keeps it until standard input ends.
pub fn share(bench: &Bench, bytes: usize) -> Result<()> {
    let manager = MemoryManager::new(&bench.stream);
    let memory = manager.allocate_shareable(bytes)?.freeze();
    let exported = memory.export()?;
    let handle = exported.shared().to_bytes();
    cuda_rust::print_line(serde_json::to_string(&handle.to_vec())?)?;
    std::io::stdin().read_to_end(&mut Vec::new())?;
    // SAFETY: the process that opened the memory has closed it or ended.
    drop(unsafe { exported.reclaim() });
    Ok(())
}

/// The process that exports, which ends when the value is dropped.
struct ExportingProcess {
    child: Child,
    stdin: Option<ChildStdin>,
    memory: SharedMemory,
}

impl ExportingProcess {
    fn start(bench: &Bench) -> Result<Self> {
        let bytes = bench.size(BYTES, 1 << 16).to_string();
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["--share", &bytes]);
        command.args(bench.small.then_some("--small"));
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("starting the other process")?;
        let stdin = child.stdin.take();
        let stdout = child.stdout.take();
        let mut stdout = BufReader::new(stdout.ok_or_else(|| anyhow!("a pipe is missing"))?);
        let mut line = String::new();
        stdout.read_line(&mut line)?;
        let handle: Vec<u8> = serde_json::from_str(&line).context("the other process failed")?;
        Ok(Self { child, stdin, memory: SharedMemory::from_bytes(&handle)? })
    }
}

impl Drop for ExportingProcess {
    fn drop(&mut self) {
        drop(self.stdin.take());
        let _ = self.child.wait();
    }
}

pub const OPEN: Work = Work {
    name: "open and close",
    does: "memory of 64 MiB that another process shares, by CUDA IPC",
    group: Group::Calls,
    size: |_| timed(10),
    goal: Some(Goal::Extra { over: RAW, ns: 1000.0 }),
    ways: |bench| {
        let manager = MemoryManager::new(&bench.stream);
        let sharing = ExportingProcess::start(bench)?;
        let handle = sharing.memory.to_arrow();
        let handle = *handle.ok_or_else(|| anyhow!("the memory has an offset"))?.handle();
        let raw = bench.raw();
        let lazily = CUipcMem_flags::CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS.0;
        Ok(vec![
            Way::host(RAW, &bench.stream, move || {
                // SAFETY: the other process keeps the memory alive.
                unsafe {
                    let address = raw.cuIpcOpenMemHandle(handle.as_raw(), lazily)?;
                    raw.cuIpcCloseMemHandle(address)?;
                }
                Ok(())
            }),
            Way::host(SUBJECT, &bench.stream, move || {
                // SAFETY: the other process keeps the memory alive, and doesn't write to it.
                drop(unsafe { manager.open_shared(&sharing.memory) }?);
                Ok(())
            }),
        ])
    },
};
