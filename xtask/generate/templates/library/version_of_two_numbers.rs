
/// Returns the version that %title% reports; if it is too old for that, the newest number in its functions' names.
fn version(library: &Found, table: &%Table%) -> Result<c_int, LoadError> {
    // `int` in one header, `unsigned int` in another.
    let number = |major: i64, minor: i64| c_int::try_from(major * 1000 + minor * 10).unwrap_or(0);
    let Some(function) = table.%prefix%Version else {
        let newest = NUMBERED
            .into_iter()
            .find(|version| address(library, &numbered(Symbol::%create%, *version)).is_some());
        return Ok(newest.map_or(0, |(major, minor)| number(major.into(), minor.into())));
    };
    let (mut major, mut minor) = (0, 0);
    // SAFETY: both pointers are to live integers.
    match unsafe { function(&raw mut major, &raw mut minor) } {
        %Result%::%SUCCESS% => Ok(number(major.into(), minor.into())),
        result => Err(LoadError::Version {
            path: library.path.clone(),
            result,
        }),
    }
}
