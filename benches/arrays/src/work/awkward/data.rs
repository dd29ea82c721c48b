//! The lists for all operations, created once.

use std::cell::OnceCell;
use std::rc::Rc;

use anyhow::{Context as _, Result};
use cuda_awkward::{Array, Backend, Dtype, Form};
use nvrtc_cache::Cache;
use tempfile::TempDir;

use crate::work::Bench;
use crate::work::cub::Cub;

/// The distribution of the lengths of lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Data {
    /// Poisson's distribution, 100 on average.
    Even,
    /// One list has half of all elements, and the others have equal lengths.
    Skewed,
    /// Poisson's distribution, 1.5 on average.
    Short,
    /// The same, ten times as many.
    Many,
}

impl Data {
    /// Those of operations in lists.
    pub const ALL: [Self; 3] = [Self::Even, Self::Skewed, Self::Short];
}

/// The offsets of lists in their elements, and the end of the last one.
pub struct Lists {
    offsets: Vec<i64>,
    pub elements: usize,
}

impl Lists {
    fn of(lengths: impl Iterator<Item = i64>) -> Self {
        let mut end = 0;
        let ends = lengths.map(|length| {
            end += length;
            end
        });
        let offsets: Vec<i64> = core::iter::once(0).chain(ends).collect();
        Self { elements: offsets.last().map_or(0, |end| *end as usize), offsets }
    }

    pub fn count(&self) -> usize {
        self.offsets.len() - 1
    }

    pub fn lengths(&self) -> impl Iterator<Item = i64> {
        self.offsets.windows(2).map(|ends| ends[1] - ends[0])
    }
}

/// An array of lists, another with the same offsets, and an array with a number for each list.
pub struct Arrays {
    pub a: Array,
    pub b: Array,
    pub once: Array,
}

/// Data that is created on first use.
#[derive(Default)]
pub struct Ragged {
    folder: OnceCell<TempDir>,
    gpu: OnceCell<Backend>,
    lists: [OnceCell<Lists>; 4],
    arrays: [OnceCell<Rc<Arrays>>; 4],
    cub: OnceCell<Result<Rc<Cub>, String>>,
}

/// Like `get_or_try_init`, which isn't stable.
fn once<T>(cell: &OnceCell<T>, make: impl FnOnce() -> Result<T>) -> Result<&T> {
    if cell.get().is_none() {
        let _ = cell.set(make()?);
    }
    cell.get().context("it was just made")
}

fn poisson(random: &mut fastrand::Rng, mean: f64) -> i64 {
    let (mut product, mut length) = (1.0, -1);
    let limit = (-mean).exp();
    while product > limit {
        product *= random.f64();
        length += 1;
    }
    length
}

impl Ragged {
    pub fn gpu(&self, bench: &Bench) -> Result<&Backend> {
        once(&self.gpu, || {
            let folder = once(&self.folder, || Ok(tempfile::tempdir()?))?;
            Ok(Backend::with_cache(&bench.stream, Cache::at(folder.path()))?)
        })
    }

    pub fn lists(&self, bench: &Bench, data: Data) -> &Lists {
        self.lists[data as usize].get_or_init(|| {
            let count = if bench.small {
                1 << 6
            } else if bench.quick {
                1 << 18
            } else {
                1 << 20
            };
            let mut random = fastrand::Rng::with_seed(1);
            match data {
                Data::Even => Lists::of((0..count).map(|_| poisson(&mut random, 100.0))),
                Data::Short => Lists::of((0..count).map(|_| poisson(&mut random, 1.5))),
                Data::Many => Lists::of((0..10 * count).map(|_| poisson(&mut random, 1.5))),
                Data::Skewed => {
                    let elements = self.lists(bench, Data::Even).elements as i64;
                    let each = elements / 2 / (count - 1);
                    let rest = elements - each * (count - 1);
                    Lists::of((0..count).map(|list| if list == count / 2 { rest } else { each }))
                }
            }
        })
    }

    pub fn arrays(&self, bench: &Bench, data: Data) -> Result<Rc<Arrays>> {
        let arrays = once(&self.arrays[data as usize], || {
            let (gpu, lists) = (self.gpu(bench)?, self.lists(bench, data));
            let bytes = |numbers: Vec<f32>| -> Vec<u8> {
                numbers.into_iter().flat_map(f32::to_le_bytes).collect()
            };
            let numbers = |by: usize, count: usize| {
                bytes((0..count).map(|index| (index * by % 1009) as f32 / 8.0).collect())
            };
            let form = Form::from_json(
                r#"{"class": "ListOffsetArray", "offsets": "i64", "form_key": "lists",
                    "content": {"class": "NumpyArray", "primitive": "float32", "form_key": "numbers"}}"#,
            )?;
            let offsets: Vec<u8> =
                lists.offsets.iter().flat_map(|offset| offset.to_le_bytes()).collect();
            let offsets = gpu.manager().copy_from_host(&offsets)?;
            let array = |by: usize| -> Result<Array> {
                let data = gpu.manager().copy_from_host(&numbers(by, lists.elements))?;
                let buffers = [
                    ("lists-offsets".to_owned(), offsets.clone()),
                    ("numbers-data".to_owned(), data),
                ];
                Ok(gpu.from_buffers(&form, lists.count(), buffers)?)
            };
            let once = gpu.manager().copy_from_host(&numbers(7, lists.count()))?;
            Ok(Rc::new(Arrays {
                a: array(613)?,
                b: array(31)?,
                once: gpu.from_numbers(Dtype::Float32, once)?,
            }))
        })?;
        Ok(arrays.clone())
    }

    /// Returns CUB, compiled by this machine's nvcc, or the reason why it can't be used.
    pub fn cub(&self, bench: &Bench) -> Result<Rc<Cub>, String> {
        let make = || match Cub::build(bench) {
            Ok(cub) => Ok(Rc::new(cub)),
            Err(error) => Err(format!("{error:#}")),
        };
        self.cub.get_or_init(make).clone()
    }
}
