"""Tests of an application that uses requests-oauthlib, against a test server: `pytest examples/testing`."""

import json
import os
import shlex
import subprocess

import pytest
import requests
from requests_oauthlib import OAuth1Session


@pytest.fixture(scope="module")
def stand_in():
    command = shlex.split(os.environ.get("COUNTERSIGN", "npx --no countersign"))
    process = subprocess.Popen([*command, "test-server", "--json"], stdout=subprocess.PIPE, text=True)
    process.stdout.readline()  # ready http://127.0.0.1:PORT
    yield json.loads(process.stdout.readline())
    process.terminate()
    process.wait()


def control(stand_in, path, **body):
    response = requests.post(stand_in["control_url"] + path, json=body, timeout=10)
    assert response.status_code == 200, response.text
    return response.json()


def session(stand_in, **more):
    application = stand_in["applications"][0]
    return OAuth1Session(application["consumer_key"], application["consumer_secret"], **more)


def connect(stand_in):
    """What the application does when somebody connects their account."""
    base_url = stand_in["base_url"]
    oauth = session(stand_in, callback_uri="http://127.0.0.1:5000/callback")
    request = oauth.fetch_request_token(base_url + "/oauth/request_token")
    # In place of the browser: alice says yes.
    approved = control(stand_in, "/approve", request_token=request["oauth_token"], user="alice")
    return oauth.fetch_access_token(
        base_url + "/oauth/access_token", verifier=approved["oauth_verifier"]
    )


def profile(stand_in, access):
    oauth = session(
        stand_in,
        resource_owner_key=access["oauth_token"],
        resource_owner_secret=access["oauth_token_secret"],
    )
    return oauth.get(stand_in["base_url"] + "/1.1/account/verify_credentials.json", timeout=10)


def test_somebody_connects_their_account(stand_in):
    access = connect(stand_in)
    assert access["screen_name"] == "alice"
    assert profile(stand_in, access).json()["screen_name"] == "alice"


def test_access_that_was_taken_back(stand_in):
    access = connect(stand_in)
    control(stand_in, "/revoke", user="alice")
    answer = profile(stand_in, access)
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (401, 89)


def test_a_clock_that_is_wrong(stand_in):
    access = connect(stand_in)
    control(stand_in, "/clock", advance_seconds=3600)
    assert profile(stand_in, access).json()["errors"][0]["code"] == 135
    control(stand_in, "/clock", advance_seconds=-3600)


def test_an_answer_that_never_comes(stand_in):
    access = connect(stand_in)
    control(stand_in, "/faults", operation="account/verify_credentials", cut=True)
    with pytest.raises(requests.ConnectionError):
        profile(stand_in, access)
    assert profile(stand_in, access).status_code == 200
