//! The example as a user runs it.

use cuda_rust::built;

use crate::device::is_software;

#[test]
fn the_example_loses_nothing_and_writes_a_picture() {
    let file = std::env::temp_dir().join(format!("profile-{}.json", std::process::id()));
    let output = built::example("profile").arg(&file).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let text = String::from_utf8_lossy(&output.stdout);
    let launches = if is_software() { 10_000 } else { 1_000_000 };
    for part in [
        "count(unsigned int*, uns",
        "difference",
        &format!("{launches} records, 0 lost"),
    ] {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
    let picture = std::fs::read(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    let picture: serde_json::Value = serde_json::from_slice(&picture).unwrap();
    assert!(picture["traceEvents"].as_array().unwrap().len() > 10);
}
