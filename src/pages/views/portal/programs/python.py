import base64, hashlib, hmac, os, secrets, sys, time
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

names = ["CONSUMER_KEY", "CONSUMER_SECRET", "ACCESS_TOKEN", "ACCESS_TOKEN_SECRET"]
key, secret, token, token_secret = (os.environ[name] for name in names)

def encode(text):
    return quote(text, safe="")

def authorization(method, url, parameters):
    """The header of a request that is signed with HMAC-SHA1 (RFC 5849, section 3.4)."""
    oauth = {
        "oauth_consumer_key": key,
        "oauth_nonce": secrets.token_hex(16),
        "oauth_signature_method": "HMAC-SHA1",
        "oauth_timestamp": str(int(time.time())),
        "oauth_token": token,
    }
    pairs = sorted((encode(k), encode(v)) for k, v in {**parameters, **oauth}.items())
    normalized = "&".join(f"{k}={v}" for k, v in pairs)
    text = "&".join(encode(part) for part in (method, url, normalized))
    signing_key = f"{encode(secret)}&{encode(token_secret)}"
    digest = hmac.new(signing_key.encode(), text.encode(), hashlib.sha1).digest()
    oauth["oauth_signature"] = base64.b64encode(digest).decode()
    return "OAuth " + ", ".join(f'{k}="{encode(v)}"' for k, v in oauth.items())

# A call as the user to whom the access token belongs.
url = "URL"
parameters = {"NAME": "VALUE"}
headers = {"Authorization": authorization("METHOD", url, parameters)}
request = Request(f"{url}?{urlencode(parameters)}", headers=headers, method="METHOD")
try:
    print(urlopen(request).read().decode())
except HTTPError as rejection:
    print("Look it up in the portal:", rejection.headers["x-countersign-request"])
    sys.exit(rejection.read().decode())
