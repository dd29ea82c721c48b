use core::fmt;
use core::time::Duration;

use bitflags::bitflags;
use cuda_libraries_sys::nvml::{Symbol, nvmlEventData_t, nvmlEventSet_t, nvmlReturn_t};

use crate::device::Device;
use crate::error::{Error, check};
use crate::library::Nvml;

bitflags! {
    /// Kinds of events.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[doc(alias = "nvmlEventType")]
    pub struct EventTypes: u64 {
        /// A single-bit error of memory, which was corrected.
        const SINGLE_BIT_ECC_ERROR = 0x1;
        /// A double-bit error of memory, which wasn't.
        const DOUBLE_BIT_ECC_ERROR = 0x2;
        /// The performance state changed.
        const PSTATE = 0x4;
        /// An [Xid](https://docs.nvidia.com/deploy/xid-errors/index.html), an error that the driver reports.
        const XID_CRITICAL_ERROR = 0x8;
        /// A clock changed.
        const CLOCK = 0x10;
        /// The source of power changed.
        const POWER_SOURCE_CHANGE = 0x80;
        /// Instances of a divided device changed.
        const MIG_CONFIG_CHANGE = 0x100;
        /// Those that this crate doesn't know.
        const _ = !0;
    }
}

/// Something that happened on a device.
#[derive(Debug, Clone, PartialEq, Eq)]
#[doc(alias = "nvmlEventData_t")]
#[non_exhaustive]
pub struct Event {
    /// The device.
    pub device: Device,
    /// What happened.
    pub types: EventTypes,
    /// The number of an Xid, and otherwise nothing that is documented.
    pub data: u64,
    /// The GPU instance, of a divided device.
    pub gpu_instance_id: Option<u32>,
    /// The compute instance, of a divided device.
    pub compute_instance_id: Option<u32>,
}

impl Event {
    /// Returns the number of an Xid: 31 is an access to memory that isn't there, 79 a device that fell off the bus.
    #[must_use]
    pub fn xid(&self) -> Option<u64> {
        self.types.contains(EventTypes::XID_CRITICAL_ERROR).then_some(self.data)
    }
}

/// Events of devices that a thread waits for. An iterator over those that happen: it ends never, and waits.
///
/// ```no_run
/// use nvml::{EventTypes, Nvml};
///
/// let nvml = Nvml::load()?;
/// let mut events = nvml.event_set()?;
/// for device in nvml.devices()? {
///     events.register(&device, EventTypes::XID_CRITICAL_ERROR)?;
/// }
/// for event in events {
///     let event = event?;
///     println!("{}: Xid {:?}", event.device.name()?, event.xid());
/// }
/// # Ok::<(), nvml::Error>(())
/// ```
#[doc(alias("nvmlEventSet_t", "nvmlEventSetFree"))]
pub struct EventSet {
    nvml: Nvml,
    raw: nvmlEventSet_t,
}

// SAFETY: NVML's functions may be called by any thread; a set is waited for by the thread that has it mutably.
unsafe impl Send for EventSet {}
// SAFETY: a shared reference calls nothing.
unsafe impl Sync for EventSet {}

impl Nvml {
    /// Creates a set of events, for which [`EventSet::register`] says which happen in it.
    ///
    /// # Errors
    /// NVML's error: not everywhere but on Linux are there events.
    #[doc(alias = "nvmlEventSetCreate")]
    pub fn event_set(&self) -> Result<EventSet, Error> {
        let symbol = Symbol::nvmlEventSetCreate;
        let create = self.require(symbol, self.raw().nvmlEventSetCreate)?;
        // What couldn't be freed would be leaked.
        self.require(Symbol::nvmlEventSetFree, self.raw().nvmlEventSetFree)?;
        let mut raw = core::ptr::null_mut();
        // SAFETY: the pointer is to a live handle.
        check(symbol, unsafe { create(&raw mut raw) }, String::new)?;
        Ok(EventSet { nvml: self.clone(), raw })
    }
}

impl Device {
    /// Returns the kinds of events that can happen on the device.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlDeviceGetSupportedEventTypes")]
    pub fn supported_event_types(&self) -> Result<EventTypes, Error> {
        let symbol = Symbol::nvmlDeviceGetSupportedEventTypes;
        let types = self.get(symbol, self.table().nvmlDeviceGetSupportedEventTypes)?;
        Ok(EventTypes::from_bits_retain(types))
    }
}

impl EventSet {
    /// Adds events of a device. Those of an instance are its device's.
    ///
    /// # Errors
    /// NVML's error, if the device has no such events.
    #[doc(alias = "nvmlDeviceRegisterEvents")]
    pub fn register(&mut self, device: &Device, types: EventTypes) -> Result<(), Error> {
        let symbol = Symbol::nvmlDeviceRegisterEvents;
        let register = self.nvml.require(symbol, self.nvml.raw().nvmlDeviceRegisterEvents)?;
        let raw = device.raw_for(&self.nvml)?;
        // SAFETY: the device and the set are alive and of this NVML, and this has the set alone.
        let status = unsafe { register(raw, types.bits(), self.raw) };
        check(symbol, status, || format!("{types:?} of {device:?}"))
    }

    /// Waits for an event, up to a time; `None` if there was none.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias("nvmlEventSetWait", "nvmlEventSetWait_v2"))]
    pub fn wait(&mut self, timeout: Duration) -> Result<Option<Event>, Error> {
        let symbol = Symbol::nvmlEventSetWait_v2;
        let wait = self.nvml.require(symbol, self.nvml.raw().nvmlEventSetWait_v2)?;
        let mut data = nvmlEventData_t::default();
        // The largest number is no time to NVML, but for ever.
        let milliseconds = u32::try_from(timeout.as_millis()).unwrap_or(u32::MAX).min(u32::MAX - 1);
        // SAFETY: the set is alive, and this has it alone; the pointer is to a live struct.
        match unsafe { wait(self.raw, &raw mut data, milliseconds) } {
            nvmlReturn_t::NVML_ERROR_TIMEOUT => Ok(None),
            status => {
                check(symbol, status, String::new)?;
                let id = |id| (id != u32::MAX).then_some(id);
                Ok(Some(Event {
                    device: Device::new(self.nvml.clone(), data.device),
                    types: EventTypes::from_bits_retain(data.eventType),
                    data: data.eventData,
                    gpu_instance_id: id(data.gpuInstanceId),
                    compute_instance_id: id(data.computeInstanceId),
                }))
            }
        }
    }
}

impl Iterator for EventSet {
    type Item = Result<Event, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(event) = self.wait(Duration::MAX).transpose() {
                return Some(event);
            }
        }
    }
}

impl Drop for EventSet {
    fn drop(&mut self) {
        if let Some(free) = self.nvml.raw().nvmlEventSetFree {
            // SAFETY: the set is alive, and nothing uses it afterwards.
            unsafe { free(self.raw) };
        }
    }
}

impl fmt::Debug for EventSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EventSet").field("nvml", &self.nvml).finish_non_exhaustive()
    }
}
