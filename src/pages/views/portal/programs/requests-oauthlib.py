import os, sys
from requests_oauthlib import OAuth1Session

secret, token, token_secret = (
    os.environ[name] for name in ("CONSUMER_SECRET", "ACCESS_TOKEN", "ACCESS_TOKEN_SECRET")
)
session = OAuth1Session("CONSUMER_KEY", secret, token, token_secret)
url = "URL"
response = session.request("METHOD", url, params={"NAME": "VALUE"})
print(response.text)
if not response.ok:
    sys.exit(f"For “Requests” in the portal: {response.headers['x-countersign-request']}")
