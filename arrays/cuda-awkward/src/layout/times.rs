//! Units of dates and durations.

use core::fmt;

/// The unit in which dates are counted from the beginning of 1970, and durations. Coarser units are less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names are self-explanatory")]
pub enum TimeUnit {
    Year,
    Month,
    Week,
    Day,
    Hour,
    Minute,
    Second,
    Millisecond,
    Microsecond,
    Nanosecond,
    Picosecond,
    Femtosecond,
    Attosecond,
}

/// A unit: its symbol, its name, how many of it are in the unit before (a month and a week apart), and the names of the types.
pub(crate) struct Unit {
    unit: TimeUnit,
    symbol: &'static str,
    pub(crate) name: &'static str,
    in_coarser: i128,
    date: &'static str,
    duration: &'static str,
}

pub(crate) const UNITS: [Unit; 13] = [
    Unit {
        unit: TimeUnit::Year,
        symbol: "Y",
        name: "years",
        in_coarser: 1,
        date: "datetime64[Y]",
        duration: "timedelta64[Y]",
    },
    Unit {
        unit: TimeUnit::Month,
        symbol: "M",
        name: "months",
        in_coarser: 12,
        date: "datetime64[M]",
        duration: "timedelta64[M]",
    },
    Unit {
        unit: TimeUnit::Week,
        symbol: "W",
        name: "weeks",
        in_coarser: 1,
        date: "datetime64[W]",
        duration: "timedelta64[W]",
    },
    Unit {
        unit: TimeUnit::Day,
        symbol: "D",
        name: "days",
        in_coarser: 7,
        date: "datetime64[D]",
        duration: "timedelta64[D]",
    },
    Unit {
        unit: TimeUnit::Hour,
        symbol: "h",
        name: "hours",
        in_coarser: 24,
        date: "datetime64[h]",
        duration: "timedelta64[h]",
    },
    Unit {
        unit: TimeUnit::Minute,
        symbol: "m",
        name: "minutes",
        in_coarser: 60,
        date: "datetime64[m]",
        duration: "timedelta64[m]",
    },
    Unit {
        unit: TimeUnit::Second,
        symbol: "s",
        name: "seconds",
        in_coarser: 60,
        date: "datetime64[s]",
        duration: "timedelta64[s]",
    },
    Unit {
        unit: TimeUnit::Millisecond,
        symbol: "ms",
        name: "milliseconds",
        in_coarser: 1000,
        date: "datetime64[ms]",
        duration: "timedelta64[ms]",
    },
    Unit {
        unit: TimeUnit::Microsecond,
        symbol: "us",
        name: "microseconds",
        in_coarser: 1000,
        date: "datetime64[us]",
        duration: "timedelta64[us]",
    },
    Unit {
        unit: TimeUnit::Nanosecond,
        symbol: "ns",
        name: "nanoseconds",
        in_coarser: 1000,
        date: "datetime64[ns]",
        duration: "timedelta64[ns]",
    },
    Unit {
        unit: TimeUnit::Picosecond,
        symbol: "ps",
        name: "picoseconds",
        in_coarser: 1000,
        date: "datetime64[ps]",
        duration: "timedelta64[ps]",
    },
    Unit {
        unit: TimeUnit::Femtosecond,
        symbol: "fs",
        name: "femtoseconds",
        in_coarser: 1000,
        date: "datetime64[fs]",
        duration: "timedelta64[fs]",
    },
    Unit {
        unit: TimeUnit::Attosecond,
        symbol: "as",
        name: "attoseconds",
        in_coarser: 1000,
        date: "datetime64[as]",
        duration: "timedelta64[as]",
    },
];

impl TimeUnit {
    /// Returns NumPy's symbol: `ms`.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        UNITS[self as usize].symbol
    }

    pub(crate) fn date_name(self) -> &'static str {
        UNITS[self as usize].date
    }

    pub(crate) fn duration_name(self) -> &'static str {
        UNITS[self as usize].duration
    }

    /// Returns the unit of the type of dates with this name, if there is one.
    pub(crate) fn of_dates(name: &str) -> Option<Self> {
        UNITS.iter().find(|row| row.date == name).map(|row| row.unit)
    }

    /// Returns the unit of the type of durations with this name, if there is one.
    pub(crate) fn of_durations(name: &str) -> Option<Self> {
        UNITS.iter().find(|row| row.duration == name).map(|row| row.unit)
    }

    pub(crate) fn is_of_calendar(self) -> bool {
        self <= Self::Month
    }

    /// Returns its length in attoseconds, 4,800 times: months have their mean length, 146,097 days in 4,800.
    pub(crate) fn length(self) -> i128 {
        match self {
            Self::Year => 12 * Self::Month.length(),
            Self::Month => 146_097 * Self::Day.length() / 4800,
            _ => {
                let finer = &UNITS[self as usize + 1..];
                finer.iter().fold(4800, |length, unit| length * unit.in_coarser)
            }
        }
    }

    /// Returns how many of a finer unit it is.
    fn in_finer(self, finer: Self) -> i128 {
        self.length() / finer.length()
    }
}

/// Formats a number of units as NumPy does: as a date, or as `5 seconds`.
pub(crate) fn write(
    f: &mut fmt::Formatter<'_>,
    count: i64,
    unit: TimeUnit,
    is_date: bool,
) -> fmt::Result {
    if count == i64::MIN {
        return f.write_str("NaT");
    }
    if !is_date {
        return write!(f, "{count} {}", UNITS[unit as usize].name);
    }
    let count = i128::from(count);
    let (days, rest) = match unit {
        TimeUnit::Year => return write!(f, "{:04}", count + 1970),
        TimeUnit::Month => {
            let year = count.div_euclid(12) + 1970;
            return write!(f, "{year:04}-{:02}", count.rem_euclid(12) + 1);
        }
        TimeUnit::Week => (count * 7, 0),
        _ => {
            let day = TimeUnit::Day.in_finer(unit);
            (count.div_euclid(day), count.rem_euclid(day))
        }
    };
    // Days since the beginning of March of the year 0, by eras of 400 years.
    let day = days + 719_468;
    let (era, day) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let date = day - (153 * month + 2) / 5 + 1;
    let month = (month + 2) % 12 + 1;
    let year = year + era * 400 + i128::from(month <= 2);
    write!(f, "{year:04}-{month:02}-{date:02}")?;
    let parts =
        [(TimeUnit::Hour, 'T', 24), (TimeUnit::Minute, ':', 60), (TimeUnit::Second, ':', 60)];
    for (part, sign, most) in parts.into_iter().filter(|part| part.0 <= unit) {
        write!(f, "{sign}{:02}", rest / part.in_finer(unit) % most)?;
    }
    if unit > TimeUnit::Second {
        let digits = 3 * (unit as usize - TimeUnit::Second as usize);
        let second = TimeUnit::Second.in_finer(unit);
        write!(f, ".{:0digits$}", rest % second)?;
    }
    Ok(())
}
