/** An administrator tries out the mail server. */
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { test } from "node:test";
import * as english from "../../src/pages/languages/english.ts";
import { makeAdmin } from "../support/service.ts";
import { startMailServer } from "../support/smtp.ts";
import { signedIn } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

const { testEmail: texts } = english.admin.settings;
const send = { change: "test-email" };

async function startWith(port: number, more: Readonly<Record<string, string>> = {}) {
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "id@example.com" };
  const world = await startWorld({ ...smtp, ...more });
  const admin = await signedIn(world.baseUrl, await makeAdmin(world.ledger, "carol"));
  return Object.assign(world, { admin });
}

// interface §16.78
test("200 — a test email goes to the administrator's own address; the fourth within 15 minutes is not sent", async () => {
  await using mails = await startMailServer();
  await using world = await startWith(mails.port, { RATE_LIMITS: "" });
  const { admin } = world;
  for (let times = 1; times <= 3; times += 1) {
    const page = await admin.send("/admin/settings", { ...send, email: "bob@users.example" });
    assert.equal(page.status, 200);
    const words = page.html.replace(/<[^>]*>/g, "");
    assert.match(words, /127\.0\.0\.1:\d+ accepted the email to carol@users\.example/);
    assert.equal(mails.received.length, times, "the page says what has happened");
  }
  const [received] = mails.received;
  assert.deepEqual(received?.to, ["carol@users.example"]);
  assert.equal(received.headers.get("subject"), "Test email from Countersign");
  assert.match(received.text, /^When: .* UTC$/m);
  const { html } = await admin.send("/admin/settings", send);
  assert.ok(html.includes(texts.tooOften));
  assert.equal(mails.received.length, 3);
});

// interface §16.78
test("200 — the page says why the mail server did not accept it, and what it said", async () => {
  await using mails = await startMailServer({
    onRcptTo: (_address, _session, done) => done(new Error("<b>relaying</b> denied")),
  });
  await using rejecting = await startWith(mails.port);
  const { html } = await rejecting.admin.send("/admin/settings", send);
  assert.match(html, /role="alert"/);
  assert.ok(html.includes(texts.problems.rejected));
  assert.match(
    html,
    /<code>EENVELOPE .*550<\/code><br><bdi>550 &#60;b&#62;relaying&#60;\/b&#62; denied/,
  );

  const free = createServer();
  await new Promise<void>((resolve) => free.listen(0, "127.0.0.1", resolve));
  const address = free.address();
  assert.ok(typeof address === "object" && address !== null);
  await new Promise((resolve) => free.close(resolve));
  await using gone = await startWith(address.port);
  const page = await gone.admin.send("/admin/settings", send);
  assert.ok(page.html.includes(texts.problems.unreachable));
  assert.match(page.html, /<code>[^<]*ECONNREFUSED/);
});

// interface §16.78
test("200 — without a mail server there is no button, and nothing is sent", async () => {
  await using world = await startWorld();
  const admin = await signedIn(world.baseUrl, await makeAdmin(world.ledger, "carol"));
  const { html } = await admin.get("/admin/settings");
  assert.doesNotMatch(html, /value="test-email"/);
  assert.match(html, /<code>COUNTERSIGN_SMTP_URL<\/code>/);
  const page = await admin.send("/admin/settings", send);
  assert.equal(page.status, 200);
  assert.doesNotMatch(page.html, /accepted the email|role="alert"/);
});
