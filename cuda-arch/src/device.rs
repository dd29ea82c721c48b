/// The prefix of the name of `cuda-sim`'s software device.
pub const SOFTWARE_DEVICE: &str = "CUDA software device";

/// Returns `true` if the device with this name loads machine code.
///
/// Every GPU does. A software device executes only PTX, and `cuDeviceGetName` distinguishes it from a GPU.
#[must_use]
#[inline]
pub fn loads_machine_code(name: &str) -> bool {
    !name.starts_with(SOFTWARE_DEVICE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gpu_loads_machine_code_and_a_software_device_does_not() {
        assert!(loads_machine_code("NVIDIA H200"));
        assert!(!loads_machine_code("CUDA software device (2 cores)"));
    }
}
