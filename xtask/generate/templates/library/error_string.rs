
/// [`%prefix%GetErrorString`](%page%).
///
/// It needs no %title%: the text is the code's name in C, comes from this crate, and lives forever.
///
/// # Safety
/// None; it is unsafe like all functions here.
pub unsafe fn %prefix%GetErrorString(result: %Result%) -> *const c_char {
    static NAMES: std::sync::OnceLock<Vec<(%Result%, std::ffi::CString)>> = std::sync::OnceLock::new();
    let names = NAMES.get_or_init(|| {
        %Result%::ENUMERATORS
            .iter()
            .map(|(name, result)| (*result, std::ffi::CString::new(*name).unwrap_or_default()))
            .collect()
    });
    let known = names.iter().find(|(known, _)| *known == result);
    match (result, known) {
        (_, Some((_, name))) => name.as_ptr(),
        (%Result%::LIBRARY_NOT_FOUND, _) => c"no %title% could be loaded".as_ptr(),
        (%Result%::FUNCTION_NOT_FOUND, _) => c"this %title% lacks the function".as_ptr(),
        _ => c"%STATIC%_ERROR unknown".as_ptr(),
    }
}
