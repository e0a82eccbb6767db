import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { describe, it } from "node:test";
import {
  baseString,
  hmacSha1,
  hmacSha256,
  hmacSha512,
  type RequestParts,
  readRequest,
  type SignedRequest,
  verifySignature,
} from "./index.ts";

const complete: Record<string, string> = {
  oauth_consumer_key: "key",
  oauth_nonce: "nonce",
  oauth_signature: "sig%3D",
  oauth_signature_method: "HMAC-SHA1",
  oauth_timestamp: "1318622958",
};

/** A GET whose query has all parameters, with these changes; undefined removes a parameter. */
function parts(changes: Record<string, string | undefined> = {}): RequestParts {
  const query = Object.entries({ ...complete, ...changes })
    .filter(([, value]) => value !== undefined)
    .map((pair) => pair.join("="))
    .join("&");
  return {
    method: "GET",
    path: "/p",
    query,
    authorization: undefined,
    contentType: undefined,
    body: "",
  };
}

function read(changes: Record<string, string | undefined>, reads: string[] = []): SignedRequest {
  const result = readRequest(parts(changes), { reads });
  assert.ok(result.ok, JSON.stringify(changes));
  return result.request;
}

function rejection(changes: Record<string, string | undefined>): string {
  const result = readRequest(parts(changes));
  assert.ok(!result.ok, JSON.stringify(changes));
  return `${result.problem.kind}: ${result.problem.detail}`;
}

describe("a request that is read", () => {
  it("has what its parameters say, decoded", () => {
    const request = read({ oauth_token: "t%2B", oauth_callback: "http%3A%2F%2Fa%2F%C3%A9" });
    assert.equal(request.method, "GET");
    assert.equal(request.path, "/p");
    assert.equal(request.consumerKey, "key");
    assert.equal(request.token, "t+");
    assert.equal(request.signature, "sig=");
    assert.equal(request.timestamp, 1318622958);
    assert.equal(request.nonce, "nonce");
    assert.equal(request.callback, "http://a/é");
    assert.equal(request.verifier, undefined);
    assert.equal(request.bareQuery, false);
  });

  it("has no token where the token is empty, but signs the empty one", () => {
    assert.equal(read({}).token, undefined);
    const request = read({ oauth_token: "" });
    assert.equal(request.token, undefined);
    assert.match(request.encodedParameters(), /%26oauth_token%3D(?:%26|$)/);
  });

  it("keeps an empty verifier and an empty callback apart from absent ones", () => {
    const request = read({ oauth_verifier: "", oauth_callback: "" });
    assert.equal(request.verifier, "");
    assert.equal(request.callback, "");
  });

  it("gives the parameters that the operation reads, and no others of the operation", () => {
    const request = read({ access: "r%C3%A9ad", other: "1", oauth_x: "2" }, ["access"]);
    assert.equal(request.parameter("access"), "réad");
    assert.equal(request.parameter("oauth_x"), "2");
    assert.equal(request.parameter("other"), undefined);
    assert.equal(request.parameter("absent"), undefined);
  });

  it("has a signature method that the caller accepts, and the rejection names these", () => {
    const sha256 = parts({ oauth_signature_method: "HMAC-SHA256" });
    const accepted = readRequest(sha256, { signatureMethods: [hmacSha1, hmacSha256] });
    assert.equal(accepted.ok && accepted.request.signatureMethod, hmacSha256);
    const only = readRequest(sha256, { signatureMethods: [hmacSha1, hmacSha512] });
    assert.deepEqual(!only.ok && only.problem, {
      kind: "unsupported",
      detail: "oauth_signature_method must be HMAC-SHA1 or HMAC-SHA512.",
      parameter: "oauth_signature_method",
    });
  });

  it("may say its version as 1.0 or 1.0A", () => {
    for (const version of [undefined, "1.0", "1.0A"]) read({ oauth_version: version });
  });

  it("may have any nonce of printable ASCII", () => {
    for (const nonce of ["-123", "a%2B%2F%3D_-", "~", "n".repeat(128)])
      read({ oauth_nonce: nonce });
  });
});

describe("a timestamp", () => {
  it("is exact up to fifteen digits, and infinite beyond", () => {
    assert.equal(read({ oauth_timestamp: "9".repeat(15) }).timestamp, 999_999_999_999_999);
    for (const time of ["1".repeat(16), `${"0".repeat(6)}1318622958`, "9".repeat(400)]) {
      assert.equal(read({ oauth_timestamp: time }).timestamp, Infinity);
    }
  });
});

describe("a request that is rejected", () => {
  for (const name of Object.keys(complete)) {
    it(`as missing: ${name} absent or empty`, () => {
      assert.equal(rejection({ [name]: undefined }), `missing: ${name} is missing.`);
      assert.equal(rejection({ [name]: "" }), `missing: ${name} is missing.`);
    });
  }

  it("as unsupported: another signature method, another case of it", () => {
    for (const method of ["PLAINTEXT", "RSA-SHA1", "HMAC-SHA256", "hmac-sha1", "HMAC-SHA1%20"]) {
      assert.match(
        rejection({ oauth_signature_method: method }),
        /^unsupported: oauth_signature_m/,
      );
    }
  });

  it("as unsupported: another version, an empty one among them", () => {
    for (const version of ["", "1", "2.0", "1.0a", "1.0AA"]) {
      assert.match(rejection({ oauth_version: version }), /^unsupported: oauth_version/);
    }
  });

  it("as malformed: a timestamp that is not digits", () => {
    for (const time of ["1.5", "-1", "1e9", "%201", "1%0A", "0x1", "%D9%A1", "Infinity"]) {
      assert.match(rejection({ oauth_timestamp: time }), /^malformed: oauth_timestamp/);
    }
  });

  it("as malformed: a nonce that is too long or not printable ASCII", () => {
    for (const nonce of ["n".repeat(129), "a%0A", "%C3%A9", "%00", "%7F"]) {
      assert.match(rejection({ oauth_nonce: nonce }), /^malformed: oauth_nonce/);
    }
  });

  it("for what its parameters already are", () => {
    const result = readRequest({ ...parts(), authorization: "Bearer a" });
    assert.ok(!result.ok && result.problem.kind === "two-identities");
  });

  it("names the parameter that it is about, where it is about one", () => {
    for (const changes of [
      { oauth_nonce: undefined },
      { oauth_nonce: "%7F" },
      { oauth_timestamp: "1e3" },
      { oauth_version: "2.0" },
      { oauth_signature_method: "PLAINTEXT" },
    ]) {
      const result = readRequest(parts(changes));
      assert.equal(!result.ok && result.problem.parameter, Object.keys(changes)[0]);
    }
    const none = readRequest({ ...parts(), query: undefined });
    assert.deepEqual(none, {
      ok: false,
      problem: { kind: "missing", detail: "There is no oauth_* parameter." },
    });
  });
});

describe("verifySignature", () => {
  const parameters =
    "oauth_consumer_key=key&oauth_nonce=nonce&oauth_signature_method=HMAC-SHA1&oauth_timestamp=1318622958";
  const withPort = "http://127.0.0.1:8080";
  const ways = {
    port: [withPort, "http://127.0.0.1"],
    secret: ["new", "old"],
    pair: [parameters, `=&${parameters}`],
  } as const;

  function signedBy(
    origin: string,
    secret: string,
    normalized: string,
    query: string | undefined,
    tokenSecret = "ts",
  ) {
    const base = `GET&${encodeURIComponent(`${origin}/p`)}&${encodeURIComponent(normalized)}`;
    const signature = createHmac("sha1", `${secret}&${tokenSecret}`).update(base).digest("base64");
    const listed = normalized.replace(/^=&/, "");
    const header = `${listed}&oauth_signature=${encodeURIComponent(signature)}`;
    const authorization = `OAuth ${header.replaceAll("=", '="').replaceAll("&", '",')}"`;
    const result = readRequest({ ...parts(), query, authorization });
    assert.ok(result.ok);
    return result.request;
  }

  const keys = {
    origin: withPort,
    consumerSecrets: ["new", "old"],
    tokenSecret: "ts",
  };

  for (const origin of ways.port) {
    for (const secret of ways.secret) {
      for (const pair of ways.pair) {
        const bare = pair !== parameters;
        it(`accepts ${origin}, the ${secret} secret${bare ? ", a bare ? signed as a pair" : ""}`, () => {
          assert.equal(verifySignature(signedBy(origin, secret, pair, ""), keys), true);
          assert.equal(verifySignature(signedBy(origin, secret, pair, undefined), keys), !bare);
        });
      }
    }
  }

  it("rejects the port's absence undone: a port where the origin has none", () => {
    const request = signedBy(withPort, "new", parameters, undefined);
    assert.equal(verifySignature(request, { ...keys, origin: "http://127.0.0.1" }), false);
  });

  it("rejects the port's absence where another origin differs in its port alone", () => {
    const without = signedBy("http://127.0.0.1", "new", parameters, undefined);
    const exact = signedBy(withPort, "new", parameters, undefined);
    const shared = { ...keys, otherOrigins: [withPort, "http://127.0.0.1:9443"] };
    assert.equal(verifySignature(without, shared), false);
    assert.equal(verifySignature(exact, shared), true);
    for (const otherOrigins of [[withPort], ["https://127.0.0.1:9443", "http://127.0.0.11:80"]]) {
      assert.equal(verifySignature(without, { ...keys, otherOrigins }), true);
    }
  });

  it("rejects a secret that is neither, and any request where there is no secret", () => {
    const request = signedBy(withPort, "other", parameters, undefined);
    assert.equal(verifySignature(request, keys), false);
    assert.equal(verifySignature(request, { ...keys, consumerSecrets: [] }), false);
  });

  it("rejects a token whose secret is missing, with the secret empty or spelled out; accepts an empty secret", () => {
    for (const signedWith of ["", "undefined", "null"]) {
      const normalized = `${parameters}&oauth_token=revoked`;
      const request = signedBy(withPort, "new", normalized, undefined, signedWith);
      for (const tokenSecret of [undefined, null]) {
        const verification = { ...keys, tokenSecret: tokenSecret as undefined };
        assert.equal(verifySignature(request, verification), false, signedWith);
      }
      assert.equal(verifySignature(request, { ...keys, tokenSecret: "" }), signedWith === "");
    }
  });

  it("accepts the consumer alone without a token's secret, with oauth_token left out or empty", () => {
    for (const normalized of [parameters, `${parameters}&oauth_token=`]) {
      const request = signedBy(withPort, "new", normalized, undefined, "");
      assert.equal(verifySignature(request, { ...keys, tokenSecret: undefined }), true);
      assert.equal(verifySignature(request, { ...keys, tokenSecret: "ts" }), false);
    }
  });

  it("throws if a consumer's secret is missing, because anyone could sign with its name as text", () => {
    const request = signedBy(withPort, "undefined", parameters, undefined);
    for (const secret of [undefined, null]) {
      const consumerSecrets = [secret as unknown as string];
      assert.throws(() => verifySignature(request, { ...keys, consumerSecrets }), TypeError);
    }
  });

  it("leaves the address of an IPv6 host whole", () => {
    const origin = "http://[::1]";
    const request = signedBy(origin, "new", parameters, undefined);
    assert.equal(verifySignature(request, { ...keys, origin }), true);
    assert.equal(verifySignature(request, { ...keys, origin: "http://[::1]:8080" }), true);
    const cut = signedBy("http://[:", "new", parameters, undefined);
    assert.equal(verifySignature(cut, { ...keys, origin }), false);
  });
});

it("baseString shows what the RFC asks to be signed", () => {
  const shown = baseString(read({ a: "%20" }), "https://api.example.com");
  assert.equal(
    shown,
    "GET&https%3A%2F%2Fapi.example.com%2Fp&a%3D%2520%26oauth_consumer_key%3Dkey%26oauth_nonce%3Dnonce" +
      "%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D1318622958",
  );
});
