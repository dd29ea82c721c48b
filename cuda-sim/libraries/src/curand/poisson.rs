//! Poisson distributions.
//!
//! Which method a generator uses for which mean is what cuRAND was seen to do. Values differ from its own where a number is
//! as near to the border of two values as the rounding of probabilities.

use super::distribution::{Draws, SingleDraw};

/// Which methods generators use.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Family(pub u32);

impl Family {
    /// Columns below 2000.
    pub(crate) const PSEUDO: Self = Self(0);
    /// Columns below 32, the inverse below 8000.
    pub(crate) const MTGP32: Self = Self(1);
    /// Columns below 10, the inverse below 8000.
    pub(crate) const SOBOL32: Self = Self(2);
    /// The inverse below 2000.
    pub(crate) const SOBOL64: Self = Self(3);

    /// Returns the means from which on the inverse and the normal distribution are used.
    fn limits(self) -> (f64, f64) {
        match self {
            Self::PSEUDO => (2000.0, 2000.0),
            Self::MTGP32 => (32.0, 8000.0),
            Self::SOBOL32 => (10.0, 8000.0),
            _ => (0.0, 2000.0),
        }
    }
}

/// What a distribution is made with.
#[derive(Clone, Debug)]
pub(crate) enum Table {
    /// The square histogram of G. Marsaglia and others, 2004: columns of equal width, each of which belongs to its own value
    /// up to a border, and to another above.
    Columns { shift: u32, borders: Vec<f64>, others: Vec<u32> },
    /// The probability of each value and those below.
    Cumulative { shift: u32, sums: Vec<f64> },
    /// The normal distribution of the same mean and variance.
    Normal { mean: f64 },
}

impl Table {
    pub(crate) fn new(mean: f64, family: Family) -> Self {
        let (inverse, normal) = family.limits();
        // Others aren't means, and a kernel can be given any.
        if !(mean > 0.0 && mean < normal) {
            Self::Normal { mean }
        } else if mean >= inverse {
            let (shift, mut sums) = probabilities(mean);
            let mut sum = 0.0;
            for value in &mut sums {
                sum += *value;
                *value = sum;
            }
            Self::Cumulative { shift, sums }
        } else {
            Self::columns(mean)
        }
    }

    /// Distributes the probabilities over the columns.
    pub(crate) fn columns(mean: f64) -> Self {
        let (shift, mut heights) = probabilities(mean);
        let len = heights.len();
        let width = 1.0 / len as f64;
        let mut borders = vec![0.0; len];
        let mut others: Vec<u32> = (0..len as u32).collect();
        // The last value that has more than a column.
        let mut giver = len.saturating_sub(1);
        loop {
            let mut is_done = true;
            for column in 0..len {
                if heights[column] >= width {
                    continue;
                }
                while giver > 0 && heights[giver] <= width {
                    giver -= 1;
                }
                if heights[giver] <= width {
                    continue;
                }
                others[column] = giver as u32;
                borders[column] = column as f64 * width + heights[column];
                heights[giver] -= width - heights[column];
                heights[column] = width;
                is_done = false;
            }
            if is_done {
                break;
            }
        }
        for (column, border) in borders.iter_mut().enumerate() {
            if others[column] == column as u32 {
                *border = (column + 1) as f64 * width;
            }
        }
        Self::Columns { shift, borders, others }
    }

    pub(crate) fn is_normal(&self) -> bool {
        matches!(self, Self::Normal { .. })
    }

    /// Returns the value of an integer of a sequence whose numbers are made of one each.
    pub(crate) fn single(&self, single: impl SingleDraw) -> u32 {
        match self {
            Self::Normal { .. } => self.normal(single.normal()),
            _ => self.value(single.double()),
        }
    }

    /// Returns a value of a sequence.
    pub(crate) fn draw(&self, draws: &mut impl Draws) -> u32 {
        match self {
            Self::Normal { .. } => self.normal(draws.normal()),
            _ => {
                let bits = draws.bits();
                self.value(bits.double())
            }
        }
    }

    /// Returns the value for a normally distributed number.
    pub(crate) fn normal(&self, standard: f32) -> u32 {
        match self {
            Self::Normal { mean } => (mean.sqrt() * f64::from(standard) + mean + 0.5) as u32,
            _ => 0,
        }
    }

    /// Returns the value for a uniformly distributed number.
    fn value(&self, uniform: f64) -> u32 {
        match self {
            Self::Columns { shift, borders, others } => {
                let column = (uniform * borders.len() as f64) as usize;
                let column = column.min(borders.len().saturating_sub(1));
                match borders.get(column) {
                    Some(border) if uniform < *border => shift + column as u32,
                    Some(_) => shift + others[column],
                    None => *shift,
                }
            }
            Self::Cumulative { shift, sums } => {
                shift + sums.partition_point(|sum| *sum < uniform) as u32
            }
            Self::Normal { .. } => 0,
        }
    }
}

/// Returns the first value whose probability isn't rounded to 0, its probability, and those of the values after it.
fn probabilities(mean: f64) -> (u32, Vec<f64>) {
    let probability = |value: f64| (value * mean.ln() - mean - libm::lgamma(value + 1.0)).exp();
    // Far below, it is 0.
    let deviations = 40.0 * mean.sqrt();
    let mut first = (mean - deviations).max(0.0).floor();
    while probability(first) == 0.0 && first < mean {
        first += 1.0;
    }
    let mut value = first;
    let mut all = Vec::new();
    loop {
        let mass = probability(value);
        if mass == 0.0 {
            break;
        }
        all.push(mass);
        value += 1.0;
    }
    (first as u32, all)
}
