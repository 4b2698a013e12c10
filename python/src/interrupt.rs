//! Ctrl-C while the interpreter is released.
//!
//! Python notes a signal at once, but raises `KeyboardInterrupt` only when its main thread runs
//! Python code again, which a search does not do. So while the main thread is in a search, a signal
//! handler of this module is installed in front of Python's: it cancels the search, then calls
//! Python's handler. The search returns within some milliseconds, and Python raises.

use isocount::Control;
use pyo3::prelude::*;

/// Does work with the interpreter released. An interrupt cancels the work and is raised. If a
/// signal handler of the user does not raise, the work runs again; it may keep what it has.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    mut work: impl FnMut(&Control) -> T + Send,
) -> PyResult<T> {
    loop {
        let watch = signal::Watch::begin();
        let control = watch.control();
        let done = py.detach(|| work(&control));
        drop(watch);
        if !control.is_cancelled() {
            return Ok(done);
        }
        py.check_signals()?;
    }
}

pub(crate) use signal::{remember_main_thread, root_address};

#[cfg(unix)]
#[expect(unsafe_code, reason = "signal handlers are set by calls of the C library")]
mod signal {
    use std::mem::MaybeUninit;
    use std::ptr;
    use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

    use isocount::Control;
    use pyo3::prelude::*;

    /// The thread in which Python runs signal handlers, by the number that `threading` uses.
    static MAIN_THREAD: AtomicUsize = AtomicUsize::new(0);
    /// The control that an interrupt cancels. Never freed: a handler may run at any time, in any
    /// thread. Each interrupt is followed by a new control.
    static ROOT: AtomicPtr<Control> = AtomicPtr::new(ptr::null_mut());
    /// The address of Python's handler.
    static PYTHONS: AtomicUsize = AtomicUsize::new(0);

    /// Records which thread handles signals.
    pub(crate) fn remember_main_thread(py: Python<'_>) -> PyResult<()> {
        let main = py.import("threading")?.call_method0("main_thread")?;
        let ident: usize = main.getattr("ident")?.extract()?;
        MAIN_THREAD.store(ident, Ordering::Relaxed);
        Ok(())
    }

    fn is_main_thread() -> bool {
        // SAFETY: the call has no preconditions.
        let this = unsafe { libc::pthread_self() };
        this as usize == MAIN_THREAD.load(Ordering::Relaxed)
    }

    /// The address of the control that an interrupt cancels while this thread works; 0 if there is
    /// none, as in all threads but the main one.
    pub(crate) fn root_address() -> usize {
        if is_main_thread() { ROOT.load(Ordering::Acquire) as usize } else { 0 }
    }

    extern "C" fn on_interrupt(signal: libc::c_int) {
        let root = ROOT.load(Ordering::Acquire);
        // SAFETY: a root is never freed, and cancelling is one atomic store, which a signal handler
        // may do.
        if let Some(root) = unsafe { root.as_ref() } {
            root.cancel();
        }
        let pythons = PYTHONS.load(Ordering::Acquire);
        if pythons != 0 {
            // SAFETY: it is the address of the handler that was installed before ours, and takes
            // one number.
            let handler: extern "C" fn(libc::c_int) =
                unsafe { std::mem::transmute::<usize, extern "C" fn(libc::c_int)>(pythons) };
            handler(signal);
        }
    }

    /// As long as this lives, an interrupt cancels its control.
    pub(crate) struct Watch {
        control: Control,
        /// The handler to restore.
        previous: Option<libc::sigaction>,
    }

    impl Watch {
        pub(crate) fn begin() -> Self {
            if !is_main_thread() {
                return Self { control: Control::new(), previous: None };
            }
            let root = root();
            Self { control: root.child(), previous: install() }
        }

        pub(crate) fn control(&self) -> Control {
            self.control.clone()
        }
    }

    impl Drop for Watch {
        fn drop(&mut self) {
            if let Some(previous) = &self.previous {
                // SAFETY: it is what this call gave when ours was installed.
                unsafe { libc::sigaction(libc::SIGINT, previous, ptr::null_mut()) };
            }
        }
    }

    /// The control that an interrupt cancels; a new one if it was cancelled. Called from the main
    /// thread only.
    fn root() -> &'static Control {
        let root = ROOT.load(Ordering::Acquire);
        // SAFETY: a root is never freed.
        match unsafe { root.as_ref() } {
            Some(root) if !root.is_cancelled() => root,
            _ => {
                let new: &'static mut Control = Box::leak(Box::new(Control::new()));
                ROOT.store(new, Ordering::Release);
                new
            }
        }
    }

    /// Installs our handler in front of Python's and returns the previous one. Does nothing if
    /// interrupts are ignored or end the process, or if our handler is already installed.
    fn install() -> Option<libc::sigaction> {
        let mut previous = MaybeUninit::<libc::sigaction>::uninit();
        // SAFETY: asks for the current handler, into space for one.
        let known = unsafe { libc::sigaction(libc::SIGINT, ptr::null(), previous.as_mut_ptr()) };
        if known != 0 {
            return None;
        }
        // SAFETY: the call succeeded and so filled it in.
        let previous = unsafe { previous.assume_init() };
        let (handler, ours) = (previous.sa_sigaction, on_interrupt as *const () as usize);
        let is_ordinary = previous.sa_flags & libc::SA_SIGINFO == 0;
        if handler == libc::SIG_DFL || handler == libc::SIG_IGN || handler == ours || !is_ordinary {
            return None;
        }
        PYTHONS.store(handler, Ordering::Release);
        let new = libc::sigaction { sa_sigaction: ours, ..previous };
        // SAFETY: a handler of the ordinary kind, with the flags and the mask of Python's.
        let set = unsafe { libc::sigaction(libc::SIGINT, &raw const new, ptr::null_mut()) };
        (set == 0).then_some(previous)
    }
}

/// On other systems, an interrupt is raised when the call ends.
#[cfg(not(unix))]
mod signal {
    use isocount::Control;
    use pyo3::prelude::*;

    pub(crate) fn remember_main_thread(_: Python<'_>) -> PyResult<()> {
        Ok(())
    }

    pub(crate) fn root_address() -> usize {
        0
    }

    pub(crate) struct Watch;

    impl Watch {
        pub(crate) fn begin() -> Self {
            Self
        }

        pub(crate) fn control(&self) -> Control {
            Control::new()
        }
    }
}
