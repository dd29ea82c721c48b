//! What may order the host's accesses, and how threads change memory that it shares: for [`Snapshot`](crate::races::Snapshot).

use crate::code::watch::{Access, AccessKind, Action, Scope};
use crate::numbers::lane::Bits;
use crate::observe::access::{Spot, Watcher};

impl Watcher<'_, '_> {
    /// Notes an instruction that may release something to the host, or that changes memory in a way of which less is observed.
    pub(super) fn note_for_host(&mut self, action: &Action) {
        match action {
            Action::Access(access) => self.note_strong(access),
            Action::Fence { scope: Scope::System, .. }
            | Action::WritesShared
            | Action::LaunchDependents
            | Action::CopyBulk { updates: true, .. } => self.state.host_snapshots.count_unseen(),
            _ => {}
        }
    }

    fn note_strong(&mut self, access: &Access) {
        let Some(scope) = access.scope else { return };
        for lane in Bits(self.core.mask) {
            match self.resolve(access.address, lane, access.size) {
                Some(Spot { in_shared: true, .. }) | None => {}
                Some(_) if scope == Scope::System => self.state.host_snapshots.count_unseen(),
                Some(spot) if access.kind != AccessKind::Read => {
                    self.state.host_snapshots.change(spot.address, 1);
                }
                Some(_) => {}
            }
        }
    }
}
