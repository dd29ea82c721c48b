/// Returns how many steps of Collatz's rule lead from `n` to 1; `None` from 0, or if a number on the way has more than 32
/// bits.
pub fn steps(mut n: u32) -> Option<u32> {
    let mut steps = 0;
    while n != 1 {
        n = match n {
            0 => return None,
            n if n.is_multiple_of(2) => n / 2,
            n => n.checked_mul(3)?.checked_add(1)?,
        };
        steps += 1;
    }
    Some(steps)
}
