//! The example as a user runs it.

use cuda_rust::built;

#[test]
fn the_network_learns() {
    let output = built::example("lines").output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    let last = text.lines().last().unwrap();
    let probability: f64 = last.rsplit(' ').next().unwrap().parse().unwrap();
    assert!(last.starts_with("after 300 steps") && probability > 0.9, "{text}");
}
