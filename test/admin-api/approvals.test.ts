/** Approval of applications in the admin API. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { keepLedgersOnDisk, makeApplication, makeUser } from "../support/service.ts";
import { assertProblem, startAdminService } from "./support.ts";

keepLedgersOnDisk();

// interface §16.68
test("200, 409 — an application is declined, asked about, and approved", async () => {
  await using service = await startAdminService();
  const { manager, dependencies } = service;
  const { ledger } = dependencies;
  const { id } = await makeApplication(ledger, await makeUser(ledger, "alice"));
  const at = `/applications/${id}`;
  const because = { because: "Its purpose is unclear." };
  const put = async (what: string, body: object) => {
    const { headers } = await manager.call("GET", at);
    const tag = { "if-match": headers.get("etag") ?? "" };
    return manager.call("PUT", `${at}/${what}`, body, tag);
  };
  assertProblem(await put("question", { question: "Why?" }), 409, "conflict");
  assertProblem(await put("rejection", because), 409, "conflict");
  assertProblem(await put("approval", { access: "write" }), 409, "conflict");
  const blind = await manager.call("PUT", `${at}/approval`, {});
  assertProblem(blind, 428, "precondition-required");
  const declined = await put("rejection?confirm=true", because);
  assert.equal(declined.status, 200);
  assert.equal(declined.body.approval, "declined");
  assert.equal(declined.body.approval_text, because.because);
  const asked = await put("question", { question: "Why?" });
  assert.equal(asked.body.approval, "asked");
  const listed = await manager.call("GET", "/applications?approval=asked&count=true");
  assert.deepEqual([listed.body.total, listed.body.data[0].id], [1, id]);
  const approved = await put("approval", { access: "write" });
  assert.deepEqual([approved.body.approval, approved.body.access], ["approved", "write"]);
  // Once more, it changes nothing.
  assert.equal((await put("approval", {})).status, 200);
  const events = await ledger.eventsBy(
    { applicationId: id, name: "application.approved" },
    { after: undefined, size: 9 },
  );
  assert.equal(events.length, 1);
});

test("200 — T80: one of those who saw the same decides; 412 — all others", async () => {
  await using service = await startAdminService();
  const { manager, viewer, dependencies } = service;
  const { ledger } = dependencies;
  const { id } = await makeApplication(ledger, await makeUser(ledger, "alice"));
  const at = `/applications/${id}`;
  const waiting = (await ledger.applicationById(id)) ?? assert.fail();
  const by = { at: 0, actor: "command-line" };
  await ledger.declineApplication({ from: waiting, because: "It waits.", now: 0 }, by);
  const { headers } = await viewer.call("GET", at);
  const tag = { "if-match": headers.get("etag") ?? "" };
  const responses = await Promise.all([
    manager.call("PUT", `${at}/approval`, {}, tag),
    manager.call("PUT", `${at}/question`, { question: "Why?" }, tag),
    manager.call("PUT", `${at}/rejection?confirm=true`, { because: "No." }, tag),
    manager.call("PUT", `${at}/approval`, { access: "write" }, tag),
  ]);
  const [saved, ...others] = responses.toSorted((a, b) => a.status - b.status);
  assert.equal(saved?.status, 200);
  for (const one of others) assertProblem(one, 412, "precondition-failed");
  // The owner changes what it is for, so that what was shown is approved by no one.
  const from = (await ledger.applicationById(id)) ?? assert.fail();
  const draft = { ...from, description: "Something else" };
  const seen = { "if-match": (await viewer.call("GET", at)).headers.get("etag") ?? "" };
  await ledger.changeApplication({ applicationId: id, from, draft, now: 0 }, by);
  const outdated = await manager.call("PUT", `${at}/approval`, {}, seen);
  assertProblem(outdated, 412, "precondition-failed");
});
