//! When a lost connection is tried again, and when it is given up.

use std::time::Duration;
use tokio::time::Instant;

/// The pauses between tries: they double from `first` to `longest`, and each is cut by up to a half
/// at random, so that bots that were cut off together come back one after the other.
#[derive(Clone, Debug)]
pub struct Backoff {
    /// Before the first try.
    pub first: Duration,
    /// The most.
    pub longest: Duration,
    /// Draws from 0 to 1.
    pub draw: fn() -> f64,
}

impl Default for Backoff {
    fn default() -> Self {
        Self {
            first: Duration::from_millis(100),
            longest: Duration::from_secs(5),
            draw: fastrand::f64,
        }
    }
}

/// The tries of one bot; the caller has the clock.
pub(crate) struct Patience {
    pub within: Duration,
    backoff: Backoff,
    next: Duration,
    until: Option<Instant>,
}

impl Patience {
    pub fn new(within: Duration, backoff: Backoff) -> Self {
        Self { within, next: backoff.first, until: None, backoff }
    }

    /// A connection that held for so long is gone.
    ///
    /// One that broke soon and led to nothing counts as a try that failed, or a message that breaks
    /// it every time would be sent for ever.
    pub fn lost(&mut self, now: Instant, held: Duration, progress: bool) {
        if self.until.is_none() || progress || held > self.backoff.longest {
            self.next = self.backoff.first;
            self.until = Some(now + self.within);
        }
    }

    /// The pause before the next try; None if it is given up. The last try is when the time is up.
    pub fn pause(&mut self, now: Instant) -> Option<Duration> {
        let left = self.until.filter(|until| now < *until)? - now;
        let pause = self.next.mul_f64(1.0 - (self.backoff.draw)() / 2.0);
        self.next = (2 * self.next).min(self.backoff.longest);
        Some(pause.min(left))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn patience(draw: fn() -> f64) -> (Patience, Instant) {
        let backoff = Backoff { draw, ..Backoff::default() };
        let (mut patience, now) = (Patience::new(60 * SECOND, backoff), Instant::now());
        patience.lost(now, Duration::ZERO, false);
        (patience, now)
    }

    fn pauses(patience: &mut Patience, now: Instant) -> Vec<u128> {
        (0..8).map(|_| patience.pause(now).unwrap().as_millis()).collect()
    }

    #[test]
    fn pauses_double_to_the_longest() {
        let (mut patience, now) = patience(|| 0.0);
        let expected = [100, 200, 400, 800, 1600, 3200, 5000, 5000];
        assert_eq!(pauses(&mut patience, now), expected);
    }

    #[test]
    fn chance_cuts_a_pause_by_half_at_most() {
        let (mut patience, now) = patience(|| 1.0);
        assert_eq!(pauses(&mut patience, now), [50, 100, 200, 400, 800, 1600, 2500, 2500]);
    }

    #[test]
    fn the_last_try_is_when_the_time_is_up() {
        let (mut patience, now) = patience(|| 0.0);
        let nearly = now + 60 * SECOND - Duration::from_millis(30);
        assert_eq!(patience.pause(nearly), Some(Duration::from_millis(30)));
        assert_eq!(patience.pause(now + 60 * SECOND), None);
    }

    #[test]
    fn a_connection_that_breaks_at_once_is_a_try_that_failed() {
        let (mut patience, now) = patience(|| 0.0);
        patience.pause(now);
        patience.lost(now + SECOND, SECOND, false);
        assert_eq!(patience.pause(now + SECOND), Some(Duration::from_millis(200)));
        assert_eq!(patience.pause(now + 60 * SECOND), None);
    }

    #[test]
    fn a_connection_that_held_or_brought_something_begins_anew() {
        for (held, progress) in [(6 * SECOND, false), (SECOND, true)] {
            let (mut patience, now) = patience(|| 0.0);
            patience.pause(now);
            patience.lost(now + 60 * SECOND, held, progress);
            assert_eq!(patience.pause(now + 60 * SECOND), Some(Duration::from_millis(100)));
        }
    }

    #[test]
    fn nothing_is_tried_before_something_was_lost() {
        let mut patience = Patience::new(SECOND, Backoff::default());
        assert_eq!(patience.pause(Instant::now()), None);
    }
}
