"""requests-oauthlib: access by a PIN, then calls of an API as the user and as the application alone."""

import json
import os
import sys

from requests_oauthlib import OAuth1Session

base, api = os.environ["BASE_URL"], os.environ["API_ORIGIN"]


def session(**more):
    return OAuth1Session(
        os.environ["CONSUMER_KEY"],
        client_secret=os.environ["CONSUMER_SECRET"],
        signature_method=os.environ["SIGNATURE_METHOD"],
        **more,
    )


def say(**line):
    print(json.dumps(line), flush=True)


def show(label, response):
    say(label=label, status=response.status_code, body=response.text)


user = session(callback_uri="oob")
request = user.fetch_request_token(f"{base}/oauth/request_token")
say(label="request token", token=request["oauth_token"])
user._client.client.verifier = sys.stdin.readline().strip()
user.fetch_access_token(f"{base}/oauth/access_token")
show("profile", user.get(f"{base}/1.1/account/verify_credentials.json"))

for value in json.loads(os.environ["VALUES"]):
    for label, caller in (("user", user), ("application", session())):
        show(label, caller.get(f"{api}/things", params={"text": value}))
        show(label, caller.post(f"{api}/things", data={"text": value}))
