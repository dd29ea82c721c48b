//! Runs the examples as on a machine that lacks their requirements.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::process::{Command, Output};

use cuda_rust::{built::example, skip};

/// Returns `true` if a driver is found without any variable that names one.
fn has_a_driver() -> bool {
    let environment = cuda_pathfinder::Environment::current().set("CUDA_DRIVER", "");
    cuda_pathfinder::Search::with_environment(environment).load(&cuda_pathfinder::DRIVER).is_ok()
}

fn without_a_driver(mut command: Command) -> Output {
    command.env("CUDA_DRIVER", "/nowhere/libcuda.so.1").output().unwrap()
}

/// Returns the example SAXPY on the software device, which accepts the PTX of any NVRTC.
fn on_the_software_device() -> Command {
    let mut saxpy = example("saxpy");
    saxpy.env("CUDA_TEST_DEVICE", "software");
    saxpy.env("CUDA_SIM_DRIVER_VERSION", cuda_rust::NEWEST);
    saxpy
}

/// Returns `true` if an example ended with the error that there is no NVRTC, and counts the test as skipped.
fn lacks_nvrtc(error: &str) -> bool {
    let lacks = error.contains("no usable NVRTC was found");
    if lacks {
        skip("there is no NVRTC");
    }
    lacks
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn saxpy_without_a_driver_reports_that_it_uses_the_software_device() {
    if has_a_driver() {
        return skip("this machine has a CUDA driver");
    }
    let mut saxpy = on_the_software_device();
    saxpy
        .args(["--size", "100000", "--iterations", "2"])
        .env_remove("CUDA_TEST_DEVICE")
        .env_remove("CUDA_DRIVER");
    let output = saxpy.output().unwrap();
    let (result, error) = (text(&output.stdout), text(&output.stderr));
    if lacks_nvrtc(&error) {
        return;
    }
    assert!(output.status.success(), "{error}");
    assert!(
        error.contains("no usable CUDA driver was found: running on the software device"),
        "{error}"
    );
    assert!(result.contains("100,000 of 100,000 elements are right"), "{result}");
}

#[test]
#[cfg(target_os = "linux")]
fn saxpy_with_unwritable_output_exits_with_1_and_the_reason() {
    let full = std::fs::File::options().write(true).open("/dev/full");
    let output = on_the_software_device()
        .args(["--size", "1000", "--iterations", "1"])
        .stdout(full.unwrap())
        .output()
        .unwrap();
    let error = text(&output.stderr);
    if lacks_nvrtc(&error) {
        return;
    }
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("No space left on device"), "{error}");
    assert!(!error.contains("panicked"), "{error}");
}

#[test]
#[cfg(unix)]
fn saxpy_whose_output_is_not_read_succeeds() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut saxpy = on_the_software_device();
    saxpy.args(["--size", "1000", "--iterations", "1"]);
    if lacks_nvrtc(&text(&saxpy.output().unwrap().stderr)) {
        return;
    }
    // As `saxpy 2>&1 | head -1`, which has both outputs closed.
    let (stdout, stderr) = (writer.try_clone().unwrap(), writer);
    let status = saxpy.stdout(stdout).stderr(stderr).status().unwrap();
    assert_eq!(status.code(), Some(0));
}

#[test]
fn saxpy_with_an_unwritable_report_exits_with_1_before_it_begins() {
    let output = on_the_software_device().args(["--json", "/nowhere/saxpy.json"]).output().unwrap();
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("/nowhere/saxpy.json"), "{error}");
    assert_eq!(text(&output.stdout), "");
}

#[test]
fn saxpy_writes_only_json_to_standard_output_if_that_is_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut saxpy = on_the_software_device();
    saxpy.args(["--size", "1000", "--iterations", "1", "--json", "-"]);
    let output = saxpy.current_dir(folder.path()).output().unwrap();
    let error = text(&output.stderr);
    if lacks_nvrtc(&error) {
        return;
    }
    assert!(output.status.success(), "{error}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["check"]["wrong"], 0);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn saxpy_with_an_impossible_size_is_an_error() {
    for (size, status, part) in [
        ("18446744073709551615", 2, "18446744073709551615"),
        ("1000000000000", 1, "1000000000000 elements"),
    ] {
        let output = on_the_software_device().args(["--size", size]).output().unwrap();
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{error}");
        assert!(error.contains(part), "{error}");
        assert!(!error.contains("panicked"), "{error}");
    }
}

#[test]
fn saxpy_is_split_over_any_number_of_devices_evenly_or_not() {
    for devices in ["1", "2", "4", "8"] {
        for size in ["1003", "3"] {
            let output = on_the_software_device()
                .args(["--devices", "all", "--iterations", "2", "--line"])
                .args(["--size", size])
                .env("CUDA_SIM_DEVICES", devices)
                .output()
                .unwrap();
            let (result, error) = (text(&output.stdout), text(&output.stderr));
            if lacks_nvrtc(&error) {
                return;
            }
            assert!(output.status.success(), "{devices}, {size}: {error}");
            let reported = match (devices, size) {
                ("1", _) => "on one device\n".to_owned(),
                ("8", "3") => "over 8 devices, 5 of which have nothing to do\n".to_owned(),
                ("4", "3") => "over 4 devices, 1 of which has nothing to do\n".to_owned(),
                _ => format!("over {devices} devices\n"),
            };
            assert!(result.contains(&reported), "{result}");
            assert!(result.contains(&format!("{{\"gpus\": {devices}, ")), "{result}");
            assert!(!result.contains("NaN") && !result.contains("inf"), "{result}");
        }
    }
}

#[test]
fn saxpy_with_a_wrong_cuda_driver_exits_with_2() {
    let mut saxpy = example("saxpy");
    saxpy.env_remove("CUDA_TEST_DEVICE");
    let output = without_a_driver(saxpy);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("/nowhere/libcuda.so.1"), "{error}");
}

#[test]
fn saxpy_without_a_required_gpu_exits_with_2_and_names_what_is_missing() {
    let mut saxpy = example("saxpy");
    saxpy.env("CUDA_TEST_DEVICE", "hardware");
    let output = without_a_driver(saxpy);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("error: no usable CUDA driver was found"), "{error}");
    assert!(error.contains("/nowhere/libcuda.so.1") && error.contains("help"), "{error}");
}

#[test]
fn saxpy_explains_its_options() {
    let output = example("saxpy").arg("--help").output().unwrap();
    let help = text(&output.stdout);
    assert!(output.status.success());
    for option in ["--size", "--iterations", "--device", "--json", "--arch"] {
        assert!(help.contains(option), "{help}");
    }
}

#[test]
fn saxpy_prints_what_the_device_did_if_asked() {
    let mut saxpy = on_the_software_device();
    saxpy.args(["--size", "1024", "--iterations", "3", "--profile"]);
    let output = saxpy.output().unwrap();
    let (result, error) = (text(&output.stdout), text(&output.stderr));
    if lacks_nvrtc(&error) {
        return;
    }
    assert!(output.status.success(), "{error}");
    for part in [
        "1,024 of 1,024 elements are right",
        "\n4 kernels, 3 copies, 0 fills and ",
        "copy of 4 KiB host to device",
        "cuLaunchKernel",
    ] {
        assert!(result.contains(part), "no {part:?} in\n{result}");
    }
}
