//! CPU time of a thread, which does not depend on other work on the machine.

use std::time::Duration;

/// The CPU time that the calling thread has used since some fixed moment. Where the system does not
/// report it, returns wall-clock time.
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
