//! A change of mode as a value: parsed from GNU chmod's notation, applied to old modes. Touches no file.
//!
//! The notation is POSIX' and GNU's: clauses `[ugoa]*([-+=]([rwxXst]*|[ugo]))+` joined by commas, where a clause
//! without a class may also hold `[-+=][0-7]+`, or one octal number alone.

/// Set-user-ID and set-group-ID bits.
const SET_ID: u32 = 0o6000;

/// Set-user-ID, set-group-ID and sticky bits: those that the kernel may drop in silence.
pub(crate) const SPECIAL: u32 = 0o7000;

/// Everything that chmod(2) changes.
const ALL: u32 = 0o7777;

/// Operations that are carried out one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Change {
    /// In the order of the text.
    steps: Vec<Step>,
}

/// One operator of a clause and what follows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Step {
    /// What is done with the bits.
    act: Act,
    /// The bits that the classes of the clause cover.
    who: u32,
    /// Whether bits of the umask are left alone, as no class was given.
    masked: bool,
    /// Which bits are meant.
    bits: Bits,
    /// Set-ID bits that the text speaks of; a directory keeps the others whatever is assigned.
    spoken: u32,
}

/// The three operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Act {
    /// `+`
    Add,
    /// `-`
    Remove,
    /// `=`
    Assign,
}

/// The bits that an operator is about, before the classes select among them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bits {
    /// These.
    Fixed(u32),
    /// These, and execution for all where the file is a directory or may be executed by somebody.
    WithX(u32),
    /// What the class whose bits begin at this shift may do, for each class.
    Copied(u32),
}

impl Change {
    /// The change that `text` stands for; `None` where it is no mode.
    pub(crate) fn parse(text: &[u8]) -> Option<Change> {
        if text.first().is_some_and(u8::is_ascii_digit) {
            let mode = octal(text)?;
            // GNU takes up to four digits as silent about the set-ID bits of directories that they do not set.
            let spoken = if text.len() > 4 { SET_ID } else { mode & SET_ID };
            let step = Step { act: Act::Assign, who: ALL, masked: false, bits: Bits::Fixed(mode), spoken };
            return Some(Change { steps: vec![step] });
        }
        let mut steps = Vec::new();
        for clause in text.split(|&byte| byte == b',') {
            parse_clause(clause, &mut steps)?;
        }
        Some(Change { steps })
    }

    /// The change to exactly `mode`, set-ID bits of directories included.
    pub(crate) fn exactly(mode: u32) -> Change {
        let bits = Bits::Fixed(mode & ALL);
        Change { steps: vec![Step { act: Act::Assign, who: ALL, masked: false, bits, spoken: SET_ID }] }
    }

    /// The mode that a file gets whose mode was `old`; both without bits of type.
    pub(crate) fn apply(&self, old: u32, umask: u32, is_dir: bool) -> u32 {
        self.steps.iter().fold(old & ALL, |mode, step| step.apply(mode, umask, is_dir))
    }

    /// The mode that every file gets whose type is as given, if it does not depend on the old one.
    pub(crate) fn constant(&self, umask: u32, is_dir: bool) -> Option<u32> {
        let mode = self.apply(0, umask, is_dir);
        let fixed = match self.steps[..] {
            [Step { act: Act::Assign, who: ALL, bits: Bits::Fixed(_), spoken, .. }] => {
                !is_dir || spoken == SET_ID
            }
            _ => false,
        };
        fixed.then_some(mode)
    }

    /// Whether it may take reading or searching from the owner of a directory.
    pub(crate) fn may_close(&self, umask: u32) -> bool {
        const OPEN: u32 = 0o500;
        (0..=ALL).any(|old| old & OPEN == OPEN && self.apply(old, umask, true) & OPEN != OPEN)
    }

    /// Whether a second change never does anything. Only what looks at the old mode can fail to have this property;
    /// for that all modes are tried.
    pub(crate) fn is_idempotent(&self, umask: u32) -> bool {
        let looks = self.steps.iter().any(|step| !matches!(step.bits, Bits::Fixed(_)));
        let settled = |old, is_dir| {
            let once = self.apply(old, umask, is_dir);
            self.apply(once, umask, is_dir) == once
        };
        !looks || (0..=ALL).all(|old| settled(old, false) && settled(old, true))
    }
}

impl Step {
    fn apply(self, mode: u32, umask: u32, is_dir: bool) -> u32 {
        let bits = match self.bits {
            Bits::Fixed(bits) => bits,
            Bits::WithX(bits) if is_dir || mode & 0o111 != 0 => bits | 0o111,
            Bits::WithX(bits) => bits,
            Bits::Copied(shift) => (mode >> shift & 0o7) * 0o111,
        };
        let kept_by_umask = if self.masked { umask & 0o777 } else { 0 };
        let bits = bits & self.who & !kept_by_umask;
        let kept_by_dir = if is_dir { SET_ID & !self.spoken } else { 0 };
        match self.act {
            Act::Add => mode | bits,
            Act::Remove => mode & !bits,
            Act::Assign => mode & (!self.who | kept_by_dir) | bits,
        }
    }
}

/// Appends the steps of one clause.
fn parse_clause(clause: &[u8], steps: &mut Vec<Step>) -> Option<()> {
    let classes = clause.iter().take_while(|byte| b"ugoa".contains(byte)).count();
    let (classes, mut rest) = clause.split_at(classes);
    let who = classes.iter().fold(0, |who, class| {
        who | match class {
            b'u' => 0o4700,
            b'g' => 0o2070,
            b'o' => 0o1007,
            _ => ALL,
        }
    });
    let (who, masked) = if classes.is_empty() { (ALL, true) } else { (who, false) };
    loop {
        let act = match rest.first()? {
            b'+' => Act::Add,
            b'-' => Act::Remove,
            b'=' => Act::Assign,
            _ => return None,
        };
        rest = &rest[1..];
        let until = rest.iter().position(|byte| b"+-=".contains(byte)).unwrap_or(rest.len());
        let (operand, after) = rest.split_at(until);
        steps.push(match operand {
            [b'0'..=b'7', ..] if masked && after.is_empty() => {
                Step { act, who, masked: false, bits: Bits::Fixed(octal(operand)?), spoken: SET_ID }
            }
            [class @ (b'u' | b'g' | b'o')] => {
                let shift = match class {
                    b'u' => 6,
                    b'g' => 3,
                    _ => 0,
                };
                Step { act, who, masked, bits: Bits::Copied(shift), spoken: 0 }
            }
            letters => {
                let (bits, spoken) = parse_letters(letters)?;
                Step { act, who, masked, bits, spoken: spoken & who }
            }
        });
        rest = after;
        if rest.is_empty() {
            return Some(());
        }
    }
}

/// The bits that permission letters stand for, and the set-ID bits among them.
fn parse_letters(letters: &[u8]) -> Option<(Bits, u32)> {
    let mut bits = 0;
    let mut with_x = false;
    for letter in letters {
        match letter {
            b'r' => bits |= 0o444,
            b'w' => bits |= 0o222,
            b'x' => bits |= 0o111,
            b's' => bits |= SET_ID,
            b't' => bits |= 0o1000,
            b'X' => with_x = true,
            _ => return None,
        }
    }
    Some((if with_x { Bits::WithX(bits) } else { Bits::Fixed(bits) }, bits & SET_ID))
}

/// An octal number of any length, up to 07777.
fn octal(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |number, digit| {
        let number = number * 8 + u32::from(digit.checked_sub(b'0').filter(|digit| *digit < 8)?);
        (number <= ALL).then_some(number)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FNV-1a over what becomes of each of the 4,096 modes.
    fn digest(change: &Change, umask: u32, is_dir: bool) -> u64 {
        (0..=ALL).fold(0xcbf2_9ce4_8422_2325, |hash, old| {
            (hash ^ u64::from(change.apply(old, umask, is_dir))).wrapping_mul(0x0100_0000_01b3)
        })
    }

    /// Umask, mode, and the digests for files and for directories of what GNU chmod 9.7 made of all 4,096 modes.
    #[test]
    #[rustfmt::skip]
    fn all_modes_become_what_gnu_makes_of_them() {
        let table = [
            (0o022, "0", 0xb93a_0c83_ce3b_6325, 0xf204_36a4_923b_6325),
            (0o022, "7", 0x96b5_1312_7af1_f325, 0xf2fd_6208_e254_e325),
            (0o022, "644", 0x3272_2059_e263_a325, 0x9423_e443_f063_a325),
            (0o022, "755", 0x6173_e4dc_013a_7325, 0x9b1b_0665_9044_2325),
            (0o022, "0755", 0x6173_e4dc_013a_7325, 0x9b1b_0665_9044_2325),
            (0o022, "00755", 0x6173_e4dc_013a_7325, 0x6173_e4dc_013a_7325),
            (0o022, "1755", 0x993c_93b7_46ba_7325, 0x3d67_b3d8_10e0_4325),
            (0o022, "2755", 0xaeac_1e8c_743a_7325, 0xc7b8_c8dc_03cd_4325),
            (0o022, "4755", 0x0bf3_c435_bf3a_7325, 0x9d1c_6a60_c5c9_0325),
            (0o022, "6755", 0x9acd_c86b_9a3a_7325, 0x9acd_c86b_9a3a_7325),
            (0o022, "7777", 0x7fe1_ecd3_3da7_f325, 0x7fe1_ecd3_3da7_f325),
            (0o022, "06755", 0x9acd_c86b_9a3a_7325, 0x9acd_c86b_9a3a_7325),
            (0o022, "=755", 0x6173_e4dc_013a_7325, 0x6173_e4dc_013a_7325),
            (0o022, "+755", 0x3290_be88_0f23_2325, 0x3290_be88_0f23_2325),
            (0o022, "-755", 0x9b90_6020_1a30_e325, 0x9b90_6020_1a30_e325),
            (0o022, "=0", 0xb93a_0c83_ce3b_6325, 0xb93a_0c83_ce3b_6325),
            (0o022, "+0", 0x976d_e062_0a54_9325, 0x976d_e062_0a54_9325),
            (0o022, "-6000", 0x8326_0a95_33f6_d325, 0x8326_0a95_33f6_d325),
            (0o022, "+4000", 0x935c_86fd_9433_b325, 0x935c_86fd_9433_b325),
            (0o022, "=2000,+1", 0x2af6_2142_6415_7325, 0x2af6_2142_6415_7325),
            (0o022, "+w", 0xcb90_4cb5_60f3_3325, 0xcb90_4cb5_60f3_3325),
            (0o022, "-w", 0x15af_1287_4a7c_3325, 0x15af_1287_4a7c_3325),
            (0o022, "=w", 0x59ee_8fbc_ec3b_6325, 0x5f3e_d4ab_de3b_6325),
            (0o022, "+X", 0x4a4a_ae09_6be0_5f25, 0xfa5d_6c9d_c83a_2325),
            (0o022, "=X", 0xe954_766b_6d5b_f725, 0x6400_df97_722e_c325),
            (0o022, "-X", 0x1579_969a_9d1c_4325, 0x1579_969a_9d1c_4325),
            (0o022, "+s", 0x2562_668b_c9f6_d325, 0x2562_668b_c9f6_d325),
            (0o022, "=s", 0x864d_0c09_ee3b_6325, 0x864d_0c09_ee3b_6325),
            (0o022, "+t", 0x429d_1d2d_2f0f_5325, 0x429d_1d2d_2f0f_5325),
            (0o022, "=t", 0xa344_0a86_0a3b_6325, 0x162c_1ac1_ae3b_6325),
            (0o022, "=", 0xb93a_0c83_ce3b_6325, 0xf204_36a4_923b_6325),
            (0o022, "+", 0x976d_e062_0a54_9325, 0x976d_e062_0a54_9325),
            (0o022, "-", 0x976d_e062_0a54_9325, 0x976d_e062_0a54_9325),
            (0o022, "=rwxst", 0xa1c5_0ec6_4fba_7325, 0xa1c5_0ec6_4fba_7325),
            (0o022, "a=", 0xb93a_0c83_ce3b_6325, 0xf204_36a4_923b_6325),
            (0o022, "a=rwx", 0xb4dc_9664_d527_f325, 0x28eb_3af3_d97b_c325),
            (0o022, "u=rwx", 0x2a4c_0159_fcba_f325, 0x5a44_d06c_711d_7325),
            (0o022, "g=rx", 0x0f6c_760e_1eca_1325, 0xa1b5_61ba_985b_f325),
            (0o022, "o=", 0x42a2_2e6e_a666_2325, 0x42a2_2e6e_a666_2325),
            (0o022, "u=rwX,go=rX", 0x9fcf_0606_e239_cf25, 0x9b1b_0665_9044_2325),
            (0o022, "a+X", 0x4a4a_ae09_6be0_5f25, 0xfa5d_6c9d_c83a_2325),
            (0o022, "u-x+X", 0xb0b2_9a03_b370_5325, 0xcc3b_057c_5fda_d325),
            (0o022, "ug+s", 0x2562_668b_c9f6_d325, 0x2562_668b_c9f6_d325),
            (0o022, "u=s", 0x60c4_53ab_0053_7325, 0x60c4_53ab_0053_7325),
            (0o022, "g=s", 0xbbc2_ce94_3e06_5325, 0xbbc2_ce94_3e06_5325),
            (0o022, "o=s", 0x42a2_2e6e_a666_2325, 0x42a2_2e6e_a666_2325),
            (0o022, "o+t", 0x429d_1d2d_2f0f_5325, 0x429d_1d2d_2f0f_5325),
            (0o022, "u+t", 0x976d_e062_0a54_9325, 0x976d_e062_0a54_9325),
            (0o022, "u=g", 0xbe2d_5a6a_2c87_9325, 0x6ab3_3564_4b1b_d325),
            (0o022, "g=u", 0xdbaa_03ee_d938_9b25, 0x26ec_4fb8_64e3_5b25),
            (0o022, "o=u", 0x4800_e69c_660e_8725, 0x4800_e69c_660e_8725),
            (0o022, "u=g,g=o", 0xef75_ee16_ab40_f325, 0xd83e_8c48_f022_1325),
            (0o022, "a=u", 0x58a1_5db2_de43_9b25, 0xdb57_632b_114a_cb25),
            (0o022, "u+rw-x=r", 0xdc4c_29a4_d09a_5325, 0x3696_eb3c_f34d_9325),
            (0o022, "u=rwx,g=u-w,o=g-x", 0x8100_ab3e_5a4b_2325, 0x9029_8e84_abcb_2325),
            (0o022, "+r-0111", 0xc69d_1545_363b_6325, 0xc69d_1545_363b_6325),
            (0o022, "+u", 0xcca2_d921_884e_0325, 0xcca2_d921_884e_0325),
            (0o022, "-o", 0x5be2_ec6d_9fef_0325, 0x5be2_ec6d_9fef_0325),
            (0o022, "=g", 0x3b03_df4d_3152_bb25, 0x4aa2_5624_d872_2b25),
            (0o022, "u+rx+o,g-w=X", 0x61e4_afee_61ae_5325, 0x0707_738a_9c06_b325),
            (0o022, "=,u+X", 0xb93a_0c83_ce3b_6325, 0xd7c5_c6ab_34db_6325),
            (0o027, "+rwxst", 0x7380_4cc2_1aec_d325, 0x7380_4cc2_1aec_d325),
            (0o027, "-rwx", 0x12ed_9ea1_ce85_9325, 0x12ed_9ea1_ce85_9325),
            (0o027, "=rw", 0x10c1_b923_99eb_6325, 0x1d46_e4c9_bfeb_6325),
            (0o027, "=u", 0xf5cc_1e39_3269_6325, 0x9480_bda3_e3f7_2325),
            (0o027, "+X,-w", 0x1a34_a263_10bd_2325, 0x56fd_681d_1aad_9325),
            (0o027, "u=g,o=u", 0x3468_cf39_df4a_8b25, 0x08d8_4def_a1eb_bb25),
            (0o000, "+w", 0x8560_0503_121b_9325, 0x8560_0503_121b_9325),
            (0o000, "=rwx", 0xb4dc_9664_d527_f325, 0x28eb_3af3_d97b_c325),
            (0o000, "-u", 0x96dd_887b_b101_9b25, 0x96dd_887b_b101_9b25),
            (0o000, "=X", 0xe954_766b_6d5b_f725, 0x6400_df97_722e_c325),
            (0o777, "+w", 0x976d_e062_0a54_9325, 0x976d_e062_0a54_9325),
            (0o777, "=rwxst", 0x950d_a831_2a3b_6325, 0x950d_a831_2a3b_6325),
            (0o777, "=u", 0xb93a_0c83_ce3b_6325, 0xf204_36a4_923b_6325),
            (0o777, "-w", 0x976d_e062_0a54_9325, 0x976d_e062_0a54_9325),
        ];
        for (umask, text, files, dirs) in table {
            let change = Change::parse(text.as_bytes()).expect(text);
            assert_eq!(digest(&change, umask, false), files, "{text} on files, umask {umask:o}");
            assert_eq!(digest(&change, umask, true), dirs, "{text} on directories, umask {umask:o}");
        }
    }

    #[test]
    fn what_is_no_mode() {
        for text in [
            "", ",", "u", "a", "8", "08", "7x", "10000", "077777", "+10000", "u=7", "a+7", "+7w", "+w7",
            "+7+w", "=755,", "u+w,", ",u=w", "u=w,,g=w", "755,u=w", "u=w,755", "u+ug", "u+uw", "u+wu",
            " u=w", "u=w ", "u=W", "-cw", "x=u", "é",
        ] {
            assert_eq!(Change::parse(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn modes_that_need_no_look_at_the_old_one() {
        let check = |text: &str, file: Option<u32>, dir: Option<u32>| {
            let change = Change::parse(text.as_bytes()).expect(text);
            assert_eq!((change.constant(0o22, false), change.constant(0o22, true)), (file, dir), "{text}");
            for (is_dir, constant) in [(false, file), (true, dir)] {
                if let Some(mode) = constant {
                    assert!((0..=ALL).all(|old| change.apply(old, 0o22, is_dir) == mode), "{text}");
                }
            }
        };
        check("755", Some(0o755), None);
        check("6755", Some(0o6755), Some(0o6755));
        check("2755", Some(0o2755), None);
        check("00755", Some(0o755), Some(0o755));
        check("=755", Some(0o755), Some(0o755));
        check("=rw", Some(0o644), None);
        check("a=rw", Some(0o666), None);
        check("u=rw", None, None);
        check("+x", None, None);
        check("a=rw,+x", None, None);
        check("a=X", None, None);
    }

    #[test]
    fn changes_that_close_directories() {
        let check = |text: &str, expected: bool| {
            let change = Change::parse(text.as_bytes()).expect(text);
            assert_eq!(change.may_close(0o22), expected, "{text}");
        };
        check("755", false);
        check("u=rwX,go=rX", false);
        check("go=", false);
        check("644", true);
        check("u=rw", true);
        check("a-x", true);
        check("u=g", true);
        check("u=g,u+rx", false);
    }

    #[test]
    fn changes_that_a_second_name_would_undo() {
        let check = |text: &str, expected: bool| {
            let change = Change::parse(text.as_bytes()).expect(text);
            assert_eq!(change.is_idempotent(0o22), expected, "{text}");
        };
        check("755", true);
        check("u=rwX,go=rX", true);
        check("u+x,g-w", true);
        check("g=u", true);
        check("u=g,g=o", false);
        check("u=g,g=u", true);
        check("a-x+X", true);
        check("u=o,o=g", false);
        check("o=g,g=X", false);
    }
}
