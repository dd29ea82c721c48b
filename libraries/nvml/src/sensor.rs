//! What a device measures.

use core::time::Duration;

use bitflags::bitflags;
use cuda_libraries_sys::nvml::{
    Symbol, nvmlClockType_t, nvmlEccCounterType_t, nvmlEnableState_t, nvmlMemoryErrorType_t,
    nvmlPcieUtilCounter_t, nvmlTemperatureSensors_t, nvmlTemperatureThresholds_t,
};

use crate::device::{Device, PairGetter};
use crate::error::Error;

/// A clock of a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[doc(alias = "nvmlClockType_t")]
#[non_exhaustive]
pub enum Clock {
    /// Of graphics.
    Graphics,
    /// Of multiprocessors.
    Sm,
    /// Of memory.
    Memory,
    /// Of video encoders and decoders.
    Video,
}

impl Clock {
    fn as_raw(self) -> nvmlClockType_t {
        match self {
            Self::Graphics => nvmlClockType_t::NVML_CLOCK_GRAPHICS,
            Self::Sm => nvmlClockType_t::NVML_CLOCK_SM,
            Self::Memory => nvmlClockType_t::NVML_CLOCK_MEM,
            Self::Video => nvmlClockType_t::NVML_CLOCK_VIDEO,
        }
    }
}

/// A temperature at which something happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[doc(alias = "nvmlTemperatureThresholds_t")]
#[non_exhaustive]
pub enum TemperatureThreshold {
    /// The device turns itself off.
    Shutdown,
    /// Clocks are lowered by hardware.
    Slowdown,
    /// The highest of memory.
    MemoryMax,
    /// The highest of the device.
    GpuMax,
}

/// How errors of memory were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[doc(alias = "nvmlMemoryErrorType_t")]
#[non_exhaustive]
pub enum MemoryError {
    /// A single bit, which was corrected.
    Corrected,
    /// Two bits, which weren't.
    Uncorrected,
}

/// Since when errors are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[doc(alias = "nvmlEccCounterType_t")]
#[non_exhaustive]
pub enum EccCounter {
    /// Since the driver was loaded.
    Volatile,
    /// Since the device was made.
    Aggregate,
}

/// A direction of PCI Express.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[doc(alias = "nvmlPcieUtilCounter_t")]
#[non_exhaustive]
pub enum PcieDirection {
    /// From the device.
    Transmit,
    /// To the device.
    Receive,
}

bitflags! {
    /// Why clocks are lower than the highest ones.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[doc(alias("nvmlDeviceGetCurrentClocksThrottleReasons", "nvmlClocksEventReasons"))]
    pub struct ClocksEventReasons: u64 {
        /// Nothing runs.
        const GPU_IDLE = 0x1;
        /// The clocks of applications are set.
        const APPLICATIONS_CLOCKS_SETTING = 0x2;
        /// The power is limited by software.
        const SW_POWER_CAP = 0x4;
        /// The hardware lowers them: it is too hot, or has too little power.
        const HW_SLOWDOWN = 0x8;
        /// Devices are synchronized.
        const SYNC_BOOST = 0x10;
        /// The temperature is limited by software.
        const SW_THERMAL_SLOWDOWN = 0x20;
        /// It is too hot for the hardware.
        const HW_THERMAL_SLOWDOWN = 0x40;
        /// A signal of the power supply.
        const HW_POWER_BRAKE_SLOWDOWN = 0x80;
        /// A display's clocks are set.
        const DISPLAY_CLOCK_SETTING = 0x100;
        /// Those that this crate doesn't know.
        const _ = !0;
    }
}

impl Device {
    /// Returns the temperature, in degrees Celsius.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlDeviceGetTemperature")]
    pub fn temperature(&self) -> Result<u32, Error> {
        let (symbol, sensor) =
            (Symbol::nvmlDeviceGetTemperature, nvmlTemperatureSensors_t::NVML_TEMPERATURE_GPU);
        self.get_with(symbol, self.table().nvmlDeviceGetTemperature, |function, device, value| {
            // SAFETY: the device is alive, and the pointer is to a live number.
            unsafe { function(device, sensor, value) }
        })
    }

    /// Returns a temperature at which something happens, in degrees Celsius.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlDeviceGetTemperatureThreshold")]
    pub fn temperature_threshold(&self, threshold: TemperatureThreshold) -> Result<u32, Error> {
        use nvmlTemperatureThresholds_t as T;
        let threshold = match threshold {
            TemperatureThreshold::Shutdown => T::NVML_TEMPERATURE_THRESHOLD_SHUTDOWN,
            TemperatureThreshold::Slowdown => T::NVML_TEMPERATURE_THRESHOLD_SLOWDOWN,
            TemperatureThreshold::MemoryMax => T::NVML_TEMPERATURE_THRESHOLD_MEM_MAX,
            TemperatureThreshold::GpuMax => T::NVML_TEMPERATURE_THRESHOLD_GPU_MAX,
        };
        let symbol = Symbol::nvmlDeviceGetTemperatureThreshold;
        let slot = self.table().nvmlDeviceGetTemperatureThreshold;
        self.get_with(symbol, slot, |function, device, value| {
            // SAFETY: the device is alive, and the pointer is to a live number.
            unsafe { function(device, threshold, value) }
        })
    }

    /// Returns the power that the board uses, in milliwatts: on some devices the mean of the last second.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlDeviceGetPowerUsage")]
    pub fn power_usage(&self) -> Result<u32, Error> {
        self.get(Symbol::nvmlDeviceGetPowerUsage, self.table().nvmlDeviceGetPowerUsage)
    }

    /// Returns the limit of the power that is in effect, in milliwatts.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlDeviceGetEnforcedPowerLimit")]
    pub fn power_limit(&self) -> Result<u32, Error> {
        let symbol = Symbol::nvmlDeviceGetEnforcedPowerLimit;
        self.get(symbol, self.table().nvmlDeviceGetEnforcedPowerLimit)
    }

    /// Returns the energy that was used since the driver was loaded, in millijoules.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlDeviceGetTotalEnergyConsumption")]
    pub fn total_energy(&self) -> Result<u64, Error> {
        let symbol = Symbol::nvmlDeviceGetTotalEnergyConsumption;
        self.get(symbol, self.table().nvmlDeviceGetTotalEnergyConsumption)
    }

    /// Returns the speed of the fans, in per cent of the highest.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlDeviceGetFanSpeed")]
    pub fn fan_speed(&self) -> Result<u32, Error> {
        self.get(Symbol::nvmlDeviceGetFanSpeed, self.table().nvmlDeviceGetFanSpeed)
    }

    /// Returns the frequency of a clock, in MHz.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlDeviceGetClockInfo")]
    pub fn clock(&self, clock: Clock) -> Result<u32, Error> {
        let symbol = Symbol::nvmlDeviceGetClockInfo;
        self.get_with(symbol, self.table().nvmlDeviceGetClockInfo, |function, device, value| {
            // SAFETY: the device is alive, and the pointer is to a live number.
            unsafe { function(device, clock.as_raw(), value) }
        })
    }

    /// Returns the highest frequency of a clock, in MHz.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlDeviceGetMaxClockInfo")]
    pub fn max_clock(&self, clock: Clock) -> Result<u32, Error> {
        let symbol = Symbol::nvmlDeviceGetMaxClockInfo;
        self.get_with(symbol, self.table().nvmlDeviceGetMaxClockInfo, |function, device, value| {
            // SAFETY: the device is alive, and the pointer is to a live number.
            unsafe { function(device, clock.as_raw(), value) }
        })
    }

    /// Returns why clocks are lower than the highest ones.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlDeviceGetCurrentClocksEventReasons")]
    pub fn clocks_event_reasons(&self) -> Result<ClocksEventReasons, Error> {
        // Before driver 535, it has its old name alone.
        let symbol = Symbol::nvmlDeviceGetCurrentClocksThrottleReasons;
        let reasons = self.get(symbol, self.table().nvmlDeviceGetCurrentClocksThrottleReasons)?;
        Ok(ClocksEventReasons::from_bits_retain(reasons))
    }

    /// Returns the performance state, from 0, the highest, to 15; `None` if it isn't known.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlDeviceGetPerformanceState")]
    pub fn performance_state(&self) -> Result<Option<u32>, Error> {
        let symbol = Symbol::nvmlDeviceGetPerformanceState;
        let state = self.get(symbol, self.table().nvmlDeviceGetPerformanceState)?.0;
        Ok((state < 16).then_some(state))
    }

    /// Returns whether errors of memory are corrected (ECC).
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlDeviceGetEccMode")]
    pub fn is_ecc_enabled(&self) -> Result<bool, Error> {
        let slot = self.table().nvmlDeviceGetEccMode;
        let (current, _pending) = self.get_pair(Symbol::nvmlDeviceGetEccMode, slot)?;
        Ok(current == nvmlEnableState_t::NVML_FEATURE_ENABLED)
    }

    /// Returns the number of errors of memory.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlDeviceGetTotalEccErrors")]
    pub fn ecc_errors(&self, error: MemoryError, counter: EccCounter) -> Result<u64, Error> {
        let error = match error {
            MemoryError::Corrected => nvmlMemoryErrorType_t::NVML_MEMORY_ERROR_TYPE_CORRECTED,
            MemoryError::Uncorrected => nvmlMemoryErrorType_t::NVML_MEMORY_ERROR_TYPE_UNCORRECTED,
        };
        let counter = match counter {
            EccCounter::Volatile => nvmlEccCounterType_t::NVML_VOLATILE_ECC,
            EccCounter::Aggregate => nvmlEccCounterType_t::NVML_AGGREGATE_ECC,
        };
        let symbol = Symbol::nvmlDeviceGetTotalEccErrors;
        self.get_with(
            symbol,
            self.table().nvmlDeviceGetTotalEccErrors,
            |function, device, value| {
                // SAFETY: the device is alive, and the pointer is to a live number.
                unsafe { function(device, error, counter, value) }
            },
        )
    }

    /// Returns the generation and the number of lanes of PCI Express that are in use.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias("nvmlDeviceGetCurrPcieLinkGeneration", "nvmlDeviceGetCurrPcieLinkWidth"))]
    pub fn pcie_link(&self) -> Result<(u32, u32), Error> {
        let table = self.table();
        let generation = Symbol::nvmlDeviceGetCurrPcieLinkGeneration;
        let width = Symbol::nvmlDeviceGetCurrPcieLinkWidth;
        let generation = self.get(generation, table.nvmlDeviceGetCurrPcieLinkGeneration)?;
        Ok((generation, self.get(width, table.nvmlDeviceGetCurrPcieLinkWidth)?))
    }

    /// Returns what PCI Express carries, in KB a second: measured for 20 milliseconds, in which this waits.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlDeviceGetPcieThroughput")]
    pub fn pcie_throughput(&self, direction: PcieDirection) -> Result<u32, Error> {
        let counter = match direction {
            PcieDirection::Transmit => nvmlPcieUtilCounter_t::NVML_PCIE_UTIL_TX_BYTES,
            PcieDirection::Receive => nvmlPcieUtilCounter_t::NVML_PCIE_UTIL_RX_BYTES,
        };
        let symbol = Symbol::nvmlDeviceGetPcieThroughput;
        self.get_with(
            symbol,
            self.table().nvmlDeviceGetPcieThroughput,
            |function, device, value| {
                // SAFETY: the device is alive, and the pointer is to a live number.
                unsafe { function(device, counter, value) }
            },
        )
    }

    /// Returns how busy the encoders of video are, in per cent, and the time of a sample.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlDeviceGetEncoderUtilization")]
    pub fn encoder_utilization(&self) -> Result<(u32, Duration), Error> {
        let symbol = Symbol::nvmlDeviceGetEncoderUtilization;
        self.video_utilization(symbol, self.table().nvmlDeviceGetEncoderUtilization)
    }

    /// Returns the same of the decoders of video.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlDeviceGetDecoderUtilization")]
    pub fn decoder_utilization(&self) -> Result<(u32, Duration), Error> {
        let symbol = Symbol::nvmlDeviceGetDecoderUtilization;
        self.video_utilization(symbol, self.table().nvmlDeviceGetDecoderUtilization)
    }

    fn video_utilization(
        &self,
        symbol: Symbol,
        slot: Option<PairGetter<u32>>,
    ) -> Result<(u32, Duration), Error> {
        let (percent, period) = self.get_pair(symbol, slot)?;
        Ok((percent, Duration::from_micros(period.into())))
    }
}
