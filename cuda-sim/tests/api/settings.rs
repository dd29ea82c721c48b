//! Effects of environment variables, each tested in a separate process.

use cuda_driver::sys::CUresult;
use cuda_sim::StartError;
use cuda_sim::choice::NoDevice;

use crate::run_alone;

const WRONG: [(&str, &str); 9] = [
    ("CUDA_SIM_DEVICES", "none"),
    ("CUDA_SIM_COMPUTE_CAPABILITY", "banana"),
    ("CUDA_SIM_MEMORY", "much"),
    ("CUDA_SIM_INSTRUCTION_LIMIT", "1e6"),
    ("CUDA_SIM_SCHEDULE_SEED", "-1"),
    ("CUDA_SIM_CHECK", "yes"),
    ("CUDA_SIM_TOLERANT", "on"),
    ("CUDA_SIM_LEAKS", "on"),
    ("CUDA_SIM_DRIVER_VERSION", "14.0"),
];

#[test]
fn an_invalid_variable_is_an_error_of_cu_init_and_of_the_safe_interface() {
    for (variable, value) in WRONG {
        let output = run_alone("settings::alone_wrong", &[(variable, value)]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        let line = format!("cuda-sim: {variable} is \"{value}\"; it can be ");
        assert!(stderr.contains(&line), "{stderr}");
    }
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_wrong() {
    let error = cuda_sim::driver().unwrap_err();
    let is_named = |(variable, value): &(&str, &str)| {
        std::env::var(variable).is_ok()
            && matches!(&error, StartError::Setting(wrong) if wrong.variable == *variable && wrong.value == *value)
    };
    assert!(WRONG.iter().any(is_named), "{error}");
    // SAFETY: cuInit has no requirements.
    let answer = unsafe { cuda_sim::driver_table().cuInit.unwrap()(0) };
    assert_eq!(answer, CUresult::CUDA_ERROR_INVALID_VALUE);
}

#[test]
fn the_driver_has_the_requested_version() {
    for version in ["11.4", "12.8", "13.0", "13.5"] {
        run_alone("settings::alone_of_a_version", &[("CUDA_SIM_DRIVER_VERSION", version)]);
    }
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_of_a_version() {
    use cuda_driver::sys::Symbol;
    let driver = cuda_sim::driver().unwrap();
    let version = std::env::var("CUDA_SIM_DRIVER_VERSION").unwrap();
    assert_eq!(driver.version().to_string(), version);
    let (number, newest, newer) = match version.as_str() {
        "11.4" => (11040, "7.4", "7.5"),
        "12.8" => (12080, "8.7", "8.8"),
        "13.0" => (13000, "9.0", "9.1"),
        _ => (13050, "9.5", "9.6"),
    };
    let table = cuda_sim::driver_table();
    for &symbol in Symbol::ALL {
        let is_there = crate::table::is_there(symbol, number);
        assert_eq!(table.get(symbol).is_some(), is_there, "{symbol}");
    }
    let context = driver.device(0).unwrap().primary_context().unwrap();
    let load = |ptx: &str| {
        let text = format!(".version {ptx}\n.target sm_70\n.address_size 64\n");
        context.load_ptx(&text)
    };
    load(newest).unwrap();
    let error = load(newer).unwrap_err();
    assert_eq!(
        error.result().unwrap().code().as_raw(),
        CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION
    );
    let fatal = format!("Unsupported .version {newer}; current version is '{newest}'");
    assert!(error.log().contains(&fatal), "{error}");
}

#[test]
fn a_program_may_set_the_drivers_version_before_using_it() {
    run_alone("settings::alone_set_by_the_program", &[("CUDA_SIM_DRIVER_VERSION", "12.0")]);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_set_by_the_program() {
    use cuda_sim::{VersionError, set_driver_version};
    assert_eq!(set_driver_version(10, 2), Err(VersionError::Unknown { major: 10, minor: 2 }));
    set_driver_version(13, 5).unwrap();
    assert_eq!(cuda_sim::driver_table().version(), 13050);
    set_driver_version(13, 5).unwrap();
    assert_eq!(set_driver_version(13, 0), Err(VersionError::InUse { version: 13050 }));
}

#[test]
fn a_missing_driver_that_was_named_is_an_error_without_a_fallback() {
    for device in ["auto", "hardware", ""] {
        run_alone(
            "settings::alone_without_the_named_driver",
            &[("CUDA_DRIVER", "/does/not/exist"), ("CUDA_TEST_DEVICE", device)],
        );
    }
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_without_the_named_driver() {
    let error = cuda_sim::gpu_or_software().unwrap_err();
    assert!(matches!(error, NoDevice::Driver(_)), "{error}");
    let text = error.to_string();
    assert!(text.contains("CUDA_DRIVER") && text.contains("/does/not/exist"), "{text}");
}

#[test]
fn the_software_device_is_used_on_request_even_with_a_driver() {
    let output = run_alone(
        "settings::alone_asked_for",
        &[("CUDA_DRIVER", "/does/not/exist"), ("CUDA_TEST_DEVICE", "software")],
    );
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("running on the software device"), "{stderr}");
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_asked_for() {
    let driver = cuda_sim::gpu_or_software().unwrap();
    let name = driver.device(0).unwrap().name().unwrap();
    assert!(name.starts_with(cuda_sim::DEVICE_NAME), "{name}");
}

#[test]
fn an_unknown_device_is_an_error() {
    run_alone("settings::alone_with_an_unknown_device", &[("CUDA_TEST_DEVICE", "gpu")]);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_an_unknown_device() {
    let error = cuda_sim::choice::choose().unwrap_err();
    assert!(matches!(error, NoDevice::Unknown(_)));
    assert_eq!(
        error.to_string(),
        "CUDA_TEST_DEVICE is \"gpu\"; it can be hardware, software or auto"
    );
}
