//! A loop whose steps differ only in their arguments, as a language model generates text: each step is captured, and the
//! executable graph of the first one is updated, which is much cheaper than instantiating each.

use std::error::Error;

use cuda_driver::graph::{Capture, GraphExec};
use cuda_driver::{DeviceBuffer, Driver, Function, Launch};
use nvrtc::{Arch, Program};

const TOKENS: usize = 64;
const STEPS: usize = 5;

/// A toy model: the score of a next token depends on all tokens so far, and the highest is chosen.
const SOURCE: &str = r#"
__device__ unsigned mix(unsigned x) { x ^= x >> 7; x *= 0x9E3779B1u; return x ^ (x >> 15); }

extern "C" __global__ void score(const unsigned *text, unsigned length, unsigned *scores) {
    unsigned sum = 0;
    for (unsigned i = 0; i < length; i++) sum += mix(text[i] * 64 + threadIdx.x + i) & 0xFFFF;
    scores[threadIdx.x] = sum;
}

extern "C" __global__ void choose(const unsigned *scores, unsigned tokens, unsigned *text, unsigned length) {
    unsigned best = 0;
    for (unsigned i = 1; i < tokens; i++) if (scores[i] > scores[best]) best = i;
    text[length] = best;
}"#;

fn main() -> Result<(), Box<dyn Error>> {
    run(&cuda_sim::gpu_or_software()?)
}

struct Model {
    score: Function,
    choose: Function,
    scores: DeviceBuffer<u32>,
    /// The tokens so far; the first is given.
    text: DeviceBuffer<u32>,
}

impl Model {
    /// Records the step that chooses the token after `length` ones.
    fn record(&mut self, capture: &Capture, length: u32) -> Result<(), cuda_driver::Error> {
        let Self { score, choose, scores, text } = self;
        let (all, one) = (Launch::grid(1).block(TOKENS as u32), Launch::grid(1).block(1));
        // SAFETY: as the kernels are declared, with as many scores as tokens and room for another token. The model outlives
        // the graphs, and only their launches use its memory.
        unsafe {
            capture.launch(score, all, (&*text, length, &mut *scores))?;
            capture.launch(choose, one, (&*scores, TOKENS as u32, text, length))
        }
    }
}

/// Generates a text, and compares it with one that the host generates.
pub fn run(driver: &Driver) -> Result<(), Box<dyn Error>> {
    let context = driver.device(0)?.primary_context()?;
    let stream = context.stream()?;
    let ptx = Program::new("model.cu", SOURCE).arch(Arch::compute(7, 5)).compile_ptx()?;
    let module = context.load(&ptx)?;
    let mut model = Model {
        score: module.function("score")?,
        choose: module.function("choose")?,
        scores: stream.alloc(TOKENS)?,
        text: stream.upload(&[1; STEPS + 1])?,
    };

    let mut step: Option<GraphExec> = None;
    let (mut instantiated, mut updated) = (0, 0);
    for length in 1..=STEPS as u32 {
        let capture = context.capture()?;
        model.record(&capture, length)?;
        let graph = capture.finish()?;
        let exec = match step.take() {
            // A graph with other nodes or edges would be an `Error::Update`: then instantiate it instead.
            Some(mut exec) => {
                exec.update(&graph)?;
                updated += 1;
                exec
            }
            None => {
                instantiated += 1;
                graph.instantiate()?
            }
        };
        // SAFETY: as recorded.
        unsafe { exec.launch(&stream) }?;
        step = Some(exec);
    }

    let text = model.text.to_vec()?;
    println!(
        "{STEPS} steps, {instantiated} graph instantiated and {updated} times updated: {text:?}"
    );
    if text == expected() {
        Ok(())
    } else {
        Err(format!("the host's text is {:?}", expected()).into())
    }
}

/// Returns the text that the host generates.
fn expected() -> Vec<u32> {
    let mix = |x: u32| {
        let x = (x ^ (x >> 7)).wrapping_mul(0x9E37_79B1);
        x ^ (x >> 15)
    };
    let mut text = vec![1];
    for _ in 0..STEPS {
        let score = |token: u32| -> u32 {
            let scores = (0..).zip(&text);
            scores.map(|(i, before)| mix(before * 64 + token + i) & 0xFFFF).sum()
        };
        // The first of the highest.
        let best = (0..TOKENS as u32).rev().max_by_key(|token| score(*token));
        text.extend(best);
    }
    text
}
