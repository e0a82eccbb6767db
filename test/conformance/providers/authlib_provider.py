"""A provider by Authlib's AuthorizationServer and ResourceProtector, as its documentation joins them to a framework, in memory."""
import os
from urllib.parse import parse_qs, urlencode

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
from authlib.common.security import generate_token
from authlib.oauth1 import AuthorizationServer, ClientMixin, OAuth1Request, ResourceProtector, TemporaryCredential
from authlib.oauth1.rfc5849.errors import OAuth1Error
from serving import clients, page, serve, settings

methods = ["HMAC-SHA1", "PLAINTEXT"]
temporary, tokens, nonces = {}, {}, set()


class Client(ClientMixin):
    def __init__(self, key):
        self.key = key

    def get_default_redirect_uri(self):
        return settings["callback"]

    def get_client_secret(self):
        return clients[self.key]


class Store:
    SUPPORTED_SIGNATURE_METHODS = methods

    def get_client_by_id(self, key):
        return Client(key) if key in clients else None

    def exists_nonce(self, nonce, request):
        known = (request.client_id, request.token, request.timestamp, nonce)
        if known in nonces:
            return True
        nonces.add(known)
        return False


def credential(request, **more):
    return TemporaryCredential(oauth_token=generate_token(36), oauth_token_secret=generate_token(48), client_id=request.client_id, **more)


class Server(Store, AuthorizationServer):
    def create_oauth1_request(self, request):
        return OAuth1Request(*request)

    def handle_response(self, status, payload, headers):
        return status, dict(headers), urlencode(payload) if payload else ""

    def create_temporary_credential(self, request):
        made = credential(request, oauth_callback=request.redirect_uri)
        temporary[made["oauth_token"]] = made
        return made

    def get_temporary_credential(self, request):
        return temporary.get(request.token)

    def delete_temporary_credential(self, request):
        temporary.pop(request.token, None)

    def create_authorization_verifier(self, request):
        request.credential["oauth_verifier"] = generate_token(36)
        return request.credential["oauth_verifier"]

    def create_token_credential(self, request):
        made = credential(request)
        tokens[made["oauth_token"]] = made
        return made


class Protector(Store, ResourceProtector):
    def get_token_credential(self, request):
        found = tokens.get(request.token)
        return found if found and found["client_id"] == request.client_id else None


server, protector = Server(), Protector()


def authorize(method, uri, body, headers):
    if method == "GET":
        return page(uri)
    token = parse_qs(body)["oauth_token"][0]
    try:
        return server.create_authorization_response(("GET", uri.partition("?")[0] + "?oauth_token=" + token, "", {}), "alice")
    except OAuth1Error as rejection:
        return rejection.status_code, {}, ""


def resource(method, uri, body, headers):
    try:
        protector.validate_request(method, uri, body, headers)
    except OAuth1Error as rejection:
        return rejection.status_code, {}, ""
    return 200, {}, "screen_name=alice"


serve({
    "/request_token": lambda *request: server.create_temporary_credentials_response(request),
    "/access_token": lambda *request: server.create_token_response(request),
    "/authorize": authorize,
    "/resource": resource,
})
