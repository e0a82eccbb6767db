"""A provider by OAuthLib's WebApplicationServer. Its validator does what the library's documentation asks of it, in memory."""
from urllib.parse import parse_qs
from oauthlib.oauth1 import RequestValidator, WebApplicationServer
from oauthlib.oauth1.rfc5849.errors import OAuth1Error
from serving import clients, page, serve, settings


class Validator(RequestValidator):
    enforce_ssl = False
    allowed_signature_methods = ("HMAC-SHA1", "PLAINTEXT")
    dummy_client = dummy_request_token = dummy_access_token = "dummy"
    request_tokens, access_tokens, nonces = {}, {}, set()

    # The defaults take only short ones of letters and digits.
    def check_client_key(self, key):
        return 1 <= len(key) <= 100

    check_nonce = check_client_key

    def check_realms(self, realms):
        return True

    def validate_client_key(self, key, request):
        return key in clients

    def validate_request_token(self, key, token, request):
        return self.request_tokens.get(token, {}).get("client") == key

    def validate_access_token(self, key, token, request):
        return self.access_tokens.get(token, {}).get("client") == key

    def get_client_secret(self, key, request):
        return clients.get(key, "dummy")

    def get_request_token_secret(self, key, token, request):
        return self.request_tokens.get(token, {}).get("oauth_token_secret", "dummy")

    def get_access_token_secret(self, key, token, request):
        return self.access_tokens.get(token, {}).get("oauth_token_secret", "dummy")

    def validate_timestamp_and_nonce(self, key, timestamp, nonce, request, request_token=None, access_token=None):
        known = (key, timestamp, nonce, request_token, access_token)
        if known in self.nonces:
            return False
        self.nonces.add(known)
        return True

    def validate_redirect_uri(self, key, redirect_uri, request):
        return redirect_uri.split("?")[0] == settings["callback"]

    def validate_requested_realms(self, key, realms, request):
        return True

    def validate_realms(self, key, token, request, uri=None, realms=None):
        return True

    def verify_realms(self, token, realms, request):
        return True

    def get_default_realms(self, key, request):
        return []

    def get_realms(self, token, request):
        return []

    def get_redirect_uri(self, token, request):
        return self.request_tokens[token]["callback"]

    def verify_request_token(self, token, request):
        return token in self.request_tokens

    def validate_verifier(self, key, token, verifier, request):
        return self.request_tokens.get(token, {}).get("verifier") == verifier

    def invalidate_request_token(self, key, token, request):
        self.request_tokens.pop(token, None)

    def save_request_token(self, token, request):
        self.request_tokens[token["oauth_token"]] = {**token, "client": request.client_key, "callback": request.redirect_uri}

    def save_verifier(self, token, verifier, request):
        self.request_tokens[token]["verifier"] = verifier["oauth_verifier"]

    def save_access_token(self, token, request):
        self.access_tokens[token["oauth_token"]] = {**token, "client": request.client_key}


server = WebApplicationServer(Validator())


def request_token(method, uri, body, headers):
    answered, text, status = server.create_request_token_response(uri, method, body, headers)
    return status, answered, text


def access_token(method, uri, body, headers):
    answered, text, status = server.create_access_token_response(uri, method, body, headers)
    return status, answered, text


def authorize(method, uri, body, headers):
    if method == "GET":
        return page(uri)
    token = parse_qs(body)["oauth_token"][0]
    try:
        answered, text, status = server.create_authorization_response(uri.partition("?")[0] + "?oauth_token=" + token)
        return status, answered, text
    except OAuth1Error as rejection:
        return rejection.status_code, {}, rejection.urlencoded


def resource(method, uri, body, headers):
    try:
        valid, _ = server.validate_protected_resource_request(uri, method, body, headers)
    except OAuth1Error as rejection:
        return rejection.status_code, {}, rejection.urlencoded
    return (200, {}, "screen_name=alice") if valid else (401, {}, "")


serve({"/request_token": request_token, "/access_token": access_token, "/authorize": authorize, "/resource": resource})
