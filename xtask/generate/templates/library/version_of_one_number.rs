
/// Returns the version that %title% reports.
fn version(library: &Found, table: &%Table%) -> Result<c_int, LoadError> {
    let Some(function) = table.%prefix%GetVersion else {
        return Ok(0);
    };
    let mut number = 0;
    // SAFETY: the pointer is to a live integer.
    match unsafe { function(&raw mut number) } {
        %Result%::%SUCCESS% => Ok(number),
        result => Err(LoadError::Version {
            path: library.path.clone(),
            result,
        }),
    }
}
