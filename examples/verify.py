"""
A small API in Python that asks Countersign who sent each request. It needs the standard library alone.

  API_ORIGIN=http://127.0.0.1:9000 COUNTERSIGN_INTERNAL_SECRET=... PORT=9000 python3 examples/verify.py
"""
import base64, json, os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import Request, urlopen

VERIFY = os.environ.get("COUNTERSIGN_URL", "http://127.0.0.1:8081") + "/verify"
SECRET = {"X-Countersign-Secret": os.environ.get("COUNTERSIGN_INTERNAL_SECRET", "")}


class Api(BaseHTTPRequestHandler):
    def do_GET(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        content_type = self.headers.get("content-type", "")
        is_form = "x-www-form-urlencoded" in content_type.lower()
        question = {
            "method": self.command,
            "origin": os.environ["API_ORIGIN"],  # never from the Host header, which the client chooses
            "target": self.requestline.split()[1],  # as it was signed; self.path has repeated slashes removed
            "authorization": ", ".join(self.headers.get_all("authorization", [])),
            "content_type": content_type,
            "body_base64": base64.b64encode(body).decode() if is_form else "",
            "address": self.client_address[0],
        }
        verdict = {}  # without one the request is refused
        try:
            asked = Request(VERIFY, json.dumps(question).encode(), SECRET)
            verdict = json.load(urlopen(asked, timeout=2))
        except (OSError, ValueError) as error:
            self.log_error("no verdict: %s", error)
        if verdict.get("valid") is True:
            return self.answer(200, {"content-type": "application/json"}, json.dumps(verdict["caller"]))
        self.answer(**verdict.get("response", {"status": 503, "headers": {"retry-after": "5"}, "body": ""}))

    do_POST = do_PUT = do_DELETE = do_GET

    def answer(self, status, headers, body):
        self.send_response(status)
        for name, value in {**headers, "content-length": len(body.encode())}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body.encode())


ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Api).serve_forever()
