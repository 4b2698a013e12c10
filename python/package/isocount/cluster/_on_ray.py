"""Tasks on Ray. Plain tasks, no actors: a worker that dies loses only its task, and the driver runs it again."""

from __future__ import annotations

import ipaddress
import logging
import os
import sys
import time
import uuid
import warnings
from collections.abc import Callable
from typing import Any

from isocount.cluster._executor import Handle, WorkerLost
from isocount.errors import InputError, IsocountWarning

_log = logging.getLogger("isocount")

#: Memory for Ray's object store in a local cluster, in bytes: only jobs and weights pass through it.
OBJECT_STORE_BYTES = 200 << 20
#: The interval between queries of the number of processors of the cluster, in seconds.
LOOK_SECONDS = 2.0
#: The variable that controls whether Ray may form clusters; if not, it listens on the loopback interface only.
LOOPBACK_ONLY = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"

#: The shared value that this worker process has, by its key. One is enough: jobs come one after another.
_known: dict[str, Any] = {}


def _call(function: Callable[..., Any], key: str, held: list[Any], *arguments: Any) -> Any:
    """The code of a task on a worker. ``held`` contains the reference of the shared value, which is fetched once by each process."""
    if key not in _known:
        import ray

        value = ray.get(held[0])
        _known.clear()
        _known[key] = value
    return function(_known[key], *arguments)


class OnRay:
    """A Ray cluster: the one at ``address``, or a local one that ends with this object."""

    def __init__(
        self,
        address: str | None = None,
        *,
        workers: int | None = None,
        threads: int = 1,
        dashboard: bool = False,
        object_store_bytes: int = OBJECT_STORE_BYTES,
    ) -> None:
        is_local = address is None
        if address is None:
            keep_to_loopback()
        else:
            require_token(address)
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        ray = _import_ray()
        self._ray = ray
        self._owns = not ray.is_initialized()
        if self._owns:
            quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
            if is_local:
                cpus = None if workers is None else workers * threads
                ray.init(
                    # By default, Ray would join any cluster that runs on this machine.
                    address="local",
                    num_cpus=cpus,
                    include_dashboard=dashboard,
                    object_store_memory=object_store_bytes,
                    **quiet,
                )
                self._check_loopback()
            else:
                ray.init(address=address, **quiet)
        self._most = workers
        self._running: dict[Any, None] = {}
        self._take(threads)

    def _take(self, threads: int) -> None:
        self._threads = threads
        self._task = self._ray.remote(num_cpus=threads, max_retries=0)(_call)
        self._looked = (-LOOK_SECONDS, 1)

    def _check_loopback(self) -> None:
        """Ends a local cluster that others could reach, unless that was requested."""
        host = self._ray.util.get_node_ip_address()
        if os.environ[LOOPBACK_ONLY] == "0" and not ipaddress.ip_address(host).is_loopback:
            self._ray.shutdown()
            raise InputError(
                f"this version of Ray listens on {host}, which other machines may reach",
                f"set {LOOPBACK_ONLY}=0 before Python starts, or to 1 if this is intended",
            )

    def workers(self) -> int:
        """The number of tasks that the current nodes can run at a time."""
        now = time.monotonic()
        if now - self._looked[0] >= LOOK_SECONDS:
            tasks = sum(processors // self._threads for processors in self._processors())
            self._looked = (now, max(1, tasks))
        return self._looked[1] if self._most is None else min(self._most, self._looked[1])

    def _processors(self) -> list[int]:
        """The processors of each node that has any."""
        nodes = [node["Resources"] for node in self._ray.nodes() if node["Alive"]]
        return [int(resources["CPU"]) for resources in nodes if resources.get("CPU", 0) >= 1]

    def take_whole_nodes(self) -> int:
        """A task takes as many processors as the smallest node has. Ray prefers idle processes for tasks to starting new ones, so
        the process that holds a graph is the one that gets the next task."""
        self._take(min(self._processors(), default=1))
        return self._threads

    def share(self, value: Any) -> Any:
        """Puts a value into the object store, under a new key."""
        return uuid.uuid4().hex, [self._ray.put(value)]

    def submit(self, function: Callable[..., Any], shared: Any, *arguments: Any) -> Handle:
        """Begins a task."""
        handle = self._task.remote(function, *shared, *arguments)
        self._running[handle] = None
        return handle

    def wait(self, seconds: float) -> list[tuple[Handle, Any]]:
        """Tasks that have ended."""
        if not self._running:
            return []
        ended, _ = self._ray.wait(list(self._running), num_returns=1, timeout=seconds)
        if ended:
            # All others that have ended by now.
            more, _ = self._ray.wait(list(self._running), num_returns=len(self._running), timeout=0)
            ended = list({*ended, *more})
        results = []
        for handle in ended:
            self._running.pop(handle, None)
            results.append((handle, self._result(handle)))
        return results

    def _result(self, handle: Any) -> Any:
        errors = self._ray.exceptions
        try:
            return self._ray.get(handle)
        except errors.RayTaskError as error:
            return error.cause if isinstance(error.cause, Exception) else error
        except errors.TaskCancelledError as error:
            return WorkerLost(str(error))
        except errors.RayError as error:
            return WorkerLost(f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}")

    def cancel(self) -> None:
        """Stops all tasks, and kills their processes if they do not respond."""
        for handle in self._running:
            try:
                self._ray.cancel(handle, force=True)
            except Exception as error:
                _log.debug("a task could not be cancelled: %s", error)
        self._running.clear()

    def close(self) -> None:
        """Ends a cluster that was started here."""
        if self._owns:
            self._ray.shutdown()


def keep_to_loopback() -> None:
    """Makes a local Ray listen on the loopback interface only, unless the variable says otherwise. Ray reads the variable when it is
    imported, which may have happened already."""
    os.environ.setdefault(LOOPBACK_ONLY, "0")
    constants = sys.modules.get("ray._private.ray_constants")
    if constants is not None and os.environ[LOOPBACK_ONLY] == "0":
        constants.ENABLE_RAY_CLUSTER = False  # type: ignore[attr-defined]


def _import_ray() -> Any:
    try:
        import ray
        import ray.exceptions
    except ImportError:
        raise InputError("isocount.cluster needs Ray", "pip install 'isocount[ray]'") from None
    return ray


def host_of(address: str) -> str | None:
    """The host of an address; ``None`` for ``"auto"``, a cluster on this machine.

    >>> host_of("ray://head.example:10001"), host_of("10.0.0.7:6379"), host_of("[::1]:6379"), host_of("auto")
    ('head.example', '10.0.0.7', '::1', None)
    """
    if address in ("auto", "local"):
        return None
    host = address.removeprefix("ray://")
    if host.startswith("["):
        return host[1:].split("]")[0]
    return host.rsplit(":", 1)[0]


def is_remote(address: str) -> bool:
    """Whether an address refers to another machine.

    >>> is_remote("auto"), is_remote("127.0.0.1:6379"), is_remote("localhost:6379"), is_remote("10.0.0.7:6379")
    (False, False, False, True)
    """
    host = host_of(address)
    if host is None or host == "localhost":
        return False
    try:
        return not ipaddress.ip_address(host).is_loopback
    except ValueError:
        return True


def require_token(address: str) -> None:
    """Turns token authentication on for a remote address. Anyone who may submit a task to a cluster can run anything on it, so a
    missing token is an error, unless ``RAY_AUTH_MODE=disabled`` shows that this is intended."""
    if not is_remote(address):
        return
    mode = os.environ.setdefault("RAY_AUTH_MODE", "token")
    if mode == "disabled":
        problem = f"{address}: without a token, anybody who reaches this address can run anything there"
        warnings.warn(f"{problem}; unset RAY_AUTH_MODE, and give a token", IsocountWarning, stacklevel=4)
        return
    path = os.environ.get("RAY_AUTH_TOKEN_PATH") or os.path.expanduser("~/.ray/auth_token")
    if not os.environ.get("RAY_AUTH_TOKEN") and not os.path.exists(path):
        raise InputError(
            f"{address} is another machine, and there is no token for it",
            "set RAY_AUTH_TOKEN, or RAY_AUTH_TOKEN_PATH to a file, to the token of the cluster (`ray get-auth-token` on its head "
            "prints it); RAY_AUTH_MODE=disabled works without a token",
        )
