"""The specification and its reader, Swagger UI; everything that a browser loads for it comes from here."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from flask import Blueprint, Response, redirect, send_from_directory
from flask.json import dumps
from werkzeug.wrappers import Response as Redirect

from service.api.spec import Api

POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>UNO API</title>
<link rel="icon" href="docs/assets/favicon-32x32.png">
<link rel="stylesheet" href="docs/assets/swagger-ui.css">
</head>
<body>
<div id="reader"></div>
<script src="docs/assets/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
"""
START = """window.ui = SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#reader",
  deepLinking: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis],
});
"""


def routes(api: Api) -> Blueprint:
    """`api` is read when it is first asked for: by then every route is known."""
    reader = Blueprint("docs", __name__)

    @cache
    def document() -> str:
        return dumps(api.spec.to_dict(), sort_keys=False)

    @reader.get("/")
    def home() -> Redirect:
        return redirect("docs")

    @reader.get("/openapi.json")
    def spec() -> Response:
        return Response(document(), mimetype="application/json")

    @reader.get("/docs")
    def page() -> Response:
        return Response(PAGE, mimetype="text/html", headers={"Content-Security-Policy": POLICY})

    @reader.get("/docs/start.js")
    def start() -> Response:
        return Response(START, mimetype="text/javascript")

    @reader.get("/docs/assets/<path:name>")
    def asset(name: str) -> Response:
        return send_from_directory(assets(), name, max_age=86_400)

    return reader


@cache
def assets() -> Path:
    """Where the package with Swagger UI keeps it."""
    package = find_spec("flask_swagger_ui")
    assert package is not None and package.origin is not None
    return Path(package.origin).parent / "dist"
