/** Two services on one PostgreSQL: the same answers, whichever is asked. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import * as english from "../../src/pages/languages/english.ts";
import { plainPhrase } from "../../src/pages/views/phrase.ts";
import {
  approvalOf,
  basicHeader,
  bearerFor,
  exchange,
  requestErrorOf,
  requestTokenFor,
  revoke,
  verifyCredentials,
} from "../support/flow.ts";
import { freshDatabase } from "../support/postgres.ts";
import {
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
} from "../support/service.ts";
import { signedFetch } from "../support/signing.ts";
import { type Received, startMailServer } from "../support/smtp.ts";

const ring = () => `k1:${randomBytes(32).toString("base64")}`;

/** One service for each name, on a new database, and alice with her application. */
async function cluster<Name extends string>(
  names: readonly Name[],
  settings: Readonly<Record<string, string>> = {},
) {
  await using resources = new AsyncDisposableStack();
  const database = resources.use(await freshDatabase());
  const shared = {
    DATABASE_URL: database.url,
    DATABASE_TIMEOUT: "20000",
    KEYS: ring(),
    ...settings,
  };
  // Started at the same time, so that they also migrate at the same time.
  const nodes = await Promise.all(
    names.map(async (name) => [name, resources.use(await startTestService(shared))] as const),
  );
  const [first] = nodes;
  if (first === undefined) throw new Error("a cluster has a node");
  const { ledger } = first[1].dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  const owned = resources.move();
  return {
    ...(Object.fromEntries(nodes) as Record<Name, (typeof first)[1]>),
    database,
    shared,
    alice,
    application,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

test("a flow that changes the node at every step, and a revocation that every node knows", async () => {
  await using all = await cluster(["here", "there"]);
  const { here, there, application, alice } = all;
  const request = await requestTokenFor(here.baseUrl, application);
  const verifier = await approvalOf(there.baseUrl, request.token, alice);
  const exchanged = await Promise.all(
    [here, there, here, there].map((node) =>
      exchange(node.baseUrl, application, request, verifier),
    ),
  );
  assert.deepEqual(exchanged.map(({ status }) => status).sort(), [200, 401, 401, 401]);
  const granted = exchanged.find(({ status }) => status === 200);
  const form = new URLSearchParams(await granted?.text());
  const access = {
    token: form.get("oauth_token") ?? "",
    secret: form.get("oauth_token_secret") ?? "",
  };
  for (const node of [here, there]) {
    assert.equal((await verifyCredentials(node.baseUrl, application, access)).status, 200);
  }
  assert.equal((await revoke(there.baseUrl, application, access)).status, 200);
  for (const node of [here, there]) {
    const rejected = await verifyCredentials(node.baseUrl, application, access);
    assert.equal(await requestErrorOf(rejected), "401 (code 89)");
  }
});

test("401 — a nonce that the other node has seen", async () => {
  await using all = await cluster(["here", "there"]);
  const { here, there, application, alice } = all;
  const access = await makeAccessToken(here.dependencies.ledger, application, alice);
  const oauth = {
    oauth_nonce: randomBytes(16).toString("hex"),
    oauth_timestamp: String(Math.floor(Date.now() / 1000)),
  };
  const nodes = [here, there, here, there];
  const responses = await Promise.all(
    nodes.map(({ baseUrl }) =>
      signedFetch(
        "GET",
        `${baseUrl}/1.1/account/verify_credentials.json`,
        { ...application, token: access.token, tokenSecret: access.secret },
        { oauth },
      ),
    ),
  );
  assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 401, 401, 401]);
});

test("one bearer token, whichever node is asked, and none once one of them has ended it", async () => {
  await using all = await cluster(["here", "there"]);
  const { here, there, application } = all;
  const [one, other] = await Promise.all([
    bearerFor(here.baseUrl, application),
    bearerFor(there.baseUrl, application),
  ]);
  assert.equal(one, other);
  const status = ({ baseUrl }: { baseUrl: string }) =>
    fetch(`${baseUrl}/1.1/application/rate_limit_status.json`, {
      headers: { authorization: `Bearer ${one}` },
    });
  assert.equal((await status(there)).status, 200);
  const { ledger } = there.dependencies;
  await ledger.suspendApplication(application.id, "spam", byCommandLine(Date.now()));
  assert.notEqual((await status(here)).status, 200);
});

test("403 (code 99) — a limit admits its number, whichever nodes are asked", async () => {
  await using all = await cluster(["here", "there"], { RATE_LIMITS: "oauth2/token=7" });
  const { here, there, application } = all;
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      fetch(`${(at % 2 === 0 ? here : there).baseUrl}/oauth2/token`, {
        method: "POST",
        headers: { authorization: basicHeader(application) },
        body: new URLSearchParams({ grant_type: "client_credentials" }),
      }),
    ),
  );
  assert.equal(responses.filter(({ status }) => status === 200).length, 7);
  const rejected = responses.filter(({ status }) => status !== 200);
  assert.deepEqual(
    new Set(await Promise.all(rejected.map(requestErrorOf))),
    new Set(["403 (code 99)"]),
  );
});

// interface §14.33
test("what nodes have to mail to an application's users is mailed once, whichever of them saw it", async () => {
  await using mails = await startMailServer();
  const words = english.notices.notices;
  const expected = [
    words.suspended.said("Weather Bot", "spam"),
    words["limit-reached"].said[100].application("Weather Bot", "oauth2/token", 10),
  ].map(plainPhrase);
  await (async () => {
    await using all = await cluster(["here", "there", "elsewhere"], {
      SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
      MAIL_FROM: "id@example.com",
      RATE_LIMITS: "oauth2/token=10",
    });
    const { application } = all;
    const nodes = [all.here, all.there, all.elsewhere];
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        fetch(`${nodes[at % 3]?.baseUrl}/oauth2/token`, {
          method: "POST",
          headers: { authorization: basicHeader(application) },
          body: new URLSearchParams({ grant_type: "client_credentials" }),
        }),
      ),
    );
    assert.equal(responses.filter(({ status }) => status === 200).length, 10);
    await Promise.all(
      nodes.map(({ dependencies: { ledger } }) => {
        return ledger.suspendApplication(application.id, "spam", byCommandLine(Date.now()));
      }),
    );
    // Also one for 80 %, if a node noticed that first.
    for (let count = 2; !expected.every((one) => firstLines(mails).includes(one)); count += 1) {
      await mails.has(count);
    }
  })();
  // By now the nodes have stopped and have sent everything that they had taken.
  const said = firstLines(mails);
  assert.equal(new Set(said).size, said.length, said.join("\n"));
});

function firstLines({ received }: { readonly received: readonly Received[] }): string[] {
  return received.map(({ text }) => text.split("\n")[0] ?? "");
}

test("a server without the ring of the database does not start, and says why", async () => {
  await using all = await cluster(["here"]);
  const { shared } = all;
  await assert.rejects(startTestService({ ...shared, KEYS: ring() }), (error: Error) => {
    assert.match(error.message, /the key ring that is given is not the one that encrypted/);
    assert.ok(!error.message.includes("countersign@"), "no user, no password");
    return true;
  });
  const empty = mkdtempSync(join(tmpdir(), "countersign-empty-"));
  try {
    const { KEYS: _none, ...without } = shared;
    await assert.rejects(
      startTestService({ ...without, DATA_DIR: empty }),
      /key ring .* is missing/,
    );
  } finally {
    rmSync(empty, { recursive: true });
  }
});

test("a server of an engine of its own makes a ring, and rejects an empty database afterwards", async () => {
  await using database = await freshDatabase();
  await using another = await freshDatabase();
  const directory = mkdtempSync(join(tmpdir(), "countersign-ring-"));
  const settings = { DATA_DIR: directory, DATABASE_TIMEOUT: "20000" };
  try {
    const first = await startTestService({ ...settings, DATABASE_URL: database.url });
    await first[Symbol.asyncDispose]();
    const again = await startTestService({ ...settings, DATABASE_URL: database.url });
    await again[Symbol.asyncDispose]();
    await assert.rejects(
      startTestService({ ...settings, DATABASE_URL: another.url }),
      /is missing or empty, and the key ring .* belongs to a different/,
    );
  } finally {
    rmSync(directory, { recursive: true });
  }
});
