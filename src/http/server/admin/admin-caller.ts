/** Authenticates callers of the admin API. */
import type { IncomingMessage } from "node:http";
import { networkOf } from "../../../domain/address.ts";
import { type ApiKey, apiKeyUseStepMs, type FoundApiKey, works } from "../../../domain/api-key.ts";
import { Secret, tokenDigest } from "../../../domain/credentials.ts";
import { secondsUntilReset } from "../../../domain/limits.ts";
import type { Dependencies } from "../../../verification/dependencies.ts";
import { AdminProblem, type AdminProblemName } from "../../operation/admin-problem.ts";
import type { CallOfPage } from "../calls-of-pages.ts";
import { valuesOf } from "../incoming.ts";

const problemOf = {
  "unreadable-host": "invalid-request",
  origin: "origin-not-allowed",
  "foreign-host": "host-not-allowed",
} as const satisfies Record<CallOfPage["problem"], AdminProblemName>;

/** Throws 400, 403 or 421. */
export function rejectPages(page: CallOfPage | undefined): void {
  if (page !== undefined) throw new AdminProblem(problemOf[page.problem], page.detail);
}

/** The key is read from the database each time, so that every node rejects it once it is revoked. Throws 401 or 429. */
export async function allowedCaller(
  { headers, rawHeaders, socket }: IncomingMessage,
  { ledger, rateLimiter, clock }: Dependencies,
): Promise<FoundApiKey> {
  const secret = apiKeyIn(headers)?.reveal();
  const isOne = valuesOf(rawHeaders, "authorization").length === 1;
  const key =
    secret !== undefined && isOne ? await ledger.apiKeyWithDigest(tokenDigest(secret)) : undefined;
  const now = clock();
  if (key !== undefined && works(key, now)) return key;
  const network = networkOf(socket.remoteAddress ?? "");
  const quota = await rateLimiter.hit("failed-credentials", network, now);
  if (quota?.admitted === false) throw tooMany(secondsUntilReset(quota, now));
  throw new AdminProblem(
    "unauthorized",
    "Send a key that is neither expired nor revoked, as `Authorization: Bearer cs_live_…`. `countersign api-key create` creates one.",
    { headers: { "www-authenticate": 'Bearer realm="countersign admin API"' } },
  );
}

export function apiKeyIn({ authorization = "" }: IncomingMessage["headers"]): Secret | undefined {
  const [, secret] = /^Bearer (cs_live_[A-Za-z0-9]{43})$/i.exec(authorization) ?? [];
  return secret === undefined ? undefined : new Secret(secret);
}

/** Throws 429. */
export async function countKeyCall(
  { id }: ApiKey,
  { rateLimiter, clock }: Dependencies,
): Promise<void> {
  const now = clock();
  const quota = await rateLimiter.hit("admin-api", id, now);
  if (quota?.admitted === false) throw tooMany(secondsUntilReset(quota, now));
}

/** A body or a response counts as one more call for each of these, because each takes time to parse or to read. */
const bytesOfCall = 32 * 1024;

/** It rejects nothing: what is over the limit now counts for the next call. */
export async function countSize(
  { id }: Pick<ApiKey, "id">,
  bytes: number,
  { rateLimiter, clock }: Pick<Dependencies, "rateLimiter" | "clock">,
): Promise<void> {
  const weight = Math.floor(bytes / bytesOfCall);
  if (weight > 0) await rateLimiter.hit("admin-api", id, clock(), { weight });
}

/** The write is not awaited, because the time of the last call decides nothing. */
export function touch(
  { id, lastUsedAt }: ApiKey,
  { remoteAddress }: IncomingMessage["socket"],
  dependencies: Dependencies,
): void {
  const { background, ledger, clock } = dependencies;
  const now = clock();
  if (lastUsedAt !== undefined && now - lastUsedAt < apiKeyUseStepMs) return;
  const network = remoteAddress && networkOf(remoteAddress);
  background.begin("the last use of an API key", () => ledger.touchApiKey({ id, now, network }));
}

function tooMany(seconds: number): AdminProblem {
  const headers = { "retry-after": String(seconds) };
  return new AdminProblem("rate-limited", "Wait as long as Retry-After says.", { headers });
}
