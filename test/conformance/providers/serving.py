"""What the providers in Python share: the settings, a page that asks, and a server that answers one request at a time."""
import json, os, sys
from urllib.parse import parse_qs
from wsgiref.simple_server import WSGIRequestHandler, make_server

settings = json.loads(os.environ["PROVIDER"])
clients = {client["key"]: client["secret"] for client in settings["clients"]}


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


def serve(routes):
    """`routes`: path → function(method, uri, body, headers) → (status, headers, body)."""
    server = make_server("127.0.0.1", 0, None, handler_class=Quiet)
    origin = f"http://localhost:{server.server_port}"

    def application(environ, start_response):
        length = int(environ.get("CONTENT_LENGTH") or 0)
        body = environ["wsgi.input"].read(length).decode("latin-1")
        query = environ.get("QUERY_STRING")
        uri = origin + environ["PATH_INFO"] + (f"?{query}" if query else "")
        headers = {"Authorization": environ.get("HTTP_AUTHORIZATION", ""), "Content-Type": environ.get("CONTENT_TYPE", "")}
        if headers["Content-Type"] == "text/plain":
            del headers["Content-Type"]
        headers = {name: value for name, value in headers.items() if value}
        try:
            status, answered, text = routes[environ["PATH_INFO"]](environ["REQUEST_METHOD"], uri, body, headers)
        except Exception:
            status, answered, text = 500, {}, "Internal Server Error"
        start_response(f"{status} -", list(dict(answered).items()))
        return [(text or "").encode()]

    server.set_app(application)
    print(f"ready {origin}", flush=True)
    server.serve_forever()


def page(uri):
    token = parse_qs(uri.partition("?")[2]).get("oauth_token", [""])[0]
    form = f'<form method="post"><input type="hidden" name="oauth_token" value="{token}"><button name="decision" value="allow">'
    return 200, {"Content-Type": "text/html", "X-Frame-Options": "DENY"}, form if token.isalnum() else "no token"
