import os, sys
from requests_oauthlib import OAuth1Session

names = ["CONSUMER_KEY", "CONSUMER_SECRET", "ACCESS_TOKEN", "ACCESS_TOKEN_SECRET"]
session = OAuth1Session(*(os.environ[name] for name in names))
response = session.get(f"{os.environ['BASE_URL']}/1.1/account/verify_credentials.json")
print(response.text)
if not response.ok:
    sys.exit(f"Look it up in the portal: {response.headers['x-countersign-request']}")
