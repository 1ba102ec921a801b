//! The words of an expression one by one: what each is, its argument, and what is wrong with it.

use ringutils::{
    args::Value,
    text::{glob::Charset, regex::Syntax},
};

use super::{
    Globals, Stop,
    argument::{misplaced, missing, number},
    build::{Operator, Token, What},
    table::{self, Beyond, Word},
};
use crate::{
    exec::Batch,
    expr::{Action, Expr, Start, Test},
    primaries::comparison,
    printf::{Format, Paint},
    sink::{Sink, Sinks},
};

/// The words, ready to be given a shape, and what they said beside it.
#[derive(Debug)]
pub(crate) struct Lexed<'a> {
    /// The words, with `( … ) -print` around them where they have no action.
    pub tokens: Vec<Token<'a>>,
    /// What is left out, so far as it is no token.
    pub excluded: Vec<Expr>,
    /// The numbers of -limit.
    pub limits: Vec<u64>,
    /// The commands of -exec … {} +.
    pub batches: Vec<Batch>,
    /// The files that are written.
    pub sinks: Sinks,
    /// What holds for the whole walk.
    pub globals: Globals,
    /// -files0-from: the file that holds the paths.
    pub paths_from: Option<&'a [u8]>,
    /// Whether somebody is asked before a program is run.
    pub asks: bool,
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
        excluded: Vec::new(),
        limits: Vec::new(),
        color: false,
        printed: false,
        batches: Vec::new(),
        sinks: Sinks::default(),
        globals: Globals::default(),
        paths_from: None,
        first: None,
        prunes: false,
        deletes: false,
        asked_for_depth: false,
        asks: false,
        has_action: false,
        // Of another character set nothing is known, so that libc is asked about every name.
        charset: if start.quick { None } else { Some(Charset::Other) },
        syntax: Syntax::EMACS,
        terminal: None,
    };
    let mut tokens = Vec::with_capacity(words.len() + 3);
    let (mut before, mut prints) = (None, Vec::new());
    while let Some(&typed) = words.get(lexer.at) {
        lexer.at += 1;
        let what = lexer.token(typed, before)?;
        before = Some(typed);
        if std::mem::take(&mut lexer.printed) {
            prints.push(tokens.len());
        }
        match what {
            Some(what) => tokens.push(Token { what, typed, implied: false }),
            None => rename(tokens.last_mut(), typed),
        }
    }
    if lexer.deletes && lexer.prunes && !lexer.asked_for_depth {
        return Err(Stop::told(
            "The -delete action automatically turns on -depth, but -prune does nothing when -depth is in effect.  If \
             you want to carry on anyway, just explicitly use the -depth option.",
            &[],
        ));
    }
    if matches!(tokens.first(), Some(Token { what: What::Close, .. })) {
        return Err(Stop::told(
            "invalid expression: expected expression before closing parentheses '%s'.",
            &[b")"],
        ));
    }
    if !lexer.has_action {
        if !tokens.is_empty() {
            tokens.insert(0, Token { what: What::Open, typed: b"(", implied: true });
            tokens.push(Token { what: What::Close, typed: b")", implied: true });
        }
        let format = Format::path(b'\n', lexer.at_terminal());
        let print = What::Leaf(lexer.print(Sink::Out, format));
        prints.push(tokens.len());
        tokens.push(Token { what: print, typed: b"-print", implied: true });
    }
    let paint = if lexer.color { Paint::from_environment(lexer.warnings) } else { None };
    if let Some(paint) = paint {
        let safe = lexer.at_terminal();
        for at in prints {
            let format = Format::painted(paint.clone(), safe);
            tokens[at].what = What::Leaf(Expr::Act(Action::Format(Sink::Out, format)));
        }
    }
    let Lexer { excluded, limits, batches, sinks, globals, paths_from, asks, .. } = lexer;
    Ok(Lexed { tokens, excluded, limits, batches, sinks, globals, paths_from, asks })
}

/// What the words have said up to the present one.
pub(super) struct Lexer<'a, 'w> {
    /// All words.
    pub words: &'w [&'a [u8]],
    /// The next one.
    pub at: usize,
    /// What the words are read against.
    pub start: Start<'w>,
    /// Warnings so far.
    pub warnings: &'w mut Vec<Vec<u8>>,
    /// What is left out, so far.
    pub excluded: Vec<Expr>,
    /// The numbers of -limit so far.
    pub limits: Vec<u64>,
    /// Whether paths are printed in colours.
    pub color: bool,
    /// Whether the word that has just been read is -print.
    pub printed: bool,
    /// Commands of -exec … {} + so far.
    pub batches: Vec<Batch>,
    /// Files to write so far.
    pub sinks: Sinks,
    /// Options so far.
    pub globals: Globals,
    /// -files0-from, if there was one.
    pub paths_from: Option<&'a [u8]>,
    /// The first word that is no option.
    pub first: Option<&'a [u8]>,
    /// Whether -prune has been seen.
    pub prunes: bool,
    /// Whether -delete has been seen.
    pub deletes: bool,
    /// Whether -depth has been seen.
    pub asked_for_depth: bool,
    /// Whether -ok or -okdir has been seen.
    pub asks: bool,
    /// Whether an action has been seen that makes -print needless.
    pub has_action: bool,
    /// The character set for patterns, once asked for.
    pub charset: Option<Charset>,
    /// How regular expressions are written.
    pub syntax: Syntax,
    /// Whether standard output is a terminal, once asked for.
    pub terminal: Option<bool>,
}

impl<'a> Lexer<'a, '_> {
    /// What a word is; its argument, if it has one, is taken too. `None`: it is no part of the expression.
    fn token(&mut self, typed: &'a [u8], before: Option<&'a [u8]>) -> Result<Option<What>, Stop> {
        let what = match typed {
            b"(" => What::Open,
            b")" => What::Close,
            b"!" => What::Not,
            b"," => What::Between(Operator::Comma),
            [b'-', _, ..] => {
                let row = table::find(typed).ok_or_else(|| Stop::told("unknown predicate `%s'", &[typed]))?;
                match row.id {
                    Word::Not => What::Not,
                    Word::And => What::Between(Operator::And),
                    Word::Or => What::Between(Operator::Or),
                    Word::Beyond(Beyond::Exclude) => What::Exclude,
                    Word::Depth if typed == b"-depth" && self.number_follows() => {
                        let arg = self.argument(typed)?;
                        What::Leaf(Expr::Test(Test::Depth(number(typed, arg)?)))
                    }
                    id => {
                        let arg = match row.value {
                            // These find words that lack by themselves.
                            _ if finds_its_words(id) => b"".as_slice(),
                            Value::None => b"",
                            _ if id == Word::Beyond(Beyond::Jobs) && typed.len() > 2 => &typed[2..],
                            _ => self.argument(typed)?,
                        };
                        let leaf = self.primary(id, typed, arg)?;
                        let silent = matches!(id, Word::DayStart | Word::Files0From);
                        return Ok((!silent).then_some(What::Leaf(leaf)));
                    }
                }
            }
            path => return Err(misplaced(path, before)),
        };
        self.first.get_or_insert(typed);
        Ok(Some(what))
    }

    /// Whether the next word is a number that may have a sign.
    fn number_follows(&self) -> bool {
        self.words.get(self.at).is_some_and(|word| {
            let digits = comparison(word).1;
            !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
        })
    }

    /// The next word, as the argument of `typed`.
    pub(super) fn argument(&mut self, typed: &[u8]) -> Result<&'a [u8], Stop> {
        let arg = self.words.get(self.at).ok_or_else(|| missing(typed))?;
        self.at += 1;
        Ok(arg)
    }
}

/// Whether how many words follow a word is for itself to find out.
fn finds_its_words(id: Word) -> bool {
    matches!(id, Word::Exec | Word::ExecDir | Word::Ok | Word::OkDir | Word::NewerXY)
}

/// GNU's find calls the word before one that is no part of the expression by that one's name.
fn rename<'a>(token: Option<&mut Token<'a>>, typed: &'a [u8]) {
    if let Some(token) = token.filter(|token| !matches!(token.what, What::Open)) {
        token.typed = typed;
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
