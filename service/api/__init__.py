"""The door: HTTP and nothing else. It turns requests into questions for the desk, and answers into replies.

`request` reads, `reply` writes, `receipts` writes again, `failures` tells what went wrong, `origins` lets web pages in,
`spec` describes; then a module a feature, with the same word as in the other rooms. `open_doors` hangs them all into a
Flask application.
"""

from collections.abc import Sequence

from flask import Flask

from service.api import catalog, docs, failures, lobby, origins, play, reply, sandbox, status, stream, watch
from service.api.request import MOST_BYTES
from service.api.spec import Api, describe_parts
from service.desk import Desk

V1 = "/v1"


def open_doors(app: Flask, desk: Desk, sandbox_on: bool, pages: Sequence[str]) -> Api:
    """Every route of the service; `pages` are the origins whose pages may ask too."""
    app.config.update(
        API_TITLE="UNO",
        API_VERSION="1",
        OPENAPI_VERSION="3.1.0",
        MAX_CONTENT_LENGTH=MOST_BYTES + 1,  # of a body without a length werkzeug drops what is beyond, silently
    )
    app.url_map.strict_slashes = True
    app.url_map.merge_slashes = False  # a redirect would be for a browser
    api = Api(app)
    describe_parts(api.spec)
    api.register_blueprint(catalog.routes(), url_prefix=V1)
    for feature in (lobby, play, watch, stream):
        api.register_blueprint(feature.routes(desk), url_prefix=V1)
    api.register_blueprint(sandbox.routes(desk, sandbox_on), url_prefix=V1)
    api.register_blueprint(status.routes(desk))
    app.register_blueprint(docs.routes(api))
    app.after_request(reply.signed)
    origins.open_to(app, pages)
    failures.tell_all(app)
    return api
