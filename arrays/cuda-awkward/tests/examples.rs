//! The examples as a user runs them.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use cuda_rust::built;

fn run(name: &str, arguments: &[&str]) -> String {
    let output = built::example(name).args(arguments).output().unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {}\n{stdout}\n{errors}", output.status);
    stdout
}

#[test]
fn the_session_prints_what_awkward_array_prints() {
    let stdout = run("session", &[]);
    let mut lines = stdout.lines();
    assert_eq!(lines.next(), Some("HostArray: 50000 * var * float64"));
    let backend = lines.next().unwrap();
    assert!(
        backend.starts_with("Array(50000 * var * float64, on device 0, stream 0x"),
        "{backend}"
    );
    for expected in [
        "[3, 0, 2, 1, 4, 3, 0, 2, 1, 4, ..., 3, 0, 2, 1, 4, 3, 0, 2, 1, 4]",
        "-------------------",
        "type: 50000 * int64",
    ] {
        assert_eq!(lines.next(), Some(expected), "{stdout}");
    }
    let rows = lines.next().unwrap();
    assert!(
        rows.starts_with("[[0.0, 1.1, 2.2], [], [3.3, 4.4], [5.5], [6.6, 7.7, 8.8, 9.9], "),
        "{rows}"
    );
    assert_eq!(lines.next().map(|line| line.trim_matches('-')), Some(""));
    assert_eq!(lines.next(), Some("type: 49900 * var * float64"));
    let roots = lines.next().unwrap();
    assert!(
        roots.starts_with(
            "[[0.0, 1.0488088481701516, 1.4832396974191326], [], [1.816590212458495, "
        ),
        "{roots}"
    );
    lines.next();
    assert_eq!(lines.next(), Some("type: 50000 * var * float64"));
    let error = lines.next().unwrap();
    assert!(error.starts_with("cannot operate on arrays with incompatible backends"), "{error}");
    assert_eq!(lines.next(), Some("[[0.0, 2.2, 4.4], [], [6.6, 8.8]]"));
    assert_eq!(lines.nth(1), Some("type: 3 * var * float64"));
    // The result of the documentation's Numba kernel and of numpy.sqrt(ak.sum(array ** 2, axis=1)).
    let lengths = lines.next().unwrap();
    let first: Vec<f64> =
        lengths[1..].split(", ").take(5).map(|part| part.parse().unwrap()).collect();
    let expected = [
        [1.1f64, 2.2, 0.0, 0.0],
        [0.0; 4],
        [3.3, 4.4, 0.0, 0.0],
        [5.5, 0.0, 0.0, 0.0],
        [6.6, 7.7, 8.8, 9.9],
    ];
    for (length, list) in first.iter().zip(expected) {
        let expected = list.iter().map(|entry| entry * entry).sum::<f64>().sqrt();
        assert!((length - expected).abs() < 1e-12, "{lengths}");
    }
    assert_eq!(first.len(), 5, "{lengths}");
    assert_eq!(lines.nth(1), Some("type: 50000 * float64"));
}

#[test]
fn the_mass_of_muon_pairs_has_a_peak() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("masses.svg");
    let stdout = run("dimuon", &[picture.to_str().unwrap()]);
    assert!(
        stdout.contains(
            "2000 * {muons: var * {pt: float64, eta: float64, phi: float64, charge: int64}}"
        ),
        "{stdout}"
    );
    let peak = stdout.lines().find_map(|line| line.strip_prefix("most at ")).unwrap();
    let peak: f64 = peak.trim_end_matches(" GeV").parse().unwrap();
    assert!((89.0..94.0).contains(&peak), "{stdout}");
    let picture = std::fs::read_to_string(picture).unwrap();
    assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
    // A bar for each bin on white, and the axes with their units.
    assert_eq!(picture.matches("<rect").count(), 41);
    assert!(picture.contains("[GeV]") && picture.contains("pairs in 1.5 GeV"), "{picture}");
}
