"""Tests of an API that asks Countersign who sent each request (examples/verify.py): `pytest examples/testing`."""

import json
import os
import pathlib
import shlex
import socket
import subprocess
import sys
import time

import pytest
import requests
from requests_oauthlib import OAuth1Session

API = pathlib.Path(__file__).parent.parent / "verify.py"


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@pytest.fixture(scope="module")
def origin():
    """Where clients call the API. They sign it, so the test server has to know it."""
    return f"http://127.0.0.1:{free_port()}"


@pytest.fixture(scope="module")
def test_server(origin, tmp_path_factory):
    setup = tmp_path_factory.mktemp("countersign") / "setup.json"
    setup.write_text(json.dumps({"settings": {"API_ORIGINS": origin}}))
    command = shlex.split(os.environ.get("COUNTERSIGN", "npx --no countersign"))
    process = subprocess.Popen(
        [*command, "test-server", "--json", "--setup", str(setup)], stdout=subprocess.PIPE, text=True
    )
    process.stdout.readline()  # ready http://127.0.0.1:PORT
    yield json.loads(process.stdout.readline())
    process.terminate()
    process.wait()


@pytest.fixture(scope="module", autouse=True)
def api(origin, test_server):
    port = origin.rsplit(":", 1)[1]
    variables = {"VERIFIER_URL": test_server["internal_url"], "API_ORIGIN": origin, "PORT": port}
    process = subprocess.Popen([sys.executable, str(API)], env={**os.environ, **variables})
    for _ in range(200):
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", int(port))) == 0:
                break
        time.sleep(0.05)
    yield
    process.terminate()
    process.wait()


def control(test_server, path, **body):
    response = requests.post(test_server["control_url"] + path, json=body, timeout=10)
    assert response.status_code == 200, response.text
    return response.json()


def as_alice(test_server):
    application = test_server["applications"][0]
    access = control(test_server, "/issue", user="alice")
    return OAuth1Session(
        application["consumer_key"],
        application["consumer_secret"],
        resource_owner_key=access["oauth_token"],
        resource_owner_secret=access["oauth_token_secret"],
    )


def test_a_signed_request_has_a_user(test_server, origin):
    response = as_alice(test_server).post(f"{origin}/things?page=2", data={"name": "lamp"}, timeout=10)
    assert response.json()["caller"]["screen_name"] == "alice"
    assert response.json()["body"] == "name=lamp"


def test_a_bearer_token_has_none(test_server, origin):
    token = control(test_server, "/bearer")["access_token"]
    headers = {"authorization": f"Bearer {token}"}
    response = requests.get(f"{origin}/things", headers=headers, timeout=10)
    assert response.json()["caller"]["context"] == "application"


def test_revoked_access(test_server, origin):
    session = as_alice(test_server)
    control(test_server, "/revoke", user="alice")
    response = session.get(f"{origin}/things", timeout=10)
    assert (response.status_code, response.json()["errors"][0]["code"]) == (401, 89)
