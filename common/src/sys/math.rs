//! What libraries of other people take from libm.so, which is not loaded: to map it would cost each start a tenth.

/// pow(3), the one function that indicatif takes from there.
#[unsafe(no_mangle)]
extern "C" fn pow(base: f64, exponent: f64) -> f64 {
    libm::pow(base, exponent)
}
