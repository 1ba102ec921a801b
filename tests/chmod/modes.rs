//! The grammar of modes, on every old mode that could matter.

use super::{case, check, each, each_quickly};
use ringutils_tests::Tree;

/// Files and directories of many modes.
const MODES: &str = "
f f000 000
f f111 111
f f222 222
f f444 444
f f644 644
f f640 640
f f755 755
f f777 777
f f2644 2644
f f4755 4755
f f6755 6755
f f1644 1644
f f7777 7777
d d000 000
d d700 700
d d755 755
d d711 711
d d2755 2755
d d4755 4755
d d6777 6777
d d1777 1777
";

const ALL: &str = "f000 f111 f222 f444 f644 f640 f755 f777 f2644 f4755 f6755 f1644 f7777 d000 d700 d755 d711 d2755 d4755 d6777 d1777";

/// Compares each mode, given to every file, verbosely.
fn modes(list: &str) {
    let tree = Tree::new(MODES);
    let commands: String = list.split_whitespace().map(|mode| format!("-v {mode} {ALL}\n")).collect();
    each_quickly(&tree, &commands);
}

#[test]
fn octal() {
    modes(
        "0 7 07 644 0644 00644 755 00755 000755 1755 2755 4755 6755 7777 07777 02755 00000 =0 =644 +644 -644 +1000 -7000 =00755 +0 -0 u=7 a+7",
    );
}

#[test]
fn symbolic() {
    modes(
        "u+x g+x o+x a+x ug+x uo-r go= go-rwx u= a= a=r a=rw u=rwx,g=rx,o=r u=rwx,go=rx a-x u-w,g+w +x -x =x +w -w =w +r -r =r \
         + - = u+ u- u= ugo+ a+rwxst u+s g+s o+s ug+s u-s g-s a+s a-s =s +s -s o+t u+t g+t a+t +t -t =t a=t u=s g=s",
    );
}

#[test]
fn copies_and_conditions() {
    modes(
        "u=g g=u o=u u=o g=o o=g a=u u+g u-g g+u g-o o-u a+u a-g ug=o +u -g =o =u u=g,g=o u=g,g=o,o=u u=u a+X u+X g+X o+X +X -X =X \
         u-X a-X u=X a=X u=rX,g=rX a+rX go-X,u+X u=rwX,go=rX a-x,a+X a+x,a-X u=gX u=gr u+gu u=,g=u,o=u",
    );
}

#[test]
fn several_operators() {
    modes(
        "u+r-w u=r+x u+x-w=r u=rw-x+s g=u-w o=g-w+x a=r+w-x +r-w -r+w =r+w u=g+x u=x=r u+=r u=+r u-+x ug+x-w,o=r a+rw,a-w,a+x u+w,u-w",
    );
}

/// Without a class, the umask decides.
#[test]
fn umasks() {
    let tree = Tree::new(MODES);
    for mask in ["000", "077", "027", "777", "002", "222", "111", "7777"] {
        for mode in [
            "+x", "-x", "=x", "+rwx", "-rwx", "=rwx", "+s", "+t", "=", "a+x", "+X", "=u", "+w", "-w", "=644",
            "u+w,+w",
        ] {
            let mut argv = vec!["-v", mode];
            argv.extend(ALL.split(' '));
            case(&argv).shell(&format!("umask {mask}; TOOL")).locale("C").apart().check(&tree);
        }
    }
}

/// Words that look like options are modes.
#[test]
fn modes_that_look_like_options() {
    let tree = Tree::new(MODES);
    each(
        &tree,
        "
        -x f755
        -w f755
        -r f755
        -rwx f755
        -v -x f755
        -x -v f755
        f755 -x
        -x f755 -- -w
        -x -w f755
        -rw,+x f755
        -u f755
        -g f755
        -X f755
        -s f6755
        -t d1777
        -644 f777
        -0 f777
        -7777 f7777
        -x,a+r f755
        -- -x f755
        -v -- -w f755
        -R -x d755
        -Rx d755
        -xR d755
        -vx f755
        -cx f755
        -xv f755
        -x f755 f777 -v
        -x --reference=f644 f755
        ",
    );
}

#[test]
fn reports() {
    let tree = Tree::new(&format!(
        "{MODES}\nl tofile -> f644\nl todir -> d755\nl nowhere -> missing\nf theirs 644 owner=0\nf sp\\sace\nf new\\nline\nf caf\\xc3\\xa9\nf \\xff\n"
    ));
    each(
        &tree,
        "
        -v 644 f644
        -v 755 f644 f755
        -c 644 f644 f755
        -cv 644 f644 f755
        -vc 644 f644 f755
        -f 644 f644
        -f 644 missing
        -v 644 missing
        -c 644 missing
        -fv 644 missing f644
        -vf 755 missing f644
        644 missing f755
        644 f755 missing f777
        -v 600 tofile
        -v 700 todir
        -v 600 nowhere
        -c 600 tofile nowhere
        -f 600 nowhere
        600 nowhere
        -v 600 theirs
        -c 600 theirs f644
        -f 600 theirs
        -fv 600 theirs
        600 theirs
        -v u+w theirs f644
        -v 0 f7777
        -v +t f644
        -v 2755 d755
        -v 755 d2755
        -c 755 d2755
        -v 00755 d2755
        --changes 600 f644
        --verbose 600 f644
        --silent 600 missing
        --quiet 600 missing
        -v g+s d755
        -w f777
        -v -w f777
        -v +w f444
        -c =r f777
        ",
    );
    check(&tree, &["-v", "600", "sp ace", "new\nline", "caf\u{e9}", "no such", "no\nsuch"]);
    ringutils_tests::Case::new(ringutils_tests::Tool::Chmod, &[b"-v".as_slice(), b"600", b"\xff", b"no\xff"])
        .changes()
        .check(&tree);
}

#[test]
fn references() {
    let tree =
        Tree::new(&format!("{MODES}\nl tofile -> f6755\nl nowhere -> missing\nd closed 000\nf closed/in\n"));
    each(
        &tree,
        "
        --reference=f755 f644
        --reference f755 f644
        --reference=f7777 -v f644 d755
        --reference=d1777 -v f644 d2755
        --reference=tofile -v f644
        --reference=nowhere f644
        --reference=missing f644
        --reference=closed/in f644
        --reference=f755
        --reference
        --reference= f644
        --reference=f755 u+x f644
        --reference=f755 --reference=f644 -v f777
        --reference=f755 -R -v d700
        --ref=f755 -v f644
        -v f644 --reference=f755
        ",
    );
}
