//! A value for each lane of a warp, stored once for all lanes that have the same.

/// By mask, the value of its lanes. Masks have no common lanes. What was changed last is usually near the end.
#[derive(Clone, Debug)]
pub struct ByLanes<T>(Vec<(u32, T)>);

impl<T> Default for ByLanes<T> {
    fn default() -> Self {
        ByLanes(Vec::new())
    }
}

impl<T: Clone> ByLanes<T> {
    /// The same value for all lanes.
    pub fn all(value: T) -> ByLanes<T> {
        ByLanes(vec![(u32::MAX, value)])
    }

    /// Returns the value of the lanes of a mask, if it is one for all of them.
    #[inline]
    pub fn common(&self, mask: u32) -> Option<&T> {
        let part = self.0.iter().rev().find(|part| mask & part.0 != 0)?;
        (mask & !part.0 == 0).then_some(&part.1)
    }

    /// Returns the value of a lane.
    #[inline]
    pub fn get(&self, lane: usize) -> Option<&T> {
        let mut parts = self.0.iter().rev();
        Some(&parts.find(|part| part.0 >> (lane & 31) & 1 != 0)?.1)
    }

    /// Returns the value of the lanes of a mask, if it is that of no other lane, to change.
    #[inline]
    pub fn own_mut(&mut self, mask: u32) -> Option<&mut T> {
        let part = self.0.iter_mut().rev().find(|part| mask & part.0 != 0)?;
        (part.0 == mask).then_some(&mut part.1)
    }

    /// Returns the values of the lanes of a mask.
    pub fn parts(&self, mask: u32) -> impl Iterator<Item = (u32, &T)> + Clone {
        let mut left = mask;
        let parts = self.0.iter().rev().map_while(move |part| {
            let part_lanes = (left != 0).then_some(part.0 & left)?;
            left &= !part_lanes;
            Some((part_lanes, &part.1))
        });
        parts.filter(|part| part.0 != 0)
    }

    /// Returns `true` if no lane has a value.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the lanes that have a value.
    pub fn mask(&self) -> u32 {
        self.0.iter().fold(0, |all, part| all | part.0)
    }

    /// Removes the values of the lanes of a mask.
    #[inline]
    pub fn clear(&mut self, mask: u32) {
        let mut at = 0;
        while let Some(part) = self.0.get_mut(at) {
            part.0 &= !mask;
            match part.0 {
                0 => drop(self.0.swap_remove(at)),
                _ => at += 1,
            }
        }
    }

    /// Sets the value of the lanes of a mask.
    #[inline]
    pub fn set(&mut self, mask: u32, value: T) {
        // Usually one part has them all.
        match self.0.iter_mut().rev().find(|part| mask & !part.0 == 0) {
            Some(part) if part.0 == mask => {
                part.1 = value;
                return;
            }
            Some(part) => part.0 &= !mask,
            None => self.clear(mask),
        }
        self.0.push((mask, value));
    }

    /// Changes the values of the lanes of a mask, each once; `same` says which became one. Values of lanes that aren't `live` may
    /// change, too.
    pub fn update(
        &mut self,
        mask: u32,
        live: u32,
        change: impl Fn(&mut T),
        same: impl Fn(&T, &T) -> bool,
    ) {
        let changed = mask | !live;
        // Usually one part has them all.
        if let Some(at) = self.0.iter().rposition(|part| mask & !part.0 == 0) {
            let at = self.change(at, changed, &change);
            self.merge(at, &same);
            return;
        }
        for at in 0..self.0.len() {
            if self.0[at].0 & changed != 0 {
                self.change(at, changed, &change);
            }
        }
        let mut at = 0;
        while at < self.0.len() {
            // Those that haven't changed differ from each other.
            if self.0[at].0 & changed == 0 || !self.merge(at, &same) {
                at += 1;
            }
        }
    }

    /// Changes the value of the lanes of a part that are in a mask; returns the part that has it.
    fn change(&mut self, at: usize, mask: u32, change: impl Fn(&mut T)) -> usize {
        let part = &mut self.0[at];
        if part.0 & !mask == 0 {
            change(&mut part.1);
            return at;
        }
        let (lanes, mut value) = (part.0 & mask, part.1.clone());
        part.0 &= !mask;
        change(&mut value);
        self.0.push((lanes, value));
        self.0.len() - 1
    }

    /// Lets a part be one with another of the same value; returns `false` if there is none.
    fn merge(&mut self, at: usize, same: impl Fn(&T, &T) -> bool) -> bool {
        let (lanes, value) = &self.0[at];
        let lanes = *lanes;
        let mut others = self.0.iter().enumerate();
        let other = others.position(|(other, part)| other != at && same(&part.1, value));
        if let Some(other) = other {
            self.0[other].0 |= lanes;
            self.0.swap_remove(at);
        }
        other.is_some()
    }
}
