"""Numbers about the server for Prometheus, on a port of their own that only this machine can reach."""

from collections.abc import Callable, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 2.5, 10.0)


class Metrics:
    """What is counted: requests, how long they took, and whatever `gauges` tell when they are asked.

    A gauge has a name, what it tells, and the function that tells it.
    """

    def __init__(self, gauges: Mapping[str, tuple[str, Callable[[], float]]]) -> None:
        self._registry = registry = CollectorRegistry()
        self._requests = Counter(
            "numduel_requests", "Requests answered.", ("method", "route", "status"), registry=registry
        )
        self._seconds = Histogram(
            "numduel_request_seconds",
            "How long answers took, sockets aside.",
            ("route",),
            buckets=SECONDS,
            registry=registry,
        )
        for name, (about, tell) in gauges.items():
            Gauge(f"numduel_{name}", about, registry=registry).set_function(tell)

    def observe(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one answer."""
        self._requests.labels(method, route, status).inc()
        if method != "SOCKET":
            self._seconds.labels(route).observe(seconds)

    def serve(self, port: int) -> None:
        """Answer Prometheus on a port of the loopback; OSError if it is taken."""
        start_http_server(port, "127.0.0.1", self._registry)
