/** The first administrator: a link in a file that only the account can read, and that works once. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Visitor } from "../support/visitor.ts";
import { makeAlice, password, run, scratchDirectory, serve } from "./command.ts";
import { runHere, serveHere } from "./run-here.ts";

const account = { screen_name: "carol", name: "", email: "", new_password: password };

// interface §16.15
test("T18 — the first start prints where the link is, and never the link; it makes one administrator", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path, LOG_LEVEL: "debug", SIGN_UP: "closed" };
  const path = join(directory.path, "first-administrator");
  await using served = await serve(["serve"], { settings });
  await served.says(path);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  const link = readFileSync(path, "utf8").trim();
  assert.ok(link.startsWith(`${served.baseUrl}/`));
  const secret = /[A-Za-z0-9]{43}$/.exec(link)?.[0] ?? "";
  assert.notEqual(secret, "");

  const address = link.slice(served.baseUrl.length);
  const visitor = new Visitor(served.baseUrl);
  const page = await visitor.get(address);
  assert.equal(page.status, 200);
  const made = await visitor.submit(page, account);
  assert.deepEqual([made.status, made.location], [303, "/admin"]);
  assert.equal((await visitor.get("/admin/users")).status, 200);
  assert.ok(!existsSync(path));
  const other = new Visitor(served.baseUrl);
  assert.equal((await other.get(address)).status, 403);
  await served.says("admin.granted");
  const { stdout, stderr } = served.output;
  assert.ok(!`${stdout}${stderr}`.includes(secret));
});

// interface §16.15
test("a start without an administrator keeps the link that lives, under its new address; one with an administrator removes it", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path };
  const path = join(directory.path, "first-administrator");
  const linkOfStart = async () => {
    await using served = await serveHere({ settings });
    if (!existsSync(path)) return undefined;
    const link = readFileSync(path, "utf8").trim();
    assert.ok(link.startsWith(served.baseUrl));
    return link.slice(served.baseUrl.length);
  };
  const first = await linkOfStart();
  assert.equal(await linkOfStart(), first);
  await makeAlice({ settings });
  await runHere(["admin", "grant", "--screen-name", "alice"], { settings });
  assert.equal(await linkOfStart(), undefined);
});

test("0 — user create --admin, admin grant and admin revoke", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path };
  const input = `${password}\n`;
  await runHere(["migrate"], { settings });
  const args = ["user", "create", "--screen-name", "carol", "--admin", "--password-file", "-"];
  assert.equal((await run(args, { settings, input })).status, 0);
  const admins = async () =>
    JSON.parse((await runHere(["user", "list", "--json"], { settings })).stdout).data.map(
      (one: { admin: boolean }) => one.admin,
    );
  assert.deepEqual(await admins(), [true]);
  await makeAlice({ settings });
  for (const [command, name, left] of [
    ["grant", "alice", [true, true]],
    ["revoke", "carol", [true, false]],
  ] as const) {
    const { status } = await runHere(["admin", command, "--screen-name", name], { settings });
    assert.equal(status, 0);
    assert.deepEqual(await admins(), left);
  }
  // interface §16.22
  for (const command of ["admin revoke", "user suspend"]) {
    const last = await runHere([...command.split(" "), "--screen-name", "alice"], { settings });
    assert.equal(last.status, 1);
    assert.match(last.stderr, /the last administrator .* Make another user an administrator first/);
    assert.deepEqual(await admins(), [true, false]);
  }
  const nobody = await runHere(["admin", "grant", "--screen-name", "nobody"], { settings });
  assert.equal(nobody.status, 1);
});
