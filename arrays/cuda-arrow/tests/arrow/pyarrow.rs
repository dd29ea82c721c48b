//! Exchange of files with stock pyarrow, in both directions. They need a Python that has it, set by
//! `CUDA_TEST_PYTHON`.

use std::process::Command;

use cuda_arrow::{DeviceStreamReader, DeviceStreamWriter, MemoryManager};

use crate::device::TestDevice;
use crate::samples;

const SCRIPT: &str = "
import sys, pyarrow as pa
with pa.OSFile(sys.argv[1]) as source:
    reader = pa.ipc.open_stream(source)
    batches = list(reader)
for batch in batches:
    batch.validate(full=True)
with pa.OSFile(sys.argv[2], 'wb') as target:
    with pa.ipc.new_stream(target, reader.schema) as writer:
        for batch in batches:
            writer.write_batch(batch)
print('pyarrow', pa.__version__, 'read', [batch.num_rows for batch in batches])
";

#[test]
fn unmodified_pyarrow_reads_and_writes_the_same_streams() {
    let python = std::env::var_os("CUDA_TEST_PYTHON").unwrap_or_default();
    let imports = Command::new(&python).args(["-c", "import pyarrow"]).output();
    if !imports.is_ok_and(|output| output.status.success()) {
        return cuda_rust::skip("CUDA_TEST_PYTHON names no Python with pyarrow");
    }
    let _turn = crate::device::with_others();
    let device = TestDevice::of_tests();
    let manager = MemoryManager::new(&device.stream);
    let all = samples::all_types(60);
    // pyarrow has only intervals of months, days and nanoseconds.
    let indices: Vec<usize> = (0..all.num_columns())
        .filter(|at| !["runs", "months"].contains(&all.schema().field(*at).name().as_str()))
        .collect();
    let host = all.project(&indices).unwrap();
    let batch = manager.upload(&host).unwrap();
    let folder = std::env::temp_dir();
    let [ours, theirs] = ["ours", "theirs"]
        .map(|name| folder.join(format!("cuda-arrow-{}-{name}", std::process::id())));
    let parts = [(0, 60), (7, 31), (59, 1), (20, 0)];
    let file = std::fs::File::create(&ours).unwrap();
    let mut writer = DeviceStreamWriter::new(&manager, file, &host.schema()).unwrap();
    for (start, len) in parts {
        writer.write(&batch.slice(start, len).unwrap()).unwrap();
    }
    writer.finish().unwrap();
    let output = Command::new(python).args(["-c", SCRIPT]).args([&ours, &theirs]).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(stdout.contains("read [60, 31, 1, 0]"), "{stdout}");
    let bytes = std::fs::read(&theirs).unwrap();
    let on_device = manager.copy_from_host(&bytes).unwrap();
    for reader in [
        DeviceStreamReader::new(on_device).unwrap(),
        DeviceStreamReader::from_host(&manager, &bytes[..]).unwrap(),
    ] {
        for (batch, (start, len)) in reader.zip(parts) {
            let batch = batch.unwrap().to_host().unwrap();
            let expected = host.slice(start, len);
            for (at, column) in expected.columns().iter().enumerate() {
                assert_eq!(
                    batch.column(at),
                    column,
                    "{} {start} {len}",
                    host.schema().field(at).name()
                );
            }
        }
    }
    for path in [ours, theirs] {
        std::fs::remove_file(path).unwrap();
    }
}
