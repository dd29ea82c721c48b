//! A small transformer with random weights.

use candle_core::{D, Device, Result, Tensor};
use candle_nn::ops::{rms_norm, softmax_last_dim};

pub const VOCABULARY: u32 = 97;
const WIDTH: usize = 64;
const HEADS: usize = 4;
const LAYERS: usize = 2;

pub struct Transformer {
    embedding: Tensor,
    layers: Vec<Layer>,
    scale: Tensor,
}

struct Layer {
    scales: [Tensor; 2],
    /// Queries, keys and values of all heads.
    attention: Tensor,
    output: Tensor,
    up: Tensor,
    down: Tensor,
}

/// What a model generated.
pub struct Text {
    pub tokens: Vec<u32>,
    /// The logits of the last token.
    pub logits: Vec<f32>,
}

/// Numbers that look random, the same on each device.
struct Weights(u64);

impl Weights {
    fn next(&mut self, shape: (usize, usize), device: &Device) -> Result<Tensor> {
        let scale = 1.0 / (shape.0 as f32).sqrt();
        let numbers: Vec<f32> = (0..shape.0 * shape.1)
            .map(|_| {
                // Knuth's generator, of which the upper bits are good enough.
                self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let number = (self.0 >> 40) as f32 / (1 << 24) as f32;
                scale * 3.4 * (number - 0.5)
            })
            .collect();
        Tensor::from_vec(numbers, shape, device)
    }
}

impl Transformer {
    pub fn random(device: &Device) -> Result<Self> {
        let mut weights = Weights(7);
        let ones = || Tensor::ones(WIDTH, candle_core::DType::F32, device);
        let embedding = (weights.next((VOCABULARY as usize, WIDTH), device)? * 4.0)?;
        let layers = (0..LAYERS).map(|_| {
            Ok(Layer {
                scales: [ones()?, ones()?],
                attention: weights.next((WIDTH, 3 * WIDTH), device)?,
                output: weights.next((WIDTH, WIDTH), device)?,
                up: weights.next((WIDTH, 4 * WIDTH), device)?,
                down: weights.next((4 * WIDTH, WIDTH), device)?,
            })
        });
        Ok(Self { layers: layers.collect::<Result<_>>()?, embedding, scale: ones()? })
    }

    /// Adds `count` tokens to a prompt, the most probable one each time.
    pub fn generate(&self, prompt: &[u32], count: usize) -> Result<Text> {
        let mut text = Text { tokens: prompt.to_vec(), logits: Vec::new() };
        for _ in 0..count {
            text.logits = self.logits(&text.tokens)?;
            let best = text.logits.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
            text.tokens.push(best.map_or(0, |(token, _)| token as u32));
        }
        Ok(text)
    }

    fn logits(&self, tokens: &[u32]) -> Result<Vec<f32>> {
        let device = self.embedding.device();
        let ids = Tensor::new(tokens, device)?;
        let len = tokens.len();
        let mut x = self.embedding.index_select(&ids, 0)?;
        x = (x + positions(len, device)?)?;
        let mask: Vec<f32> = (0..len * len)
            .map(|i| if i % len > i / len { f32::NEG_INFINITY } else { 0.0 })
            .collect();
        let mask = Tensor::from_vec(mask, (len, len), device)?;
        for layer in &self.layers {
            x = (&x + layer.attend(&rms_norm(&x, &layer.scales[0], 1e-5)?, &mask)?)?;
            let inner = rms_norm(&x, &layer.scales[1], 1e-5)?.matmul(&layer.up)?.gelu()?;
            x = (&x + inner.matmul(&layer.down)?)?;
        }
        let last = rms_norm(&x, &self.scale, 1e-5)?.narrow(0, len - 1, 1)?;
        last.matmul(&self.embedding.t()?)?.squeeze(0)?.to_vec1()
    }
}

impl Layer {
    fn attend(&self, x: &Tensor, mask: &Tensor) -> Result<Tensor> {
        let len = x.dim(0)?;
        let all = x.matmul(&self.attention)?;
        let part = |index: usize| -> Result<Tensor> {
            let part = all.narrow(1, index * WIDTH, WIDTH)?;
            part.reshape((len, HEADS, WIDTH / HEADS))?.transpose(0, 1)?.contiguous()
        };
        let (q, k, v) = (part(0)?, part(1)?, part(2)?);
        let scores = (q.matmul(&k.transpose(D::Minus2, D::Minus1)?)?
            / (WIDTH as f64 / HEADS as f64).sqrt())?;
        let weights = softmax_last_dim(&scores.broadcast_add(mask)?)?;
        let values = weights.matmul(&v)?.transpose(0, 1)?.contiguous()?;
        values.reshape((len, WIDTH))?.matmul(&self.output)
    }
}

/// Waves that tell places apart.
fn positions(len: usize, device: &Device) -> Result<Tensor> {
    let numbers: Vec<f32> = (0..len * WIDTH)
        .map(|i| {
            let (place, wave) = (i / WIDTH, i % WIDTH);
            let angle = place as f32 / 1000_f32.powf((wave / 2) as f32 / (WIDTH / 2) as f32);
            if wave % 2 == 0 { angle.sin() } else { angle.cos() }
        })
        .collect();
    Tensor::from_vec(numbers, (len, WIDTH), device)
}
