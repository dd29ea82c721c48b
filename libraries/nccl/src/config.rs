use std::ffi::CString;
use std::sync::Arc;
use std::time::Duration;

use cuda_libraries_sys::nccl::{NCCL_API_MAGIC, NCCL_CONFIG_UNDEF_INT, ncclConfig_t};

use crate::error::Error;
use crate::version::Version;

/// The configuration of a communicator. NCCL chooses values that aren't set.
///
/// A field that the loaded NCCL lacks results in [`Error::Absent`] when the communicator is created; NCCL itself would
/// silently ignore it.
///
/// ```no_run
/// use nccl::Config;
///
/// let config = Config::new().min_ctas(1).max_ctas(16);
/// # let (nccl, contexts): (nccl::Nccl, Vec<cuda_driver::Context>) = (nccl::Nccl::load()?, Vec::new());
/// let clique = nccl.clique_with(&contexts, &config)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Config {
    numbers: Vec<(Field, i32)>,
    names: Arc<Names>,
    deadline: Option<Duration>,
}

/// Strings to which NCCL keeps pointers for the lifetime of the communicator.
#[derive(Debug, Clone, Default)]
pub(crate) struct Names {
    net: Option<CString>,
    comm: Option<CString>,
}

macro_rules! fields {
    ($($(#[$attribute:meta])* $method:ident: $name:literal $field:ident since ($major:literal, $minor:literal, $patch:literal),)*) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[allow(non_camel_case_types)]
        enum Field {
            $($field,)*
        }

        impl Field {
            /// Returns its name in C, and the release that introduced it.
            const fn origin(self) -> (&'static str, Version) {
                match self {
                    $(Self::$field => ($name, Version::new($major, $minor, $patch)),)*
                }
            }

            fn set(self, raw: &mut ncclConfig_t, value: i32) {
                match self {
                    $(Self::$field => raw.$field = value,)*
                }
            }
        }

        impl Config {
            $(
                $(#[$attribute])*
                #[doc = concat!("\n\n`", $name, "` of `ncclConfig_t`.")]
                #[doc(alias = $name)]
                #[must_use]
                pub fn $method(self, value: i32) -> Self {
                    self.number(Field::$field, value)
                }
            )*
        }
    };
}

fields! {
    /// Sets the number of thread blocks in a cluster, 0 to 8.
    cga_cluster_size: "cgaClusterSize" cgaClusterSize since (2, 17, 1),
    /// Sets the minimum number of thread blocks, and so of multiprocessors, that NCCL's kernels use.
    min_ctas: "minCTAs" minCTAs since (2, 17, 1),
    /// Sets the maximum number of thread blocks that NCCL's kernels use.
    max_ctas: "maxCTAs" maxCTAs since (2, 17, 1),
    /// Sets whether split communicators share the resources of their parent (1) or not (0).
    split_share: "splitShare" splitShare since (2, 18, 1),
    /// Sets the class of the network's traffic.
    traffic_class: "trafficClass" trafficClass since (2, 26, 2),
    /// Sets whether switches of the network may reduce (1) or not (0).
    collnet_enable: "collnetEnable" collnetEnable since (2, 27, 3),
    /// Sets how thread blocks are assigned to operations: the `NCCL_CTA_POLICY_` constants of [`sys`](crate::sys).
    cta_policy: "CTAPolicy" CTAPolicy since (2, 27, 3),
    /// Sets whether communicators created by a shrink share the resources of their parent (1) or not (0).
    shrink_share: "shrinkShare" shrinkShare since (2, 27, 3),
    /// Sets the number of thread blocks that use NVLink SHARP.
    nvls_ctas: "nvlsCTAs" nvlsCTAs since (2, 27, 3),
    /// Sets the number of channels for each peer of the network.
    channels_per_net_peer: "nChannelsPerNetPeer" nChannelsPerNetPeer since (2, 28, 3),
    /// Sets whether operations are scheduled for NVLink (1) or not (0).
    nvlink_centric_sched: "nvlinkCentricSched" nvlinkCentricSched since (2, 28, 3),
    /// Sets how graphs use the communicator: 0 none, 1 one at a time, 2 mixed with other work.
    graph_usage_mode: "graphUsageMode" graphUsageMode since (2, 29, 2),
    /// Sets the number of contexts for one-sided operations.
    rma_contexts: "numRmaCtx" numRmaCtx since (2, 29, 2),
    /// Sets the maximum number of peers to send to concurrently.
    max_p2p_peers: "maxP2pPeers" maxP2pPeers since (2, 30, 3),
    /// Sets how graphs are ordered with streams.
    graph_stream_ordering: "graphStreamOrdering" graphStreamOrdering since (2, 32, 3),
    /// Sets whether launches of several communicators of a device are ordered (1) or not (0).
    launch_order_implicit: "launchOrderImplicit" launchOrderImplicit since (2, 32, 3),
    /// Sets the number of signals for one-sided operations.
    rma_signals: "numRmaSig" numRmaSig since (2, 32, 3),
    /// Sets whether the resources of one-sided operations are set up immediately (1) or not (0).
    rma_eager_init: "rmaEagerInit" rmaEagerInit since (2, 32, 3),
    /// Sets how the host takes part in counted transfers: the values of `ncclHostCftMode_t`.
    host_cft_mode: "hostCftMode" hostCftMode since (2, 32, 3),
    /// Sets the parts of NVLink SHARP that the host doesn't use: the values of `ncclNvlsHostMode_t`.
    nvls_host_mode: "nvlsHostMode" nvlsHostMode since (2, 32, 3),
}

/// The size of the structure from each release on.
const SIZES: [(Version, usize); 6] = [
    (Version::new(2, 32, 3), 120),
    (Version::new(2, 30, 0), 96),
    (Version::new(2, 29, 0), 88),
    (Version::new(2, 28, 0), 80),
    (Version::new(2, 27, 0), 72),
    (Version::new(0, 0, 0), 48),
];

const NAME_OF_COMMUNICATOR: (&str, Version) = ("commName", Version::new(2, 27, 3));

impl Config {
    /// Creates a configuration with NCCL's defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn number(mut self, field: Field, value: i32) -> Self {
        self.numbers.retain(|(set, _)| *set != field);
        self.numbers.push((field, value));
        self
    }

    /// Sets the network plugin to use, by its name: `Socket`, `IB`.
    ///
    /// # Errors
    /// [`Error::Name`], if there is a zero byte in it.
    #[doc(alias = "netName")]
    pub fn net_name(mut self, name: &str) -> Result<Self, Error> {
        Arc::make_mut(&mut self.names).net = Some(text(name)?);
        Ok(self)
    }

    /// Sets the communicator's name in logs and profilers.
    ///
    /// # Errors
    /// [`Error::Name`], if there is a zero byte in it.
    #[doc(alias = "commName")]
    pub fn name(mut self, name: &str) -> Result<Self, Error> {
        Arc::make_mut(&mut self.names).comm = Some(text(name)?);
        Ok(self)
    }

    /// Limits how long each call, and each [`Communicator::wait`](crate::communicator::Communicator::wait), may take. After that, the
    /// communicator is aborted and the call returns [`Error::TimedOut`], so that it doesn't wait forever for a rank that
    /// never arrives. The other ranks notice by their own deadlines.
    ///
    /// NCCL connects ranks at their first common operation, which may take several seconds: a deadline of less than ten
    /// seconds is too short for that.
    ///
    /// Internally, the communicator is then non-blocking, and its state is polled.
    #[must_use]
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = Some(deadline);
        self
    }

    pub(crate) fn waits(&self) -> Option<Duration> {
        self.deadline
    }

    pub(crate) fn names(&self) -> Arc<Names> {
        self.names.clone()
    }

    /// Returns the structure in the form of the release `version`. It points into [`names`](Self::names).
    pub(crate) fn raw(&self, version: Version) -> Result<ncclConfig_t, Error> {
        let names = [(&self.names.comm, NAME_OF_COMMUNICATOR)];
        let names = names.iter().filter(|(name, _)| name.is_some());
        let origins = self.numbers.iter().map(|(field, _)| field.origin());
        for (name, since) in origins.chain(names.map(|(_, origin)| *origin)) {
            if version < since {
                return Err(Error::Absent { name, since, found: version });
            }
        }
        let mut raw = unset();
        raw.size = SIZES.iter().find(|(since, _)| version >= *since).map_or(48, |(_, size)| *size);
        raw.version = version.number();
        raw.blocking = i32::from(self.deadline.is_none());
        let pointer =
            |name: &Option<CString>| name.as_ref().map_or(std::ptr::null(), |name| name.as_ptr());
        raw.netName = pointer(&self.names.net);
        raw.commName = pointer(&self.names.comm);
        for (field, value) in &self.numbers {
            field.set(&mut raw, *value);
        }
        Ok(raw)
    }
}

fn text(name: &str) -> Result<CString, Error> {
    CString::new(name).map_err(|_| Error::Name { name: name.to_owned() })
}

/// Returns the values of C's initializer, except for size and version.
fn unset() -> ncclConfig_t {
    let mut raw = ncclConfig_t { magic: NCCL_API_MAGIC, ..Default::default() };
    raw.blocking = NCCL_CONFIG_UNDEF_INT;
    let all = [
        Field::cgaClusterSize,
        Field::minCTAs,
        Field::maxCTAs,
        Field::splitShare,
        Field::trafficClass,
        Field::collnetEnable,
        Field::CTAPolicy,
        Field::shrinkShare,
        Field::nvlsCTAs,
        Field::nChannelsPerNetPeer,
        Field::nvlinkCentricSched,
        Field::graphUsageMode,
        Field::numRmaCtx,
        Field::maxP2pPeers,
        Field::graphStreamOrdering,
        Field::launchOrderImplicit,
        Field::numRmaSig,
        Field::rmaEagerInit,
        Field::hostCftMode,
        Field::nvlsHostMode,
    ];
    for field in all {
        field.set(&mut raw, NCCL_CONFIG_UNDEF_INT);
    }
    raw
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_configuration_has_the_size_that_the_library_knows() {
        let sizes = [
            (21803, 48),
            (22602, 48),
            (22703, 72),
            (22803, 80),
            (22907, 88),
            (23007, 96),
            (23203, 120),
        ];
        for (number, size) in sizes {
            let raw = Config::new().raw(Version::from_number(number)).unwrap();
            assert_eq!((raw.size, raw.version), (size, number));
            assert_eq!(raw.magic, 0xcafe_beef);
        }
    }

    #[test]
    fn a_field_that_the_library_lacks_is_rejected() {
        let config = Config::new().nvls_ctas(4);
        let error = config.raw(Version::new(2, 26, 2)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "NCCL 2.26.2 has no nvlsCTAs, which was introduced in 2.27.3"
        );
        assert_eq!(config.raw(Version::new(2, 27, 3)).unwrap().nvlsCTAs, 4);
        let named = Config::new().name("mine").unwrap();
        assert!(named.raw(Version::new(2, 26, 2)).is_err());
        assert!(named.raw(Version::new(2, 30, 7)).is_ok());
    }

    #[test]
    fn unset_fields_have_nccls_undefined_value() {
        let raw = Config::new().max_ctas(8).max_ctas(6).raw(Version::new(2, 32, 3)).unwrap();
        assert_eq!((raw.blocking, raw.maxCTAs, raw.minCTAs), (1, 6, i32::MIN));
        assert_eq!(raw.nvlsHostMode, i32::MIN);
        assert!(raw.netName.is_null());
        let deadline = Config::new().deadline(Duration::from_secs(1));
        assert_eq!(deadline.raw(Version::new(2, 18, 3)).unwrap().blocking, 0);
    }
}
