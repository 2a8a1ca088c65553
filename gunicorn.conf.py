"""How gunicorn runs the service: `gunicorn 'app:create_app()'`.

gevent workers, because later a stream or a silent connection must not hold one; each loads the application itself,
after gevent has patched the standard library.
"""

import gc
import sys

from service.settings import SettingsError, read

try:
    settings = read()
except SettingsError as error:
    sys.exit(f"uno: {error}")

bind = f"{settings.host}:{settings.port}"
workers = settings.workers
worker_class = "gevent"
worker_connections = 5000
reuse_port = True
preload_app = False
no_control_socket = True
timeout = 30
graceful_timeout = 5
keepalive = 75
backlog = 2048
limit_request_line = 4094
limit_request_fields = 64
loglevel = settings.log_level
accesslog = None
proc_name = "uno"


def post_worker_init(worker: object) -> None:
    """What is loaded now stays: the collector need not look at it again, nor often at the rest."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
