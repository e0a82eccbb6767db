import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { incoming } from "../../test/support/incoming.ts";
import { mintSessionId } from "../domain/credentials.ts";
import { KeyRing } from "../tools/keys/key-ring.ts";
import type { Dependencies } from "../verification/dependencies.ts";
import { comesFromUs, csrfToken, formIsOurs, mayBeOurs } from "./csrf.ts";

const keys = new KeyRing(() => [{ id: "one", key: randomBytes(32) }]);
const origins = ["https://id.example", "https://www.id.example"] as const;
const dependencies = { keys, origins } as unknown as Dependencies;

test("neither Fetch Metadata nor Origin may name another site; each rejects by itself", () => {
  for (const [site, origin, may] of [
    [undefined, undefined, true],
    ["same-origin", undefined, true],
    ["same-origin", "https://id.example", true],
    [undefined, "https://www.id.example", true],
    [undefined, "null", true],
    ["same-origin", "null", true],
    ["same-origin", "https://evil.example", false],
    ["cross-site", "https://id.example", false],
    ["same-site", undefined, false],
    ["none", undefined, false],
    ["", undefined, false],
    [undefined, "https://id.example.evil.example", false],
    [undefined, "http://id.example", false],
    [undefined, "", false],
  ] as const) {
    const headers = {
      ...(site !== undefined && { "sec-fetch-site": site }),
      ...(origin !== undefined && { origin }),
    };
    assert.equal(mayBeOurs(incoming({ headers }), dependencies), may, `${site} ${origin}`);
  }
});

test("the browser has to say itself that it comes from us, and nothing may say otherwise", () => {
  for (const [site, origin, comes] of [
    [undefined, undefined, false],
    ["same-origin", undefined, true],
    [undefined, "https://id.example", true],
    ["same-origin", "null", true],
    [undefined, "null", false],
    [undefined, "", false],
    ["same-origin", "https://evil.example", false],
    ["cross-site", "https://id.example", false],
    ["none", undefined, false],
  ] as const) {
    const headers = {
      ...(site !== undefined && { "sec-fetch-site": site }),
      ...(origin !== undefined && { origin }),
    };
    assert.equal(comesFromUs(incoming({ headers }), dependencies), comes, `${site} ${origin}`);
  }
});

test("a form is ours with the token of its own session, from our own site", () => {
  const [mine, other] = [mintSessionId(randomBytes), mintSessionId(randomBytes)];
  const token = csrfToken(mine, dependencies);
  const isOurs = (csrf: string | undefined, sessionId = mine, sent = incoming()) =>
    formIsOurs(
      { incoming: sent, caller: { sessionId }, dependencies },
      new Map(csrf === undefined ? [] : [["csrf", csrf]]),
    );
  assert.equal(isOurs(token), true);
  const earlier = keys.digest({ purpose: "csrf", value: mine });
  assert.equal(isOurs(earlier), true, "of an earlier version");
  assert.equal(isOurs(token, other), false);
  assert.equal(isOurs(undefined), false);
  assert.equal(isOurs(""), false);
  // A value that the ring made for another purpose is not accepted as a form's token.
  const another = keys.digest({ purpose: "known browser", value: mine });
  assert.equal(isOurs(another), false);
  const foreign = incoming({ headers: { origin: "https://evil.example" } });
  assert.equal(isOurs(token, mine, foreign), false);
});
