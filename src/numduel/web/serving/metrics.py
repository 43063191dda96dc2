"""Numbers about the server for Prometheus, on a port of their own that only this machine can reach."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 2.5, 10.0)


class Metrics:
    """What is counted: requests, how long they took, and whatever else can be told when it is asked for."""

    def __init__(self) -> None:
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

    def tell(self, name: str, about: str, function: Callable[[], float]) -> None:
        """Have a function asked for a number whenever the numbers are looked at."""
        Gauge(f"numduel_{name}", about, registry=self._registry).set_function(function)

    def observe(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one answer."""
        self._requests.labels(method, route, status).inc()
        if method != "SOCKET":
            self._seconds.labels(route).observe(seconds)

    def serve(self, port: int) -> None:
        """Answer Prometheus on a port of the loopback; OSError if it is taken."""
        start_http_server(port, "127.0.0.1", self._registry)
