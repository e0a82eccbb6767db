import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isSecretName,
  withoutNamedSecrets,
  withoutSecretCredentials,
  withoutSecretPairs,
  withoutSecrets,
} from "./hidden.ts";

test("names of secrets are known, and those that the doctor's responses are about are no secrets", () => {
  for (const name of ["oauth_token_secret", "oauth_verifier", "oauth_signature", "access_token"]) {
    assert.ok(isSecretName(name), name);
  }
  for (const name of ["Password", "client_secret", "oauth_body_hash", "apiKey", "pin", "code"]) {
    assert.ok(isSecretName(name), name);
  }
  for (const name of ["oauth_token", "oauth_consumer_key", "oauth_signature_method", "status"]) {
    assert.ok(!isSecretName(name), name);
  }
});

test("a form loses the values of secrets, whatever their names' encoding", () => {
  assert.equal(
    withoutSecretPairs("status=a%20b&oauth%5Fverifier=1234567&password&access_token=x=y"),
    "status=a%20b&oauth%5Fverifier=[hidden]&password=[hidden]&access_token=[hidden]",
  );
});

test("an Authorization header loses them, and all of it where it is not OAuth", () => {
  assert.equal(
    withoutSecretCredentials(
      'OAuth realm="x", oauth_consumer_key="key",oauth_signature="abc%3D", oauth_nonce="n"',
    ),
    'OAuth realm="x", oauth_consumer_key="key",oauth_signature="[hidden]", oauth_nonce="n"',
  );
  assert.equal(
    withoutSecretCredentials('OAuth oauth_signature="a,b c,d", oauth_nonce="n"'),
    'OAuth oauth_signature="[hidden]", [hidden], [hidden], oauth_nonce="n"',
  );
  assert.equal(withoutSecretCredentials("OAuth s3cret, more"), "OAuth  [hidden], [hidden]");
  assert.equal(withoutSecretCredentials("Basic a2V5OnNlY3JldA=="), "Basic [hidden]");
  assert.equal(withoutSecretCredentials("bearer abc"), "bearer [hidden]");
  assert.equal(withoutSecretCredentials("a2V5OnNlY3JldA=="), "[hidden]");
  assert.equal(withoutSecretCredentials("Basic\ta2V5"), "[hidden]");
});

test("a base string loses them, encoded once, twice or never", () => {
  assert.equal(
    withoutNamedSecrets(
      "POST&https%3A%2F%2Fid.example.com%2Fx&oauth_token%3D1-t%26oauth_verifier%3Dabc%26status%3Dhi",
    ),
    "POST&https%3A%2F%2Fid.example.com%2Fx&oauth_token%3D1-t%26oauth_verifier%3D[hidden]%26status%3Dhi",
  );
  assert.equal(
    withoutNamedSecrets("a%253D1%2526oauth_verifier%253Dabc%2526b%253D2"),
    "a%253D1%2526oauth_verifier%253D[hidden]%2526b%253D2",
  );
  assert.equal(withoutNamedSecrets("/x?password=abc&b=2"), "/x?password=[hidden]&b=2");
});

test("what is known to be secret is nowhere in it, nor what has the form of a secret", () => {
  const [token, consumer, bearer] = ["t".repeat(45), "c".repeat(50), "b".repeat(110)];
  const value = {
    id: "x",
    texts: [`%3D${token}%26`, `a ${consumer}.`, bearer, "p%40ssword", "p@ssword", "%2540"],
    tried: 3,
    none: undefined,
  };
  assert.deepEqual(withoutSecrets(value, ["p@ssword", "a"]), {
    ...value,
    texts: ["%3D[hidden]%26", "a [hidden].", "[hidden]", "[hidden]", "[hidden]", "%2540"],
  });
  const key = "K".repeat(25);
  assert.equal(withoutSecrets(key, []), key);
});

test("however a client has encoded a secret, it is known", () => {
  const secret = "Zm9v/YmFy+(x)!==";
  const written = [
    "Zm9v%2FYmFy%2B%28x%29%21%3D%3D",
    "Zm9v%2fYmFy%2b%28x%29%21%3d%3d",
    "Zm9v%2FYmFy%2B(x)!%3D%3D",
    "Zm9v%2fYmFy%2b(x)!%3d%3d",
    "Zm9v%252FYmFy%252B%2528x%2529%2521%253D%253D",
  ];
  for (const one of written) assert.equal(withoutSecrets(`a=${one}&b`, [secret]), "a=[hidden]&b");
});
