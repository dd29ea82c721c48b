//! Events with any number of muons: pairs of opposite charge, their invariant masses, and a histogram of these, as text and
//! as a picture. `dimuon [FILE.png]`

use std::f64::consts::{PI, TAU};
use std::fs::File;

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

/// A number between 0 and 1, always the same ones.
fn random(state: &mut u64) -> f64 {
    *state = state
        .wrapping_mul(6364136223846793005)
        .wrapping_add(1442695040888963407);
    (*state >> 11) as f64 / (1u64 << 53) as f64
}

/// A muon with a momentum in the plane, and the one that makes a Z boson of both.
fn pair(state: &mut u64) -> [Muon; 2] {
    let mass = 91.2 + 2.5 * (random(state) + random(state) + random(state) - 1.5);
    let (eta, phi) = (2.0 * random(state) - 1.0, TAU * random(state) - PI);
    let (other_eta, other_phi) = (eta + random(state) - 0.5, phi + PI);
    let pt = 40.0 + 10.0 * random(state);
    let other_pt = mass * mass / (2.0 * pt * ((eta - other_eta).cosh() - (phi - other_phi).cos()));
    let muon = |pt, eta, phi, charge| Muon {
        pt,
        eta,
        phi,
        charge,
    };
    [
        muon(pt, eta, phi, 1),
        muon(other_pt, other_eta, other_phi, -1),
    ]
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
fn masses(gpu: &Backend, events: &Array) -> Result<Array, cuda_awkward::Error> {
    let muons = events.field("muons")?;
    let good = muons.get_jagged(&muons.field("pt")?.gt(10.0)?)?;
    let pairs = good.combinations(2).fields(&["a", "b"]).run()?;
    let (a, b) = (pairs.field("a")?, pairs.field("b")?);
    let opposite = a.field("charge")?.differs(&b.field("charge")?)?;
    let mass = gpu.map(
        "sqrt(2 * a.pt * b.pt * (cosh(a.eta - b.eta) - cos(a.phi - b.phi)))",
        [("a", &a), ("b", &b)],
    )?;
    mass.get_jagged(&opposite)
}

fn draw(path: &str, bins: &[usize]) -> Result<(), Box<dyn std::error::Error>> {
    let (width, height, bar) = (BINS * 12, 240, 12);
    let most = bins.iter().copied().max().unwrap_or(1).max(1);
    let mut pixels = vec![255u8; width * height];
    for (row, line) in pixels.chunks_exact_mut(width).enumerate() {
        for (column, pixel) in line.iter_mut().enumerate() {
            let top = height - bins[column / bar] * (height - 10) / most;
            if row >= top && column % bar > 0 {
                *pixel = 70;
            }
        }
    }
    let mut encoder = png::Encoder::new(File::create(path)?, width as u32, height as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The GPU, or the software device where there is none.
    let stream = cuda_sim::gpu_or_software()?
        .device(0)?
        .primary_context()?
        .stream()?;
    let gpu = Backend::new(&stream)?;
    let events = HostArray::from_values(events(2000))?.to_backend(&gpu)?;
    println!("{}", events.type_text());
    let masses = masses(&gpu, &events)?;
    let all = masses.ravel()?.to_host()?;
    println!(
        "{} pairs of opposite charge in {} events",
        all.len(),
        masses.len()
    );

    let mut bins = [0; BINS];
    let (low, high) = RANGE;
    for mass in all.iter() {
        let mass = match mass {
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
    let peak = bins.iter().position(|it| *it == most).unwrap_or(0);
    println!(
        "most at {:.1} GeV",
        low + (high - low) * (peak as f64 + 0.5) / BINS as f64
    );
    if let Some(path) = std::env::args().nth(1) {
        draw(&path, &bins)?;
        println!("{path}");
    }
    Ok(())
}
