import os
from requests_oauthlib import OAuth1Session

base = os.environ["BASE_URL"]
key, secret = os.environ["CONSUMER_KEY"], os.environ["CONSUMER_SECRET"]

# 1. Get a request token.
session = OAuth1Session(key, secret, callback_uri="oob")
session.fetch_request_token(f"{base}/oauth/request_token")

# 2. The user allows access in a browser and is shown a PIN.
print("Open", session.authorization_url(f"{base}/oauth/authorize"))
pin = input("PIN: ").strip()

# 3. Exchange the PIN for an access token. Keep it with its secret: it works until it's revoked.
access = session.fetch_access_token(f"{base}/oauth/access_token", verifier=pin)
token, token_secret = access["oauth_token"], access["oauth_token_secret"]

# 4. Call as the user.
session = OAuth1Session(key, secret, token, token_secret)
print(session.get(f"{base}/1.1/account/verify_credentials.json").text)
