/** The exchange of an approved request token for an access token. */
import {
  type ApplicationId,
  type RequestToken,
  tokenDigest,
  type UserId,
} from "../../domain/credentials.ts";
import { verifierTries } from "../../domain/request-token.ts";
import { insertGrant } from "./access-tokens.ts";
import { approvalColumns, mayAccess } from "./application-approval.ts";
import { compiledOnce } from "./compiled-once.ts";
import type { Queries } from "./query.ts";
import { type LiveToken, livesAt } from "./request-tokens.ts";
import { verifierIs } from "./verifiers.ts";
import type { Transaction, Writes } from "./write.ts";

export const exchangeRequestToken: Writes["exchangeRequestToken"] = async (
  transaction,
  exchange,
  by,
) => {
  const { db, keys } = transaction;
  const { token, now } = exchange;
  const [live] = await liveVerifier(db, { token, ...livesAt(now) });
  if (live === undefined) return "gone";
  const digest = live.verifier_digest;
  if (digest === null || !verifierIs(keys, exchange, digest)) {
    return (await countWrongVerifier(transaction, token)) ? "wrong-verifier" : "gone";
  }
  // Read in the transaction that issues the token, so that no token follows a withdrawn approval.
  const userIs = live.approved_by;
  if (userIs !== null && !mayAccess(live, userIs)) return "unapproved";
  // Deleted by token and digest: however many got this far, one of them deletes the row.
  const [used] = await useRequestToken(db, { token, digest });
  if (used === undefined || used.approved_by === null) return "gone";
  const userId = String(used.approved_by) as UserId;
  // A request token ends with its application and with the user who approved it.
  const issued = await insertGrant(
    transaction,
    {
      applicationId: String(used.application_id) as ApplicationId,
      userId,
      access: used.access,
      emailGranted: used.request_email === 1,
      candidate: exchange.candidate,
      now,
    },
    by,
    "access-token.issued",
  );
  return issued?.granted ?? "gone";
};

const liveVerifier = compiledOnce((db, { token, after, upTo }: LiveToken) =>
  db
    .selectFrom("request_token")
    .innerJoin("application", "application.id", "request_token.application_id")
    .select(["verifier_digest", "approved_by", "owner_id", ...approvalColumns])
    .where("token", "=", token)
    .where("expires_at", ">", after)
    .where("expires_at", "<=", upTo),
);

const useRequestToken = compiledOnce((db, { token, digest }: { token: string; digest: string }) =>
  db
    .deleteFrom("request_token")
    .where("token", "=", token)
    .where("verifier_digest", "=", digest)
    .returning(["application_id", "approved_by", "access", "request_email"]),
);

export const requestTokenOfVerifier: Queries["requestTokenOfVerifier"] = async (
  db,
  applicationId,
  verifier,
  now,
) => {
  const { after, upTo } = livesAt(now);
  // Not by digest alone, so that only the application's own rows are searched.
  const row = await db
    .selectFrom("request_token")
    .select("token")
    .where("application_id", "=", Number(applicationId))
    .where("verifier_digest", "=", tokenDigest(verifier))
    .where("expires_at", ">", after)
    .where("expires_at", "<=", upTo)
    .executeTakeFirst();
  return row?.token as RequestToken | undefined;
};

/** Returns false if the request token is gone: used, or ended by wrong verifiers. */
async function countWrongVerifier({ db }: Transaction, token: RequestToken): Promise<boolean> {
  const counted = await db
    .updateTable("request_token")
    .set((column) => ({ wrong_tries: column("wrong_tries", "+", 1) }))
    .where("token", "=", token)
    .returning("wrong_tries")
    .executeTakeFirst();
  if (counted !== undefined && counted.wrong_tries >= verifierTries) {
    await db.deleteFrom("request_token").where("token", "=", token).execute();
  }
  return counted !== undefined;
}
