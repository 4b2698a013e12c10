//! Connections: their number, how long they may idle, and how they end.

use std::future::Future;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;
use tokio::sync::{Semaphore, watch};

use crate::app::App;
use crate::gate::Gate;
use crate::guard::Access;
use crate::metrics::Metrics;
use crate::router::router;
use crate::settings::{Limits, Settings};
use crate::shelf::{GraphShelf, ModelShelf};
use crate::timed_stream::TimedStream;

/// The head of a request may have this many bytes and this many lines.
const MOST_HEAD_BYTES: usize = 32 << 10;
const MOST_HEADERS: usize = 64;

/// The queue for quick work is longer than that for long work by this factor.
const QUICK_QUEUE: usize = 16;

/// Cancelled work ends within milliseconds; this only guards against work that hangs.
const CANCEL_GRACE: Duration = Duration::from_secs(30);

/// How long to wait if the system has run out of sockets.
const SOCKET_RETRY: Duration = Duration::from_millis(50);

/// Why the service cannot start or run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The address can be reached from other machines.
    #[error("{address} can be reached from other machines, and there is no token")]
    NoToken {
        /// The address.
        address: SocketAddr,
    },
    /// A token must be hard to guess.
    #[error("the token is shorter than 16 characters")]
    ShortToken,
    /// A folder cannot be used.
    #[error("cannot use the folder {}", .path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The system reported an error.
    #[error("cannot serve")]
    Io(#[from] io::Error),
}

/// A service that is ready to run.
pub struct Server {
    app: Arc<App>,
}

impl Server {
    /// Reads the folders. Graphs, models and indices that cannot be read are logged, and listed
    /// next to the others.
    ///
    /// # Errors
    /// If a folder cannot be used, or if the address can be reached from other machines and there
    /// is no token or only a short one.
    pub fn new(settings: Settings, listener: &TcpListener) -> Result<Self, ServeError> {
        let address = listener.local_addr()?;
        let Settings { graphs, models, faults, token, limits } = settings;
        match &token {
            None if !address.ip().is_loopback() => return Err(ServeError::NoToken { address }),
            Some(token) if token.len() < 16 => return Err(ServeError::ShortToken),
            _ => {}
        }
        let app = App {
            access: Access::new(token.as_deref()),
            graphs: GraphShelf::open(graphs.as_deref(), faults, &limits)?,
            models: ModelShelf::open(models.as_deref())?,
            quick: Arc::new(Gate::new(limits.concurrent, QUICK_QUEUE * limits.queue.max(1))),
            gate: Arc::new(Gate::new(limits.concurrent, limits.queue)),
            metrics: Metrics::default(),
            limits,
        };
        Ok(Self { app: Arc::new(app) })
    }

    /// Serves requests until `stop` completes, then waits for work that ends in time and cancels
    /// the rest.
    ///
    /// # Errors
    /// If the system reports an error.
    pub fn run(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send,
    ) -> Result<(), ServeError> {
        let Limits { concurrent, .. } = self.app.limits;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_io()
            .enable_time()
            // Requests wait in `gate.rs`, not for a thread.
            .max_blocking_threads(3 * concurrent + 8)
            .thread_name("isocount-serve")
            .build()?;
        raise_file_limit(self.app.limits.connections);
        let result = runtime.block_on(serve(self.app, listener, stop));
        runtime.shutdown_timeout(Duration::from_secs(1));
        Ok(result?)
    }
}

async fn serve(
    app: Arc<App>,
    listener: TcpListener,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let places = Arc::new(Semaphore::new(app.limits.connections));
    let (ending, ended) = watch::channel(false);
    let routes = router(&app);
    let mut stop = std::pin::pin!(stop);
    loop {
        // A connection beyond the limit waits in the queue of the operating system.
        let place = tokio::select! {
            () = &mut stop => break,
            place = Arc::clone(&places).acquire_owned() => place.expect("it is never closed"),
        };
        let stream = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        let stream = match stream {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(SOCKET_RETRY).await;
                continue;
            }
        };
        let (app, routes, ended) = (Arc::clone(&app), routes.clone(), ended.clone());
        tokio::spawn(async move {
            app.metrics.accepted.fetch_add(1, Ordering::Relaxed);
            app.metrics.connections.fetch_add(1, Ordering::Relaxed);
            connection(&app.limits, stream, routes, ended).await;
            app.metrics.connections.fetch_sub(1, Ordering::Relaxed);
            drop(place);
        });
    }
    drop(listener);
    tracing::info!("stopping");
    let _ = ending.send(true);
    let all = u32::try_from(app.limits.connections).unwrap_or(u32::MAX);
    let everybody_left = places.acquire_many(all);
    if tokio::time::timeout(app.limits.stop_time, everybody_left).await.is_err() {
        tracing::info!("cancelling the work in progress");
        app.quick.close();
        app.gate.close();
        let everybody_left = places.acquire_many(all);
        let _ = tokio::time::timeout(CANCEL_GRACE, everybody_left).await;
    }
    tracing::info!("stopped");
    Ok(())
}

/// One connection, from its first request to its last.
async fn connection(
    limits: &Limits,
    stream: TcpStream,
    routes: axum::Router,
    mut ended: watch::Receiver<bool>,
) {
    // Answers are small and somebody waits for them.
    let _ = stream.set_nodelay(true);
    let stream = TokioIo::new(TimedStream::new(stream, limits.stall_time));
    let service = TowerToHyperService::new(routes);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head_time)
        .max_buf_size(MOST_HEAD_BYTES)
        .max_headers(MOST_HEADERS)
        .serve_connection(stream, service);
    let mut connection = std::pin::pin!(connection);
    let end = async {
        let _ = ended.wait_for(|ended| *ended).await.is_ok();
    };
    let result = tokio::select! {
        result = connection.as_mut() => result,
        () = end => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = result {
        tracing::debug!(%error, "a connection ended");
    }
}

/// Other systems have no such limit to raise.
#[cfg(not(unix))]
fn raise_file_limit(_: usize) {}

/// Many systems allow a process a thousand files unless it asks for more.
#[cfg(unix)]
fn raise_file_limit(connections: usize) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let wanted = connections as u64 + 256;
    let current = limit.current.unwrap_or(u64::MAX);
    if current < wanted {
        let current = Some(limit.maximum.map_or(wanted, |most| wanted.min(most)));
        let _ = setrlimit(Resource::Nofile, Rlimit { current, maximum: limit.maximum });
    }
}
