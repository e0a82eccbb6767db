/** What receivers learn from a restored ledger about events that were lost: docs/guide/events.md, "After a restore". */
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { startTestService } from "../support/service.ts";
import { startWebhookReceiver, webhookSettings } from "../support/webhook-receiver.ts";
import { scratchDirectory } from "./command.ts";
import { runHere } from "./run-here.ts";

test("an event that waited is sent by the restored database, under the ID by which the lost server sent it, and then the restore", async () => {
  using scratch = scratchDirectory();
  await using receiver = await startWebhookReceiver();
  const hooks = {
    ...webhookSettings(receiver.url),
    WEBHOOK_EVENTS: "admin.granted,database.restored",
  };
  const lost = { DATA_DIR: join(scratch.path, "lost") };
  const restored = { DATA_DIR: join(scratch.path, "restored") };
  const file = join(scratch.path, "backup.db");
  const ran = async (args: readonly string[], settings: Readonly<Record<string, string>>) => {
    const { status, stderr } = await runHere(args, { settings });
    assert.equal(status, 0, stderr);
  };
  // From then on the ledger keeps events for the webhook.
  await (await startTestService({ ...lost, ...hooks }))[Symbol.asyncDispose]();
  const admin = ["--admin", "--screen-name", "alice", "--password", "a long one 4711"];
  await ran(["user", "create", ...admin], lost);
  await ran(["backup", file], lost);
  {
    await using _lost = await startTestService({ ...lost, ...hooks });
    await receiver.until(({ length }) => length === 1);
  }
  mkdirSync(restored.DATA_DIR);
  copyFileSync(join(lost.DATA_DIR, "keys"), join(restored.DATA_DIR, "keys"));
  await ran(["restore", file], restored);
  await using _restored = await startTestService({ ...restored, ...hooks });
  await receiver.until(({ length }) => length === 3);
  assert.deepEqual(receiver.types(), ["admin.granted", "admin.granted", "database.restored"]);
  const [first, again, last] = receiver.received.map(({ headers }) => headers["webhook-id"]);
  assert.equal(again, first);
  assert.notEqual(last, first);
});
