//! The CPU time of one thread, readable from another thread. It shows how long work goes on after
//! it was cancelled, however busy the machine is.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

/// A clock that runs while one thread runs. The system updates it every few milliseconds.
#[derive(Clone, Debug)]
pub struct ThreadClock {
    file: PathBuf,
}

impl ThreadClock {
    /// The clock of the calling thread; `None` where the system does not provide one (only Linux
    /// does).
    #[must_use]
    pub fn of_this_thread() -> Option<Self> {
        let this = fs::read_link("/proc/thread-self").ok()?;
        let clock = Self { file: PathBuf::from("/proc").join(this).join("schedstat") };
        clock.try_read().map(|_| clock)
    }

    /// The CPU time so far.
    ///
    /// # Panics
    /// If the thread has ended.
    #[must_use]
    pub fn read(&self) -> Duration {
        self.try_read().expect("the thread is running")
    }

    fn try_read(&self) -> Option<Duration> {
        let text = fs::read_to_string(&self.file).ok()?;
        Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_ticks_while_the_thread_works() {
        let Some(clock) = ThreadClock::of_this_thread() else { return };
        let start = clock.read();
        let mut sum = 0_u64;
        while clock.read() < start + Duration::from_millis(30) {
            sum = std::hint::black_box(sum + 1);
        }
        let idle = clock.read();
        std::thread::sleep(Duration::from_millis(200));
        assert!(clock.read() < idle + Duration::from_millis(100));
    }
}
