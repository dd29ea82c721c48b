//! The example as a user runs it.

use cuda_rust::built;

#[test]
fn the_network_learns() {
    let output = built::example("two_layers").output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    let last = text.lines().last().unwrap();
    let error: f64 = last.rsplit(' ').next().unwrap().parse().unwrap();
    assert!(last.starts_with("after 400 steps") && error < 0.06, "{text}");
}
