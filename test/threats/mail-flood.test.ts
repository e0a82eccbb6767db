/** T25 for mail: mails that anonymous callers ask for never displace mails that tell users about their accounts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import type { Reason } from "../../src/domain/operating.ts";
import { makeUser } from "../support/service.ts";
import { startMailServer } from "../support/smtp.ts";
import { formOn, signedIn, Visitor } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

test("T25 — 150 reset mails while the mail server hangs: a user is still told of a new password, and first", async () => {
  const held: (() => void)[] = [];
  let state: "hanging" | "working" | "rejecting" = "hanging";
  await using mails = await startMailServer({
    onConnect(_session, go) {
      if (state === "hanging") held.push(() => go());
      else go(state === "working" ? null : new Error("enough"));
    },
  });
  await using world = await startWorld({
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: "id@example.com",
    TRUSTED_PROXIES: "127.0.0.1",
  });
  const { baseUrl, ledger } = world;
  const bob = await signedIn(baseUrl, await makeUser(ledger, "bob"));
  const anonymous = new Visitor(baseUrl);
  const { hidden } = formOn((await anonymous.get("/reset")).html);
  for (let at = 0; at < 150; at += 1) {
    const headers = { "x-forwarded-for": `198.51.100.${at}` };
    const { status } = await anonymous.post("/reset", { ...hidden, who: "alice" }, headers);
    assert.equal(status, 200);
  }
  const changed = { current_password: "a long enough password", new_password: "another long one" };
  assert.equal((await bob.send("/account/password", changed)).status, 303);
  state = "working";
  for (const go of held.splice(0)) go();
  // Two were already being sent.
  const first = (await mails.has(4)).slice(0, 4).flatMap((one) => one.to);
  state = "rejecting";
  assert.ok(first.includes("bob@users.example"), first.join());
});

test("T25 — many notices to the users of one application: a link to a new password waits for one of them, not for all", async () => {
  const held: (() => void)[] = [];
  let hangs = true;
  await using mails = await startMailServer({
    onConnect(_session, go) {
      if (hangs) held.push(() => go());
      else go();
    },
  });
  await using world = await startWorld({
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: "id@example.com",
  });
  const { baseUrl, ledger, application, clock } = world;
  await makeUser(ledger, "bob");
  const notices = 12;
  for (let at = 0; at < notices; at += 1) {
    const because = `Reason ${at}.` as Reason;
    await ledger.suspendApplication(application.id, because, byCommandLine(clock.now));
  }
  const visitor = new Visitor(baseUrl);
  await visitor.submit(await visitor.get("/reset"), { who: "bob" });
  hangs = false;
  for (const go of held.splice(0)) go();
  const to = (await mails.has(notices + 1)).map((one) => one.to.join());
  // Two notices were on their way already.
  assert.ok(to.indexOf("bob@users.example") <= 4, to.join());
});
