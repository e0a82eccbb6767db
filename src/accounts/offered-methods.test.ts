import assert from "node:assert/strict";
import { test } from "node:test";
import { incoming } from "../../test/support/incoming.ts";
import type { Dependencies } from "../verification/dependencies.ts";
import { relyingPartyAt } from "./offered-methods.ts";

test("passkeys work at the origins of their domain, and at no other of the service", () => {
  const at = (host: string, passkeyDomain: string | undefined) => {
    const origins = ["https://id.example", "https://other.example", "http://192.0.2.1"] as const;
    const dependencies = { origins, config: { passkeyDomain } } as unknown as Dependencies;
    return relyingPartyAt(incoming({ headers: { host } }), dependencies)?.id;
  };
  assert.equal(at("id.example", undefined), "id.example");
  assert.equal(at("other.example", undefined), undefined);
  assert.equal(at("other.example", "other.example"), "other.example");
  assert.equal(at("id.example", "other.example"), undefined);
});
