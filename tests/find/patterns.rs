//! Thousands of random patterns against GNU's find, forty a command.

use ringutils_tests::{
    Case, Tool, Tree, Who,
    random::{Random, cases, seed},
};

/// Compares what patterns match in a tree. `begin` says what stands before them in a command, and gives what makes them: a
/// test and its pattern, or nothing where that pattern is not wanted.
pub(crate) fn compare<M>(tree: &Tree, begin: impl Fn(&mut Random) -> (Vec<Vec<u8>>, M))
where
    M: FnMut(&mut Random) -> Option<[Vec<u8>; 2]>,
{
    let seed = seed();
    println!("RINGUTILS_SEED={seed}");
    for number in 0..cases().div_ceil(4) as u64 {
        let mut random = Random::new(seed + number);
        let (mut argv, mut make) = begin(&mut random);
        let before = argv.len();
        for number in 0..40 {
            let Some(test) = make(&mut random) else { continue };
            if argv.len() > before {
                argv.push(b",".to_vec());
            }
            argv.extend(test);
            argv.extend([b"-printf".to_vec(), format!("{number} %p\\n").into_bytes()]);
        }
        Case::new(Tool::Find, &argv).only(Who::Root).apart().check(tree);
    }
}
