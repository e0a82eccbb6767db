import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { test } from "node:test";
import { inspect } from "node:util";
import {
  accessTokenOf,
  idFrom,
  isConsumerKey,
  mintAccessTokenCandidate,
  mintBearerToken,
  mintConsumerKey,
  mintConsumerSecret,
  mintLinkSecret,
  mintPin,
  mintRequestToken,
  mintSessionId,
  mintUserId,
  mintVerifier,
  Secret,
  tokenDigest,
  type UserId,
} from "./credentials.ts";

test("a Secret prints as [secret], however it is printed", () => {
  const secret = new Secret("canary");
  assert.equal(inspect(secret), "[secret]");
  for (const printed of [
    String(secret),
    `${secret}`,
    JSON.stringify({ secret }),
    inspect(secret),
    inspect({ deep: [secret] }, { showHidden: true, depth: 9 }),
    Object.entries(secret).join(),
    new Error(`with ${secret}`).stack ?? "",
  ]) {
    assert.ok(!printed.includes("canary"), printed);
  }
  assert.equal(secret.reveal(), "canary");
});

test("minting throws bytes away that would make some letters likelier", () => {
  const given = [255, 254, 253, 252, 251, 250, 249, 248, 247, 0, 61, 62];
  let at = 0;
  const random = (bytes: number) =>
    Uint8Array.from({ length: bytes }, () => given[at++ % given.length] ?? 0);
  // 248 is four times 62, so bytes from 248 on are skipped.
  assert.match(mintConsumerKey(random), /^(9A9A)+9?$/);
  at = 0;
  // 250 is 25 times 10, so bytes from 250 on are skipped.
  assert.match(mintPin(random), /^987012/);
});

test("a user id is decimal, of sixteen digits, and exact as a JSON number", () => {
  const ids = Array.from({ length: 500 }, () => mintUserId(randomBytes));
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) {
    assert.match(id, /^[1-9]\d{15}$/);
    assert.ok(Number.isSafeInteger(Number(id)));
    assert.equal(String(JSON.parse(id)), id);
  }
  assert.ok(
    ids.some((id) => Number(id) % 2 === 1) && ids.filter((id) => Number(id) % 8 === 0).length < 125,
  );
  const draws = [new Uint8Array(7), new Uint8Array(7).fill(255), new Uint8Array(7).fill(9)];
  assert.equal(
    mintUserId(() => draws.shift() ?? new Uint8Array(7).fill(8)),
    String(2 ** 53 - 1),
  );
});

test("an access token begins with the user's id; a digest is SHA-256", () => {
  assert.equal(accessTokenOf("7" as UserId, "x"), "7-x");
  assert.equal(tokenDigest("abc"), createHash("sha256").update("abc").digest("base64url"));
});

test("what is minted is of letters and digits alone, and as long as its strength asks for", () => {
  const request = mintRequestToken(randomBytes);
  const access = mintAccessTokenCandidate(randomBytes);
  for (const [minted, length] of [
    [mintConsumerKey(randomBytes), 25],
    [mintConsumerSecret(randomBytes).reveal(), 50],
    [request.token, 27],
    [request.secret.reveal(), 32],
    [mintVerifier(randomBytes), 32],
    [mintPin(randomBytes), 7],
    [access.suffix, 40],
    [access.secret.reveal(), 45],
    [mintBearerToken(randomBytes), 110],
    [mintSessionId(randomBytes), 43],
    [mintLinkSecret(randomBytes).reveal(), 43],
  ] as const) {
    assert.match(minted, new RegExp(`^[A-Za-z0-9]{${length}}$`));
  }
});

test("an id is a number of up to sixteen digits that JSON keeps exactly, and nothing else is read as one", () => {
  for (const id of ["1000000000000001", "9007199254740991", "7"]) assert.equal(idFrom(id), id);
  for (const text of [undefined, null, "", "0", "07", "9007199254740992", "1".repeat(17), "x1"]) {
    assert.equal(idFrom(text), undefined, `${text}`);
  }
});

test("a consumer key has 4 to 100 unreserved characters: what is minted, and what other systems gave", () => {
  for (const text of [mintConsumerKey(randomBytes), "acme", "a.B~c_-9", "k".repeat(100)]) {
    assert.equal(isConsumerKey(text), true, text);
  }
  for (const text of ["", "abc", "k".repeat(101), "a key", "k%6579", "acme\n", "schlüssel"]) {
    assert.equal(isConsumerKey(text), false, text);
  }
});
