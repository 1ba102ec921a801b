//! The formats of times, by `--time-style` and TIME_STYLE.

use std::env;

use ringutils::{
    args::{Complaint, Program},
    text::{
        locale, quote,
        time::Format,
        wording::{self, Source},
    },
};

/// The formats of times longer ago than six months, and of recent ones.
pub fn formats(program: &Program, style: Option<&[u8]>) -> Result<(Format, Format), Complaint> {
    let style = style
        .map(<[u8]>::to_vec)
        .or_else(|| Some(env::var_os("TIME_STYLE")?.into_encoded_bytes()))
        .unwrap_or_else(|| b"locale".to_vec());
    let (old, recent) = texts(program, &style)?;
    Ok((Format::new(&old, true), Format::new(&recent, true)))
}

/// The formats of a time style as texts, for old and for recent times.
fn texts(program: &Program, style: &[u8]) -> Result<(Vec<u8>, Vec<u8>), Complaint> {
    type Formats<'a> = (&'a [u8], &'a [u8]);
    const LOCALE: Formats<'static> = (b"%b %e  %Y", b"%b %e %H:%M");
    const STYLES: [(&str, Formats<'static>); 4] = [
        ("full-iso", (b"%Y-%m-%d %H:%M:%S.%N %z", b"%Y-%m-%d %H:%M:%S.%N %z")),
        ("long-iso", (b"%Y-%m-%d %H:%M", b"%Y-%m-%d %H:%M")),
        ("iso", (b"%Y-%m-%d ", b"%m-%d %H:%M")),
        ("locale", LOCALE),
    ];
    let owned = |(old, recent): Formats<'_>| (old.to_vec(), recent.to_vec());
    let mut name = style;
    while let Some(rest) = name.strip_prefix(b"posix-") {
        if !locale::has_own_times() {
            return Ok(owned(LOCALE));
        }
        name = rest;
    }
    if let Some(format) = name.strip_prefix(b"+") {
        let mut halves = format.splitn(2, |byte| *byte == b'\n');
        let old = halves.next().unwrap_or_default();
        let recent = halves.next().unwrap_or(old);
        if recent.contains(&b'\n') {
            let message = wording::text("invalid time style format %s", &[&quote::marked(format)]);
            return Err(program.plain(&message));
        }
        return Ok(owned((old, recent)));
    }
    let mut meant = STYLES.iter().filter(|(word, _)| word.as_bytes().starts_with(name));
    match (meant.next(), meant.next()) {
        (Some(("locale", _)), None) => {
            Ok((wording::time_format("%b %e  %Y").to_vec(), wording::time_format("%b %e %H:%M").to_vec()))
        }
        (Some((_, formats)), None) => Ok(owned(*formats)),
        (Some(_), Some(_)) => Err(bad_style(program, name, true)),
        (None, _) => Err(bad_style(program, name, false)),
    }
}

/// What GNU ls says of a time style that it does not know.
fn bad_style(program: &Program, style: &[u8], ambiguous: bool) -> Complaint {
    let format = if ambiguous { "ambiguous argument %s for %s" } else { "invalid argument %s for %s" };
    let mut text =
        wording::text_of(Source::Shared, format, &[&quote::marked(style), &quote::marked(b"time style")]);
    text.push(b'\n');
    wording::push(&mut text, "Valid arguments are:\n", &[]);
    text.extend_from_slice(
        b"  - [posix-]full-iso\n  - [posix-]long-iso\n  - [posix-]iso\n  - [posix-]locale\n",
    );
    wording::push(&mut text, "  - +FORMAT (e.g., +%H:%M) for a 'date'-style format\n", &[]);
    text.pop();
    program.misused(&text)
}
