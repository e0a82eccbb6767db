import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  hmacSha1,
  hmacSha256,
  hmacSha512,
  readRequest,
  requestParts,
  sign,
  verifySignature,
} from "./index.ts";

const credentials = { consumerKey: "key", consumerSecret: "secret" };
const form = "application/x-www-form-urlencoded";

describe("sign", () => {
  it("signs a published example with its signature", () => {
    const { authorization, baseString } = sign(
      {
        method: "POST",
        url: "https://api.twitter.com/1.1/statuses/update.json?include_entities=true",
        form: "status=Hello%20Ladies%20%2b%20Gentlemen%2c%20a%20signed%20OAuth%20request%21",
      },
      {
        consumerKey: "xvz1evFS4wEEPTGEFPHBog",
        consumerSecret: "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw",
        token: "370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb",
        tokenSecret: "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE",
      },
      { nonce: "kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg", timestamp: 1318622958 },
    );
    assert.match(baseString, /^POST&https%3A%2F%2Fapi\.twitter\.com%2F1\.1%2Fstatuses%2Fupdate/);
    assert.match(authorization, /oauth_signature="hCtSmYh%2BiHYCEqBWrE7C7hYmtUk%3D"$/);
  });

  it("makes a nonce and a timestamp of its own, a new one each time", () => {
    const signed = () => {
      const { authorization } = sign({ url: "https://api.example/" }, credentials);
      const read = readRequest({
        ...requestParts({ headers: {} }, new Uint8Array()),
        authorization,
      });
      assert.ok(read.ok);
      return read.request;
    };
    const [one, other] = [signed(), signed()];
    assert.match(one.nonce, /^[0-9a-f]{32}$/);
    assert.notEqual(one.nonce, other.nonce);
    assert.ok(Math.abs(one.timestamp - Date.now() / 1000) < 60);
  });

  it("throws at a URL that is not absolute", () => {
    assert.throws(() => sign({ url: "/a" }, credentials), TypeError);
  });

  it("leaves a body that is no form, and a fragment, unsigned", () => {
    const options = { nonce: "n", timestamp: 1 };
    const { baseString } = sign({ url: "https://api.example/a#b" }, credentials, options);
    assert.equal(
      baseString,
      sign({ url: "https://api.example/a" }, credentials, options).baseString,
    );
  });

  it("signs what verifySignature verifies, in the header, the query or a form", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 12 });
    const pairs = fc.array(fc.tuple(text, text), { maxLength: 5 });
    const place = fc.constantFrom("header", "query", "form");
    const method = fc.constantFrom(hmacSha1, hmacSha256, hmacSha512);
    const token = fc.option(fc.record({ token: fc.uuid(), tokenSecret: text }), { nil: {} });
    const property = fc.property(
      fc.webPath(),
      pairs,
      pairs,
      text,
      token,
      place,
      method,
      (path, queried, posted, consumerSecret, withToken, where, signatureMethod) => {
        const url = new URL(`https://api.example${path}`);
        url.search = new URLSearchParams(queried).toString();
        const posting = new URLSearchParams(posted);
        const signed = sign(
          { method: "POST", url, form: posting },
          { consumerKey: "key", consumerSecret, ...withToken },
          { signatureMethod, parameters: { oauth_callback: "oob" } },
        );
        const headers: Record<string, string> = { "content-type": form };
        if (where === "header") headers["authorization"] = signed.authorization;
        const appended = where === "query" ? new URLSearchParams(queried) : posting;
        if (where !== "header")
          for (const [name, value] of signed.parameters) appended.append(name, value);
        if (where === "query") url.search = appended.toString();
        const received = { method: "POST", url: url.pathname + url.search, headers };
        const parts = requestParts(received, Buffer.from(posting.toString()));
        const read = readRequest(parts, { signatureMethods: [signatureMethod] });
        assert.ok(read.ok, JSON.stringify(read));
        assert.equal(read.request.callback, "oob");
        const { tokenSecret } = { tokenSecret: undefined, ...withToken };
        const verification = { origin: url.origin, consumerSecrets: [consumerSecret], tokenSecret };
        assert.equal(verifySignature(read.request, verification), true);
        const other = { ...verification, consumerSecrets: [`${consumerSecret}x`] };
        assert.equal(verifySignature(read.request, other), false);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });
});
