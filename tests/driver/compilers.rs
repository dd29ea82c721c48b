//! Code that each NVRTC compiles for this device and driver.

use std::path::PathBuf;

use cuda_driver::Launch;
use cuda_pathfinder::{Environment, Os, Search};
use nvrtc::{Nvrtc, NvrtcErrorKind, Program, Target, instance_name};

use crate::device::{TestDevice, is_software, with_device};

const SOURCE: &str = r#"
template <class T> __global__ void saxpy(T a, const T *x, const T *y, T *out, size_t n) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a * x[i] + y[i];
}"#;

/// Returns the NVRTCs in the folders of `CUDA_NVRTC_SETS`, and the machine's own.
fn nvrtcs() -> Vec<Nvrtc> {
    let mut all: Vec<Nvrtc> = Nvrtc::load().into_iter().collect();
    let Some(folders) = std::env::var_os("CUDA_NVRTC_SETS") else {
        cuda_rust::skip("CUDA_NVRTC_SETS is not set");
        return all;
    };
    all.extend(std::env::split_paths(&folders).map(|folder: PathBuf| {
        let environment = Environment::simulated(Os::current(), "/");
        let search = Search::with_environment(environment.set("CUDA_NVRTC", folder.as_os_str()));
        Nvrtc::from_table(nvrtc::sys::load_with(&search).expect("the NVRTC loads"))
    }));
    all
}

/// Returns the target for compilations.
fn target(device: &TestDevice) -> Target {
    let device_of_test = device.context.device();
    let capability = device_of_test.compute_capability().expect("the device has one");
    let name = device_of_test.name().expect("the device has one");
    Target::of_device(capability, device.driver.version(), &name)
}

#[test]
fn the_output_of_every_nvrtc_loads_and_runs() {
    with_device(None, |device| {
        let (n, target) = (1000, target(device));
        let stream = &device.stream;
        let x: Vec<f32> = (0..n).map(|i| i as f32).collect();
        let (dx, dy) = (stream.upload(&x).unwrap(), stream.upload(&vec![1.0f32; n]).unwrap());
        for nvrtc in nvrtcs() {
            let program =
                Program::new("saxpy.cu", SOURCE).with_nvrtc(nvrtc).instance::<f32>("saxpy");
            let image = match program.compile_for(target) {
                Err(error)
                    if is_software()
                        && matches!(error.kind(), NvrtcErrorKind::PtxTooNew { .. }) =>
                {
                    cuda_rust::skip("this NVRTC is newer than the software device");
                    continue;
                }
                image => image.unwrap(),
            };
            let name = image.symbol(&instance_name::<f32>("saxpy"));
            let module = device.context.load(&image).unwrap();
            let saxpy = module.function(name.expect("the name was asked for")).unwrap();
            let mut out = stream.alloc_zeroed::<f32>(n).unwrap();
            let shape = Launch::elements(n, 128);
            // SAFETY: saxpy(float, const float *, const float *, float *, size_t), n elements each.
            unsafe { stream.launch(&saxpy, shape, (2.0f32, &dx, &dy, &mut out, n)) }.unwrap();
            let expected: Vec<f32> = x.iter().map(|x| 2.0 * x + 1.0).collect();
            assert_eq!(out.to_vec().unwrap(), expected, "with NVRTC {}", nvrtc.version());
        }
    });
}
