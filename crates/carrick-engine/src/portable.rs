//! Arithmetic that gives the same result on every machine.
//!
//! [`fastrand::Rng::usize`] draws 64 random bits on machines with 64-bit pointers and 32 bits on
//! others, so a seed would lead to other games in a web page than in the program; `shuffle` uses
//! it. The functions here always draw 64 bits. The exponential function of the standard library is
//! that of the machine's C library.

/// A random index below `end`, which is not 0.
#[inline(always)]
pub fn index(rng: &mut fastrand::Rng, end: usize) -> usize {
    rng.u64(..end as u64) as usize
}

/// Shuffles a list (Fisher and Yates), as [`fastrand::Rng::shuffle`] does with 64-bit pointers.
#[inline(always)]
pub fn shuffle<T>(rng: &mut fastrand::Rng, list: &mut [T]) {
    for last in 1..list.len() {
        list.swap(last, index(rng, last + 1));
    }
}

/// The exponential function, correctly rounded except for one argument in many millions.
pub fn exp(x: f32) -> f32 {
    libm::exp(f64::from(x)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On a machine with 64-bit pointers, a seed gives the same draws as before.
    #[cfg(target_pointer_width = "64")]
    #[test]
    fn draws_match_those_of_fastrand() {
        let (mut ours, mut theirs) = [7; 2].map(fastrand::Rng::with_seed).into();
        for end in 1..200 {
            assert_eq!(index(&mut ours, end), theirs.usize(..end));
            let (mut one, mut other): (Vec<_>, Vec<_>) = ((0..end).collect(), (0..end).collect());
            shuffle(&mut ours, &mut one);
            theirs.shuffle(&mut other);
            assert_eq!(one, other);
        }
    }

    #[test]
    fn the_exponential_is_correct() {
        for (x, e) in [(0.0, 1.0), (1.0, std::f32::consts::E), (-1e9, 0.0), (100.0, f32::INFINITY)]
        {
            assert_eq!(exp(x), e);
        }
        for x in (-400..400).map(|x| x as f32 / 16.0) {
            assert!((exp(x) / x.exp() - 1.0).abs() <= f32::EPSILON, "{x}");
        }
    }
}
