use litemap::LiteMap;
use std::ops::Range;

use cuda_driver_sys::{CU_DEVICE_CPU, CU_DEVICE_INVALID, CUmemLocationType};

/// The page size for advice and prefetches of managed memory.
const PAGE: u64 = 4096;

/// A location that memory can be advised to be in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum AdvisedPlace {
    Device(i32),
    Host,
    Numa(i32),
}

impl AdvisedPlace {
    /// Returns the location as attributes without NUMA nodes represent it.
    pub(crate) fn number(place: Option<Self>) -> i32 {
        match place {
            Some(Self::Device(id)) => id,
            Some(Self::Host) => CU_DEVICE_CPU,
            Some(Self::Numa(_)) | None => CU_DEVICE_INVALID,
        }
    }

    pub(crate) fn kind(place: Option<Self>) -> CUmemLocationType {
        match place {
            Some(Self::Device(_)) => CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE,
            Some(Self::Host) => CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST,
            Some(Self::Numa(_)) => CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST_NUMA,
            None => CUmemLocationType::CU_MEM_LOCATION_TYPE_INVALID,
        }
    }

    pub(crate) fn id(place: Option<Self>) -> i32 {
        match place {
            Some(Self::Device(id) | Self::Numa(id)) => id,
            Some(Self::Host) => CU_DEVICE_CPU,
            None => CU_DEVICE_INVALID,
        }
    }
}

/// The advice for some pages, and where they were last prefetched to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Advice {
    pub read_mostly: bool,
    pub preferred: Option<AdvisedPlace>,
    pub accessed_by: LiteMap<i32, ()>,
    pub last_prefetch: Option<AdvisedPlace>,
}

/// The advice for the pages of an allocation: adjacent parts, starting at its first byte.
#[derive(Debug)]
pub(crate) struct AdviceOfPages(Vec<(Range<u64>, Advice)>);

impl AdviceOfPages {
    /// Creates empty advice for `bytes` bytes.
    pub(crate) fn new(bytes: u64) -> Self {
        let all = 0..bytes.next_multiple_of(PAGE);
        Self(vec![(all, Advice::default())])
    }

    /// Returns the pages that a range overlaps.
    fn pages(range: &Range<u64>) -> Range<u64> {
        range.start / PAGE * PAGE..range.end.next_multiple_of(PAGE)
    }

    /// Splits the part that contains `at` there.
    fn split(&mut self, at: u64) {
        let holds = |(range, _): &(Range<u64>, Advice)| range.start < at && at < range.end;
        if let Some(index) = self.0.iter().position(holds)
            && let Some((range, advice)) = self.0.get_mut(index)
        {
            let rest = (at..range.end, advice.clone());
            range.end = at;
            self.0.insert(index + 1, rest);
        }
    }

    /// Changes the advice for a range.
    pub(crate) fn change(&mut self, range: &Range<u64>, change: impl Fn(&mut Advice)) {
        let pages = Self::pages(range);
        self.split(pages.start);
        self.split(pages.end);
        for (part, advice) in &mut self.0 {
            if part.start >= pages.start && part.end <= pages.end {
                change(advice);
            }
        }
        self.0.dedup_by(|next, before| {
            let is_same = next.1 == before.1;
            if is_same {
                before.0.end = next.0.end;
            }
            is_same
        });
    }

    /// Returns the advice for all parts of a range.
    pub(crate) fn parts(&self, range: &Range<u64>) -> impl Iterator<Item = &Advice> {
        let pages = Self::pages(range);
        let overlaps = move |part: &&(Range<u64>, Advice)| {
            part.0.start < pages.end && part.0.end > pages.start
        };
        self.0.iter().filter(overlaps).map(|(_, advice)| advice)
    }

    /// Returns the value that all parts of a range have in common, if any.
    pub(crate) fn common<T: PartialEq>(
        &self,
        range: &Range<u64>,
        attribute: impl Fn(&Advice) -> Option<T>,
    ) -> Option<T> {
        let mut parts = self.parts(range).map(attribute);
        let first = parts.next()??;
        parts.all(|other| other.as_ref() == Some(&first)).then_some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_applies_to_whole_pages_only() {
        let mut advice = AdviceOfPages::new(5 * PAGE - 7);
        advice.change(&(PAGE + 1..PAGE + 2), |advice| advice.read_mostly = true);
        let is_read_mostly = |range: Range<u64>| advice.parts(&range).all(|part| part.read_mostly);
        assert!(is_read_mostly(PAGE..2 * PAGE));
        assert!(!is_read_mostly(PAGE - 1..PAGE + 1) && !is_read_mostly(2 * PAGE..3 * PAGE));
    }

    #[test]
    fn a_location_is_common_only_if_all_pages_have_it() {
        let mut advice = AdviceOfPages::new(4 * PAGE);
        advice.change(&(0..2 * PAGE), |advice| {
            advice.preferred = Some(AdvisedPlace::Device(0));
        });
        let preferred = |advice: &AdviceOfPages, range| advice.common(&range, |a| a.preferred);
        assert_eq!(preferred(&advice, 0..PAGE), Some(AdvisedPlace::Device(0)));
        assert_eq!(preferred(&advice, 0..3 * PAGE), None);
        advice.change(&(2 * PAGE..4 * PAGE), |advice| {
            advice.preferred = Some(AdvisedPlace::Host);
        });
        assert_eq!(preferred(&advice, 0..4 * PAGE), None);
        assert_eq!(preferred(&advice, 3 * PAGE..4 * PAGE), Some(AdvisedPlace::Host));
        advice.change(&(0..4 * PAGE), |advice| advice.preferred = None);
        assert_eq!(advice.0.len(), 1, "equal parts are merged");
    }
}
