//! Random numbers that every SDK draws alike, so that one bot in several languages plays one game.

/// `SplitMix64`, begun at the FNV-1a hash of a name; `docs/protocol.md` has both in full.
///
/// ```
/// use lawspeaker_bot::Chance;
///
/// assert_eq!(Chance::new("0/m/2/7").word(), 0x855d_ffe6_84f9_1967);
/// ```
#[derive(Clone, Debug)]
pub struct Chance {
    state: u64,
}

impl Chance {
    /// The generator of that name.
    #[must_use]
    pub fn new(name: &str) -> Self {
        let hash = |state: u64, byte| (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Self { state: name.bytes().fold(0xcbf2_9ce4_8422_2325, hash) }
    }

    /// The next 64 bits.
    pub fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.state;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// A number from 0 to `count - 1`, each as likely.
    ///
    /// # Panics
    ///
    /// If `count` is 0.
    pub fn below(&mut self, count: u64) -> u64 {
        assert!(count > 0, "there is no number below 0");
        below(count, || self.word())
    }

    /// `most` different numbers from 0 to `count - 1`, in random order: the beginning of a shuffle.
    ///
    /// # Panics
    ///
    /// If `most` is more than `count`.
    pub fn distinct(&mut self, count: usize, most: usize) -> Vec<usize> {
        assert!(most <= count, "there are no {most} different numbers below {count}");
        let mut pool: Vec<usize> = (0..count).collect();
        for place in 0..most {
            let other = place + self.index(count - place);
            pool.swap(place, other);
        }
        pool.truncate(most);
        pool
    }

    /// An index of a list of that length, each as likely.
    ///
    /// # Panics
    ///
    /// If the list is empty.
    pub fn index(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).expect("it is below a usize")
    }
}

/// A word modulo `count`; what is left over of 2^64 is drawn again.
fn below(count: u64, mut word: impl FnMut() -> u64) -> u64 {
    let left_over = (u64::MAX % count + 1) % count;
    loop {
        let word = word();
        if word <= u64::MAX - left_over {
            return word % count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_protocol() {
        let mut words = Chance::new("0/m/2/7");
        let first = [words.word(), words.word(), words.word()];
        assert_eq!(first, [0x855d_ffe6_84f9_1967, 0x0d3e_363f_9f42_6546, 0xdaa9_f36b_948b_0cff]);
        assert_eq!(words.below(6), 4);
        assert_eq!(words.distinct(5, 3), [2, 1, 3]);
    }

    #[test]
    fn a_word_that_is_left_over_is_drawn_again() {
        let mut words = [u64::MAX, 1 << 63, 7].into_iter();
        // 2^64 is 2^63 + 1 and 2^63 - 1 left over: of 2^63 + 1 only the first so many words count.
        assert_eq!(below((1 << 63) + 1, || words.next().unwrap()), 1 << 63);
        let mut words = [u64::MAX].into_iter();
        assert_eq!(below(1 << 63, || words.next().unwrap()), (1 << 63) - 1);
    }

    #[test]
    fn distinct_numbers_are_the_beginning_of_a_shuffle() {
        for count in 0..20 {
            let mut all = Chance::new("shuffle").distinct(count, count);
            assert!(all.starts_with(&Chance::new("shuffle").distinct(count, count / 2)));
            all.sort_unstable();
            assert_eq!(all, (0..count).collect::<Vec<_>>());
        }
    }

    #[test]
    fn every_number_is_as_likely() {
        let mut chance = Chance::new("even");
        let mut counts = [0_u32; 6];
        for _ in 0..60_000 {
            counts[chance.index(6)] += 1;
        }
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 500), "{counts:?}");
    }
}
