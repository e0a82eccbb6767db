/** The command line for a user's grants and for deleting an account. */
import assert from "node:assert/strict";
import { readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { startFalseProvider } from "../support/false-provider.ts";
import { entryOf, providersIn, throughProvider } from "../support/identities.ts";
import { startTestService } from "../support/service.ts";
import { withSharedEngine } from "../support/test-engine.ts";
import { setUpTwoStep } from "../support/two-step.ts";
import { signedIn } from "../support/visitor.ts";
import { json, makeAlice, makeApp, makeToken, password, scratchDirectory } from "./command.ts";
import { runHere } from "./run-here.ts";

// interface §16.27
test("user grants, revoke-access and delete — what is said and what holds afterwards", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  await makeAlice(options);
  const keys = await makeApp(options);
  await makeToken(options, keys);
  const named = ["--screen-name", "alice"];
  const grants = () =>
    json<{ data: { application: { consumer_key: string }; access: string }[] }>(
      ["user", "grants", ...named],
      options,
    );
  const [grant] = (await grants()).data;
  assert.deepEqual([grant?.application.consumer_key, grant?.access], [keys.consumer_key, "write"]);
  const listed = (await runHere(["user", "grants", ...named], options)).stdout;
  assert.match(listed, /write {2}\d{4}-\d\d-\d\d {2}Weather Bot\n$/);
  const revoke = ["user", "revoke-access", ...named, "--consumer-key", keys.consumer_key, "--yes"];
  assert.match(
    (await runHere(revoke, options)).stdout,
    /^Weather Bot has no access to the account alice/,
  );
  assert.deepEqual((await grants()).data, []);
  const again = await runHere(revoke, options);
  assert.equal(again.status, 1);
  assert.match(again.stderr, /has no access to the account alice/);
  const owning = await runHere(["user", "delete", ...named, "--yes"], options);
  assert.equal(owning.status, 1);
  assert.match(owning.stderr, /alice owns applications; .*`countersign app transfer`:$/m);
  assert.match(owning.stderr, new RegExp(`^  ${keys.consumer_key}  Weather Bot$`, "m"));
  await runHere(["app", "delete", "--consumer-key", keys.consumer_key, "--yes"], options);
  assert.equal(
    (await runHere(["user", "delete", ...named, "--yes"], options)).stdout,
    "the account alice is deleted\n",
  );
  assert.equal((await runHere(["user", "delete", ...named, "--yes"], options)).status, 1);
});

// interface §16.37
// interface §16.53
test("user export-data — what is kept about a user in a new file for this account alone, and an event", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: join(directory.path, "data") } };
  await makeAlice(options);
  const keys = await makeApp(options);
  const access = await makeToken(options, keys);
  const file = join(directory.path, "alice.json");
  const args = ["user", "export-data", file, "--screen-name", "alice"];
  const written = await runHere(args, options);
  assert.deepEqual([written.status, written.stderr], [0, ""]);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const text = readFileSync(file, "utf8");
  const data = JSON.parse(text);
  assert.equal(data.account.screen_name, "alice");
  assert.deepEqual(
    data.access_tokens.map((one: { application_name: string }) => one.application_name),
    ["Weather Bot"],
  );
  assert.equal(data.events.at(-1).name, "user.data-exported");
  assert.equal(data.events.at(-1).by, "command-line");
  for (const secret of [keys.consumer_secret, access.token, access.token_secret]) {
    assert.ok(!text.includes(secret));
  }
  assert.equal((await runHere(args, options)).status, 2, "the file exists");
  const unknown = ["user", "export-data", `${file}-2`, "--screen-name", "nobody"];
  assert.equal((await runHere(unknown, options)).status, 1);
});

test("user factors, remove-factors and create-recovery-link — what is said, and a link that works", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  await makeAlice(options);
  const named = ["--screen-name", "alice"];
  const because = ["--because", "lost the phone"];
  const say = async (...args: string[]) => (await runHere(["user", ...args], options)).stdout;
  assert.equal(await say("factors", ...named), "no second factor\n");
  const none = await runHere(["user", "remove-factors", ...named, ...because, "--yes"], options);
  assert.deepEqual([none.status, /has no second factor/.test(none.stderr)], [1, true]);
  await using service = await startTestService(
    await withSharedEngine({ DATA_DIR: directory.path }),
  );
  const found = await service.dependencies.ledger.userByScreenName("alice");
  assert.ok(found);
  const alice = { ...found, password };
  await setUpTwoStep(await signedIn(service.baseUrl, alice), Date.now());
  assert.match(
    await say("factors", ...named),
    /^totp: authenticator app since .*\n10 recovery codes left/,
  );
  const one = ["remove-factor", ...named, ...because, "--yes"];
  const wrong = await runHere(["user", ...one, "--factor", "passkey:AAAA"], options);
  assert.deepEqual([wrong.status, /has no such second factor/.test(wrong.stderr)], [1, true]);
  assert.match(
    await say(...one, "--factor", "totp"),
    /second factor of alice was removed, and every session has ended/,
  );
  assert.equal(await say("factors", ...named), "no second factor\n");
  await setUpTwoStep(await signedIn(service.baseUrl, alice), Date.now());
  const asJson = await json<{ recovery_codes: number }>(["user", "factors", ...named], options);
  assert.equal(asJson.recovery_codes, 10);
  const poor = await runHere(["user", "remove-factors", ...named, "--because", ""], options);
  assert.notEqual(poor.status, 0);
  assert.match(
    await say("remove-factors", ...named, ...because, "--yes"),
    /every session has ended/,
  );
  const settings = { ...options.settings, BASE_URL: service.baseUrl };
  const made = await json<{ url: string }>(["user", "create-recovery-link", ...named, ...because], {
    settings,
  });
  const page = await fetch(made.url);
  assert.equal(page.status, 200);
});

// interface §16.47
test("exit 2 — a reason in which there is nothing to see changes nothing, wherever one is asked for", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  await makeAlice(options);
  const { consumer_key: key } = await makeApp(options);
  const named = ["--screen-name", "alice"];
  for (const command of [
    ["user", "suspend", ...named],
    ["app", "suspend", "--consumer-key", key],
    ["user", "remove-factor", ...named, "--factor", "totp"],
    ["user", "remove-factors", ...named],
    ["user", "remove-identity", ...named, "--issuer", "i", "--subject", "s"],
    ["user", "create-recovery-link", ...named],
  ]) {
    for (const blank of ["   ", "\u{3164}"]) {
      const { status, stderr } = await runHere([...command, "--because", blank], options);
      assert.deepEqual([status, /Write a reason/.test(stderr)], [2, true], command.join(" "));
    }
  }
  const kept = await runHere(["user", "list"], options);
  assert.match(kept.stdout, /alice +active/);
  await runHere(["user", "suspend", ...named, "--because", "  spam "], options);
  const { stdout } = await runHere(["audit", "export"], options);
  assert.match(stdout, /"user\.suspended".*"because":"spam"/);
});

test("exit 2 and 0 — an application needs a name that can be seen; what is typed is kept without the spaces around it", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  await makeAlice(options);
  const create = ["app", "create", "--owner", "alice", "--access", "read", "--json"];
  const nameless = await runHere([...create, "--name", "\u{2800}"], options);
  assert.deepEqual([nameless.status, /a name/.test(nameless.stderr)], [2, true]);
  const more = ["--name", " Rain ", "--description", " It pours. "];
  const { consumer_key: key } = await json<{ consumer_key: string }>([...create, ...more], options);
  const shown = await json<{ name: string; description: string }>(
    ["app", "show", "--consumer-key", key],
    options,
  );
  assert.deepEqual([shown.name, shown.description], ["Rain", "It pours."]);
});

// interface §16.39
test("user identities and remove-identity — what is said and what holds afterwards", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  await makeAlice(options);
  const named = ["--screen-name", "alice"];
  const say = (...args: string[]) => runHere(["user", ...args], options);
  assert.equal(
    (await say("identities", ...named)).stdout,
    "no identity is linked to this account\n",
  );
  await using provider = await startFalseProvider();
  const file = providersIn([entryOf(provider)]);
  const settings = { DATA_DIR: directory.path, IDENTITY_PROVIDERS: file };
  await using service = await startTestService(await withSharedEngine(settings));
  rmSync(dirname(file), { recursive: true });
  const { id } = (await service.dependencies.ledger.userByScreenName("alice")) ?? assert.fail();
  const own = await signedIn(service.baseUrl, { id, screenName: "alice", password });
  await throughProvider(own, provider, await own.get("/account/identities"));
  await own.submit(await own.get("/account/identities/link"), {});
  const listed = await json<{ data: { issuer: string; subject: string }[] }>(
    ["user", "identities", ...named],
    options,
  );
  const [{ issuer, subject } = assert.fail()] = listed.data;
  assert.deepEqual([issuer, subject], [provider.issuer, "alice-1"]);
  const remove = ["remove-identity", ...named, "--issuer", issuer, "--because", "left", "--yes"];
  const other = await say(...remove, "--subject", "other");
  assert.deepEqual([other.status, /has no such identity/.test(other.stderr)], [1, true]);
  const empty = [...remove.slice(0, -1), "", "--subject", subject];
  assert.equal((await say(...empty)).status, 2);
  const removed = await say(...remove, "--subject", subject);
  assert.match(removed.stdout, /was unlinked from alice, and every session has ended/);
  assert.match((await own.get("/account")).location ?? "", /^\/sign-in\?/);
});
