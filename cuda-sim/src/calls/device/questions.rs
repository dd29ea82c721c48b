//! What kernels ask about their device, by the functions of its runtime.

use cuda_driver_sys::{CUdevice_attribute, CUfunction_attribute};
use cuda_sim_engine::{Launch, Question};

use crate::calls::device::attributes::device_attribute;
use crate::calls::launch::occupancy::resident_blocks;
use crate::calls::module::function::kernel_attribute;
use crate::state::devices::Devices;
use crate::state::module::{Settings, link::error_text};

/// Codes of the runtime.
const INVALID_VALUE: u32 = 1;
const INVALID_DEVICE: u32 = 101;

/// Answers with the host's attributes; those that the host sets for a function alone, kernels don't see.
pub(in crate::calls) fn answer(
    devices: &Devices,
    launch: &Launch<'_>,
    question: Question,
) -> Result<u64, u32> {
    let model = &devices.model;
    let program = launch.image.program();
    let settings = Settings::default();
    let kernel = |index| program.kernels().nth(index).ok_or(INVALID_VALUE);
    let number = |value: Option<i32>| value.map(|value| value as u64).ok_or(INVALID_VALUE);
    match question {
        Question::DeviceCount => Ok(model.devices as u64),
        Question::Device => Ok(u64::from(launch.limits.device)),
        Question::DeviceAttribute { device, .. } if device as usize >= model.devices => {
            Err(INVALID_DEVICE)
        }
        Question::DeviceAttribute { attribute: 0, .. } => Ok(0),
        Question::DeviceAttribute { attribute, device } => match CUdevice_attribute(attribute) {
            CUdevice_attribute::CU_DEVICE_ATTRIBUTE_PCI_BUS_ID => {
                Ok(model.ordinals[device as usize] as u64)
            }
            attribute => number(device_attribute(model, attribute)),
        },
        Question::ErrorText { code, is_name } => Ok(error_text(code, is_name)),
        Question::FunctionAttribute { kernel: index, attribute } => {
            let attribute = CUfunction_attribute(attribute);
            number(kernel_attribute(model, kernel(index)?, program, &settings, attribute))
        }
        Question::Occupancy { kernel: index, threads, shared } => {
            let shared = u32::try_from(shared).unwrap_or(u32::MAX);
            Ok(resident_blocks(model, kernel(index)?, &settings, threads, shared).into())
        }
    }
}
