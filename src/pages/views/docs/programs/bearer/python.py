import os
import requests

base = os.environ["BASE_URL"]

# 1. Get the application's bearer token. The same one is returned until it's revoked, so keep it.
response = requests.post(
    f"{base}/oauth2/token",
    auth=(os.environ["CONSUMER_KEY"], os.environ["CONSUMER_SECRET"]),
    data={"grant_type": "client_credentials"},
)
response.raise_for_status()
token = response.json()["access_token"]

# 2. Call as the application.
headers = {"Authorization": f"Bearer {token}"}
print(requests.get(f"{base}/1.1/application/rate_limit_status.json", headers=headers).text)
