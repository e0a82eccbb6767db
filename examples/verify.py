"""
A small API in Python that asks Countersign who sent each request. It needs the standard library alone.

  API_ORIGIN=http://127.0.0.1:9000 COUNTERSIGN_INTERNAL_SECRET=... PORT=9000 python3 examples/verify.py
"""
import base64, json, os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.request import Request, urlopen

VERIFY = os.environ.get("VERIFIER_URL", "http://127.0.0.1:8081") + "/verify"
SECRET = {"X-Countersign-Secret": os.environ.get("COUNTERSIGN_INTERNAL_SECRET", "")}
MAX_BODY_BYTES = 64 * 1024  # Countersign accepts forms up to this length.


class Api(BaseHTTPRequestHandler):
    timeout = 10  # seconds that a client may send nothing

    def api(self, caller, body):
        """The API itself, which runs only for requests that Countersign has allowed. It returns what it was given."""
        content = {"caller": caller, "body": body.decode(errors="replace")}
        self.reply(200, {"content-type": "application/json"}, json.dumps(content))

    def do_GET(self):
        length = self.headers.get("content-length", "0")
        if "transfer-encoding" in self.headers or not length.isdecimal():
            return self.reject(411, 215, "The request needs a Content-Length")
        if len(length) > 9 or int(length) > MAX_BODY_BYTES:
            self.skip(int(length[:9]))  # A client reads no response while it sends.
            return self.reject(413, 215, "The request body is over 64 KB")
        body = self.rfile.read(int(length))
        if len(body) < int(length):
            return self.reject(400, 215, "The request body is incomplete")
        decision = self.decide(body)
        if decision is None:
            return self.reject(503, 130, "Over capacity", {"retry-after": "5"})
        if not decision["valid"]:
            response = decision["response"]
            return self.reply(response["status"], response["headers"], response["body"])
        self.api(decision["caller"], body)

    do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_GET

    def do_OPTIONS(self):  # A browser sends it without credentials.
        self.reply(204, {"allow": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"}, "")

    def decide(self, body):
        """None if Countersign has made no decision. The request must then be rejected."""
        content_type = ", ".join(self.headers.get_all("content-type", []))
        description = {
            "method": self.command,
            "origin": os.environ["API_ORIGIN"],  # never from the Host header, which the client chooses
            "target": self.requestline.split()[1],  # as it was signed; self.path has repeated slashes removed
            "authorization": ", ".join(self.headers.get_all("authorization", [])),
            "content_type": content_type,
            "body_base64": base64.b64encode(body).decode(),  # a form is signed, and any other body may have a hash
            "address": self.client_address[0],
        }
        try:
            with urlopen(Request(VERIFY, json.dumps(description).encode(), SECRET), timeout=2) as response:
                text = response.read(256 * 1024)
            decision = json.loads(text)
            if decision["valid"] is True and decision["caller"]:
                return decision
            if decision["valid"] is False and decision["response"]["status"] >= 400:
                return decision
            self.log_error("no decision: Countersign returned %.500r", text)
        except HTTPError as error:
            self.log_error("no decision: Countersign returned %d %.500r", error.code, error.read(500))
        except (OSError, ValueError, TypeError, LookupError) as error:
            self.log_error("no decision: %r", error)

    def skip(self, length):
        while length > 0 and (read := self.rfile.read(min(length, MAX_BODY_BYTES))):
            length -= len(read)

    def reject(self, status, code, message, more={}):
        headers = {"content-type": "application/json; charset=utf-8", "cache-control": "no-store", **more}
        self.reply(status, headers, json.dumps({"errors": [{"code": code, "message": message}]}))

    def reply(self, status, headers, body):
        self.send_response(status)
        if status != 204:
            headers = {**headers, "content-length": len(body.encode())}
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body.encode())


ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Api).serve_forever()
