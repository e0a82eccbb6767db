import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { addressOf, freshDatabase } from "../../../test/support/postgres.ts";
import { makeAccessToken, makeApplication, makeUser } from "../../../test/support/service.ts";
import {
  type AccessToken,
  type ConsumerKey,
  type RequestToken,
  Secret,
  tokenDigest,
} from "../../domain/credentials.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { keySource } from "../../tools/keys/key-sources.ts";
import { openConnections } from "./connections.ts";
import { credentialLookups } from "./credential-lookups.ts";
import { openPostgresLedger } from "./ledger.ts";
import { onConnection } from "./statements.ts";

const boundMs = 30_000;
const keysFrom = { given: `test:${randomBytes(32).toString("base64")}` };
const keys = new KeyRing(keySource(keysFrom));

test("the lookups of one turn are a statement for each kind; each finds its own, and what is no credential finds nothing", async () => {
  await using resources = new AsyncDisposableStack();
  const { url } = resources.use(await freshDatabase());
  const address = addressOf(url);
  const ledger = resources.use(
    await openPostgresLedger({ address, boundMs, keys, keysFrom, committed: () => {} }),
  );
  const connections = resources.use(openConnections(address, boundMs));
  const alice = await makeUser(ledger, "alice");
  const applications = [await makeApplication(ledger, alice), await makeApplication(ledger, alice)];
  const tokens = await Promise.all(
    applications.map((application) => makeAccessToken(ledger, application, alice)),
  );
  const statements: string[] = [];
  const reads = credentialLookups(
    keys,
    (text, values) => {
      statements.push(text);
      return onConnection(connections, boundMs, "look-up", (one) => one.rows(text, values));
    },
    boundMs,
  );
  const now = Date.now();
  const [one, other] = applications;
  const [first, second] = tokens;
  assert.ok(one && other && first && second);

  const credentials = await Promise.all([
    reads.accessTokenCredentials(one.consumerKey as ConsumerKey, first.token, now),
    reads.accessTokenCredentials(other.consumerKey as ConsumerKey, second.token, now),
    // A token of another application, an unknown one, and one that PostgreSQL could not even read.
    reads.accessTokenCredentials(one.consumerKey as ConsumerKey, second.token, now),
    reads.accessTokenCredentials(one.consumerKey as ConsumerKey, "unknown" as AccessToken, now),
    reads.accessTokenCredentials(one.consumerKey as ConsumerKey, "a\0b" as AccessToken, now),
    reads.accessTokenCredentials(one.consumerKey as ConsumerKey, "\ud800" as AccessToken, now),
    reads.consumerCredentials(other.consumerKey as ConsumerKey, now),
    reads.consumerCredentials("a\0b" as ConsumerKey, now),
    reads.bearerApplication(tokenDigest("unknown"), now),
    reads.requestTokenCredentials(one.consumerKey as ConsumerKey, "a\0b" as RequestToken, now),
    reads.outstandingBearerToken({ applicationId: one.id, authenticatedBy: new Secret("x") }, now),
  ]);
  const accesses = credentials.slice(0, 6) as Awaited<
    ReturnType<typeof reads.accessTokenCredentials>
  >[];
  assert.deepEqual(
    accesses.map((each) => each?.access.secret.reveal()),
    [first.secret, second.secret, undefined, undefined, undefined, undefined],
  );
  const consumer = credentials[6] as Awaited<ReturnType<typeof reads.consumerCredentials>>;
  assert.equal(consumer?.consumerSecrets[0]?.reveal(), other.consumerSecret);
  assert.deepEqual(credentials.slice(7), [undefined, undefined, undefined, undefined]);
  assert.equal(statements.length, 4, "access tokens, consumers, bearer digests, bearer tokens");
});
