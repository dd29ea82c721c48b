//! The local time of zones.

use std::sync::{Mutex, PoisonError};

use arrow_array::timezone::Tz;
use chrono::{DateTime, Offset, TimeZone};

use crate::recent::RecentMap;

/// Days for which the offset is asked: transitions are between two of which it differs. Zones are known from 1800 to 2100.
const DAYS: core::ops::Range<i64> = -62_091..47_482;

const DAY: i64 = 86_400;

/// The number of zones that are kept: those of the tz database have some thousand offsets each.
const MAX_ZONES: usize = 64;

static KNOWN: Mutex<Option<RecentMap<String, Vec<u64>>>> = Mutex::new(None);

/// Returns the seconds since 1970 from which on a zone has an offset from UTC, and then the offsets in seconds.
pub(super) fn offsets(zone: &str) -> Result<Vec<u64>, String> {
    let mut cache = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let cache = cache.get_or_insert_with(|| RecentMap::new(MAX_ZONES));
    let zone = zone.to_owned();
    if let Some(found) = cache.get(&zone) {
        return Ok(found.clone());
    }
    let tz: Tz = zone.parse().map_err(|_| {
        let feature =
            if cfg!(feature = "time-zones") { "" } else { ", with the feature `time-zones`" };
        format!("its zone is one of the tz database{feature}, or an offset such as \"+05:30\"")
    })?;
    let at = |seconds: i64| {
        let time = DateTime::from_timestamp(seconds, 0).unwrap_or_default().naive_utc();
        i64::from(tz.offset_from_utc_datetime(&time).fix().local_minus_utc())
    };
    let (mut begins, mut offsets) = (vec![i64::MIN], vec![at(DAYS.start * DAY)]);
    for day in DAYS {
        let (mut before, mut after) = (day * DAY, (day + 1) * DAY);
        let (old, new) = (at(before), at(after));
        if old == new {
            continue;
        }
        while after - before > 1 {
            let middle = before + (after - before) / 2;
            if at(middle) == old { before = middle } else { after = middle }
        }
        begins.push(after);
        offsets.push(new);
    }
    let found: Vec<u64> = begins.into_iter().chain(offsets).map(|begin| begin as u64).collect();
    drop(cache.insert(zone, found.clone()));
    Ok(found)
}
