/** An account that is exported and imported elsewhere loses nothing: docs/guide/migrate.md. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import sharp from "sharp";
import { openIcons } from "../../src/tools/icons/icons.ts";
import { rowsOf } from "../support/ledger-rows.ts";
import {
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
} from "../support/service.ts";
import { withSharedEngine } from "../support/test-engine.ts";
import { setUpTwoStep } from "../support/two-step.ts";
import { signedIn, Visitor } from "../support/visitor.ts";
import { scratchDirectory } from "./command.ts";
import { runHere } from "./run-here.ts";

const tables = [
  ...["user", "identity", "passkey", "recovery_code", "totp"],
  ...["application", "application_icon", "collaborator", "access_token"],
];
/**
 * Columns that differ between ledgers: sealed values and their digests, the mark of a hash with another cost, and times
 * of secrets and name changes.
 */
const ofOneLedger = [
  ...["secret", "secret_digest", "consumer_secret", "consumer_secret_digest", "password_hash"],
  ...["secret_set_at", "identity_changed_at"],
];

test("an export has all of an account and an application; elsewhere nothing differs, and the user signs in with what they have", async () => {
  using scratch = scratchDirectory();
  const [here, there] = ["here", "there"].map((name) => ({ DATA_DIR: join(scratch.path, name) }));
  const [more, first, second] = ["more", "first", "second"].map((name) =>
    join(scratch.path, `${name}.jsonl`),
  );
  assert.ok(here && there && more && first && second);
  await using before = await startTestService(await withSharedEngine(here));
  const { ledger } = before.dependencies;
  const [alice, bob] = [await makeUser(ledger, "alice"), await makeUser(ledger, "bob")];
  const application = await makeApplication(ledger, alice);
  await makeAccessToken(ledger, application, bob);
  const browser = await signedIn(before.baseUrl, alice);
  const app = await setUpTwoStep(browser, Date.now());

  const user = { user_id: alice.id, screen_name: "alice" };
  const consumer = { consumer_key: application.consumerKey };
  const drawn = sharp({ create: { width: 9, height: 9, channels: 4, background: "#336699" } });
  const icon = await openIcons().encoded(await drawn.png().toBuffer(), { network: "" });
  const key = randomBytes(77).toString("base64url");
  const times = { created_at: "2026-01-02T03:04:05.678Z" };
  const records = [
    { type: "identity", ...user, issuer: "https://id.example", subject: "a 1", ...times },
    {
      ...{ type: "passkey", ...user, id: "a-credential", name: "Phone", public_key: key },
      ...{ sign_count: 7, transports: ["internal"], ...times, last_used_at: times.created_at },
    },
    { type: "icon", ...consumer, image: Buffer.from(icon?.image ?? []).toString("base64") },
    {
      ...{ type: "collaborator", ...consumer, user_id: bob.id, screen_name: "bob" },
      ...{ role: "viewer", accepted: true, ...times },
    },
  ];
  const lines = (all: readonly object[]) => all.map((one) => `${JSON.stringify(one)}\n`).join("");
  writeFileSync(more, lines(records), { mode: 0o600 });
  await ran(["import", more], here);

  await ran(["export", first, "--with-secrets"], here);
  const written = readFileSync(first, "utf8");
  for (const record of records) assert.ok(written.includes(JSON.stringify(record)), record.type);
  await ran(["migrate"], there);
  await ran(["import", first, "--dry-run"], there);
  await ran(["import", first], there);
  const again = JSON.parse(await ran(["import", first, "--json"], there));
  assert.deepEqual(
    [again.conflicts, again.rejected, again.recovery_code],
    [0, 0, { new: 0, there: 10 }],
  );
  await ran(["export", second, "--with-secrets"], there);
  assert.equal(readFileSync(second, "utf8"), written);

  await using after = await startTestService(await withSharedEngine(there));
  const [one, other] = [await shown(before), await shown(after)];
  for (const table of tables) {
    assert.ok((one[table]?.length ?? 0) > 0, table);
    assert.deepEqual(other[table], one[table], table);
  }

  const visitor = new Visitor(after.baseUrl);
  const typed = { username: alice.screenName, password: alice.password };
  const asked = await visitor.submit(await visitor.get("/sign-in"), typed);
  assert.match(asked.location ?? "", /^\/sign-in\/code/);
  const page = await visitor.get(asked.location ?? "");
  const used = await visitor.submit(page, { code: app.codeAt(Date.now() - 30_000) });
  assert.equal(used.status, 422, "a code that was used before the move, or one before it");
  const right = await visitor.submit(page, { code: app.codeAt(Date.now() + 30_000) });
  assert.equal(right.status, 303);
  assert.equal((await visitor.get("/account")).status, 200);
});

test("an image that is no icon is rejected, and another picture is encoded again", async () => {
  using scratch = scratchDirectory();
  const settings = { DATA_DIR: join(scratch.path, "data") };
  const file = join(scratch.path, "icons.jsonl");
  const keys = { consumer_key: "key-of-the-bot", consumer_secret: "secret-of-the-bot-1" };
  const drawn = sharp({ create: { width: 300, height: 200, channels: 4, background: "#336699" } });
  const png = await drawn
    .withExif({ IFD0: { Copyright: "canary" } })
    .png()
    .toBuffer();
  const records = [
    { type: "user", id: "7", screen_name: "alice" },
    { type: "application", owner_id: "7", owner: "alice", name: "Bot", access: "write", ...keys },
    {
      type: "icon",
      consumer_key: keys.consumer_key,
      image: Buffer.from("<svg/>").toString("base64"),
    },
    { type: "icon", consumer_key: keys.consumer_key, image: png.toString("base64") },
  ];
  const lines = records.map((one) => `${JSON.stringify(one)}\n`).join("");
  writeFileSync(file, lines, { mode: 0o600 });
  await ran(["migrate"], settings);
  for (const expected of [
    { new: 1, there: 0 },
    { new: 0, there: 1 },
  ]) {
    const { status, stdout } = await runHere(["import", file, "--json"], { settings });
    const { icon, problems } = JSON.parse(stdout);
    assert.deepEqual([status, icon], [1, expected]);
    assert.deepEqual(problems, [
      {
        line: 3,
        is: "rejected",
        why: '"image" is not a PNG, JPEG or WebP of at most 2048 by 2048 pixels, or it is damaged or animated',
      },
    ]);
  }
  const out = join(scratch.path, "out.jsonl");
  await ran(["export", out, "--with-secrets"], settings);
  const line = readFileSync(out, "utf8")
    .split("\n")
    .find((one) => one.includes('"type":"icon"'));
  const image = Buffer.from(JSON.parse(line ?? "{}").image, "base64");
  const { format, width, height } = await sharp(image).metadata();
  assert.deepEqual([format, width, height], ["webp", 256, 256]);
  assert.ok(!image.includes("canary"));
});

async function ran(args: readonly string[], settings: Readonly<Record<string, string>>) {
  const { status, stdout, stderr } = await runHere(args, { settings });
  assert.equal(status, 0, stdout + stderr);
  return stdout;
}

async function shown(service: Parameters<typeof rowsOf>[0]) {
  const all = await rowsOf(service);
  return Object.fromEntries(
    tables.map((table) => [
      table,
      all[table]?.map((row) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => !ofOneLedger.includes(name))),
      ),
    ]),
  );
}
