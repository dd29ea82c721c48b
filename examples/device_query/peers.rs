//! Which devices can access each other's memory.

use std::fmt;

use cuda_driver::{CuResult, Device};
use serde::Serialize;

use crate::answer::Answer;
use crate::table::table;

/// `cuDeviceCanAccessPeer` for each pair; a row is for the accessing device.
#[derive(Serialize)]
pub struct Peers(Vec<PeerRow>);

#[derive(Serialize)]
struct PeerRow {
    device: usize,
    /// By the ordinal of the device that is accessed; `None` for the device itself.
    can_access: Vec<Option<Answer<bool>>>,
}

impl Peers {
    /// No pairs.
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    /// Queries each of `from`, given with its ordinal, for access to all `devices`.
    pub fn collect(from: &[(usize, Device)], devices: &[Device]) -> Self {
        let row = |(ordinal, device): &(usize, Device)| {
            let answer =
                |peer: &Device| (peer != device).then(|| can_access(*device, *peer).into());
            PeerRow { device: *ordinal, can_access: devices.iter().map(answer).collect() }
        };
        Self(from.iter().map(row).collect())
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|row| row.can_access.iter().all(Option::is_none))
    }
}

fn can_access(device: Device, peer: Device) -> Result<bool, CuResult> {
    // SAFETY: both devices are this driver's own.
    let can =
        unsafe { device.driver().raw().cuDeviceCanAccessPeer(device.as_raw(), peer.as_raw()) }?;
    Ok(can != 0)
}

impl fmt::Display for Peers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.0.first().map_or(0, |row| row.can_access.len());
        let header =
            ["device".to_string()].into_iter().chain((0..columns).map(|peer| peer.to_string()));
        let mut table = table(header.collect::<Vec<_>>());
        for row in &self.0 {
            let cells = row.can_access.iter().map(|answer| match answer {
                None => "·".to_string(),
                Some(Answer::Value(true)) => "yes".to_string(),
                Some(Answer::Value(false)) => "no".to_string(),
                Some(refused) => refused.to_string(),
            });
            table.add_row([row.device.to_string()].into_iter().chain(cells));
        }
        write!(
            f,
            "peer access: whether the device of a row can use the memory of a column's\n{}",
            table.trim_fmt()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake_driver;

    #[test]
    fn each_pair_is_queried_in_both_directions() {
        let devices = [fake_driver::device(0), fake_driver::device(1)];
        let peers = Peers::collect(&[(0, devices[0]), (1, devices[1])], &devices);
        let table = serde_json::to_value(&peers).unwrap();
        assert_eq!(table[0]["can_access"], serde_json::json!([null, true]));
        assert_eq!(table[1]["can_access"], serde_json::json!([false, null]));
    }

    #[test]
    fn one_device_alone_has_no_peers() {
        let device = fake_driver::device(0);
        assert!(Peers::collect(&[(0, device)], &[device]).is_empty());
    }
}
