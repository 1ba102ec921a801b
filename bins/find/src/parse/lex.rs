//! The words of an expression one by one: what each is, its argument, and what is wrong with it.

use ringutils::{
    args::Value,
    text::glob::{self, Charset},
};

use super::{
    Globals, Stop,
    argument::{age, c_text, kinds, late, level, misplaced, missing, number, perm, reference, size},
    build::{Operator, Token, What},
    command::{self, Run},
    table::{self, Word},
};
use crate::{
    exec::Batch,
    expr::{Action, Expr, Start, Test},
    message::{quoted, text},
    primaries::{Field, Owner, PermTest, Since, Unit, name::Pattern},
};

/// The words, ready to be given a shape, and what they said beside it.
#[derive(Debug)]
pub(crate) struct Lexed<'a> {
    /// The words, with `( … ) -print` around them where they have no action.
    pub tokens: Vec<Token<'a>>,
    /// The commands of -exec … {} +.
    pub batches: Vec<Batch>,
    /// What holds for the whole walk.
    pub globals: Globals,
}

/// Reads all words.
pub(crate) fn lex<'a, 'w>(
    words: &'w [&'a [u8]],
    start: Start<'w>,
    warnings: &'w mut Vec<Vec<u8>>,
) -> Result<Lexed<'a>, Stop> {
    let mut lexer = Lexer {
        words,
        at: 0,
        start,
        warnings,
        batches: Vec::new(),
        globals: Globals::default(),
        first: None,
        prunes: false,
        deletes: false,
        asked_for_depth: false,
        has_action: false,
        charset: None,
    };
    let mut tokens = Vec::with_capacity(words.len() + 3);
    while let Some(&typed) = words.get(lexer.at) {
        lexer.at += 1;
        let what = lexer.token(typed, tokens.last())?;
        tokens.push(Token { what, typed, implied: false });
    }
    if lexer.deletes && lexer.prunes && !lexer.asked_for_depth {
        return Err(Stop::misuse(
            "The -delete action automatically turns on -depth, but -prune does nothing when -depth is in effect.  If \
             you want to carry on anyway, just explicitly use the -depth option.",
        ));
    }
    if !lexer.has_action {
        if !tokens.is_empty() {
            tokens.insert(0, Token { what: What::Open, typed: b"(", implied: true });
            tokens.push(Token { what: What::Close, typed: b")", implied: true });
        }
        let print = What::Leaf(Expr::Act(Action::Print(b'\n')));
        tokens.push(Token { what: print, typed: b"-print", implied: true });
    }
    Ok(Lexed { tokens, batches: lexer.batches, globals: lexer.globals })
}

struct Lexer<'a, 'w> {
    /// All words.
    words: &'w [&'a [u8]],
    /// The next one.
    at: usize,
    /// What the words are read against.
    start: Start<'w>,
    /// Warnings so far.
    warnings: &'w mut Vec<Vec<u8>>,
    /// Commands of -exec … {} + so far.
    batches: Vec<Batch>,
    /// Options so far.
    globals: Globals,
    /// The first word that is no option.
    first: Option<&'a [u8]>,
    /// Whether -prune has been seen.
    prunes: bool,
    /// Whether -delete has been seen.
    deletes: bool,
    /// Whether -depth has been seen.
    asked_for_depth: bool,
    /// Whether an action has been seen that makes -print needless.
    has_action: bool,
    /// The character set for patterns, once asked for.
    charset: Option<Charset>,
}

impl<'a> Lexer<'a, '_> {
    /// What a word is; its argument, if it has one, is taken too.
    fn token(&mut self, typed: &'a [u8], before: Option<&Token<'a>>) -> Result<What, Stop> {
        let what = match typed {
            b"(" => What::Open,
            b")" => What::Close,
            b"!" => What::Not,
            b"," => What::Between(Operator::Comma),
            [b'-', _, ..] => {
                let row = table::find(typed)
                    .ok_or_else(|| Stop::misuse(text!("unknown predicate `", typed, "'")))?;
                match row.id {
                    Word::Not => What::Not,
                    Word::And => What::Between(Operator::And),
                    Word::Or => What::Between(Operator::Or),
                    id => {
                        let arg = match row.value {
                            _ if id == Word::Exec => b"".as_slice(),
                            Value::None => b"",
                            _ => self.argument(typed)?,
                        };
                        return Ok(What::Leaf(self.primary(id, typed, arg)?));
                    }
                }
            }
            path => return Err(misplaced(path, before.map(|token| token.typed))),
        };
        self.first.get_or_insert(typed);
        Ok(what)
    }

    /// The next word, as the argument of `typed`.
    fn argument(&mut self, typed: &[u8]) -> Result<&'a [u8], Stop> {
        let arg = self.words.get(self.at).ok_or_else(|| missing(typed))?;
        self.at += 1;
        Ok(arg)
    }

    /// A test, an action or an option.
    fn primary(&mut self, id: Word, typed: &'a [u8], arg: &[u8]) -> Result<Expr, Stop> {
        if matches!(id, Word::Depth | Word::MaxDepth | Word::MinDepth | Word::XDev) {
            self.global(id, typed, arg)?;
            return Ok(Expr::Always(true));
        }
        if !matches!(id, Word::Help | Word::Version) {
            self.first.get_or_insert(typed);
        }
        let since =
            |field| reference(arg, self.start).map(|meta| Test::Since(Since { field, moment: meta.mtime }));
        let age = |field, unit| age(field, unit, typed, arg, self.start).map(Test::Age);
        let number = || number(typed, arg);
        Ok(Expr::Test(match id {
            Word::True => return Ok(Expr::Always(true)),
            Word::False => return Ok(Expr::Always(false)),
            Word::Help => return Err(Stop::Help),
            Word::Version => return Err(Stop::Version),
            Word::Print => return Ok(self.action(Action::Print(b'\n'))),
            Word::Print0 => return Ok(self.action(Action::Print(0))),
            Word::Exec => return self.exec(typed),
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
            Word::Type => Test::Kind(kinds(arg)?),
            Word::Perm => Test::Perm(self.perm(arg)?),
            Word::Size => Test::Size(size(arg)?),
            Word::Empty => Test::Empty,
            Word::Inum => Test::Inum(number()?),
            Word::Links => Test::Links(number()?),
            Word::Uid => Test::Owner(Owner::Uid(number()?)),
            Word::Gid => Test::Owner(Owner::Gid(number()?)),
            Word::User => Test::Owner(Owner::user(&c_text(arg)).ok_or_else(|| {
                Stop::misuse(text!("invalid user name or UID argument to -user: ", quoted(arg)))
            })?),
            Word::Group => Test::Owner(Owner::group(&c_text(arg)).ok_or_else(|| {
                Stop::misuse(text!("invalid group name or GID argument to -group: ", quoted(arg)))
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
            // Operators and the options before the paths are no primaries, and global options have been seen to.
            Word::FollowNever
            | Word::FollowAlways
            | Word::FollowRoots
            | Word::Not
            | Word::And
            | Word::Or
            | Word::Depth
            | Word::MaxDepth
            | Word::MinDepth
            | Word::XDev => return Ok(Expr::Always(true)),
        }))
    }

    /// An option that holds for the whole walk.
    fn global(&mut self, id: Word, typed: &[u8], arg: &[u8]) -> Result<(), Stop> {
        if let Some(first) = self.first.filter(|_| self.start.verbose) {
            self.warnings.push(late(typed, first));
        }
        match id {
            Word::MaxDepth => self.globals.max_depth = Some(level(typed, arg)?),
            Word::MinDepth => self.globals.min_depth = level(typed, arg)?,
            Word::XDev => self.globals.one_device = true,
            _ => {
                self.globals.depth_first = true;
                self.asked_for_depth = true;
                if typed == b"-d" && self.start.verbose {
                    self.warnings.push(
                        b"warning: the -d option is deprecated; please use -depth instead, because the latter is a \
                          POSIX-compliant feature."
                            .to_vec(),
                    );
                }
            }
        }
        Ok(())
    }

    fn action(&mut self, action: Action) -> Expr {
        self.has_action = true;
        Expr::Act(action)
    }

    /// A command and the words that it takes.
    fn exec(&mut self, typed: &[u8]) -> Result<Expr, Stop> {
        self.has_action = true;
        let (taken, action) = match command::read(typed, &self.words[self.at..])? {
            (taken, Run::Each(command)) => (taken, Action::Exec(command)),
            (taken, Run::Many(batch)) => {
                self.batches.push(batch);
                (taken, Action::Batch(self.batches.len() - 1))
            }
        };
        self.at += taken;
        Ok(Expr::Act(action))
    }

    fn name(&mut self, typed: &[u8], instead: &str, pattern: &[u8], fold: bool) -> Pattern {
        if self.start.verbose && pattern != b"/" && pattern.contains(&b'/') {
            self.warnings.push(text!(
                "warning: ",
                quoted(typed),
                " matches against basenames only, but the given pattern contains a directory separator (",
                quoted(b"/"),
                "), thus the expression will evaluate to false all the time.  Did you mean ",
                quoted(instead.as_bytes()),
                "?"
            ));
        }
        self.pattern(pattern, fold)
    }

    fn path(&mut self, typed: &[u8], text: &[u8], fold: bool) -> Pattern {
        let pattern = self.pattern(text, fold);
        // Only a root can end with a slash.
        if text.ends_with(b"/") && !self.start.roots.iter().any(|root| pattern.matches(&c_text(root))) {
            self.warnings.push(text!(
                "warning: ",
                typed,
                " ",
                text,
                " will not match anything because it ends with /."
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
            self.warnings.push(text!(
                "warning: you have specified a mode pattern ",
                arg,
                " (which is equivalent to /000). The meaning of -perm /000 has now been changed to be consistent with \
                 -perm -000; that is, while it used to match no files, it now matches all files."
            ));
        }
        Ok(test)
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{START, words},
        *,
    };

    /// The messages of a command line that is wrong, and the warnings before them.
    fn messages(text: &str, verbose: bool) -> Vec<String> {
        let mut all = Vec::new();
        let result = lex(&words(text), Start { verbose, ..START }, &mut all);
        if let Err(Stop::Misuse(messages)) = result {
            all.extend(messages);
        }
        all.iter().map(|message| String::from_utf8_lossy(message).into_owned()).collect()
    }

    #[test]
    fn what_is_wrong_with_words() {
        let check = |text: &str, expected: &str| assert_eq!(messages(text, false), [expected], "{text}");
        check("-foo", "unknown predicate `-foo'");
        check("--name x", "unknown predicate `--name'");
        check("-true -H", "unknown predicate `-H'");
        check("-o -foo", "unknown predicate `-foo'");
        check("-name", "missing argument to `-name'");
        check("-true no-such-file", "paths must precede expression: `no-such-file'");
        check("-maxdepth -1", "Expected a positive decimal integer argument to -maxdepth, but got '-1'");
        check("-mindepth +1", "Expected a positive decimal integer argument to -mindepth, but got '+1'");
        check("-maxdepth 2147483648", "2147483648: Numerical result out of range");
        check("-type q", "Unknown argument to -type: q");
        check("-type f,f", "Duplicate file type 'f' in the argument list to -type.");
        check("-type fd", "Must separate multiple arguments to -type using: ','");
        check(
            "-type f,",
            "Last file type in list argument to -type is missing, i.e., list is ending on: ','",
        );
        check("-size 5x", "invalid -size type `x'");
        check("-size 5cc", "Invalid argument `5cc' to -size");
        check("-perm 9", "invalid mode '9'");
        check("-mtime 1x", "invalid argument `1x' to `-mtime'");
        check("-amin -nan", "invalid not-a-number argument: `nan'");
        check("-links x", "non-numeric argument to -links: 'x'");
        check("-user no-such-user", "invalid user name or UID argument to -user: 'no-such-user'");
        check("-group -5", "invalid group name or GID argument to -group: '-5'");
        check("-newer no-such-file", "'no-such-file': No such file or directory");
        check("-samefile no-such-file", "'no-such-file': No such file or directory");
        let prune = "The -delete action automatically turns on -depth, but -prune does nothing when -depth is in \
                     effect.  If you want to carry on anyway, just explicitly use the -depth option.";
        check("-prune -delete", prune);
        check("-delete , -prune", prune);
    }

    #[test]
    fn a_file_behind_the_expression_is_taken_for_an_expanded_pattern() {
        let expected =
            ["paths must precede expression: `/'", "possible unquoted pattern after predicate `-name'?"];
        assert_eq!(messages("-name x / y", false), expected);
        assert_eq!(messages("-name x ( / )", false)[1], "possible unquoted pattern after predicate `('?");
    }

    #[test]
    fn warnings() {
        let global = |option: &str, first: &str| {
            format!(
                "warning: you have specified the global option {option} after the argument {first}, but global \
                 options are not positional, i.e., {option} affects tests specified before it as well as those \
                 specified after it.  Please specify global options before other arguments."
            )
        };
        let check = |text: &str, at_a_terminal: &[String], always: &[String]| {
            assert_eq!(messages(text, true), at_a_terminal, "{text}");
            assert_eq!(messages(text, false), always, "{text}");
        };
        check("-maxdepth 1 -depth -name x", &[], &[]);
        check("-name x -size 1 -maxdepth 1", &[global("-maxdepth", "-name")], &[]);
        check("( -mount )", &[global("-mount", "(")], &[]);
        check("-name / -iname a", &[], &[]);
        let slash = "warning: '-name' matches against basenames only, but the given pattern contains a directory \
                     separator ('/'), thus the expression will evaluate to false all the time.  Did you mean \
                     '-wholename'?";
        check("-name a/b", &[slash.to_owned()], &[]);
        let ends = ["warning: -path x/ will not match anything because it ends with /.".to_owned()];
        check("-path x/", &ends, &ends);
        check("-path */", &[], &[]);
        let none = "warning: you have specified a mode pattern /0 (which is equivalent to /000). The meaning of \
                    -perm /000 has now been changed to be consistent with -perm -000; that is, while it used to \
                    match no files, it now matches all files.";
        check("-perm /0", &[none.to_owned()], &[none.to_owned()]);
    }
}
