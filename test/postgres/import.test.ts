/** `countersign import` and `export` with a ledger on PostgreSQL, beside two servers. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import sharp from "sharp";
import { openIcons } from "../../src/tools/icons/icons.ts";
import { json, run, scratchDirectory } from "../cli/command.ts";
import { verifyCredentials } from "../support/flow.ts";
import { freshDatabase } from "../support/postgres.ts";
import { startTestService } from "../support/service.ts";

test("exit 0 — imported tokens work at every server at once; an export goes into a SQLite database and out again, byte by byte", async () => {
  await using database = await freshDatabase();
  using directory = scratchDirectory();
  const KEYS = `k1:${randomBytes(32).toString("base64")}`;
  const shared = { DATABASE_URL: database.url, DATABASE_TIMEOUT: "20000", KEYS };
  await using one = await startTestService(shared);
  await using other = await startTestService(shared);
  const keys = { consumer_key: "the-key-of-the-bot", consumer_secret: "the-secret-of-the-bot-26" };
  const visitor = { user_id: "7", screen_name: "alice" };
  const access = { token: "a-token-of-before", secret: "the-secret-of-a-token-7" };
  const drawn = sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } });
  const icon = await openIcons().encoded(await drawn.png().toBuffer(), { network: "" });
  const records = [
    { type: "user", id: "7", screen_name: "alice" },
    { type: "application", owner_id: "7", owner: "alice", name: "Bot", access: "write", ...keys },
    { type: "access_token", ...keys, ...visitor, access: "write", ...access },
    { type: "bearer_token", ...keys, token: "the-bearer-token-of-the-bot-1" },
    { type: "user", id: "8", screen_name: "bob", language: "es", notifications_off: ["limits"] },
    { type: "identity", ...visitor, issuer: "https://id.example", subject: "a 1" },
    { type: "passkey", ...visitor, id: "a-credential", name: "Phone", public_key: "pQECAyYg" },
    { type: "totp", ...visitor, secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", last_step: 4711 },
    { type: "recovery_code", ...visitor, digest: "a".repeat(43) },
    { type: "icon", ...keys, image: Buffer.from(icon?.image ?? []).toString("base64") },
    { type: "collaborator", ...keys, user_id: "8", screen_name: "bob", role: "editor" },
  ].map((record) => {
    const { consumer_secret: _, ...rest } = record as typeof record & typeof keys;
    return record.type === "application" ? record : rest;
  });
  const file = join(directory.path, "import.jsonl");
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""), {
    mode: 0o600,
  });
  const settings = { ...shared, DATA_DIR: join(directory.path, "data") };
  for (const counts of [/^access tokens +1 new +0 there$/m, /^access tokens +0 new +1 there$/m]) {
    const { status, stdout, stderr } = await run(["import", file], { settings });
    assert.equal(status, 0, stderr);
    assert.match(stdout, counts);
  }
  const application = {
    id: "" as never,
    consumerKey: keys.consumer_key,
    consumerSecret: keys.consumer_secret,
  };
  const token = { token: access.token as never, secret: access.secret };
  for (const { baseUrl } of [one, other]) {
    assert.equal((await verifyCredentials(baseUrl, application, token)).status, 200);
  }
  const [first, second] = ["first", "second"].map((name) => join(directory.path, name));
  const embedded = { DATA_DIR: join(directory.path, "embedded") };
  for (const [args, its] of [
    [["export", first, "--with-secrets"], settings],
    [["migrate"], embedded],
    [["import", first], embedded],
    [["export", second, "--with-secrets"], embedded],
  ] as const) {
    const { status, stderr } = await run(args.map(String), { settings: its });
    assert.equal(status, 0, stderr);
  }
  for (const its of [settings, embedded]) {
    for (const [text, kind] of [
      [keys.consumer_secret, "consumer-secret"],
      [access.secret, "access-token-secret"],
      ["the-bearer-token-of-the-bot-1", "bearer-token"],
    ] as const) {
      const { credentials } = await json<{ credentials: { kind: string }[] }>(["find"], {
        settings: its,
        input: text,
      });
      assert.deepEqual(
        credentials.map((one) => one.kind),
        [kind],
        "a search finds it",
      );
    }
  }
  const written = readFileSync(second ?? "", "utf8");
  assert.equal(written, readFileSync(first ?? "", "utf8"));
  assert.equal(written.trim().split("\n").length, records.length);
});
