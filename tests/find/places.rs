//! -execdir, -ok and -okdir: programs that are started in a file's directory, and those that are asked for.

use super::{ZOO, case, check, each};
use ringutils_tests::Tree;

#[test]
fn in_the_directory() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        . -execdir echo {} ;
        . -execdir echo x{}y{} ;
        . -execdir pwd ;
        . -depth -execdir echo {} ;
        a a/b/ ./a/one.txt a/b/. a/.. .. / // a// -maxdepth 0 -execdir echo {} ;
        a a/b/ ./a/one.txt a/b/. a/.. .. / // a// -maxdepth 0 -execdir pwd ;
        a/b/link a/dirlink -maxdepth 0 -execdir pwd ;
        -L a/dirlink -execdir pwd ;
        . -execdir nosuch {} ;
        . -execdir {} ;
        . -execdir false ; -print
        . -execdir true ; -print
        . -print -execdir echo {} ; -print
        . -name b -execdir echo {} ; -quit
        . -execdir
        . -execdir echo
        . -execdir ;
        missing a/b -execdir echo {} ;
        ",
    );
    check(&tree, &[".", "-execdir", "sh", "-c", "pwd; echo \"$1\"", "sh", "{}", ";"]);
    check(&tree, &[".", "-type", "f", "-execdir", "test", "-s", "{}", ";", "-print"]);
}

#[test]
fn in_batches_of_a_directory() {
    let tree = Tree::new(ZOO);
    let empty = Tree::new("d a\nf a/1\nd a/2\nf a/3\nd a/4\nf a/4/5\nd a/4/6\nf a/7\nd a/8\nf a/9\n");
    for tree in [&tree, &empty] {
        each(
            tree,
            "
            . -execdir echo {} +
            . -depth -execdir echo {} +
            . -execdir echo {} + -print
            . -print -execdir echo {} +
            . -depth -print -execdir echo {} +
            . -type f -execdir echo {} + -o -print
            . -print -type f -execdir echo {} +
            . -maxdepth 1 -print -execdir echo {} +
            . -mindepth 2 -execdir echo {} +
            . -execdir echo {} + -execdir echo again {} +
            . -execdir echo {} + -exec echo all {} +
            . -execdir false {} + -print
            . -execdir nosuch {} + -print
            . -execdir echo {} + -quit
            . -type f -execdir echo {} + -quit
            a a/b a/one.txt missing a/b/big -maxdepth 0 -execdir echo {} + -print
            . -execdir echo {} {} +
            . -execdir echo x{} +
            . -execdir echo +
            ",
        );
        check(tree, &[".", "-execdir", "sh", "-c", "pwd; echo \"$@\"", "sh", "{}", "+"]);
    }
    let many = Tree::new("d a\nmany a/longish-name-of-a-directory 9000\nd b\nf b/c\n");
    case(&[".", "-execdir", "sh", "-c", "pwd; echo $# $1", "sh", "{}", "+"]).locale("C").check(&many);
}

#[test]
fn what_programs_change() {
    let tree = Tree::new("d a\nf a/1\nd a/2\nf a/2/x\nf a/3\nd a/4\nf a/4/5\n");
    for argv in [
        &["a", "-type", "f", "-execdir", "mv", "{}", "{}.old", ";"][..],
        &["a", "-type", "f", "-execdir", "rm", "{}", "+", "-print"],
        &["a", "-type", "d", "-execdir", "touch", "{}/new", ";", "-print"],
        &["a", "-type", "d", "-execdir", "touch", "{}/new", "{}", "+"],
        &["a", "-depth", "-execdir", "rm", "-r", "{}", "+", "-print"],
        &["a", "-name", "2", "-execdir", "rm", "-r", "{}", ";", "-print"],
        &["a", "-execdir", "sh", "-c", "touch made", "{}", "+", "-print"],
        &["a", "-name", "x", "-execdir", "sh", "-c", "rm -r ../2", ";", "-print"],
    ] {
        case(argv).changes().check(&tree);
    }
}

#[test]
fn closed_directories() {
    let tree = Tree::new("d a\nd a/x 311\nf a/x/f\nd a/r 444\nf a/r/f\nd a/none 000\nf a/z\n");
    each(
        &tree,
        "a -print -execdir echo {} ; -print\na -print -execdir echo {} +\na -exec echo all {} + -execdir echo {} +\n\
         a/x/f a/z -execdir echo {} ;\na -execdir echo {} ;\na -execdir echo {} +\na/x/f -execdir echo {} ;\na/x/f -execdir pwd ;\na -execdir pwd ;\n\
         -L a -print -execdir echo {} ; -print\n-L a -print -execdir echo {} + -print\n-L a -depth -execdir echo {} ;\n\
         a/x -execdir nosuch {} +\na/x a/none a/z missing -execdir nosuch {} +\na/x a/z -execdir echo {} +\n\
         a/none a/r missing a -depth -execdir nosuch {} +\na/x a/none a -execdir nosuch {} + -print\n\
         -L a/r/f -execdir echo {} ;\n-H a/r -execdir echo {} ;\n-L a/r -execdir echo {} + -o -print\n\
         -L a -exec echo all {} + -execdir true {} +\n-L a/r -exec nosuch {} + -execdir nosuch {} +\n\
         -L a/x a/r a/z -exec echo all {} + -execdir echo {} +\na/z -exec echo all {} + -execdir echo {} +\n\
         a/z a a/x/f -execdir echo 1 {} + -exec echo all {} + -execdir echo 2 {} +\na -exec echo all {} + -execdir echo {} +",
    );
}

/// A search path that leads back into the directory is refused.
#[test]
fn unsafe_search_paths() {
    let tree = Tree::new("d a\n");
    for path in [
        ".:/bin",
        "/bin:",
        ":/bin",
        "/bin::/usr/bin",
        "",
        "bin:/bin",
        "/bin:./x:.",
        "/bin:..",
        "/usr/bin:/bin",
    ] {
        for words in [
            "-execdir /bin/echo {} ;",
            "-execdir /bin/echo {} +",
            "-okdir /bin/echo {} ;",
            "-exec /bin/echo {} ;",
        ] {
            let argv: Vec<&str> = ["a"].into_iter().chain(words.split(' ')).collect();
            case(&argv).env("PATH", path).locale("C").check(&tree);
        }
        case(&["a", "-execdir", "true", ";", "-nonsense"]).env("PATH", path).locale("C").check(&tree);
        case(&["a", "-execdir", "true"]).env("PATH", path).locale("C").check(&tree);
    }
}

#[test]
fn asking() {
    let tree = Tree::new("d a\nf a/1\nf a/2\nd a/3\nf a/3/x\nf a/new\\nline\nf a/\\x01\n");
    for answers in [
        "",
        "y\\n",
        "n\\n",
        "y\\nn\\ny\\n",
        "Y\\nyes\\nyeah\\nN\\ny",
        " y\\n\\n1\\nj\\n",
        "y\\ny\\ny\\ny\\ny\\ny\\ny\\n",
    ] {
        for words in [
            &["-ok", "echo", "{}", ";"][..],
            &["-okdir", "echo", "x{}", "{}", ";"],
            &["-okdir", "pwd", ";", "-print"],
            &["-print", "-ok", "echo", "{}", ";", "-print"],
            &["-ok", "false", ";", "-print"],
            &["-ok", "true", ";", "-print"],
            &["-ok", "true", ";", "-ok", "echo", "{}", ";"],
            &["-type", "d", "-ok", "nosuch", "a b", ";", "-o", "-name", "1", "-ok", "{}", ";"],
            &["-ok", "cat", ";"],
            &["-ok", "echo", "{}", ";", "-quit"],
        ] {
            let argv: Vec<&str> = ["a"].into_iter().chain(words.iter().copied()).collect();
            case(&argv).shell(&format!("printf '{answers}' | TOOL")).check(&tree);
        }
    }
    each(
        &tree,
        "
        a -ok
        a -okdir
        a -ok echo
        a -ok ;
        a -ok echo {} +
        a -okdir echo {} +
        -files0-from - -ok true ;
        -ok true ; -files0-from -
        -files0-from /dev/null -okdir true ;
        -files0-from - -nonsense -ok true ;
        -files0-from missing -ok true ;
        a -files0-from - -ok true ;
        ",
    );
    case(&["a", "-ok", "echo", "{}", ";"]).shell("TOOL <&-").check(&tree);
    // Nothing is run where nobody can be asked.
    for action in ["-ok", "-okdir"] {
        for lost in ["2>&-", "2>/dev/full"] {
            case(&["a", "-print", action, "echo", "{}", ";", "-exec", "echo", "{}", "+"])
                .shell(&format!("yes | TOOL {lost}"))
                .apart()
                .check(&tree);
        }
    }
    case(&["a", "-ok", "echo", "{}", ";"])
        .env("POSIXLY_CORRECT", "1")
        .shell("printf 'y\\nyes\\nn\\n' | TOOL")
        .check(&tree);
}
