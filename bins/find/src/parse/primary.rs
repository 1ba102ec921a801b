//! Tests, actions and options: what each takes from the command line and adds to the expression.

use std::io::{self, IsTerminal};

use ringutils::{
    text::{glob, wording},
    walk::reach::Use,
};

use super::{
    Stop,
    argument::{
        age, c_text, day_end, invalid, kinds, late, level, number, perm, reference, regex_type, shard, size,
        used,
    },
    command::{self, Manner, Run},
    lex::Lexer,
    table::Word,
};
use crate::{
    expr::{Action, Expr, Test},
    message::{failed, quoted},
    primaries::{Field, FsType, Owner, PathRegex, PermTest, Since, Unit, name::Pattern},
    printf::{Format, NoFormat},
    selinux,
    sink::Sink,
};

impl<'a> Lexer<'a, '_> {
    /// A test, an action or an option.
    pub(super) fn primary(&mut self, id: Word, typed: &'a [u8], arg: &'a [u8]) -> Result<Expr, Stop> {
        if let Word::Beyond(id) = id {
            return self.beyond(id, typed, arg);
        }
        if self.global(id, typed, arg)? || self.positional(id, arg)? {
            return Ok(Expr::Always(true));
        }
        self.first.get_or_insert(typed);
        let since =
            |field| reference(arg, self.start).map(|meta| Test::Since(Since { field, moment: meta.mtime }));
        let age = |field, unit| age(field, unit, typed, arg, self.start).map(Test::Age);
        let number = || number(typed, arg);
        Ok(Expr::Test(match id {
            Word::True => return Ok(Expr::Always(true)),
            Word::False => return Ok(Expr::Always(false)),
            Word::Help => return Err(Stop::Help),
            Word::Version => return Err(Stop::Version),
            Word::Print => {
                self.printed = true;
                let format = Format::path(b'\n', self.at_terminal());
                return Ok(self.print(Sink::Out, format));
            }
            Word::Print0 => return Ok(self.print(Sink::Out, Format::path(0, false))),
            Word::PrintF => {
                let safe = self.at_terminal();
                return self.format(Sink::Out, safe, arg);
            }
            Word::FPrint => {
                let (sink, terminal) = self.open(arg)?;
                return Ok(self.print(sink, Format::path(b'\n', terminal)));
            }
            Word::FPrint0 => {
                let (sink, _) = self.open(arg)?;
                return Ok(self.print(sink, Format::path(0, false)));
            }
            Word::FPrintF => return self.file_format(typed, arg),
            Word::Ls => return Ok(self.action(Action::List(Sink::Out))),
            Word::FLs => {
                let (sink, _) = self.open(arg)?;
                return Ok(self.action(Action::List(sink)));
            }
            Word::Exec => return self.exec(typed, Manner::default()),
            Word::ExecDir => return self.exec(typed, Manner { there: true, asks: false }),
            Word::Ok => return self.exec(typed, Manner { there: false, asks: true }),
            Word::OkDir => return self.exec(typed, Manner { there: true, asks: true }),
            Word::Quit => return Ok(Expr::Act(Action::Quit)),
            Word::Prune => {
                self.prunes = true;
                return Ok(Expr::Act(Action::Prune));
            }
            Word::Delete => {
                self.deletes = true;
                self.globals.depth_first = true;
                return Ok(self.action(Action::Delete));
            }
            Word::Name => Test::Name(self.name(typed, "-wholename", arg, false)),
            Word::IName => Test::Name(self.name(typed, "-iwholename", arg, true)),
            Word::Path => Test::Path(self.path(typed, arg, false)),
            Word::IPath => Test::Path(self.path(typed, arg, true)),
            Word::Regex => Test::Regex(self.regex(arg, false)?),
            Word::IRegex => Test::Regex(self.regex(arg, true)?),
            Word::LName => Test::LinkText(self.pattern(arg, false)),
            Word::ILName => Test::LinkText(self.pattern(arg, true)),
            Word::Context if selinux::is_enabled() => Test::Context(self.pattern(arg, false)),
            Word::Context => {
                return Err(Stop::told("invalid predicate -context: SELinux is not enabled.", &[]));
            }
            Word::Type => Test::Kind(kinds(typed, arg)?),
            Word::XType => Test::OtherKind(kinds(typed, arg)?),
            Word::Readable => Test::May(Use::Read),
            Word::Writable => Test::May(Use::Write),
            Word::Executable => Test::May(Use::Execute),
            Word::FsType => Test::FsType(FsType::new(arg)),
            Word::Perm => Test::Perm(self.perm(arg)?),
            Word::Size => Test::Size(size(arg)?),
            Word::Empty => Test::Empty,
            Word::Inum => Test::Inum(number()?),
            Word::Links => Test::Links(number()?),
            Word::Uid => Test::Owner(Owner::Uid(number()?)),
            Word::Gid => Test::Owner(Owner::Gid(number()?)),
            Word::User => Test::Owner(Owner::user(&c_text(arg)).ok_or_else(|| {
                Stop::told("invalid user name or UID argument to -user: %s", &[&quoted(arg)])
            })?),
            Word::Group => Test::Owner(Owner::group(&c_text(arg)).ok_or_else(|| {
                Stop::told("invalid group name or GID argument to -group: %s", &[&quoted(arg)])
            })?),
            Word::NoUser => Test::Owner(Owner::NoUser),
            Word::NoGroup => Test::Owner(Owner::NoGroup),
            Word::SameFile => {
                let (dev, ino) = reference(arg, self.start)?.id();
                Test::SameFile(dev, ino)
            }
            Word::AccessedSince => since(Field::Accessed)?,
            Word::ChangedSince => since(Field::Changed)?,
            Word::ModifiedSince => since(Field::Modified)?,
            Word::Accessed => age(Field::Accessed, Unit::Days)?,
            Word::AccessedMinutes => age(Field::Accessed, Unit::Minutes)?,
            Word::Changed => age(Field::Changed, Unit::Days)?,
            Word::ChangedMinutes => age(Field::Changed, Unit::Minutes)?,
            Word::Modified => age(Field::Modified, Unit::Days)?,
            Word::ModifiedMinutes => age(Field::Modified, Unit::Minutes)?,
            Word::NewerXY => self.newer(typed)?,
            Word::Used => Test::Used(used(arg)?),
            // Operators and the options before the paths are no primaries, and other options have been seen to.
            Word::FollowNever
            | Word::FollowAlways
            | Word::FollowRoots
            | Word::Debug
            | Word::Optimize
            | Word::Means(_)
            | Word::Beyond(_)
            | Word::Not
            | Word::And
            | Word::Or
            | Word::DayStart
            | Word::Follow
            | Word::NoWarn
            | Word::RegexType
            | Word::Warn
            | Word::Depth
            | Word::Files0From
            | Word::IgnoreRace
            | Word::MaxDepth
            | Word::MinDepth
            | Word::NoIgnoreRace
            | Word::NoLeaf
            | Word::Shard
            | Word::XDev => return Ok(Expr::Always(true)),
        }))
    }

    /// -print and its kin. Paths as they are to standard output have an action of their own, as the commonest.
    pub(super) fn print(&mut self, sink: Sink, format: Format) -> Expr {
        let action = match (sink, format.is_path()) {
            (Sink::Out, Some(end)) => Action::Print(end),
            _ => Action::Format(sink, format),
        };
        self.action(action)
    }

    /// Whether standard output is a terminal, where paths are made safe to show.
    pub(super) fn at_terminal(&mut self) -> bool {
        *self.terminal.get_or_insert_with(|| io::stdout().is_terminal())
    }

    /// An option that changes what stands behind it; false for any other word.
    fn positional(&mut self, id: Word, arg: &[u8]) -> Result<bool, Stop> {
        match id {
            Word::RegexType => self.syntax = regex_type(arg)?,
            Word::DayStart => self.start.until = day_end(self.start.now),
            Word::Follow => {
                self.globals.follow = true;
                self.start.follow = true;
            }
            Word::NoWarn => self.start.verbose = false,
            Word::Warn => self.start.verbose = true,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn regex(&self, pattern: &[u8], fold: bool) -> Result<PathRegex, Stop> {
        PathRegex::new(pattern, self.syntax, fold, self.start.quick)
            .map_err(|error| Stop::told("failed to compile regular expression '%s': %s", &[pattern, &error]))
    }

    /// A file to write.
    fn open(&mut self, name: &[u8]) -> Result<(Sink, bool), Stop> {
        self.sinks.open(name).map_err(|errno| Stop::misuse(failed(name, errno)))
    }

    /// -fprintf: a second word is its format.
    fn file_format(&mut self, typed: &[u8], name: &[u8]) -> Result<Expr, Stop> {
        let Some(&format) = self.words.get(self.at) else {
            return Err(invalid(typed, name));
        };
        self.at += 1;
        let (sink, terminal) = self.open(name)?;
        self.format(sink, terminal, format)
    }

    fn format(&mut self, sink: Sink, safe: bool, format: &[u8]) -> Result<Expr, Stop> {
        let format = Format::parse(format, safe, self.warnings).map_err(|error| match error {
            NoFormat::Open => Stop::told("error: %s at end of format string", &[b"%"]),
            NoFormat::Reserved(letter) => {
                Stop::told("error: the format directive `%%%c' is reserved for future use", &[&[letter]])
            }
        })?;
        Ok(self.action(Action::Format(sink, format)))
    }

    /// An option that holds for the whole walk; false for any other word.
    fn global(&mut self, id: Word, typed: &[u8], arg: &'a [u8]) -> Result<bool, Stop> {
        let global = [
            Word::Depth,
            Word::Files0From,
            Word::IgnoreRace,
            Word::MaxDepth,
            Word::MinDepth,
            Word::NoIgnoreRace,
            Word::NoLeaf,
            Word::Shard,
            Word::XDev,
        ];
        if !global.contains(&id) {
            return Ok(false);
        }
        if let Some(first) = self.first.filter(|_| self.start.verbose) {
            self.warnings.push(late(typed, first));
        }
        match id {
            Word::MaxDepth => self.globals.max_depth = Some(level(typed, arg)?),
            Word::MinDepth => self.globals.min_depth = level(typed, arg)?,
            Word::XDev => self.globals.one_device = true,
            Word::Shard => self.globals.shard = Some(shard(typed, arg)?),
            Word::IgnoreRace => self.globals.ignore_race = true,
            Word::NoIgnoreRace => self.globals.ignore_race = false,
            Word::Files0From => self.paths_from = Some(arg),
            Word::NoLeaf => {}
            _ => {
                self.globals.depth_first = true;
                self.asked_for_depth = true;
                if typed == b"-d" && self.start.verbose {
                    self.warnings.push(wording::text(
                        "warning: the -d option is deprecated; please use -depth instead, because the latter is a \
                         POSIX-compliant feature.",
                        &[],
                    ));
                }
            }
        }
        Ok(true)
    }

    pub(super) fn action(&mut self, action: Action) -> Expr {
        self.has_action = true;
        Expr::Act(action)
    }

    /// A command and the words that it takes.
    fn exec(&mut self, typed: &[u8], manner: Manner) -> Result<Expr, Stop> {
        self.has_action = true;
        self.asks |= manner.asks;
        if manner.there {
            command::check_search_path(typed)?;
        }
        let (taken, run) = command::read(typed, &self.words[self.at..], manner)?;
        let action = match run {
            Run::Each(command) => Action::Exec(command),
            Run::Many(batch) => {
                self.batches.push(batch);
                let number = self.batches.len() - 1;
                if manner.there { Action::DirBatch(number) } else { Action::Batch(number) }
            }
        };
        self.at += taken;
        Ok(Expr::Act(action))
    }

    fn name(&mut self, typed: &[u8], instead: &str, pattern: &[u8], fold: bool) -> Pattern {
        if self.start.verbose && pattern != b"/" && pattern.contains(&b'/') {
            self.warnings.push(wording::text(
                "warning: %s matches against basenames only, but the given pattern contains a directory separator (%s), \
                 thus the expression will evaluate to false all the time.  Did you mean %s?",
                &[&quoted(typed), &quoted(b"/"), &quoted(instead.as_bytes())],
            ));
        }
        self.pattern(pattern, fold)
    }

    fn path(&mut self, typed: &[u8], text: &[u8], fold: bool) -> Pattern {
        let pattern = self.pattern(text, fold);
        // Only a root can end with a slash.
        if text.ends_with(b"/") && !self.start.roots.iter().any(|root| pattern.matches(&c_text(root))) {
            self.warnings.push(wording::text(
                "warning: -%s %s will not match anything because it ends with /.",
                &[&typed[1..], text],
            ));
        }
        pattern
    }

    fn pattern(&mut self, pattern: &[u8], fold: bool) -> Pattern {
        let charset = *self.charset.get_or_insert_with(glob::charset);
        Pattern::new(&c_text(pattern), fold, charset)
    }

    fn perm(&mut self, arg: &[u8]) -> Result<PermTest, Stop> {
        let test = perm(arg)?;
        if test.is_any_of_none() {
            self.warnings.push(wording::text(
                "warning: you have specified a mode pattern %s (which is equivalent to /000). The meaning of -perm \
                 /000 has now been changed to be consistent with -perm -000; that is, while it used to match no files, \
                 it now matches all files.",
                &[arg],
            ));
        }
        Ok(test)
    }
}
