import assert from "node:assert/strict";
import { test } from "node:test";
import { authenticator, type Untrue } from "../../../test/support/authenticator.ts";
import type { UserId } from "../../domain/credentials.ts";
import type { Passkey } from "../../domain/passkey.ts";
import { counterOf, readAssertion } from "./assertion.ts";
import { creationOptions, requestOptions } from "./options.ts";
import { registeredPasskey } from "./registration.ts";
import { relyingPartyOf } from "./relying-party.ts";

const origin = "https://id.example.com";
const relyingParty = { id: "id.example.com", origins: [origin] };
const user = { id: "1000000000000001" as UserId, screenName: "alice" };

function asked(passkeys: readonly Passkey[] = []) {
  return creationOptions({
    relyingParty,
    serviceName: "ID",
    user,
    challenge: "Y2hhbGxlbmdl",
    passkeys,
  });
}

function register(
  text: string,
  isOurs: (challenge: string) => boolean = (challenge) => challenge === "Y2hhbGxlbmdl",
) {
  return registeredPasskey(text, { relyingParty, isOurs });
}

test("a passkey is registered as its authenticator made it", async () => {
  const key = authenticator(origin);
  const made = await register(key.create(asked(), { counter: 7 }));
  assert.equal(made?.id, key.id);
  assert.equal(made?.signCount, 7);
  assert.deepEqual(made?.transports, ["internal"]);
  assert.equal(made?.publicKey.length, 77);
});

const providers = {
  "fbfc3007-154e-4ecc-8c0b-6e020557d7bd": "Apple Passwords",
  "ee882879-721c-4913-9775-3dfcce97072a": "YubiKey 5 Series",
  "00000000-0000-0000-0000-000000000000": undefined,
  "ffffffff-ffff-ffff-ffff-ffffffffffff": undefined,
};

for (const [aaguid, provider] of Object.entries(providers)) {
  test(`the provider of ${aaguid} is ${provider ?? "unknown"}`, async () => {
    const made = await register(authenticator(origin, { aaguid }).create(asked()));
    assert.ok(made);
    assert.equal(made.provider, provider);
  });
}

test("a page asks for a passkey that is found without a screen name, verifies its owner, and is attested by no one", () => {
  const passkey = { id: "abc", transports: ["usb"] } as unknown as Passkey;
  const options = JSON.parse(asked([passkey]));
  assert.deepEqual(options.authenticatorSelection, {
    residentKey: "required",
    requireResidentKey: true,
    userVerification: "required",
  });
  assert.equal(options.attestation, "none");
  assert.deepEqual(options.excludeCredentials, [
    { type: "public-key", id: "abc", transports: ["usb"] },
  ]);
  assert.ok(!options.user.id.includes(user.id));
  const forAnyone = JSON.parse(requestOptions({ relyingParty, challenge: "Y2hhbGxlbmdl" }));
  assert.deepEqual([forAnyone.userVerification, forAnyone.allowCredentials], ["required", []]);
});

const lies: Readonly<Record<string, Untrue>> = {
  "another origin": { origin: "https://id.example.com.evil.example" },
  "plain http": { origin: "http://id.example.com" },
  "another domain": { rpId: "evil.example" },
  "the domain above": { rpId: "example.com" },
  "within another site": { crossOrigin: true },
  "its owner was not verified": { verified: false },
  "no one was there": { present: false },
  "another kind of answer": { type: "payment.get" },
};

for (const [name, untrue] of Object.entries(lies)) {
  test(`no passkey and no proof: ${name}`, async () => {
    const key = authenticator(origin);
    assert.equal(await register(key.create(asked(), untrue)), undefined);
    const made = await register(key.create(asked()));
    assert.ok(made);
    const assertion = readAssertion(key.get(verificationRequest, untrue));
    const counter = assertion && (await counterOf(assertion, made.publicKey, relyingParty));
    assert.equal(counter, undefined);
  });
}

const verificationRequest = requestOptions({ relyingParty, challenge: "Y2hhbGxlbmdl" });

test("a proof has the signature of the passkey's own key, over its counter too", async () => {
  const key = authenticator(origin, { counts: 3 });
  const made = await register(key.create(asked()));
  const check = async (text: string) => {
    const assertion = readAssertion(text);
    return assertion && counterOf(assertion, made?.publicKey ?? new Uint8Array(), relyingParty);
  };
  assert.equal(await check(key.get(verificationRequest)), 3);
  assert.equal(await check(key.get(verificationRequest, { otherKey: true })), undefined);
  const altered = JSON.parse(key.get(verificationRequest));
  const data = Buffer.from(altered.authenticatorData, "base64url");
  data.writeUInt32BE(99, 33);
  altered.authenticatorData = data.toString("base64url");
  assert.equal(await check(JSON.stringify(altered)), undefined);
});

test("a passkey with another id than its authenticator says, or for another challenge, is none", async () => {
  const key = authenticator(origin);
  assert.equal(await register(key.create(asked(), { id: "b3RoZXI" })), undefined);
  assert.equal(await register(key.create(asked()), () => false), undefined);
});

test("what cannot be a response is none, whatever it is", async () => {
  const key = authenticator(origin);
  const got = key.get(verificationRequest);
  const created = key.create(asked());
  const [whole, made] = [JSON.parse(got), JSON.parse(created)];
  const texts = ["", "null", "[]", "1", "{", '"text"', `{"id":"${"x".repeat(20_000)}"}`];
  // Of a member that appears twice, no one knows which was meant.
  texts.push(...[got, created].map((text) => text.replace("{", '{"id":"Z1",')));
  const strange = [undefined, null, 1, {}, [], "", "=", "é", "x".repeat(6001), "gQ"];
  for (const name of ["id", "clientDataJSON", "authenticatorData", "signature"]) {
    for (const value of strange) {
      if (name === "id" && value === "gQ") continue;
      texts.push(JSON.stringify({ ...whole, [name]: value }));
      if (name !== "signature") texts.push(JSON.stringify({ ...made, [name]: value }));
    }
  }
  for (const text of texts) {
    assert.equal(await register(text), undefined, text.slice(0, 80));
    const assertion = readAssertion(text);
    const counter = assertion && (await counterOf(assertion, new Uint8Array(77), relyingParty));
    assert.equal(counter, undefined, text.slice(0, 80));
  }
});

test("the domain is the base URL's host, or the administrator's; passkeys work at the origins below it", () => {
  const [first, below] = ["https://id.example.com", "https://eu.id.example.com:8443"];
  const [sibling, other] = ["https://auth.example.com", "https://xid.example.com"];
  assert.deepEqual(relyingPartyOf([first, below, sibling, other], undefined), {
    id: "id.example.com",
    origins: [first, below],
  });
  assert.deepEqual(relyingPartyOf([first, sibling, "http://example.com"], "example.com"), {
    id: "example.com",
    origins: [first, sibling],
  });
  assert.deepEqual(relyingPartyOf(["http://localhost:8080"], undefined), {
    id: "localhost",
    origins: ["http://localhost:8080"],
  });
  for (const address of ["http://127.0.0.1:8080", "https://[::1]", "https://192.0.2.1"]) {
    assert.equal(relyingPartyOf([address], undefined), undefined, address);
  }
});
