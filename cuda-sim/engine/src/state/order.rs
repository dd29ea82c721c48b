//! Pseudo-random orders.

/// An order of the numbers below a count: steps of a length coprime to it, so that each number occurs once.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    count: u64,
    step: u64,
    first: u64,
    /// All numbers. Each `count` of them have the order among themselves, and what is left at the end is in turn.
    all: u64,
}

impl Order {
    /// Returns an order of `0..count`, which differs for most seeds.
    pub fn of(seed: u64, count: u64) -> Order {
        let count = count.max(1);
        let mixed = mix(seed);
        let mut step = mixed % count;
        while greatest_common_divisor(step, count) != 1 {
            step = (step + 1) % count;
        }
        Order { count, step, first: (mixed >> 32) % count, all: count }
    }

    /// Returns an order of `0..all` in which only `most` numbers in succession change places, so that none comes before
    /// a number that is smaller by `most` or more.
    pub fn within(seed: u64, all: u64, most: u64) -> Order {
        Order { all, ..Order::of(seed, all.min(most)) }
    }

    /// Returns the number at position `place`.
    pub fn at(&self, place: u64) -> u64 {
        let offset = place % self.count;
        let begin = place - offset;
        if self.all - begin < self.count {
            return place;
        }
        let at = u128::from(offset) * u128::from(self.step) + u128::from(self.first);
        begin + (at % u128::from(self.count)) as u64
    }
}

/// Returns bits that look random, the same for the same seed.
pub fn mix(seed: u64) -> u64 {
    let seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let seed = (seed ^ seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let seed = (seed ^ seed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    seed ^ seed >> 31
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_contains_each_number_once() {
        for count in [1, 2, 8, 30, 97, 1000] {
            for seed in 0..20 {
                let order = Order::of(seed, count);
                let mut numbers: Vec<u64> = (0..count).map(|place| order.at(place)).collect();
                numbers.sort_unstable();
                assert_eq!(numbers, (0..count).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn numbers_that_are_far_apart_keep_their_order() {
        for (all, most) in [(1, 1), (10, 3), (12, 3), (100, 1), (5, 256), (1000, 256)] {
            for seed in 0..20 {
                let order = Order::within(seed, all, most);
                let numbers: Vec<u64> = (0..all).map(|place| order.at(place)).collect();
                for (place, number) in numbers.iter().enumerate() {
                    let later = &numbers[place + 1..];
                    assert!(later.iter().all(|other| other + most > *number && other != number));
                }
            }
        }
    }

    #[test]
    fn two_warps_run_in_both_orders() {
        let first = |seed| Order::of(seed, 2).at(0);
        assert!((0..20).any(|seed| first(seed) == 0) && (0..20).any(|seed| first(seed) == 1));
    }
}
