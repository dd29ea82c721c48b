//! The examples as a user runs them.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::process::{Command, Output};

use cuda_rust::{built, skip};

/// A command that runs the example `name`.
fn example(name: &str) -> Command {
    let mut command = built::example(name);
    // For the PTX of any NVRTC.
    command.env("CUDA_SIM_DRIVER_VERSION", cuda_rust::NEWEST);
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What an example prints.
fn stdout(name: &str, output: &Output) -> String {
    let (stdout, errors) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{name}: {}\n{stdout}\n{errors}", output.status);
    stdout
}

fn run(name: &str) -> String {
    stdout(name, &example(name).output().unwrap())
}

#[test]
fn an_array_is_copied_to_the_device_and_back() {
    let stdout = run("to_device");
    assert!(stdout.contains("a new host array:  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]\n"), "{stdout}");
    assert!(stdout.contains("an existing one:   [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]\n"), "{stdout}");
    assert!(stdout.contains("incompatible shape: [4, 3] vs. [3, 4]\n"), "{stdout}");
}

#[test]
fn a_stream_copies_while_the_host_continues() {
    let stdout = run("to_device_on_a_stream");
    assert!(stdout.contains("the host goes on"), "{stdout}");
    assert!(stdout.ends_with(": [-1, 1, -1, 3, -1, 5, -1, 7]\n"), "{stdout}");
}

#[test]
fn a_kernel_gets_an_array() {
    let output = example("my_kernel").output().unwrap();
    if text(&output.stderr).contains("no usable NVRTC was found") {
        return skip("there is no NVRTC");
    }
    let stdout = stdout("my_kernel", &output);
    assert!(stdout.contains(": [1, 3, 5, 7, 9, 11, 13, 15]\n"), "{stdout}");
}

#[test]
fn shapes_change_without_a_copy() {
    let stdout = run("reshape");
    assert!(stdout.contains("shape [20, 50], strides [1, 20]\n"), "{stdout}");
    assert!(stdout.contains("raveled:  reshape would require copy"), "{stdout}");
    assert!(stdout.ends_with("split:    [15, 15, 15, 5]\n"), "{stdout}");
}

#[test]
fn host_memory_is_pinned_and_mapped() {
    let stdout = run("pinned_and_mapped");
    for line in [
        "pinned:  sum 20",
        "mapped:  sum 7000",
        "own:     sum 24, pinned for a while",
        "own:     sum 500, mapped for a while",
        "managed: sum 250",
    ] {
        assert!(stdout.contains(line), "{line}: {stdout}");
    }
}

#[test]
fn records_have_fields() {
    let stdout = run("records");
    assert!(stdout.contains("masses, 4 floats apart: [10, 10, 10, 10, 10, 10]\n"), "{stdout}");
    assert!(stdout.contains("'typestr': '|V16', 'descr': [('position', '<f4', (2,))"), "{stdout}");
}

#[test]
fn a_picture_is_transposed() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("transpose_image");
    let output = example("transpose_image").arg(&folder).output().unwrap();
    let stdout = stdout("transpose_image", &output);
    assert!(stdout.contains(&folder.display().to_string()), "{stdout}");
    let read = |name: &str| {
        let file = BufReader::new(File::open(folder.join(name)).unwrap());
        let mut reader = png::Decoder::new(file).read_info().unwrap();
        let mut pixels = vec![[0u8; 3]; 640 * 480];
        let info = reader.next_frame(bytemuck::cast_slice_mut(&mut pixels)).unwrap();
        (info.height as usize, info.width as usize, pixels)
    };
    let ((rows, columns, original), (new_rows, new_columns, transposed)) =
        (read("original.png"), read("transposed.png"));
    assert_eq!((rows, columns, new_rows, new_columns), (480, 640, 640, 480));
    for (index, pixel) in original.iter().enumerate() {
        let (i, j) = (index / columns, index % columns);
        assert_eq!(transposed[j * rows + i], *pixel, "row {i}, column {j}");
    }
    assert!(original[0] != original[columns - 1]);
}
