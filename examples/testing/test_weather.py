"""Tests of an application that uses requests-oauthlib, against a test server: `pytest examples/testing`."""

import json
import os
import shlex
import subprocess

import pytest
import requests
from requests_oauthlib import OAuth1Session


@pytest.fixture(scope="module")
def test_server():
    command = shlex.split(os.environ.get("COUNTERSIGN", "npx --no countersign"))
    process = subprocess.Popen([*command, "test-server", "--json"], stdout=subprocess.PIPE, text=True)
    process.stdout.readline()  # ready http://127.0.0.1:PORT
    yield json.loads(process.stdout.readline())
    process.terminate()
    process.wait()


def control(test_server, path, **body):
    response = requests.post(test_server["control_url"] + path, json=body, timeout=10)
    assert response.status_code == 200, response.text
    return response.json()


def session(test_server, **more):
    application = test_server["applications"][0]
    return OAuth1Session(application["consumer_key"], application["consumer_secret"], **more)


def connect(test_server):
    """What the application does when somebody connects their account."""
    base_url = test_server["base_url"]
    oauth = session(test_server, callback_uri="http://127.0.0.1:5000/callback")
    request = oauth.fetch_request_token(base_url + "/oauth/request_token")
    # In place of the browser: alice says yes.
    approved = control(test_server, "/approve", request_token=request["oauth_token"], user="alice")
    return oauth.fetch_access_token(
        base_url + "/oauth/access_token", verifier=approved["oauth_verifier"]
    )


def profile(test_server, access):
    oauth = session(
        test_server,
        resource_owner_key=access["oauth_token"],
        resource_owner_secret=access["oauth_token_secret"],
    )
    return oauth.get(test_server["base_url"] + "/1.1/account/verify_credentials.json", timeout=10)


def test_somebody_connects_their_account(test_server):
    access = connect(test_server)
    assert access["screen_name"] == "alice"
    assert profile(test_server, access).json()["screen_name"] == "alice"


def test_access_that_was_taken_back(test_server):
    access = connect(test_server)
    control(test_server, "/revoke", user="alice")
    answer = profile(test_server, access)
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (401, 89)


def test_a_clock_that_is_wrong(test_server):
    access = connect(test_server)
    control(test_server, "/clock", advance_seconds=3600)
    assert profile(test_server, access).json()["errors"][0]["code"] == 135
    control(test_server, "/clock", advance_seconds=-3600)


def test_an_answer_that_never_comes(test_server):
    access = connect(test_server)
    control(test_server, "/faults", operation="account/verify_credentials", cut=True)
    with pytest.raises(requests.ConnectionError):
        profile(test_server, access)
    assert profile(test_server, access).status_code == 200
