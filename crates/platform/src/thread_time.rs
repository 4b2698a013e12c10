//! The time that a thread has worked, which other work on the machine does not stretch.

use std::time::Duration;

/// The CPU time that the calling thread has taken since some moment before. Where the system does
/// not tell, the time of the clock.
#[must_use]
pub fn thread_time() -> Duration {
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::try_from(time).unwrap_or_default()
    }
    #[cfg(not(any(target_os = "linux", target_os = "macos")))]
    {
        static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        START.get_or_init(std::time::Instant::now).elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_goes_on_while_the_thread_works() {
        let start = thread_time();
        let mut sum = 0_u64;
        while thread_time() < start + Duration::from_micros(500) {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(sum > 0);
    }
}
