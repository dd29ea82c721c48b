//! Which pages of a web count: Google's PageRank, by products of a sparse matrix with cuSPARSE. On a GPU it needs cuSPARSE.
//!
//! Draws the pages, as large as their rank, and their links. `cargo run -p cuda-cusparse --example pagerank [FILE]`

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Write as _;
use std::path::PathBuf;

use cuda_sim::choice;
use cusparse::{Cusparse, Format, Operation, Parts};

const PAGES: usize = 240;
/// How often a reader follows a link, and doesn't choose any page.
const FOLLOWS: f32 = 0.85;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args_os().nth(1).map(PathBuf::from);
    let file = file.unwrap_or_else(|| std::env::temp_dir().join("pagerank.svg"));
    let chosen = choice::choose()?;
    let cusparse = if chosen.is_software() {
        Cusparse::from_table(cuda_sim_libraries::cusparse::table())
    } else {
        Cusparse::load()?
    };
    let context = chosen.driver()?.device(0)?.primary_context()?;
    let stream = context.stream()?;

    let (places, links) = web();
    let mut leaving = vec![0; PAGES];
    links.iter().for_each(|(_, from)| leaving[*from] += 1);
    // The row of a page has a column for each page that links to it, with that one's share.
    let mut parts = Parts { offsets: vec![0], indices: Vec::new(), values: Vec::new() };
    for page in 0..PAGES {
        for (_, from) in links.range((page, 0)..(page + 1, 0)) {
            parts.indices.push(*from as i32);
            parts.values.push(FOLLOWS / leaving[*from] as f32);
        }
        parts.offsets.push(parts.indices.len() as i32);
    }
    let parts =
        Parts { offsets: &*parts.offsets, indices: &*parts.indices, values: &*parts.values };
    let mut web = cusparse.upload(&stream, Format::Csr, (PAGES, PAGES), parts)?;

    let mut handle = cusparse.handle(&context)?;
    let mut sparse = handle.on(&stream);
    sparse.prepare(Operation::None, &mut web)?;
    let any = stream.upload(&[(1.0 - FOLLOWS) / PAGES as f32; PAGES])?;
    let mut ranks = stream.upload(&[1.0 / PAGES as f32; PAGES])?;
    let mut next = stream.alloc(PAGES)?;
    let mut last = ranks.to_vec()?;
    let steps = loop {
        for _ in 0..10 {
            // next = web * ranks + any
            stream.copy(&any, &mut next)?;
            sparse.spmv(Operation::None, 1.0, &web, &ranks, 1.0, &mut next)?;
            std::mem::swap(&mut ranks, &mut next);
        }
        let now = ranks.to_vec()?;
        let change: f32 = now.iter().zip(&last).map(|(now, last)| (now - last).abs()).sum();
        last = now;
        if change < 1e-6 {
            break last.iter().sum::<f32>();
        }
    };
    draw(&file, &places, &links, &last)?;
    let best = last.iter().fold(0.0_f32, |most, rank| most.max(*rank)) * PAGES as f32;
    println!("the first page has {best:.1} times the mean rank: {}", file.display());
    // Readers are on one page each.
    if (steps - 1.0).abs() < 1e-3 && best > 3.0 {
        Ok(())
    } else {
        Err(format!("ranks have the sum {steps}").into())
    }
}

/// Returns pages in the plane, and links, each as its end and its start: to near pages, and to some that all know.
fn web() -> (Vec<[f32; 2]>, BTreeSet<(usize, usize)>) {
    let mut rng = fastrand::Rng::with_seed(4);
    let centers: Vec<[f32; 2]> =
        (0..7).map(|_| [80.0 + 560.0 * rng.f32(), 60.0 + 280.0 * rng.f32()]).collect();
    let mut near = |center: f32| center + 90.0 * (rng.f32() + rng.f32() - 1.0);
    let places: Vec<[f32; 2]> = (0..PAGES).map(|page| centers[page % 7].map(&mut near)).collect();
    let mut links = BTreeSet::new();
    for from in 0..PAGES {
        links.insert((from % 7, from));
        for _ in 0..3 {
            let far = |to: &usize| {
                (0..2).map(|axis| (places[*to][axis] - places[from][axis]).powi(2)).sum::<f32>()
            };
            let some: Vec<usize> = (0..12).map(|_| rng.usize(..PAGES)).collect();
            let to = some.iter().min_by(|a, b| far(a).total_cmp(&far(b)));
            links.extend(to.map(|to| (*to, from)));
        }
    }
    (places, links)
}

fn draw(
    file: &PathBuf,
    places: &[[f32; 2]],
    links: &BTreeSet<(usize, usize)>,
    ranks: &[f32],
) -> Result<(), Box<dyn Error>> {
    let mut svg = String::from(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 720 400'><rect width='720' height='400' fill='white'/>\n\
         <path stroke='#8899bb' stroke-width='0.4' opacity='0.5' d='",
    );
    for (to, from) in links {
        let ([x, y], [to_x, to_y]) = (places[*from], places[*to]);
        write!(svg, "M{x:.0} {y:.0}L{to_x:.0} {to_y:.0}")?;
    }
    svg.push_str("'/>\n<g fill='#d9622b' stroke='white' stroke-width='0.5'>\n");
    for ([x, y], rank) in places.iter().zip(ranks) {
        let radius = 2.5 * (rank * PAGES as f32).sqrt();
        write!(svg, "<circle cx='{x:.0}' cy='{y:.0}' r='{radius:.1}'/>")?;
    }
    svg.push_str("</g></svg>\n");
    Ok(std::fs::write(file, svg)?)
}
