//! Progress, as `uchmod --progress` and `ufind -status` show it: what has been counted, and in which directory the walk is.
//!
//! Counted by whoever makes a page, shown by the main thread alone at the moments that the walk leaves for it: a bar on
//! a terminal while we are in its foreground, else a line now and then where a tool wants that, and a line whenever
//! SIGUSR1 asks.

use std::{
    io::{self, IsTerminal, Write},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::words::When;
use crate::{
    sys::{signals, term},
    text::quote,
    walk::visit::Moment,
};

/// Between two drawings of the bar.
const DRAWN: Duration = Duration::from_millis(100);

/// Between two lines where there is no terminal.
const SAID: Duration = Duration::from_secs(10);

/// What can be counted.
const COUNTS: usize = 3;

/// What has been counted; the meaning of each is the tool's.
static DONE: [AtomicU64; COUNTS] = [const { AtomicU64::new(0) }; COUNTS];

/// What is shown, and how.
static SHOW: Mutex<Option<Show>> = Mutex::new(None);

/// Where the walk is.
static PLACE: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// How progress is shown.
struct Show {
    /// The program's name in messages.
    program: Vec<u8>,
    /// What the counts say after so many seconds.
    text: fn([u64; COUNTS], f64) -> String,
    /// When the run began.
    began: Instant,
    /// When something was shown last.
    shown: Instant,
    /// The bar, and what takes it away, on a terminal.
    bar: Option<(MultiProgress, ProgressBar)>,
    /// Whether lines are written without being asked for.
    lines: bool,
}

/// Begins to show progress, if it is to be shown: whether it is. Without a terminal, `lines` come unasked. SIGUSR1 is a
/// question from now on. `text` says what the counts mean after so many seconds.
pub fn begin(program: &[u8], when: When, lines: bool, text: fn([u64; COUNTS], f64) -> String) -> bool {
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
    let lines = lines && bar.is_none();
    *lock(&SHOW) = Some(Show { program: program.to_vec(), text, began: now, shown: now, bar, lines });
    true
}

/// Ends it: takes the bar away.
pub fn end() {
    if let Some(Show { bar: Some((multi, bar)), .. }) = lock(&SHOW).take() {
        if !term::is_ours(2) {
            multi.set_draw_target(ProgressDrawTarget::hidden());
        }
        bar.finish_and_clear();
        let _ = multi.clear();
    }
}

/// So much more has been done, in the directory with this path.
pub fn count(more: [u64; COUNTS], path: &[u8]) {
    for (done, more) in DONE.iter().zip(more) {
        done.fetch_add(more, Ordering::Relaxed);
    }
    if let Ok(mut place) = PLACE.try_lock() {
        place.clear();
        place.extend_from_slice(path);
    }
}

/// Called by the walk, and before a program writes to the terminal.
pub fn watch(moment: Moment) {
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
                if term::is_ours(2) {
                    bar.set_message(self.text(now));
                }
            }
            None if self.lines && now - self.shown >= SAID => {
                self.shown = now;
                self.say();
            }
            _ => {}
        }
    }

    /// Takes the bar away; what a job in the background has left on the terminal belongs to others by now.
    fn hide(&self) {
        if let Some((multi, _)) = self.bar.as_ref().filter(|_| term::is_ours(2)) {
            let _ = multi.clear();
        }
    }

    fn say(&self) {
        let line = [&self.program, b": ".as_slice(), self.text(Instant::now()).as_bytes(), b"\n"].concat();
        let _ = io::stderr().write_all(&line);
    }

    /// `1234 files, 567 a second, in 'a/b'`.
    fn text(&self, now: Instant) -> String {
        let counts = DONE.each_ref().map(|done| done.load(Ordering::Relaxed));
        let mut text = (self.text)(counts, (now - self.began).as_secs_f64().max(0.001)).into_bytes();
        let place = lock(&PLACE);
        if !place.is_empty() {
            text.extend_from_slice(b", in ");
            quote::push_always(&mut text, &place);
        }
        String::from_utf8_lossy(&text).into_owned()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
