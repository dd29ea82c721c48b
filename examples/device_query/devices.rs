//! The properties of one device.

use std::fmt;

use comfy_table::Table;
use cuda_driver::{Device, DeviceAttribute as Attribute, sys::CUcomputemode};
use serde::Serialize;

use crate::answer::Answer;
use crate::attributes::Attributes;
use crate::context::ContextReport;
use crate::table::table;
use crate::units::{bytes, megahertz};

#[derive(Serialize)]
pub struct DeviceReport {
    ordinal: usize,
    name: Answer<String>,
    uuid: Answer<String>,
    pci_bus_id: Answer<String>,
    compute_capability: Answer<String>,
    total_memory: Answer<usize>,
    /// Gigabytes (10⁹ bytes) per second, from the memory's clock and width.
    peak_bandwidth: Option<f64>,
    /// `None` if no context was requested.
    context: Option<Answer<ContextReport>>,
    attributes: Attributes,
}

/// Features that a device has or lacks, by the report's names.
const FEATURES: [(&str, Attribute); 22] = [
    ("concurrent kernels", Attribute::CONCURRENT_KERNELS),
    ("cooperative launch", Attribute::COOPERATIVE_LAUNCH),
    ("cluster launch", Attribute::CLUSTER_LAUNCH),
    ("tensor maps", Attribute::TENSOR_MAP_ACCESS_SUPPORTED),
    ("stream priorities", Attribute::STREAM_PRIORITIES_SUPPORTED),
    ("compute preemption", Attribute::COMPUTE_PREEMPTION_SUPPORTED),
    ("64-bit stream memory operations", Attribute::CAN_USE_64_BIT_STREAM_MEM_OPS),
    ("memory pools", Attribute::MEMORY_POOLS_SUPPORTED),
    ("virtual memory management", Attribute::VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED),
    ("unified addressing", Attribute::UNIFIED_ADDRESSING),
    ("managed memory", Attribute::MANAGED_MEMORY),
    ("concurrent managed access", Attribute::CONCURRENT_MANAGED_ACCESS),
    ("pageable memory access", Attribute::PAGEABLE_MEMORY_ACCESS),
    ("mapped host memory", Attribute::CAN_MAP_HOST_MEMORY),
    ("host memory registration", Attribute::HOST_REGISTER_SUPPORTED),
    ("host atomics", Attribute::HOST_NATIVE_ATOMIC_SUPPORTED),
    ("unified function pointers", Attribute::UNIFIED_FUNCTION_POINTERS),
    ("GPUDirect RDMA", Attribute::GPU_DIRECT_RDMA_SUPPORTED),
    ("DMA-BUF", Attribute::DMA_BUF_SUPPORTED),
    ("IPC events", Attribute::IPC_EVENT_SUPPORTED),
    ("fabric handles", Attribute::HANDLE_TYPE_FABRIC_SUPPORTED),
    ("multicast", Attribute::MULTICAST_SUPPORTED),
];

/// The hardware and the settings of a device.
const STATE: [(&str, Attribute); 6] = [
    ("ECC", Attribute::ECC_ENABLED),
    ("TCC driver", Attribute::TCC_DRIVER),
    ("MPS", Attribute::MPS_ENABLED),
    ("integrated", Attribute::INTEGRATED),
    ("multi-GPU board", Attribute::MULTI_GPU_BOARD),
    ("kernel time limit", Attribute::KERNEL_EXEC_TIMEOUT),
];

impl DeviceReport {
    pub fn collect(ordinal: usize, device: Device, with_context: bool) -> Self {
        let attributes = Attributes::collect(device);
        Self {
            ordinal,
            name: device.name().into(),
            uuid: device.uuid().map(|uuid| uuid.to_string()).into(),
            pci_bus_id: device.pci_bus_id().into(),
            compute_capability: device
                .compute_capability()
                .map(|capability| capability.to_string())
                .into(),
            total_memory: device.total_memory().into(),
            peak_bandwidth: peak_bandwidth(&attributes),
            context: with_context.then(|| ContextReport::collect(device).into()),
            attributes,
        }
    }

    /// Returns the device as a table, followed by every attribute if requested.
    pub fn shown(&self, with_attributes: bool) -> impl fmt::Display {
        let mut text =
            format!("device {}: {}\n{}", self.ordinal, self.name, self.table().trim_fmt());
        if with_attributes {
            text += &format!("\n{}", self.attributes);
        }
        text
    }

    fn table(&self) -> Table {
        let mut table = table(["property", "value"]);
        let capability = &self.compute_capability;
        table.add_row(["compute capability", &capability.to_string()]);
        table.add_row(["UUID", &self.uuid.to_string()]);
        table.add_row(["PCI bus", &self.pci_bus_id.to_string()]);
        table.add_row(["memory", &self.total_memory.map(|total| bytes(*total as u64)).to_string()]);
        table.add_row(["memory bus", &self.memory_bus()]);
        self.add_attribute_rows(&mut table);
        match &self.context {
            Some(Answer::Value(context)) => context.add_rows(&mut table),
            Some(Answer::Refused { error }) => {
                table.add_row(["context".to_string(), format!("none: {error}")]);
            }
            None => {}
        }
        table
    }

    fn add_attribute_rows(&self, table: &mut Table) {
        use Attribute as A;
        let number = |attribute| self.words(attribute, |value| value.to_string());
        let size =
            |attribute| self.words(attribute, |value| bytes(u64::try_from(value).unwrap_or(0)));
        let volume =
            |[x, y, z]: [Attribute; 3]| format!("{} × {} × {}", number(x), number(y), number(z));
        let rows = [
            (
                "L2 cache",
                format!(
                    "{}, of which {} can persist",
                    size(A::L2_CACHE_SIZE),
                    size(A::MAX_PERSISTING_L2_CACHE_SIZE)
                ),
            ),
            ("constant memory", size(A::TOTAL_CONSTANT_MEMORY)),
            (
                "multiprocessors",
                format!(
                    "{} at {}, warps of {}",
                    number(A::MULTIPROCESSOR_COUNT),
                    self.words(A::CLOCK_RATE, megahertz),
                    number(A::WARP_SIZE)
                ),
            ),
            (
                "threads",
                format!(
                    "{} a block, {} a multiprocessor",
                    number(A::MAX_THREADS_PER_BLOCK),
                    number(A::MAX_THREADS_PER_MULTIPROCESSOR)
                ),
            ),
            ("blocks", format!("{} a multiprocessor", number(A::MAX_BLOCKS_PER_MULTIPROCESSOR))),
            (
                "registers",
                format!(
                    "{} a block, {} a multiprocessor",
                    number(A::MAX_REGISTERS_PER_BLOCK),
                    number(A::MAX_REGISTERS_PER_MULTIPROCESSOR)
                ),
            ),
            (
                "shared memory",
                format!(
                    "{} a block, {} opted in, {} reserved, {} a multiprocessor",
                    size(A::MAX_SHARED_MEMORY_PER_BLOCK),
                    size(A::MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
                    size(A::RESERVED_SHARED_MEMORY_PER_BLOCK),
                    size(A::MAX_SHARED_MEMORY_PER_MULTIPROCESSOR)
                ),
            ),
            ("largest block", volume([A::MAX_BLOCK_DIM_X, A::MAX_BLOCK_DIM_Y, A::MAX_BLOCK_DIM_Z])),
            ("largest grid", volume([A::MAX_GRID_DIM_X, A::MAX_GRID_DIM_Y, A::MAX_GRID_DIM_Z])),
            ("copy engines", number(A::ASYNC_ENGINE_COUNT)),
            ("compute mode", self.words(A::COMPUTE_MODE, compute_mode)),
            ("state", self.state()),
            ("supports", self.features(Some(true))),
            ("lacks", self.features(Some(false))),
            ("unknown", self.features(None)),
        ];
        for (property, value) in rows.iter().filter(|(_, value)| !value.is_empty()) {
            table.add_row([*property, value]);
        }
    }

    /// Returns an attribute as text, or a question mark if the driver returned an error.
    fn words(&self, attribute: Attribute, words: impl FnOnce(i32) -> String) -> String {
        self.attributes.get(attribute).map_or_else(|| "?".to_string(), words)
    }

    fn memory_bus(&self) -> String {
        let width = self.words(Attribute::GLOBAL_MEMORY_BUS_WIDTH, |bits| bits.to_string());
        let clock = self.words(Attribute::MEMORY_CLOCK_RATE, megahertz);
        let peak =
            self.peak_bandwidth.map(|peak| format!(", at most {peak:.1} GB/s")).unwrap_or_default();
        format!("{width} bits at {clock}{peak}")
    }

    fn state(&self) -> String {
        let words = STATE.map(|(name, attribute)| {
            let value =
                self.words(attribute, |value| if value == 0 { "no" } else { "yes" }.to_string());
            format!("{name}: {value}")
        });
        words.join(", ")
    }

    /// Returns the features that the device has, that it lacks, or that this driver doesn't know.
    fn features(&self, supported: Option<bool>) -> String {
        let chosen = FEATURES.into_iter().filter(|(_, attribute)| {
            self.attributes.get(*attribute).map(|value| value != 0) == supported
        });
        chosen.map(|(name, _)| name).collect::<Vec<_>>().join(", ")
    }
}

/// Two transfers per cycle over a bus with this number of bits.
fn peak_bandwidth(attributes: &Attributes) -> Option<f64> {
    let clock = attributes.get(Attribute::MEMORY_CLOCK_RATE)?;
    let width = attributes.get(Attribute::GLOBAL_MEMORY_BUS_WIDTH)?;
    let peak = f64::from(clock) * 1e3 * 2.0 * f64::from(width) / 8.0 / 1e9;
    (peak > 0.0).then_some(peak)
}

fn compute_mode(mode: i32) -> String {
    format!("{:?}", CUcomputemode(mode.cast_unsigned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake_driver;

    #[test]
    fn a_device_without_a_context_is_still_reported() {
        let report = DeviceReport::collect(0, fake_driver::device(0), true);
        let text = report.shown(false).to_string();
        assert!(text.contains("device 0: Fake"), "{text}");
        assert!(text.contains("none: cuDevicePrimaryCtxRetain"), "{text}");
    }

    #[test]
    fn a_failed_query_is_an_error_in_its_own_field() {
        let report = DeviceReport::collect(0, fake_driver::device(0), false);
        let json = serde_json::to_value(&report).unwrap();
        assert_eq!(json["name"], "Fake");
        let error = json["uuid"]["error"].as_str().unwrap();
        assert!(error.starts_with("cuDeviceGetUuid"), "{error}");
        assert_eq!(json["context"], serde_json::Value::Null);
    }

    #[test]
    fn the_peak_bandwidth_counts_two_transfers_per_cycle() {
        let report = DeviceReport::collect(0, fake_driver::device(0), false);
        // 3201 MHz, 6144 bits.
        assert_eq!(report.peak_bandwidth.map(f64::round), Some(4917.0));
    }

    #[test]
    fn a_feature_that_the_driver_does_not_know_is_unknown() {
        let report = DeviceReport::collect(0, fake_driver::device(0), false);
        assert!(report.features(Some(true)).contains("managed memory"));
        assert!(report.features(Some(false)).contains("host atomics"));
        assert!(report.features(None).contains("multicast"));
        assert!(!report.features(Some(false)).contains("multicast"));
    }
}
