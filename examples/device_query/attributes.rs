//! Every attribute of a device, by its name in `cuda.h`.

use std::fmt;

use cuda_driver::{Device, DeviceAttribute, sys::CUdevice_attribute};
use serde::{Serialize, Serializer};

use crate::answer::Answer;
use crate::table::table;

/// Older names of attributes that have a newer one, and the number of attributes, which isn't one.
const SKIPPED: [&str; 7] = [
    "CU_DEVICE_ATTRIBUTE_SHARED_MEMORY_PER_BLOCK",
    "CU_DEVICE_ATTRIBUTE_REGISTERS_PER_BLOCK",
    "CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_WIDTH",
    "CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_HEIGHT",
    "CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_NUMSLICES",
    "CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED",
    "CU_DEVICE_ATTRIBUTE_MAX",
];

/// The driver's answers, in the order of `cuda.h`.
pub struct Attributes(Vec<(&'static str, DeviceAttribute, Answer<i32>)>);

impl Attributes {
    pub fn collect(device: Device) -> Self {
        Self(
            requested()
                .map(|(name, attribute)| (name, attribute, device.attribute(attribute).into()))
                .collect(),
        )
    }

    /// Returns the value of one; `None` if the driver returned an error.
    pub fn get(&self, attribute: DeviceAttribute) -> Option<i32> {
        let (_, _, answer) = self.0.iter().find(|(_, known, _)| *known == attribute)?;
        answer.value().copied()
    }
}

/// Returns the attributes to query, each once.
fn requested() -> impl Iterator<Item = (&'static str, DeviceAttribute)> {
    CUdevice_attribute::ENUMERATORS
        .iter()
        .filter(|(name, _)| !SKIPPED.contains(name))
        .map(|(name, attribute)| (*name, (*attribute).into()))
}

impl Serialize for Attributes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, _, answer)| (name, answer)))
    }
}

impl fmt::Display for Attributes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = table(["attribute", "value"]);
        for (name, _, answer) in &self.0 {
            let value = match answer {
                Answer::Value(value) => value.to_string(),
                Answer::Refused { .. } => "refused".to_string(),
            };
            table.add_row([(*name).to_string(), value]);
        }
        f.write_str(&table.trim_fmt())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::fake_driver;

    #[test]
    fn each_attribute_is_queried_once() {
        let values: HashSet<DeviceAttribute> =
            requested().map(|(_, attribute)| attribute).collect();
        assert_eq!(values.len(), requested().count());
    }

    #[test]
    fn every_attribute_is_listed() {
        let requested: HashSet<DeviceAttribute> =
            requested().map(|(_, attribute)| attribute).collect();
        let all: HashSet<DeviceAttribute> = CUdevice_attribute::ENUMERATORS
            .iter()
            .map(|(_, attribute)| (*attribute).into())
            .collect();
        let left_out: Vec<_> = all.difference(&requested).collect();
        assert_eq!(left_out, [&DeviceAttribute::MAX]);
    }

    #[test]
    fn an_unavailable_attribute_has_an_error_instead_of_a_value() {
        let attributes = Attributes::collect(fake_driver::device(0));
        let refused = DeviceAttribute::TENSOR_MAP_LARGE_TENSOR_MIN_SIZE;
        assert_eq!(attributes.get(refused), None);
        assert_eq!(attributes.get(DeviceAttribute::WARP_SIZE), Some(32));
        let text = attributes.to_string();
        let line = text.lines().find(|line| line.contains("TENSOR_MAP_LARGE_TENSOR_MIN_SIZE"));
        assert!(line.is_some_and(|line| line.contains("refused")), "{text}");
    }
}
