//! The numbers of schedules.

/// The most switches of a schedule that isn't random.
pub const SWITCHES: usize = 2;
/// The number of bits of [`Switch::to`] in a schedule's number.
const TO_BITS: u32 = 10;

/// Something else goes on than in the usual order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch {
    /// Before which access of the launch.
    pub step: u32,
    /// Which of the others that could.
    pub to: u32,
}

/// Returns the number of the schedule with these switches, unless they are too late for one.
pub fn number(switches: &[Switch]) -> Option<u64> {
    let mut words = [0; SWITCHES];
    for (word, switch) in words.iter_mut().zip(switches) {
        if switch.step >= 1 << (32 - TO_BITS) || switch.to + 1 >= 1 << TO_BITS {
            return None;
        }
        *word = u64::from(switch.step << TO_BITS | (switch.to + 1));
    }
    Some(words[0] << 32 | words[1])
}

/// Returns the switches of the schedule with this number.
pub fn switches_of(number: u64) -> Vec<Switch> {
    let words = [(number >> 32) as u32, number as u32].into_iter();
    let words = words.filter(|word| number >> 32 != 0 && *word != 0);
    let switch = |word| Switch { step: word >> TO_BITS, to: (word & ((1 << TO_BITS) - 1)) - 1 };
    words.filter(|word| word & ((1 << TO_BITS) - 1) != 0).map(switch).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_says_which_switches_a_schedule_has() {
        let (a, b) = (Switch { step: 0, to: 0 }, Switch { step: 70_000, to: 1022 });
        for switches in [&[][..], &[a], &[b], &[a, b], &[b, a]] {
            let number = number(switches).unwrap();
            assert_eq!(switches_of(number), switches);
            assert!(number == 0 || number >= 1 << 32);
        }
        assert_eq!(switches_of(17), []);
        assert_eq!(number(&[Switch { step: 1 << 22, to: 0 }]), None);
    }
}
