use std::collections::BTreeMap;
use std::ffi::CStr;
use std::path::Path;

use cuda_libraries_sys::nccl::{NcclTable, Symbol, ncclComm_t, ncclResult_t, ncclUniqueId};

use crate::error::{Error, Failure};
use crate::unique_id::UniqueId;
use crate::version::Version;

cuda_libraries_sys::loaded! {
    /// A loaded NCCL: [documentation](https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/index.html).
    ///
    /// It is a handle of pointer size; NCCL is never unloaded.
    ///
    /// ```no_run
    /// let nccl = nccl::Nccl::load()?;
    /// println!("NCCL {}", nccl.version());
    /// let id = nccl.unique_id()?; // to be sent to every process
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub struct Nccl: nccl::NcclTable, Error;
    impl Nccl {
        /// Returns the table of NCCL's functions by their names in C, including whether this NCCL has each.
        const fn raw();
        /// Returns the release, as reported when the library was loaded.
        #[doc(alias = "ncclGetVersion")]
        fn version() -> Version = Version::from_number;
        fn path();
    }
    absent |library, function| Error::Absent {
        name: function.name,
        since: Version::from_number(function.since),
        found: library.version(),
    }
}

impl PartialEq for Nccl {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.table, other.table)
    }
}

impl Eq for Nccl {}

impl Nccl {
    /// Returns the NCCL of this machine; the first call loads it.
    ///
    /// # Errors
    /// [`Error::Load`], which lists every place that was searched, or [`Error::TooOld`].
    pub fn load() -> Result<Self, Error> {
        Self::from_table(cuda_libraries_sys::nccl::load()?)
    }

    /// Creates a value from a table, such as [`cuda_libraries_sys::nccl::load_with`] returns.
    ///
    /// # Errors
    /// [`Error::TooOld`].
    pub fn from_table(table: &'static NcclTable) -> Result<Self, Error> {
        let this = Self { table };
        if this.version() < Version::OLDEST {
            return Err(Error::TooOld {
                found: this.version(),
                path: this.path().map(Path::to_path_buf),
            });
        }
        Ok(this)
    }

    /// Creates a new id, with which the ranks of a communicator find each other. This process must live until all have
    /// joined.
    ///
    /// # Errors
    /// NCCL's error, for example if it can't open a port.
    #[doc(alias = "ncclGetUniqueId")]
    pub fn unique_id(self) -> Result<UniqueId, Error> {
        let function = self.require(Symbol::ncclGetUniqueId, self.table.ncclGetUniqueId)?;
        let mut raw = ncclUniqueId::default();
        // SAFETY: the pointer is to a live id.
        let result = unsafe { function(&raw mut raw) };
        self.check(Symbol::ncclGetUniqueId, result, core::ptr::null_mut())?;
        Ok(UniqueId::from_raw(raw))
    }

    /// Returns NCCL's parameters, including environment variables, with the values that are in effect. NCCL lists
    /// those that it documents, or all if the variable `NCCL_PARAM_DUMP_ALL` is `true`.
    ///
    /// # Errors
    /// [`Error::Absent`] before NCCL 2.30.7, or NCCL's error.
    #[doc(alias("ncclParamGetAllParameterKeys", "ncclParamGetParameter"))]
    pub fn parameters(self) -> Result<BTreeMap<String, String>, Error> {
        let names_of = Symbol::ncclParamGetAllParameterKeys;
        let value_of = Symbol::ncclParamGetParameter;
        let list = self.require(names_of, self.table.ncclParamGetAllParameterKeys)?;
        let get = self.require(value_of, self.table.ncclParamGetParameter)?;
        let (mut names, mut len) = (core::ptr::null_mut(), 0);
        // SAFETY: the pointers are to live values.
        let result = unsafe { list(&raw mut names, &raw mut len) };
        self.check(names_of, result, core::ptr::null_mut())?;
        let mut parameters = BTreeMap::new();
        for index in 0..usize::try_from(len).unwrap_or(0) {
            let mut value = core::ptr::null();
            let mut bytes = 0;
            // SAFETY: the list has that many names, and lives until this thread queries it again. The pointers are to live
            // values.
            let (name, result) = unsafe {
                let name = *names.add(index);
                (name, get(name, &raw mut value, &raw mut bytes))
            };
            self.check(value_of, result, core::ptr::null_mut())?;
            // SAFETY: both are C strings. The value lives until this thread queries the next one, and is copied before that.
            let (name, value) = unsafe { (copied(Some(name)), copied(Some(value))) };
            parameters.insert(name, value);
        }
        Ok(parameters)
    }

    /// Converts the result code of a function to a `Result`.
    #[inline]
    pub(crate) fn check(
        self,
        symbol: Symbol,
        result: ncclResult_t,
        comm: ncclComm_t,
    ) -> Result<(), Error> {
        match result {
            ncclResult_t::ncclSuccess => Ok(()),
            result => Err(self.failure(symbol, result, comm)),
        }
    }

    /// Converts the result of a call inside a group, where being in progress isn't an error.
    #[cold]
    pub(crate) fn check_in_group(
        self,
        symbol: Symbol,
        result: ncclResult_t,
        comm: ncclComm_t,
    ) -> Result<(), Error> {
        match result {
            ncclResult_t::ncclInProgress => Ok(()),
            result => self.check(symbol, result, comm),
        }
    }

    #[cold]
    pub(crate) fn failure(self, symbol: Symbol, result: ncclResult_t, comm: ncclComm_t) -> Error {
        // SAFETY: NCCL's strings live as long as the library, except the last message, which is copied immediately; the
        // communicator is alive or null.
        let (text, last) = unsafe {
            let text = self.table.ncclGetErrorString.map(|function| function(result));
            let last = self.table.ncclGetLastError.map(|function| function(comm));
            (copied(text), copied(last))
        };
        Error::Nccl(Box::new(Failure { function: symbol.function().name, result, text, last }))
    }
}

/// # Safety
/// The pointer is null or to a C string.
unsafe fn copied(text: Option<*const core::ffi::c_char>) -> String {
    match text.filter(|text| !text.is_null()) {
        // SAFETY: the caller guarantees that the text is a live C string, or absent.
        Some(text) => unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned(),
        None => String::new(),
    }
}

/// Converts the numbers to C's type, and checks them.
pub(crate) fn ranks(nranks: usize, rank: usize) -> Result<(i32, i32), Error> {
    match (i32::try_from(nranks), i32::try_from(rank)) {
        (Ok(count), Ok(number)) if rank < nranks => Ok((count, number)),
        _ => Err(Error::NoSuchRank { rank, nranks }),
    }
}
