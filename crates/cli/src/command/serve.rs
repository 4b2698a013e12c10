//! `isocount serve`: the page and the HTTP interface.

use std::fs;
use std::io;
use std::net::TcpListener;

use isocount_serve::{Limits, ServeError, Server, Settings};
use tracing::level_filters::LevelFilter;

use crate::args::{LogArg, ServeArgs};
use crate::error::Failure;
use crate::finish::Finish;
use crate::log_queue::LogQueue;
use crate::panics;

pub(crate) fn run(args: &ServeArgs) -> Result<Finish, Failure> {
    let log = begin_log(args);
    let finish = serve(args);
    log.finish();
    finish
}

fn serve(args: &ServeArgs) -> Result<Finish, Failure> {
    panics::log_panics();
    let token = match &args.token_file {
        None => None,
        Some(path) => {
            let read = fs::read_to_string(path);
            let text = read.map_err(|source| Failure::Read { path: path.clone(), source })?;
            Some(text.trim().to_owned())
        }
    };
    let mut settings = Settings::default();
    settings.graphs.clone_from(&args.graphs);
    settings.models.clone_from(&args.models);
    settings.faults = args.on_error.faults();
    settings.token = token;
    settings.limits = limits(args);
    let listener = TcpListener::bind(args.listen).map_err(ServeError::Io)?;
    let address = listener.local_addr().map_err(ServeError::Io)?;
    let server = Server::new(settings, &listener)?;
    tracing::info!("listening on http://{address}");
    server.run(listener, until_stopped())?;
    Ok(Finish::Complete)
}

/// The defaults, except for the limits that were given.
fn limits(args: &ServeArgs) -> Limits {
    const MEGABYTE: usize = 1 << 20;
    let typed = &args.limits;
    let mut limits = Limits::default();
    let set = |limit: &mut usize, typed: Option<usize>| *limit = typed.unwrap_or(*limit);
    set(&mut limits.concurrent, typed.concurrent.map(usize::from));
    set(&mut limits.queue, typed.queue);
    set(&mut limits.threads, typed.max_threads.map(usize::from));
    set(&mut limits.memory, typed.max_memory.map(|megabytes| megabytes.saturating_mul(MEGABYTE)));
    set(&mut limits.upload_bytes, typed.max_upload.map(|mb| mb.saturating_mul(MEGABYTE)));
    set(&mut limits.uploads, typed.max_uploads);
    set(&mut limits.nodes, typed.max_nodes);
    set(&mut limits.arcs, typed.max_arcs);
    set(&mut limits.pattern_nodes, typed.max_pattern_nodes);
    set(&mut limits.pattern_arcs, typed.max_pattern_arcs);
    set(&mut limits.questions, typed.max_questions);
    set(&mut limits.connections, typed.max_connections.map(usize::from));
    for (limit, typed) in [
        (&mut limits.unpacked_bytes, typed.max_unpacked),
        (&mut limits.stored_bytes, typed.max_stored),
    ] {
        *limit = typed.map_or(*limit, |mb| mb.saturating_mul(MEGABYTE as u64));
    }
    for (limit, typed) in [
        (&mut limits.time, typed.max_time),
        (&mut limits.default_time, typed.default_time),
        (&mut limits.head_time, typed.head_time),
        (&mut limits.body_time, typed.body_time),
        (&mut limits.stall_time, typed.stall_time),
        (&mut limits.stop_time, typed.stop_time),
    ] {
        *limit = typed.unwrap_or(*limit);
    }
    limits
}

/// Starts the log, which is written to the standard error.
fn begin_log(args: &ServeArgs) -> LogQueue {
    let level = if args.quiet { LevelFilter::WARN } else { LevelFilter::INFO };
    let queue = LogQueue::start(io::stderr());
    let lines = queue.clone();
    let log = tracing_subscriber::fmt().with_writer(move || lines.clone()).with_max_level(level);
    match args.log {
        LogArg::Text => log.with_ansi(false).with_target(false).init(),
        LogArg::Json => log.json().flatten_event(true).with_target(false).init(),
    }
    queue
}

/// Returns at the first Ctrl-C, or when the system asks the process to terminate.
async fn until_stopped() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut told) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = told.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
