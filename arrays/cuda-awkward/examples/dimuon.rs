//! Events with any number of muons: pairs of opposite charge, their invariant masses, and a histogram of these, as text and
//! as a picture. `dimuon [FILE.svg]`

use std::f64::consts::{PI, TAU};
use std::fs::File;
use std::io::{BufWriter, Write as _};

use cuda_awkward::{Array, Backend, HostArray, Scalar, Value};
use serde::Serialize;

#[derive(Serialize)]
struct Muon {
    pt: f64,
    eta: f64,
    phi: f64,
    charge: i32,
}

#[derive(Serialize)]
struct Event {
    muons: Vec<Muon>,
}

const BINS: usize = 40;
const RANGE: (f64, f64) = (60.0, 120.0);

/// Returns a pseudorandom number between 0 and 1.
fn random(state: &mut u64) -> f64 {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*state >> 11) as f64 / (1u64 << 53) as f64
}

/// Returns a muon with a random transverse momentum, and the one with which it forms a Z boson.
fn pair(state: &mut u64) -> [Muon; 2] {
    let mass = 91.2 + 2.5 * (random(state) + random(state) + random(state) - 1.5);
    let (eta, phi) = (2.0 * random(state) - 1.0, TAU * random(state) - PI);
    let (other_eta, other_phi) = (eta + random(state) - 0.5, phi + PI);
    let pt = 40.0 + 10.0 * random(state);
    let other_pt = mass * mass / (2.0 * pt * ((eta - other_eta).cosh() - (phi - other_phi).cos()));
    let muon = |pt, eta, phi, charge| Muon { pt, eta, phi, charge };
    [muon(pt, eta, phi, 1), muon(other_pt, other_eta, other_phi, -1)]
}

fn events(count: usize) -> Vec<Event> {
    let mut state = 2026;
    let event = |_| {
        let mut muons = Vec::new();
        if random(&mut state) < 0.6 {
            muons.extend(pair(&mut state));
        }
        while random(&mut state) < 0.4 {
            muons.push(Muon {
                pt: 5.0 + 30.0 * random(&mut state),
                eta: 4.0 * random(&mut state) - 2.0,
                phi: TAU * random(&mut state) - PI,
                charge: if random(&mut state) < 0.5 { 1 } else { -1 },
            });
        }
        Event { muons }
    };
    (0..count).map(event).collect()
}

/// Masses of all pairs of opposite charge.
fn masses(events: &Array) -> Result<Array, cuda_awkward::Error> {
    let muons = events.field("muons")?;
    let good = muons.get_jagged(&muons.field("pt")?.gt(10.0)?)?;
    let pairs = good.combinations(2).fields(&["a", "b"]).run()?;
    let (a, b) = (pairs.field("a")?, pairs.field("b")?);
    let opposite = a.field("charge")?.differs(&b.field("charge")?)?;
    let momentum =
        |pair: &Array, name| Ok::<_, cuda_awkward::Error>(pair.field(name)?.expression());
    let angles = (momentum(&a, "eta")? - momentum(&b, "eta")?).apply("cosh")
        - (momentum(&a, "phi")? - momentum(&b, "phi")?).cos();
    // One kernel.
    let mass = (2.0 * momentum(&a, "pt")? * momentum(&b, "pt")? * angles).sqrt().compute()?;
    mass.get_jagged(&opposite)
}

/// Returns the histogram with its axes, as SVG.
fn draw(path: &str, bins: &[usize]) -> std::io::Result<()> {
    let (width, height, left, top, bottom) = (480.0, 240.0, 60.0, 10.0, 250.0);
    let (low, high) = RANGE;
    let most = bins.iter().copied().max().unwrap_or(1).max(1);
    let bar = width / BINS as f64;
    let up = |count: usize| height * count as f64 / most as f64;
    let mut file = BufWriter::new(File::create(path)?);
    writeln!(
        file,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 560 300" font-family="sans-serif" font-size="12">"#
    )?;
    writeln!(file, r#"<rect width="560" height="300" fill="white"/>"#)?;
    for (bin, count) in bins.iter().enumerate() {
        let (x, tall) = (left + bin as f64 * bar, up(*count));
        let y = bottom - tall;
        writeln!(
            file,
            r##"<rect x="{x:.1}" y="{y:.1}" width="{:.1}" height="{tall:.1}" fill="#4e79a7"/>"##,
            bar - 1.0
        )?;
    }
    writeln!(
        file,
        r#"<path d="M{left} {top} V{bottom} H{}" fill="none" stroke="black"/>"#,
        left + width
    )?;
    for step in 0..=6 {
        let mass = low + (high - low) * f64::from(step) / 6.0;
        let x = left + width * f64::from(step) / 6.0;
        writeln!(
            file,
            r#"<path d="M{x} {bottom} v5" stroke="black"/><text x="{x}" y="{}" text-anchor="middle">{mass:.0}</text>"#,
            bottom + 18.0
        )?;
    }
    for step in 0..=4 {
        let count = most * step / 4;
        let y = bottom - up(count);
        writeln!(
            file,
            r#"<path d="M{left} {y:.1} h-5" stroke="black"/><text x="{}" y="{:.1}" text-anchor="end">{count}</text>"#,
            left - 8.0,
            y + 4.0
        )?;
    }
    writeln!(
        file,
        r#"<text x="{}" y="290" text-anchor="middle">invariant mass of two muons of opposite charge [GeV]</text>"#,
        left + width / 2.0
    )?;
    writeln!(
        file,
        r#"<text transform="translate(16 {}) rotate(-90)" text-anchor="middle">pairs in {} GeV</text>"#,
        bottom - height / 2.0,
        (high - low) / BINS as f64
    )?;
    writeln!(file, "</svg>")?;
    file.flush()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The GPU, or the software device if there is none.
    let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
    let gpu = Backend::new(&stream)?;
    let events = HostArray::from_values(events(2000))?.to_backend(&gpu)?;
    println!("{}", events.type_text());
    let masses = masses(&events)?;
    let all = masses.ravel()?.to_host()?;
    println!("{} pairs of opposite charge in {} events", all.len(), masses.len());

    let mut bins = [0; BINS];
    let (low, high) = RANGE;
    for mass in all.iter() {
        let mass = match mass? {
            Value::Number(Scalar::Float64(mass)) => mass,
            other => return Err(format!("{other} is no mass").into()),
        };
        let bin = (mass - low) / (high - low) * BINS as f64;
        if bin >= 0.0 && (bin as usize) < BINS {
            bins[bin as usize] += 1;
        }
    }
    let most = bins.iter().copied().max().unwrap_or(1).max(1);
    for (bin, count) in bins.iter().enumerate() {
        let mass = low + (high - low) * bin as f64 / BINS as f64;
        println!("{mass:6.1} GeV {count:4} {}", "#".repeat(count * 50 / most));
    }
    let peak = bins.iter().position(|bin| *bin == most).unwrap_or(0);
    println!("most at {:.1} GeV", low + (high - low) * (peak as f64 + 0.5) / BINS as f64);
    if let Some(path) = std::env::args().nth(1) {
        draw(&path, &bins)?;
        println!("{path}");
    }
    Ok(())
}
