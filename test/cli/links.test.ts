/** Links made on the command line, opened at a server that is running at the same time. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as english from "../../src/pages/languages/english.ts";
import { freePort } from "../support/free-port.ts";
import { saying } from "../support/saying.ts";
import { startMailServer } from "../support/smtp.ts";
import { Visitor } from "../support/visitor.ts";
import { json, makeAlice, scratchDirectory, serve } from "./command.ts";
import { runHere, serveHere } from "./run-here.ts";

interface Invited {
  readonly data: readonly { readonly email: string | null; readonly url: string }[];
}

interface Made {
  readonly url: string;
  readonly expires_at: string;
}

// interface §17.7
test("user create-reset-link and invitation create print a link that works at once, and once", async () => {
  using directory = scratchDirectory();
  const port = String(await freePort());
  const options = { settings: { DATA_DIR: directory.path, PORT: port, INTERNAL_PORT: "off" } };
  await using served = await serve(["serve"], options);
  await makeAlice(options);
  const reset = await json<Made>(["user", "create-reset-link", "--screen-name", "Alice"], options);
  assert.ok(reset.url.startsWith(`${served.baseUrl}/reset/password?token=`));
  const life = Date.parse(reset.expires_at) - Date.now();
  assert.ok(life > 3_500_000 && life <= 3_600_000);
  const visitor = new Visitor(served.baseUrl);
  const page = await visitor.get(reset.url);
  const changed = await visitor.submit(page, { new_password: "another long password" });
  assert.equal(changed.location, "/sign-in?changed&screen_name=alice");
  assert.equal((await visitor.get(reset.url)).status, 404);

  const made = await json<Invited>(["invitation", "create", "--note", "for bob"], options);
  const [invited = assert.fail()] = made.data;
  assert.ok(invited.url.startsWith(`${served.baseUrl}/sign-up?invitation=`));
  const fields = { screen_name: "bob", name: "", email: "", new_password: "another long password" };
  const joined = await visitor.submit(await visitor.get(invited.url), fields);
  assert.equal(joined.location, "/account");
  const listed = async () =>
    (await json<{ data: { id: string; note: string }[] }>(["invitation", "list"], options)).data;
  assert.deepEqual(await listed(), []);
  const url = (await runHere(["invitation", "create"], options)).stdout.trim();
  const [{ id } = assert.fail()] = await listed();
  const withdraw = ["invitation", "withdraw", "--id", id];
  assert.equal((await runHere(withdraw, options)).stdout, "the invitation is withdrawn\n");
  assert.equal((await new Visitor(served.baseUrl).get(url)).status, 403);
  assert.equal((await runHere(withdraw, options)).status, 1);
  const empty = await runHere(["invitation", "list"], options);
  assert.equal(empty.stdout, "there are no unused invitations\n");
  assert.equal(new URL(url).pathname, "/sign-up");
  const onDisk = readdirSync(directory.path, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(join(directory.path, name), "latin1"))
    .join();
  for (const link of [reset.url, invited.url, url]) {
    const secret = link.slice(link.indexOf("=") + 1);
    assert.match(secret, /^[A-Za-z0-9]{43}$/);
    assert.ok(!onDisk.includes(secret), "a digest alone is kept");
    assert.ok(!served.output.stderr.includes(secret));
  }
  assert.match(served.output.stderr, /"event":"user.password-changed".*"by":"link"/);
});

test("a base URL that is configured is that of the link", async () => {
  using directory = scratchDirectory();
  const settings = {
    DATA_DIR: directory.path,
    PORT: "0",
    BASE_URL: "https://id.example.com",
    TRUSTED_PROXIES: "127.0.0.1",
  };
  await runHere(["migrate"], { settings });
  const { data } = await json<Invited>(["invitation", "create"], { settings });
  const { url } = data[0] ?? assert.fail();
  assert.equal(new URL(url).origin, "https://id.example.com");
});

test("exit 1 — no address that could be known, no one of that name, someone suspended; exit 2 — a poor note", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  await makeAlice(options);
  const onFreePort = { settings: { ...options.settings, PORT: "0" } };
  for (const args of [
    ["invitation", "create"],
    ["user", "create-reset-link", "--screen-name", "alice"],
  ]) {
    const { status, stdout, stderr } = await runHere(args, onFreePort);
    assert.deepEqual([status, stdout], [1, ""]);
    assert.match(stderr, /COUNTERSIGN_PORT=0 .* set COUNTERSIGN_BASE_URL/);
  }
  const nobody = await runHere(["user", "create-reset-link", "--screen-name", "bob"], options);
  assert.deepEqual([nobody.status, nobody.stdout], [1, ""]);
  assert.match(nobody.stderr, /there is no user bob/);
  await runHere(["user", "suspend", "--screen-name", "alice"], options);
  const suspended = await runHere(["user", "create-reset-link", "--screen-name", "alice"], options);
  assert.equal(suspended.status, 1);
  assert.match(suspended.stderr, /The user is suspended/);
  const long = await runHere(["invitation", "create", "--note", "x".repeat(201)], options);
  assert.equal(long.status, 2);
  const closed = { settings: { ...options.settings, SIGN_UP: "closed" } };
  assert.match((await runHere(["invitation", "create"], closed)).stderr, /Sign-up is closed/);
});

// interface §17.13
test("user verify-email — an address that its user set reaches applications from then on", async () => {
  using directory = scratchDirectory();
  const port = String(await freePort());
  const more = { PORT: port, INTERNAL_PORT: "off", SIGN_UP: "open" };
  const options = { settings: { DATA_DIR: directory.path, ...more } };
  await using served = await serveHere(options);
  const confirm = (whom: string) =>
    runHere(["user", "verify-email", "--screen-name", whom], options);
  await makeAlice(options);
  const none = await confirm("alice");
  assert.equal(none.status, 1);
  assert.match(none.stderr, /alice has no email address/);
  const visitor = new Visitor(served.baseUrl);
  const fields = { screen_name: "bob", name: "", email: "bob@users.example" };
  const form = { ...fields, new_password: "another long password" };
  await visitor.submit(await visitor.get("/sign-up"), form);
  assert.match(
    (await visitor.get("/account/profile")).html,
    saying(english.account.profile.unverified.withoutMail.what),
  );
  const done = await confirm("Bob");
  assert.equal(done.status, 0);
  assert.match(done.stdout, /bob@users\.example is verified as the email address of bob/);
  assert.doesNotMatch(
    (await visitor.get("/account/profile")).html,
    saying(english.account.profile.unverified.withoutMail.what),
  );
});

test("invitation create --email sends the link, and resend sends a new one that replaces it", async () => {
  using directory = scratchDirectory();
  await using mailbox = await startMailServer();
  const settings = {
    ...{ DATA_DIR: directory.path, PORT: "0", BASE_URL: "http://127.0.0.1:8080" },
    ...{ SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, MAIL_FROM: "id@service.example" },
  };
  const options = { settings };
  await makeAlice(options);
  const email = ["--email", "bob@users.example"];
  const args = ["invitation", "create", "--note", "Bob", ...email];
  const [invited = assert.fail()] = (await json<Invited>(args, options)).data;
  const { data } = await json<{ data: { id: string }[] }>(["invitation", "list"], options);
  const id = data[0]?.id ?? assert.fail();
  const again = await json<Made>(["invitation", "resend", "--id", id], options);
  const mails = await mailbox.has(2);
  assert.deepEqual(
    mails.map(({ to }) => to),
    [["bob@users.example"], ["bob@users.example"]],
  );
  for (const [at, { url }] of [invited, again].entries()) assert.ok(mails[at]?.text.includes(url));
  const replaced = await runHere(["invitation", "resend", "--id", id], options);
  assert.deepEqual([replaced.status, replaced.stdout], [1, ""]);
  assert.match(replaced.stderr, /No such invitation/);
  const wrong = await runHere(["invitation", "create", "--email", "bob"], options);
  assert.equal(wrong.status, 2);
  const { SMTP_URL: _, MAIL_FROM: __, ...noMail } = settings;
  assert.equal((await runHere(["invitation", "create", ...email], { settings: noMail })).status, 1);
});

test("invitation create --email, repeated — a link for each address; exit 2, and nothing, if one isn't an address", async () => {
  using directory = scratchDirectory();
  await using mailbox = await startMailServer();
  const settings = {
    ...{ DATA_DIR: directory.path, PORT: "0", BASE_URL: "http://127.0.0.1:8080" },
    ...{ SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, MAIL_FROM: "id@service.example" },
  };
  const options = { settings };
  await makeAlice(options);
  const create = (...emails: string[]) =>
    runHere(["invitation", "create", ...emails.flatMap((one) => ["--email", one])], options);
  const wrong = await create("bob@users.example", "dora");
  assert.deepEqual([wrong.status, wrong.stdout], [2, ""]);
  assert.match(wrong.stderr, /Nothing was sent: "dora" is not an email address/);
  const many = await create(...Array.from({ length: 51 }, (_, at) => `u${at}@users.example`));
  assert.equal(many.status, 2);
  assert.match(many.stderr, /--email can have up to 50 entries/);
  assert.match((await runHere(["invitation", "list"], options)).stdout, /no unused invitations/);
  const { status, stdout, stderr } = await create(
    "bob@users.example",
    "BOB@users.example",
    "eve@a.example",
  );
  assert.equal(status, 0, stderr);
  const links = stdout.trim().split("\n");
  assert.equal(links.length, 2);
  assert.match(stderr, /^bob@users\.example: the link is emailed/m);
  assert.match(stderr, /^BOB@users\.example: given twice/m);
  const mails = await mailbox.has(2);
  assert.deepEqual(
    mails.flatMap(({ to }) => to),
    ["bob@users.example", "eve@a.example"],
  );
  for (const [at, link] of links.entries()) assert.ok(mails[at]?.text.includes(link));
});

test("exit 1 — the mail server takes only one of the emails: the links work, and the list names the other", async () => {
  using directory = scratchDirectory();
  await using mailbox = await startMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith("gone") ? new Error("no such user") : null),
  });
  const settings = {
    ...{ DATA_DIR: directory.path, PORT: "0", BASE_URL: "http://127.0.0.1:8080" },
    ...{ SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, MAIL_FROM: "id@service.example" },
  };
  const options = { settings };
  await makeAlice(options);
  const emails = ["--email", "gone@users.example", "--email", "bob@users.example"];
  const { status, stdout, stderr } = await runHere(["invitation", "create", ...emails], options);
  assert.equal(status, 1);
  assert.equal(stdout.trim().split("\n").length, 2);
  assert.match(stderr, /sent no email to gone@users\.example \(EENVELOPE .*The links work/);
  assert.deepEqual((await mailbox.has(1))[0]?.to, ["bob@users.example"]);
  const list = (await runHere(["invitation", "list"], options)).stdout.trim().split("\n");
  assert.deepEqual(list.map((line) => /email not sent {2}(\S+)$/.exec(line)?.[1]).toSorted(), [
    "gone@users.example",
    undefined,
  ]);
});
