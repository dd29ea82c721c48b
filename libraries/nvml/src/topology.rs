//! How devices are connected.

use cuda_libraries_sys::nvml::{
    NVML_NVLINK_MAX_LINKS, Symbol, nvmlEnableState_t, nvmlGpuP2PCapsIndex_t, nvmlGpuP2PStatus_t,
    nvmlGpuTopologyLevel_t, nvmlIntNvLinkDeviceType_t, nvmlPciInfo_t, nvmlReturn_t,
};

use crate::device::{Device, PciInfo};
use crate::error::Error;

/// What two devices have in common, from near to far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[doc(alias = "nvmlGpuTopologyLevel_t")]
#[non_exhaustive]
pub enum TopologyLevel {
    /// A board.
    Internal,
    /// A single PCI Express switch.
    Single,
    /// Several PCI Express switches, without a host bridge.
    Multiple,
    /// A host bridge.
    HostBridge,
    /// A NUMA node.
    Node,
    /// The system.
    System,
}

/// What a device may do with another one's memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[doc(alias = "nvmlGpuP2PCapsIndex_t")]
#[non_exhaustive]
pub enum P2pCapability {
    /// Read.
    Read,
    /// Write.
    Write,
    /// Access by NVLink.
    NvLink,
    /// Operate atomically.
    Atomics,
    /// Access by PCI Express.
    Pci,
}

/// What is at the other end of an [`NvLink`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[doc(alias = "nvmlIntNvLinkDeviceType_t")]
#[non_exhaustive]
pub enum NvLinkRemote {
    /// A GPU.
    Gpu,
    /// A processor of IBM.
    IbmNpu,
    /// A switch.
    Switch,
    /// Something else.
    Unknown,
}

/// An active link of NVLink.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct NvLink {
    /// Its number, from 0 on.
    pub index: u32,
    /// The version of NVLink.
    pub version: u32,
    /// What is at the other end; `None` if this NVML doesn't say.
    pub remote: Option<NvLinkRemote>,
    /// Where it is; `None` if this NVML doesn't say.
    pub remote_pci: Option<PciInfo>,
}

impl Device {
    /// Returns what connects this device and another one.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlDeviceGetTopologyCommonAncestor")]
    pub fn common_ancestor(&self, other: &Self) -> Result<TopologyLevel, Error> {
        use nvmlGpuTopologyLevel_t as L;
        let symbol = Symbol::nvmlDeviceGetTopologyCommonAncestor;
        let slot = self.table().nvmlDeviceGetTopologyCommonAncestor;
        let other = other.raw_for(self.nvml())?;
        let level = self.get_with(symbol, slot, |function, device, level| {
            // SAFETY: the devices are alive and of this NVML, and the pointer is to a live number.
            unsafe { function(device, other, level) }
        })?;
        Ok(match level {
            L::NVML_TOPOLOGY_INTERNAL => TopologyLevel::Internal,
            L::NVML_TOPOLOGY_SINGLE => TopologyLevel::Single,
            L::NVML_TOPOLOGY_MULTIPLE => TopologyLevel::Multiple,
            L::NVML_TOPOLOGY_HOSTBRIDGE => TopologyLevel::HostBridge,
            L::NVML_TOPOLOGY_NODE => TopologyLevel::Node,
            _ => TopologyLevel::System,
        })
    }

    /// Returns whether this device can do something with another one's memory.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias = "nvmlDeviceGetP2PStatus")]
    pub fn can_access_peer(&self, peer: &Self, capability: P2pCapability) -> Result<bool, Error> {
        use nvmlGpuP2PCapsIndex_t as C;
        let index = match capability {
            P2pCapability::Read => C::NVML_P2P_CAPS_INDEX_READ,
            P2pCapability::Write => C::NVML_P2P_CAPS_INDEX_WRITE,
            P2pCapability::NvLink => C::NVML_P2P_CAPS_INDEX_NVLINK,
            P2pCapability::Atomics => C::NVML_P2P_CAPS_INDEX_ATOMICS,
            P2pCapability::Pci => C::NVML_P2P_CAPS_INDEX_PCI,
        };
        let symbol = Symbol::nvmlDeviceGetP2PStatus;
        let slot = self.table().nvmlDeviceGetP2PStatus;
        let peer = peer.raw_for(self.nvml())?;
        let status = self.get_with(symbol, slot, |function, device, status| {
            // SAFETY: the devices are alive and of this NVML, and the pointer is to a live number.
            unsafe { function(device, peer, index, status) }
        })?;
        Ok(status == nvmlGpuP2PStatus_t::NVML_P2P_STATUS_OK)
    }

    /// Returns the active links of NVLink: none if the device has no NVLink.
    ///
    /// # Errors
    /// NVML's error.
    #[doc(alias("nvmlDeviceGetNvLinkState", "nvmlDeviceGetNvLinkVersion"))]
    #[doc(alias("nvmlDeviceGetNvLinkRemotePciInfo", "nvmlDeviceGetNvLinkRemotePciInfo_v2"))]
    #[doc(alias = "nvmlDeviceGetNvLinkRemoteDeviceType")]
    pub fn nvlinks(&self) -> Result<Vec<NvLink>, Error> {
        let mut links = Vec::new();
        for index in 0..NVML_NVLINK_MAX_LINKS {
            let symbol = Symbol::nvmlDeviceGetNvLinkState;
            let slot = self.table().nvmlDeviceGetNvLinkState;
            let state = self.get_with(symbol, slot, |function, device, state| {
                // SAFETY: the device is alive, and the pointer is to a live number.
                unsafe { function(device, index, state) }
            });
            match state {
                Ok(nvmlEnableState_t::NVML_FEATURE_ENABLED) => links.push(self.nvlink(index)?),
                Ok(_) => {}
                // There are no more.
                Err(error) if error.status() == Some(nvmlReturn_t::NVML_ERROR_INVALID_ARGUMENT) => {
                    break;
                }
                Err(error) if error.is_not_supported() => {}
                Err(error) => return Err(error),
            }
        }
        Ok(links)
    }

    fn nvlink(&self, index: u32) -> Result<NvLink, Error> {
        let table = self.table();
        let symbol = Symbol::nvmlDeviceGetNvLinkVersion;
        let version = self.get_with(
            symbol,
            table.nvmlDeviceGetNvLinkVersion,
            |function, device, version| {
                // SAFETY: the device is alive, and the pointer is to a live number.
                unsafe { function(device, index, version) }
            },
        )?;
        let symbol = Symbol::nvmlDeviceGetNvLinkRemoteDeviceType;
        let slot = table.nvmlDeviceGetNvLinkRemoteDeviceType;
        let remote = self.get_with(symbol, slot, |function, device, remote| {
            // SAFETY: the device is alive, and the pointer is to a live number.
            unsafe { function(device, index, remote) }
        });
        let symbol = Symbol::nvmlDeviceGetNvLinkRemotePciInfo_v2;
        let slot = table.nvmlDeviceGetNvLinkRemotePciInfo_v2;
        let pci = self.get_with::<_, nvmlPciInfo_t>(symbol, slot, |function, device, pci| {
            // SAFETY: the device is alive, and the pointer is to a live struct.
            unsafe { function(device, index, pci) }
        });
        let remote = supported(remote)?.map(|remote| match remote {
            nvmlIntNvLinkDeviceType_t::NVML_NVLINK_DEVICE_TYPE_GPU => NvLinkRemote::Gpu,
            nvmlIntNvLinkDeviceType_t::NVML_NVLINK_DEVICE_TYPE_IBMNPU => NvLinkRemote::IbmNpu,
            nvmlIntNvLinkDeviceType_t::NVML_NVLINK_DEVICE_TYPE_SWITCH => NvLinkRemote::Switch,
            _ => NvLinkRemote::Unknown,
        });
        let remote_pci = supported(pci)?.map(PciInfo::from);
        Ok(NvLink { index, version, remote, remote_pci })
    }
}

/// Returns a value, or `None` if there is no such value.
fn supported<T>(result: Result<T, Error>) -> Result<Option<T>, Error> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.is_not_supported() => Ok(None),
        Err(error) => Err(error),
    }
}
