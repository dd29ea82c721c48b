/// One function of a library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Function {
    /// Its name here, `cublasSgemm_v2`: the exported name, except for old forms, whose name ends with the last release
    /// that was inspected and has this form.
    pub name: &'static str,
    /// The length of its beginning that the library exports: a second string would be a relocation in every program.
    exported: u8,
    /// The oldest release that is known to have it, as a number of its library: 0 for the functions that every supported
    /// release has.
    ///
    /// Not every release was inspected, so a slightly older library may have it, too.
    pub since: u32,
    /// The first release that is known to lack it.
    pub until: Option<u32>,
    /// Whether other releases export another function by this name: then only a library between `since` and `until` has
    /// it.
    pub(crate) is_one_of_several: bool,
}

impl Function {
    /// Describes a function by a row of a library's list, where 0 and "" stand for nothing.
    pub(crate) const fn new(
        name: &'static str,
        since: u32,
        until: u32,
        symbol: &'static str,
    ) -> Self {
        let is_one_of_several = !symbol.is_empty();
        let exported = if is_one_of_several { symbol } else { name };
        Self {
            name,
            exported: exported.len() as u8,
            since,
            until: if until == 0 { None } else { Some(until) },
            is_one_of_several,
        }
    }

    /// Returns the name that the library exports.
    #[must_use]
    pub fn symbol(&self) -> &'static str {
        &self.name[..self.exported.into()]
    }

    /// Returns whether a library of this version can have the function under its exported name.
    pub(crate) fn fits(&self, version: u32) -> bool {
        let is_gone = self.until.is_some_and(|until| version >= until);
        !self.is_one_of_several || (version >= self.since && !is_gone)
    }
}
