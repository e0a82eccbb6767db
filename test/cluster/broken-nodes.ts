/** Nodes that break a promise on purpose, by another text in one file of the source: the laws must catch each. */
import { fileURLToPath } from "node:url";
import { startServe } from "../support/process.ts";
import type { Law } from "./laws.ts";
import type { Launch } from "./nodes.ts";

export interface Break {
  /** In src/. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** One of these is found. */
  readonly breaches: readonly Law[];
  readonly onlyOnceKilled?: true;
}

const hooks = fileURLToPath(new URL("broken-source.ts", import.meta.url));

/** Starts nodes with the changed source. */
export function broken(change: Break): Launch {
  return (settings) =>
    startServe(settings, {
      variables: {
        NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import=${hooks}`,
        CLUSTER_BREAK: JSON.stringify(change),
      },
    });
}

export const breaks = {
  "a cache of credentials for a second": {
    file: "authentication/signed-request.ts",
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
    file: "authentication/signed-request.ts",
    from: "if (!signatureHolds(incoming, request, consumer, access.secret.reveal(), surroundings)) {",
    to: `await spendNonce({ applicationId: consumer.applicationId, consumer, request }, surroundings);
    const spent = surroundings;
    surroundings = { ...surroundings, replayBook: { remember: () => "first", ping() {} } };
    if (!signatureHolds(incoming, request, consumer, access.secret.reveal(), spent)) {`,
    breaches: ["refused without a reason"],
  },
  "nonces that a killed process forgets": {
    file: "storage/engine.ts",
    from: 'kept ? join(dataDir, "replay") : undefined',
    to: "undefined",
    breaches: ["the same bytes twice"],
    onlyOnceKilled: true,
  },
  "a request token that outlives its exchange": {
    file: "storage/sql/request-tokens.ts",
    from: `.deleteFrom("request_token")
    .where("token", "=", exchange.token)
    .where("verifier_digest", "=", digest)
    .returning(`,
    to: `.selectFrom("request_token")
    .where("token", "=", exchange.token)
    .where("verifier_digest", "=", digest)
    .select(`,
    breaches: ["done twice", "accepted after its end"],
  },
  "a limit that looks before it counts": {
    file: "rate-limits/count-call.ts",
    from: "return rateMeter.hit(limit, key, clock(), ownLimits.of(caller.applicationId, limit));",
    to: `const before = await rateMeter.standing(limit, key, clock(), ownLimits.of(caller.applicationId, limit));
    await new Promise((resolve) => setTimeout(resolve, 5));
    await rateMeter.hit(limit, key, clock());
    return { ...before, admitted: before.remaining > 0 };`,
    breaches: ["more than the limit"],
  },
  "an answer before the commit": {
    file: "storage/sqlite/ledger.ts",
    from: "const outcome = await writer.perform<Name>({ name, args });",
    to: `const outcome = await (name === "revokeAccessToken"
        ? (setTimeout(() => writer.perform<Name>({ name, args }), 200), { ok: true, value: true, events: [] })
        : writer.perform<Name>({ name, args }));`,
    breaches: ["accepted after its end"],
  },
  "a secret that goes on working": {
    file: "storage/sql/applications.ts",
    from: "consumer_secret: sealed,",
    to: "",
    breaches: ["accepted after its end", "refused without a reason"],
  },
} as const satisfies Record<string, Break>;
