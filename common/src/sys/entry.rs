//! Where a binary begins.

/// Defines the C `main` of a binary under `#![no_main]`: Rust's own start-up costs a tenth of a short run, sets
/// SIGPIPE to be ignored and opens closed standard descriptors read-write, none of which GNU's tools do.
#[macro_export]
macro_rules! main {
    ($run:path) => {
        // A test program has a main of its own.
        #[cfg(test)]
        const _: fn() -> i32 = $run;
        #[cfg(not(test))]
        #[unsafe(no_mangle)]
        extern "C" fn main(_argc: i32, _argv: *const *const u8) -> i32 {
            $crate::sys::fd::fill_standard();
            $run()
        }
    };
}
