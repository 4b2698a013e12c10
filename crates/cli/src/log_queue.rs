//! The log of the service. Requests never wait for its reader: a thread writes the lines, and lines
//! that find the queue full are dropped and counted.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// The number of lines that may wait to be written.
const CAPACITY: usize = 4096;

/// How long the program waits at its end for a reader that takes nothing.
const LAST_LINES: Duration = Duration::from_secs(5);

/// The end of the queue that lines are written to.
#[derive(Clone)]
pub(crate) struct LogQueue {
    pieces: SyncSender<Piece>,
    lost: Arc<AtomicU64>,
}

enum Piece {
    Line(Vec<u8>),
    /// Marks that everything before it has been written.
    End(SyncSender<()>),
}

impl LogQueue {
    /// Starts the thread that writes to `out`.
    pub(crate) fn start(out: impl Write + Send + 'static) -> Self {
        let (pieces, taken) = sync_channel(CAPACITY);
        let lost = Arc::new(AtomicU64::new(0));
        let queue = Self { pieces, lost: Arc::clone(&lost) };
        thread::spawn(move || write_all(&taken, &lost, out));
        queue
    }

    /// Waits until everything is written, or until the reader appears to be stuck.
    pub(crate) fn finish(&self) {
        let end = Instant::now() + LAST_LINES;
        let (tell, told) = sync_channel(1);
        let mut last = Piece::End(tell);
        while let Err(TrySendError::Full(piece)) = self.pieces.try_send(last) {
            if Instant::now() > end {
                return;
            }
            last = piece;
            thread::sleep(Duration::from_millis(5));
        }
        let _ = told.recv_timeout(end.saturating_duration_since(Instant::now()));
    }
}

fn write_all(pieces: &Receiver<Piece>, lost: &AtomicU64, mut out: impl Write) {
    for piece in pieces {
        match piece {
            // A closed standard error is not a reason to stop serving.
            Piece::Line(line) => drop(out.write_all(&line)),
            Piece::End(tell) => drop(tell.send(())),
        }
        let lines = lost.swap(0, Ordering::Relaxed);
        if lines > 0 {
            tracing::warn!(lines, "the log was not read in time: lines were dropped");
        }
    }
}

/// One call per line, as the subscriber makes them.
impl Write for LogQueue {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.pieces.try_send(Piece::Line(line.to_vec())).is_err() {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::mpsc::channel;

    use super::*;

    /// Blocks its first write until it is released.
    struct Blocked {
        leave: Option<std::sync::mpsc::Receiver<()>>,
        written: Arc<Mutex<Vec<u8>>>,
    }

    impl Write for Blocked {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if let Some(leave) = self.leave.take() {
                leave.recv().unwrap();
            }
            self.written.lock().unwrap().extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_beyond_the_capacity_are_dropped_and_nobody_waits() {
        let written = Arc::new(Mutex::new(Vec::new()));
        let (go, leave) = channel();
        let mut queue =
            LogQueue::start(Blocked { leave: Some(leave), written: Arc::clone(&written) });
        // One line is being written, and `CAPACITY` lines wait.
        for _ in 0..CAPACITY + 100 {
            queue.write_all(b"line\n").unwrap();
        }
        assert!(queue.lost.load(Ordering::Relaxed) >= 99);
        go.send(()).unwrap();
        queue.finish();
        let lines = written.lock().unwrap().len() / 5;
        assert!((CAPACITY..=CAPACITY + 1).contains(&lines), "{lines}");
    }
}
