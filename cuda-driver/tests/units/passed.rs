//! What the driver is passed.

use core::ptr::without_provenance_mut;
use std::time::Duration;

use cuda_driver::external::{ExternalSemaphore, SemaphoreWaits};
use cuda_driver::green::{SmGroup, SmGroupFlags, SmResource};
use cuda_driver::module::{JitOption, JitOptions};

use crate::driver::{GROUPS, OPTIONS, driver};

#[test]
fn each_setting_of_a_group_reaches_the_driver() {
    let all: SmResource = driver().device(0).unwrap().resource().unwrap();
    let group = SmGroup::of(16).coscheduled(8).preferred_coscheduled(4);
    let group = group.flags(SmGroupFlags::BACKFILL).locality_domain(3);
    all.split(&[group]).unwrap_err();
    let [raw] = GROUPS.take()[..] else {
        panic!("it is one group");
    };
    let sizes = [raw.smCount, raw.coscheduledSmCount, raw.preferredCoscheduledSmCount];
    assert_eq!((sizes, raw.localityDomainId), ([16, 8, 4], 3));
    let flags = SmGroupFlags::BACKFILL | SmGroupFlags::LOCALITY_DOMAIN_ID;
    assert_eq!(raw.flags, flags.bits());
}

#[test]
fn each_setting_is_an_option_in_order() {
    let context = driver().device(0).unwrap().primary_context().unwrap();
    let set = JitOptions::new()
        .max_registers(32)
        .optimization_level(3)
        .target_from_context()
        .debug_info(true)
        .line_info(true)
        .position_independent_code(true)
        .verbose(true)
        .wall_time();
    context.loader(&set).load_ptx(c".version 7.0").unwrap_err();
    let expected = [
        (JitOption::MAX_REGISTERS, 32),
        (JitOption::OPTIMIZATION_LEVEL, 3),
        (JitOption::TARGET_FROM_CUCONTEXT, 0),
        (JitOption::GENERATE_DEBUG_INFO, 1),
        (JitOption::GENERATE_LINE_INFO, 1),
        (JitOption::POSITION_INDEPENDENT_CODE, 1),
        (JitOption::LOG_VERBOSE, 1),
        (JitOption::WALL_TIME, 0),
    ];
    // Those before them are of the logs.
    assert_eq!(OPTIONS.take()[4..], expected.map(|(option, value)| (option.as_raw(), value)));
}

#[test]
fn timeouts_are_whole_milliseconds_and_only_none_is_infinite() {
    let context = driver().device(0).unwrap().primary_context().unwrap();
    // SAFETY: nothing waits for it.
    let semaphore = unsafe { ExternalSemaphore::borrow_raw(&context, without_provenance_mut(8)) };
    let milliseconds = |timeout| {
        let waits = SemaphoreWaits::new().keyed_mutex(&semaphore, 0, timeout);
        // SAFETY: the list has one element.
        unsafe { (*waits.as_raw().paramsArray).params.keyedMutex.timeoutMs }
    };
    assert_eq!(milliseconds(None), u32::MAX);
    assert_eq!(milliseconds(Some(Duration::ZERO)), 0);
    assert_eq!(milliseconds(Some(Duration::from_micros(1001))), 2);
    assert_eq!(milliseconds(Some(Duration::MAX)), u32::MAX - 1);
}
