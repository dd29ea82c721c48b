//! The driver believes what it is told about another API's memory.
use cuda_driver::Context;
use cuda_driver::external::{ExternalMemoryFlags, ExternalMemoryHandle, Win32Handle};

fn import(context: &Context) {
    let handle = ExternalMemoryHandle::OpaqueWin32(Win32Handle::Name("shared"));
    let _ = context.import_external_memory(handle, 4096, ExternalMemoryFlags::empty());
}

fn main() {}
