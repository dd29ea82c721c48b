/// What this crate alone asks its traits' hidden methods with: other crates can't name the type, so that they neither call these
/// methods nor implement them.
#[derive(Debug, Clone, Copy)]
pub struct Seal(());

pub(super) const SEAL: Seal = Seal(());
