import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readIdentityProviders } from "./identity-providers.ts";

const least = {
  id: "staff",
  name: "Staff",
  issuer: "https://login.example/realms/staff",
  client_id: "countersign",
  client_secret: "a secret",
};

test("a provider has what it needs, and the rest by default", (t) => {
  const [one] = read(t, { providers: [least] });
  const { clientSecret, ...rest } = one ?? assert.fail("there is none");
  assert.equal(clientSecret.reveal(), "a secret");
  assert.deepEqual(rest, {
    id: "staff",
    name: "Staff",
    issuer: "https://login.example/realms/staff",
    clientId: "countersign",
    scopes: ["openid", "profile", "email"],
    firstSignIn: "link",
    screenNameClaim: "preferred_username",
    firstAdmin: undefined,
    secondFactor: false,
  });
});

test("several providers, each with everything; a secret from a file beside it", (t) => {
  const { client_secret: _, ...without } = least;
  const full = {
    ...without,
    client_secret_file: "staff.secret",
    scopes: "profile groups",
    first_sign_in: "create",
    screen_name_claim: "nickname",
    first_admin: { claim: "groups", value: "admins" },
    second_factor: true,
  };
  const local = { ...least, id: "local", name: "Local", issuer: "http://127.0.0.1:9000" };
  const [one, two] = read(t, { providers: [full, local] }, { "staff.secret": "from a file\n\n" });
  assert.equal(one?.clientSecret.reveal(), "from a file");
  assert.deepEqual(one?.scopes, ["openid", "profile", "groups"]);
  assert.equal(one?.firstSignIn, "create");
  assert.equal(one?.screenNameClaim, "nickname");
  assert.deepEqual(one?.firstAdmin, { claim: "groups", value: "admins" });
  assert.equal(one?.secondFactor, true);
  assert.equal(two?.issuer, "http://127.0.0.1:9000");
  assert.doesNotMatch(JSON.stringify(one), /from a file/);
});

test("what cannot be used is rejected with its place, and without the secret", (t) => {
  const provider = (change: Record<string, unknown>) => ({ providers: [{ ...least, ...change }] });
  const wrong: readonly (readonly [unknown, RegExp])[] = [
    ["{", /not JSON/],
    ['{"providers":[{"id":"a","id":"b"}]}', /the file has the member "id" twice/],
    [String.raw`{"providers":[{"name":"\ud800"}]}`, /the file has text that is not Unicode/],
    [[], /the file must be a JSON object/],
    [{ providers: [] }, /1 to 10/],
    [{ providers: Array(11).fill(least) }, /1 to 10/],
    [{ providers: [least], provider: [] }, /unknown member "provider"/],
    [{ providers: ["staff"] }, /provider 1 must be a JSON object/],
    [provider({ clientId: "x" }), /provider 1 has an unknown member "clientId"/],
    [provider({ id: undefined }), /"id" is missing/],
    [provider({ id: "../x" }), /"id" is malformed/],
    [provider({ name: "" }), /"name" is malformed/],
    [provider({ issuer: "http://login.example" }), /plain HTTP/],
    [provider({ issuer: "https://login.example?x" }), /query/],
    [provider({ issuer: "javascript:alert(1)" }), /"issuer" is malformed/],
    [provider({ client_secret: undefined }), /one of "client_secret"/],
    [provider({ client_secret_file: "x" }), /one of "client_secret"/],
    [provider({ client_secret: "a secret\n" }), /the client secret/],
    [provider({ client_secret: undefined, client_secret_file: "none" }), /\/none: file not found/],
    [provider({ scopes: 'openid "x"' }), /"scopes" is malformed/],
    [provider({ first_sign_in: "always" }), /"first_sign_in" must be one of create, link, reject/],
    [provider({ first_admin: { claim: "groups" } }), /"first_admin" needs/],
    [provider({ second_factor: "yes" }), /"second_factor" must be/],
    [
      { providers: [least, { ...least, name: "x", issuer: "https://x.example" }] },
      /the id "staff"/,
    ],
    [{ providers: [least, { ...least, id: "x", name: "x" }] }, /the issuer/],
    [{ providers: [least, { ...least, id: "x", issuer: "https://x.example" }] }, /the name/],
  ];
  for (const [content, failure] of wrong) {
    assert.throws(
      () => read(t, content),
      (error) => {
        assert.ok(error instanceof Error);
        assert.match(error.message, failure);
        assert.doesNotMatch(error.message, /a secret/);
        return true;
      },
      JSON.stringify(content),
    );
  }
});

test("a file with secrets is one that others can't read; with paths of secrets it may be public", (t) => {
  const { client_secret: _, ...rest } = least;
  const paths = { providers: [{ ...rest, client_secret_file: "secret" }] };
  assert.equal(read(t, paths, { secret: "a secret" }, 0o644).length, 1);
  assert.throws(() => read(t, { providers: [least] }, {}, 0o644), /can read it \(mode 644\)/);
});

function read(
  t: { after(run: () => void): void },
  content: unknown,
  secretFiles: Readonly<Record<string, string>> = {},
  mode = 0o640,
) {
  const folder = mkdtempSync(join(tmpdir(), "countersign-test-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "providers.json");
  const text = typeof content === "string" ? content : JSON.stringify(content);
  writeFileSync(file, text, { mode });
  for (const [name, secret] of Object.entries(secretFiles)) {
    writeFileSync(join(folder, name), secret, { mode: 0o440 });
  }
  return readIdentityProviders(file);
}
