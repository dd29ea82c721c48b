//! What errors say, and what is refused before nvFatbin is asked.

use nvfatbin::{Arch, Entry, Fatbin, FatbinError, NvFatbin};

use crate::failing;

#[test]
fn a_nul_byte_in_a_text_is_an_error_that_tells_where() {
    let nvfatbin = failing::nvfatbin();
    let arch = Arch::compute(7, 5);
    let cases = [
        (Fatbin::new().option("-c\0"), "-c\0", 2),
        (Fatbin::new().entry(Entry::ptx(arch, "n\0", "")), "n\0", 1),
        (
            Fatbin::new().entry(Entry::ptx(arch, "n", "").options("\0")),
            "\0",
            0,
        ),
    ];
    for (fatbin, wrong, position) in cases {
        let error = nvfatbin.build(&fatbin).unwrap_err();
        let FatbinError::InteriorNul { text, at } = error else {
            panic!("{error}");
        };
        assert_eq!((text.as_str(), at), (wrong, position));
    }
    assert_eq!(failing::alive(), 0);
}

#[test]
fn every_type_can_go_to_another_thread() {
    fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<NvFatbin>();
    is_send_and_sync::<Fatbin<'static>>();
    is_send_and_sync::<FatbinError>();
}
