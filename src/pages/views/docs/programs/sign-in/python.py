import os
from flask import Flask, redirect, request, session
from requests_oauthlib import OAuth1Session

base = os.environ["BASE_URL"]
key, secret = os.environ["CONSUMER_KEY"], os.environ["CONSUMER_SECRET"]
port = int(os.environ.get("PORT", 3000))
# Add it to your application's callback URLs. Those at 127.0.0.1 match with any port.
callback = f"http://127.0.0.1:{port}/callback"

app = Flask(__name__)
app.secret_key = os.urandom(32)

# 1. Get a request token, keep it in the user's session, and send the user to the service.
@app.get("/")
def sign_in():
    client = OAuth1Session(key, secret, callback_uri=callback)
    session["request"] = client.fetch_request_token(f"{base}/oauth/request_token")
    return redirect(client.authorization_url(f"{base}/oauth/authenticate"))

# 2. The user returns. Without the session's own token, somebody else began this sign-in.
@app.get("/callback")
def signed_in():
    begun = session.pop("request", None)
    verifier = request.args.get("oauth_verifier")
    is_own = begun is not None and begun["oauth_token"] == request.args.get("oauth_token")
    if not is_own or verifier is None:
        return "You did not allow access, or the sign-in began elsewhere.", 403
    client = OAuth1Session(key, secret, begun["oauth_token"], begun["oauth_token_secret"])
    access = client.fetch_access_token(f"{base}/oauth/access_token", verifier)
    # The access token and its secret come with the user's ID and screen name.
    return {"signedInAs": access["screen_name"]}

app.run(port=port)
