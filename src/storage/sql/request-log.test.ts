import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryTables } from "../../../test/support/memory-tables.ts";
import type { ApplicationId } from "../../domain/credentials.ts";
import { maxLatest, maxRejected, maxSampled } from "../../domain/logged-request.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { logRejectedRequest, logVerifiedRequests } from "./request-log.ts";

const now = 1_800_000_000_000;
const keys = new KeyRing(() => [{ id: "one", key: Buffer.alloc(32, 1) }]);

// On PostgreSQL two that are kept at once can each make room for one, and find the same one to remove.
test("an application with more than the most has no more than these after the next, and the oldest go", async () => {
  using tables = await memoryTables();
  tables.add("application", { id: 1 });
  const ids = Array.from({ length: maxRejected + 5 }, (_, at) => `r${100 + at}`);
  for (const [at, id] of ids.entries()) {
    tables.add("logged_request", {
      id,
      application_id: 1,
      at: now + at,
      network: "one",
      code: 32,
      expires_at: now + 9999,
    });
  }
  const isStored = await logRejectedRequest(
    { db: tables.db, keys, events: [], slot: 0 },
    {
      ...{ id: "r999", applicationId: "1" as ApplicationId, at: now + 1000, network: "other" },
      ...{ operation: "oauth/request_token", code: 32, details: "{}", userId: undefined },
      ...{ authenticated: false, expiresAt: now + 2000 },
    },
  );
  assert.ok(isStored);
  assert.deepEqual([...tables.column("logged_request", "id")].sort(), [...ids.slice(6), "r999"]);
});

test("many applications take as many statements as one, and more can go than fit in one", async () => {
  using tables = await memoryTables();
  const applications = Array.from({ length: 200 }, (_, at) => at + 1);
  for (const id of applications) tables.add("application", { id, consumer_key: `${id}` });
  let statements = 0;
  const db = tables.db.withPlugin({
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const write = (ids: readonly number[], of: string) =>
    logVerifiedRequests(
      { db, keys, events: [], slot: 0 },
      ids.map((id) => ({
        ...{ id: `${of}${id}`, applicationId: String(id) as ApplicationId, at: now, level: 0 },
        ...{ operation: "oauth/request_token", code: 0, details: "{}", userId: undefined },
        ...{ authenticated: true, expiresAt: now + 1000 },
      })),
    );
  await write([1], "a");
  const forOne = statements;
  await write(applications, "b");
  assert.equal(statements, 2 * forOne);
  for (const application_id of applications) {
    for (let at = 0; at < maxLatest + maxSampled; at += 1) {
      const id = `c${application_id}.${at}`;
      tables.add("logged_request", {
        id,
        application_id,
        at: now + 1 + at,
        expires_at: now + 5000,
      });
    }
  }
  const levels = await write(applications, "d");
  assert.ok(levels.every(([, level]) => level === 1));
  assert.equal(tables.column("logged_request", "id").length, applications.length * maxLatest);
});
