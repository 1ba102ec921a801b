//! --progress: how many files are done, how many a second, and in which directory.
//!
//! Counted by whoever makes a page, shown by the main thread alone at the moments that the walk leaves for it: a bar on
//! a terminal, else a line now and then, and a line whenever SIGUSR1 asks.

use std::{
    io::{self, IsTerminal, Write},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use ringutils::{args::Program, sys::signals, text::quote, walk::visit::Moment};

/// When progress is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum When {
    /// In any case.
    Always,
    /// Never.
    Never,
    /// If standard error is a terminal.
    Auto,
}

/// The words of --progress.
pub(crate) const WORDS: [(&str, When); 9] = [
    ("always", When::Always),
    ("yes", When::Always),
    ("force", When::Always),
    ("never", When::Never),
    ("no", When::Never),
    ("none", When::Never),
    ("auto", When::Auto),
    ("tty", When::Auto),
    ("if-tty", When::Auto),
];

/// Between two drawings of the bar.
const DRAWN: Duration = Duration::from_millis(100);

/// Between two lines where there is no terminal.
const SAID: Duration = Duration::from_secs(10);

/// Files that are done.
static DONE: AtomicU64 = AtomicU64::new(0);

/// What is shown, and how.
static SHOW: Mutex<Option<Show>> = Mutex::new(None);

/// Where the walk is.
static PLACE: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// How progress is shown.
struct Show {
    /// The program's name in messages.
    program: Vec<u8>,
    /// When the run began.
    began: Instant,
    /// When something was shown last.
    shown: Instant,
    /// The bar, and what takes it away, on a terminal.
    bar: Option<(MultiProgress, ProgressBar)>,
    /// Whether lines are written without being asked for.
    lines: bool,
}

/// Begins to show progress, if it is to be shown: whether it is. SIGUSR1 is a question from now on.
pub(crate) fn begin(program: &Program, when: When) -> bool {
    let terminal = io::stderr().is_terminal();
    if when == When::Never || when == When::Auto && !terminal {
        return false;
    }
    signals::take_questions();
    let bar = terminal.then(|| {
        let multi = MultiProgress::new();
        let bar = multi.add(ProgressBar::new_spinner());
        let style = ProgressStyle::with_template("{spinner} {wide_msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        (multi, bar)
    });
    let now = Instant::now();
    let program = program.name().to_vec();
    *lock(&SHOW) = Some(Show { program, began: now, shown: now, lines: bar.is_none(), bar });
    true
}

/// Ends it: takes the bar away.
pub(crate) fn end() {
    if let Some(Show { bar: Some((multi, bar)), .. }) = lock(&SHOW).take() {
        bar.finish_and_clear();
        let _ = multi.clear();
    }
}

/// So many files more are done, in the directory with this path.
pub(crate) fn count(files: usize, path: &[u8]) {
    DONE.fetch_add(files as u64, Ordering::Relaxed);
    if let Ok(mut place) = PLACE.try_lock() {
        place.clear();
        place.extend_from_slice(path);
    }
}

/// Called by the walk.
pub(crate) fn watch(moment: Moment) {
    if let Some(show) = &mut *lock(&SHOW) {
        match moment {
            Moment::Going => show.go_on(),
            Moment::Writing => show.hide(),
        }
    }
}

impl Show {
    fn go_on(&mut self) {
        if signals::asked() {
            self.hide();
            self.say();
        }
        let now = Instant::now();
        match &self.bar {
            Some((_, bar)) if now - self.shown >= DRAWN => {
                self.shown = now;
                bar.set_message(self.text(now));
            }
            None if self.lines && now - self.shown >= SAID => {
                self.shown = now;
                self.say();
            }
            _ => {}
        }
    }

    fn hide(&self) {
        if let Some((multi, _)) = &self.bar {
            let _ = multi.clear();
        }
    }

    fn say(&self) {
        let line = [&self.program, b": ".as_slice(), self.text(Instant::now()).as_bytes(), b"\n"].concat();
        let _ = io::stderr().write_all(&line);
    }

    /// `1234 files, 567 a second, in 'a/b'`.
    fn text(&self, now: Instant) -> String {
        let done = DONE.load(Ordering::Relaxed);
        let rate = done as f64 / (now - self.began).as_secs_f64().max(0.001);
        let mut text = format!("{done} files, {rate:.0} a second").into_bytes();
        let place = lock(&PLACE);
        if !place.is_empty() {
            text.extend_from_slice(b", in ");
            quote::push_always(&mut text, &place);
        }
        String::from_utf8_lossy(&text).into_owned()
    }
}

/// pow(3), the one function that indicatif takes from libm.so: to load that at every start would cost each run a tenth.
#[allow(unsafe_code, reason = "a symbol of C's, with the meaning that it has there")]
#[unsafe(no_mangle)]
extern "C" fn pow(base: f64, exponent: f64) -> f64 {
    libm::pow(base, exponent)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
