/** Nodes that break an invariant on purpose, by one changed text in a source file. The cluster test finds each. */
import type { Act } from "./clients.ts";
import type { Invariant } from "./invariants.ts";
import type { SourceChange } from "./launch.ts";

export interface Break extends SourceChange {
  /** At least one of these breaches is found. */
  readonly breaches: readonly Invariant[];
  /** What shows it, and is rare among the acts of the clients. */
  readonly shownBy?: Act;
  readonly onlyOnceKilled?: true;
  /** The breach occurs only if several nodes work together. */
  readonly onPostgres?: true;
}

export const breaks = {
  "a cache of credentials for a second": {
    file: "verification/authentication/signed-request.ts",
    from: "await ledger.accessTokenCredentials(claimedKey(request), token, clock());",
    to: `await (async () => {
      const cache = (globalThis.cache ??= new Map());
      const kept = cache.get(token);
      if (kept !== undefined && kept.until > performance.now()) return kept.found;
      const found = await ledger.accessTokenCredentials(claimedKey(request), token, clock());
      cache.set(token, { found, until: performance.now() + 1000 });
      return found;
    })();`,
    breaches: [
      "accepted after its end",
      "accepted while suspended",
      "write access after it was lowered",
    ],
  },
  "a nonce that is spent before the signature is checked": {
    file: "verification/authentication/signed-request.ts",
    from: "const { caller, consumer, userSuspended } = signer;",
    to: `const { caller, consumer, userSuspended } = signer;
    await spendNonce(request, consumer, dependencies);
    // Its origins are a getter, which a copy would lose.
    dependencies = Object.create(dependencies, {
      nonceStore: { value: { remember: () => "first", ping() {} } },
    });`,
    breaches: ["rejected without a reason"],
  },
  "nonces that a killed process forgets": {
    file: "storage/engine.ts",
    from: "isFile ? openServedStore(database, journal, report, now) : ",
    to: "",
    breaches: ["the same bytes twice"],
    shownBy: "replay",
    onlyOnceKilled: true,
  },
  "a request token that outlives its exchange": {
    file: "storage/sql/exchange-request-token.ts",
    from: `.deleteFrom("request_token")
    .where("token", "=", token)
    .where("verifier_digest", "=", digest)
    .returning(`,
    to: `.selectFrom("request_token")
    .where("token", "=", token)
    .where("verifier_digest", "=", digest)
    .select(`,
    breaches: ["done twice", "accepted after its end"],
  },
  "a limit that looks before it counts": {
    file: "storage/sqlite/rate-limiter.ts",
    from: "return quota(window, allowed, countsFor(limit, window).add(name, weight));",
    to: `const counts = countsFor(limit, window);
      setTimeout(() => counts.add(name, weight), 500);
      return quota(window, allowed, counts.count(name) + weight);`,
    breaches: ["more than the limit"],
    shownBy: "reach a limit",
  },
  "an answer before the commit": {
    file: "storage/sqlite/ledger.ts",
    from: "const outcome = await writer.perform(write);",
    to: `const late = write.name === "revokeAccessToken";
    if (late) setTimeout(() => writer.perform(write), 200);
    const outcome = late ? { ok: true, value: true, events: [] } : await writer.perform(write);`,
    breaches: ["accepted after its end"],
  },
  "a secret that goes on working": {
    file: "storage/sql/application-secrets.ts",
    from: "consumer_secret: sealed,",
    to: "",
    breaches: ["accepted after its end", "rejected without a reason"],
  },
  "nodes on PostgreSQL that know their own nonces alone": {
    file: "storage/postgres/nonce-store.ts",
    from: "return rememberOne(nonceOf(spent));",
    to: `const { digest } = nonceOf(spent);
      const seen = (globalThis.seen ??= new Set());
      if (seen.has(digest)) return "repeated";
      seen.add(digest);
      return "first";`,
    breaches: ["the same bytes twice"],
    onPostgres: true,
  },
  "nodes on PostgreSQL that count by themselves": {
    file: "storage/postgres/rate-limiter.ts",
    from: "return quota(end, allowed, await counts.add({ ...place, weight }));",
    to: `const own = (globalThis.own ??= new Map());
      const { table, key: name } = place;
      own.set(table + name, (own.get(table + name) ?? 0) + 1);
      return quota(end, allowed, own.get(table + name));`,
    breaches: ["more than the limit"],
    shownBy: "reach a limit",
    onPostgres: true,
  },
  "nodes on PostgreSQL that keep rows for a second": {
    file: "storage/postgres/credential-lookups.ts",
    from: "const found = await ask<Row>(text, valuesOf(all));",
    to: `const kept = (globalThis.kept ??= new Map());
        const name = text + JSON.stringify(all);
        const known = kept.get(name);
        const found = known?.until > performance.now() ? known.found : await ask<Row>(text, valuesOf(all));
        kept.set(name, { found, until: known?.until > performance.now() ? known.until : performance.now() + 1000 });`,
    breaches: [
      "accepted after its end",
      "accepted while suspended",
      "write access after it was lowered",
    ],
    onPostgres: true,
  },
  "nodes on PostgreSQL whose writes see what others commit meanwhile": {
    file: "storage/postgres/transactions.ts",
    from: "begin isolation level $",
    to: "begin isolation level read committed; -- $",
    breaches: [
      "two stand where one may",
      "accepted after its end",
      "write access after it was lowered",
    ],
    shownBy: "sign in silently",
    onPostgres: true,
  },
} as const satisfies Record<string, Break>;

/**
 * Breaks that the same nodes have at once, because none of them causes a breach that another one is known by. Each run
 * starts processes and fills stores.
 */
export const atOnce: readonly (readonly (keyof typeof breaks)[])[] = [
  ["a cache of credentials for a second", "a limit that looks before it counts"],
  [
    "a nonce that is spent before the signature is checked",
    "a request token that outlives its exchange",
  ],
  ["nonces that a killed process forgets", "an answer before the commit"],
  ["a secret that goes on working"],
  [
    "nodes on PostgreSQL that know their own nonces alone",
    "nodes on PostgreSQL that count by themselves",
    "nodes on PostgreSQL that keep rows for a second",
  ],
  ["nodes on PostgreSQL whose writes see what others commit meanwhile"],
];
