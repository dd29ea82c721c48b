//! Loading NCCL, its versions, and unique ids.

use cuda_pathfinder::{Environment, Os, Search};
use nccl::sys::{LoadError, load_with};
use nccl::{Error, Nccl, UniqueId, Version};

use crate::stand_in;

#[test]
fn a_missing_library_is_an_error_with_each_searched_place() {
    let nowhere = Search::with_environment(Environment::simulated(Os::Linux, "/nowhere"));
    let error: Error = load_with(&nowhere).unwrap_err().into();
    assert!(matches!(&error, Error::Load(error) if matches!(**error, LoadError::NotFound(_))));
    assert!(error.to_string().contains("CUDA_NCCL"), "{error}");
}

#[test]
fn an_nccl_that_is_too_old_is_an_error_with_both_versions() {
    // A real NCCL 2.18.3 is accepted; a table may report any version.
    let mut table = Box::new(stand_in_table());
    // SAFETY: none of its functions is called.
    *table = unsafe { nccl::sys::NcclTable::from_fn(21705, |_| std::ptr::null()) };
    let error = Nccl::from_table(Box::leak(table)).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("2.17.5") && text.contains("2.18.0"), "{text}");
}

fn stand_in_table() -> nccl::sys::NcclTable {
    // SAFETY: none of its functions is called.
    unsafe { nccl::sys::NcclTable::from_fn(0, |_| std::ptr::null()) }
}

#[test]
fn an_old_library_reports_its_missing_functions() {
    if stand_in::is_real() {
        cuda_rust::skip("the stand-in plays old releases on the software device");
        return;
    }
    let nccl = stand_in::stand_in(stand_in::OLD);
    assert_eq!(nccl.version(), Version::new(2, 18, 3));
    let stream = stand_in::contexts(1)[0].stream().unwrap();
    let error = nccl.alloc::<f32>(&stream, 8).unwrap_err();
    assert_eq!(
        error.to_string(),
        "NCCL 2.18.3 has no ncclMemAlloc, which was introduced in 2.19.3"
    );
}

#[test]
fn parameters_are_those_of_the_environment() {
    let nccl = if stand_in::is_real() { stand_in::nccl() } else { stand_in::stand_in(23007) };
    match nccl.parameters() {
        Ok(parameters) => {
            assert!(parameters.keys().all(|name| name.starts_with("NCCL_")), "{parameters:?}");
            let debug = parameters.get("NCCL_DEBUG").unwrap();
            let set = std::env::var("NCCL_DEBUG");
            assert!(set.is_err() || set.as_ref() == Ok(debug), "{set:?} {debug}");
        }
        Err(Error::Absent { name, .. }) if nccl.version() < Version::new(2, 30, 7) => {
            assert_eq!(name, "ncclParamGetAllParameterKeys");
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn an_id_converts_to_text_and_back() {
    let id = stand_in::nccl().unique_id().unwrap();
    let text = id.to_string();
    assert_eq!(text.len(), 256);
    assert_eq!(text.parse::<UniqueId>().unwrap(), id);
    assert_eq!(UniqueId::from_bytes(&id.to_bytes()), id);
    for wrong in ["", "12", &text[1..], &format!("{text}0"), &text.replacen(&text[..1], "g", 1)] {
        assert!(matches!(wrong.parse::<UniqueId>(), Err(Error::UniqueId { .. })), "{wrong}");
    }
    assert!(!format!("{id:?}").contains(&text[8..]), "the whole of it is shown");
}
