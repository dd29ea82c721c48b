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
    for part in ["count(unsigned int*, uns", "difference", &format!("{launches} records, 0 lost")] {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
    let picture = std::fs::read(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    let picture: serde_json::Value = serde_json::from_slice(&picture).unwrap();
    assert!(picture["traceEvents"].as_array().unwrap().len() > 10);
}

#[test]
fn the_timeline_has_a_box_for_each_copy_kernel_and_node() {
    let folder = std::env::temp_dir().join(format!("timeline-{}", std::process::id()));
    let output = built::example("timeline").arg(&folder).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let picture = std::fs::read_to_string(folder.join("timeline.svg")).unwrap();
    let trace = std::fs::read(folder.join("trace.json")).unwrap();
    std::fs::remove_dir_all(folder).unwrap();
    let count = |part: &str| picture.matches(part).count();
    assert_eq!(count("<title>copy host to device,"), 6, "{picture}");
    assert_eq!(count("<title>copy device to host,"), 6);
    assert_eq!(count("<title>count("), 6);
    for node in 0..4 {
        assert_eq!(count(&format!("<title>node {node},")), 2);
    }
    assert!(count(">stream ") >= 2 && !picture.contains("NaN"));
    serde_json::from_slice::<serde_json::Value>(&trace).unwrap();
}
