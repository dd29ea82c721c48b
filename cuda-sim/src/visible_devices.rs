//! `CUDA_VISIBLE_DEVICES`: which of the machine's devices a process has, and in which order.

/// What the variable says, as an H200's driver (580.159.04) reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum VisibleDevices {
    /// The ordinals of the devices that the process has.
    These(Vec<usize>),
    /// There is none: `cuInit` is 100.
    None,
    /// One is listed twice: `cuInit` is 101.
    Twice,
}

impl VisibleDevices {
    /// Reads a value of the variable, on a machine with that many devices, each with a UUID. A number ends with the first
    /// character that isn't a digit, and the first entry that names no device ends the list.
    pub(crate) fn read(value: &str, devices: usize, uuid: impl Fn(usize) -> String) -> Self {
        let mut these = Vec::new();
        for entry in value.split(',') {
            let Some(device) = device(entry.trim_start(), devices, &uuid) else {
                break;
            };
            if these.contains(&device) {
                return Self::Twice;
            }
            these.push(device);
        }
        if these.is_empty() { Self::None } else { Self::These(these) }
    }
}

fn device(entry: &str, devices: usize, uuid: &dyn Fn(usize) -> String) -> Option<usize> {
    if let Some(prefix) = entry.strip_prefix("GPU-") {
        let prefix = prefix.trim_end();
        let mut like = (0..devices).filter(|device| uuid(*device).starts_with(prefix));
        // A prefix that fits several devices names none.
        let first = like.next().filter(|_| !prefix.is_empty());
        return first.filter(|_| like.next().is_none());
    }
    let digits = entry.strip_prefix('+').unwrap_or(entry);
    let end = digits.find(|c: char| !c.is_ascii_digit());
    let number = digits[..end.unwrap_or(digits.len())].parse().ok()?;
    (number < devices).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::VisibleDevices::{self, None, These, Twice};

    fn read(value: &str, devices: usize) -> VisibleDevices {
        VisibleDevices::read(value, devices, |device| format!("637564{device}1"))
    }

    #[test]
    fn values_are_read_as_a_driver_reads_them() {
        // An H200's answers, with one device.
        for value in
            ["", "-1", "1", "1,0", "abc", "abc,0", "-1,0", "GPU-", "GPU-0", "MIG-1", "NoDevFiles"]
        {
            assert_eq!(read(value, 1), None, "{value:?}");
        }
        for value in ["0", "0,1", " 0", "0 ", "0,abc", "0,-1", "00", "+0", "0x0", "0;1"] {
            assert_eq!(read(value, 1), These(vec![0]), "{value:?}");
        }
        assert_eq!(read("0,0", 1), Twice);
    }

    #[test]
    fn devices_are_chosen_in_any_order_and_by_their_identifiers() {
        assert_eq!(read("2,0", 3), These(vec![2, 0]));
        assert_eq!(read("GPU-6375641,0", 3), These(vec![1, 0]));
        assert_eq!(read("GPU-637564", 3), None);
        assert_eq!(read("1,GPU-6375641", 3), Twice);
    }
}
