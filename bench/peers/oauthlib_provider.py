"""
A resource behind OAuthLib, as a WSGI application. It knows its secrets from the start (the JSON file SECRETS)
and remembers nonces in memory.
"""
import json, os
from oauthlib.oauth1 import RequestValidator, ResourceEndpoint

secrets = json.load(open(os.environ["SECRETS"]))
body = secrets["body"].encode()


class Validator(RequestValidator):
    enforce_ssl = False
    dummy_client = dummy_access_token = "dummy"
    seen = set()

    # The defaults take keys of lower-case letters alone.
    def check_client_key(self, key):
        return 20 <= len(key) <= 100

    check_access_token = check_nonce = check_client_key

    def validate_client_key(self, key, request):
        return key in secrets["consumers"]

    def validate_access_token(self, key, token, request):
        return token in secrets["tokens"]

    def get_client_secret(self, key, request):
        return secrets["consumers"].get(key, "dummy")

    def get_access_token_secret(self, key, token, request):
        return secrets["tokens"].get(token, "dummy")

    def validate_realms(self, key, token, request, uri=None, realms=None):
        return True

    def validate_timestamp_and_nonce(self, key, timestamp, nonce, request, request_token=None, access_token=None):
        known = (access_token, timestamp, nonce) in self.seen
        self.seen.add((access_token, timestamp, nonce))
        return not known


endpoint = ResourceEndpoint(Validator())


def application(environ, start_response):
    uri = secrets["origin"] + environ["RAW_URI"]
    headers = {"Authorization": environ.get("HTTP_AUTHORIZATION", "")}
    valid, _ = endpoint.validate_protected_resource_request(uri, environ["REQUEST_METHOD"], "", headers)
    answer = body if valid else b""
    status = "200 OK" if valid else "401 Unauthorized"
    start_response(status, [("Content-Type", "application/json"), ("Content-Length", str(len(answer)))])
    return [answer]
