"""
A small API in Python that asks Countersign who sent each request. It needs the standard library alone.

  API_ORIGIN=http://127.0.0.1:9000 COUNTERSIGN_INTERNAL_SECRET=... PORT=9000 python3 examples/verify.py
"""
import base64, json, os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import Request, urlopen

SERVICE = os.environ.get("COUNTERSIGN_URL", "http://127.0.0.1:8081")
SECRET = os.environ.get("COUNTERSIGN_INTERNAL_SECRET", "")
OVER_CAPACITY = {"valid": False, "response": {"status": 503, "headers": {"retry-after": "5"}, "body": ""}}


def verdict_on(request, body, requires=None):
    """Asks about the bytes as they came: the signature covers them. Without a verdict the request is refused."""
    authorizations = request.headers.get_all("authorization", [])
    if len(authorizations) > 1:
        return {"valid": False, "response": {"status": 400, "headers": {}, "body": ""}}
    content_type = request.headers.get("content-type")
    form = body if "x-www-form-urlencoded" in (content_type or "").lower() else b""
    question = {
        "method": request.command,
        "origin": os.environ["API_ORIGIN"],  # never from the Host header, which the client chooses
        "target": request.requestline.split()[1],  # request.path has repeated slashes removed
        "authorization": "".join(authorizations) or None,
        "content_type": content_type,
        "body_base64": base64.b64encode(form).decode(),
        "requires": requires,
        "address": request.client_address[0],
    }
    headers = {"content-type": "application/json", "x-countersign-secret": SECRET}
    try:
        asked = Request(SERVICE + "/verify", json.dumps(question).encode(), headers)
        return json.load(urlopen(asked, timeout=2))
    except (OSError, ValueError) as error:
        request.log_error("no verdict: %s", error)
        return OVER_CAPACITY


class Api(BaseHTTPRequestHandler):
    def handle_request(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        verdict = verdict_on(self, body)
        if verdict["valid"] is True:
            self.answer(200, {"content-type": "application/json"}, json.dumps(verdict["caller"]))
        else:
            self.answer(**verdict["response"])

    do_GET = do_POST = do_PUT = do_DELETE = handle_request

    def answer(self, status, headers, body):
        self.send_response(status)
        for name, value in {**headers, "content-length": len(body.encode())}.items():
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(body.encode())


ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Api).serve_forever()
