import { type ApplicationId, Secret } from "../../domain/credentials.ts";
import { beginningsOf } from "../../domain/lasting.ts";
import {
  maxRejectedRequests,
  rejectedRequestIdentity,
  rejectedRequestMs,
} from "../../domain/rejected-request.ts";
import type { Queries } from "./query.ts";
import type { Writes } from "./write.ts";

export const keepRejectedRequest: Writes["keepRejectedRequest"] = async (
  { db, keys },
  { id, applicationId, at, operation, code, network, explanation },
) => {
  const application = await db
    .selectFrom("application")
    .select("id")
    .where("id", "=", Number(applicationId))
    .executeTakeFirst();
  if (application === undefined) return false;
  const { after, upTo } = beginningsOf(at, rejectedRequestMs);
  await db
    .deleteFrom("rejected_request")
    .where("application_id", "=", application.id)
    .where((either) => either.or([either("at", "<=", after), either("at", ">", upTo)]))
    .execute();
  const rows = await db
    .selectFrom("rejected_request")
    .select(["id", "network"])
    .where("application_id", "=", application.id)
    .orderBy("at")
    .orderBy("id")
    .execute();
  for (const gone of beyondShare([...rows, { id, network }])) {
    await db.deleteFrom("rejected_request").where("id", "=", gone).execute();
  }
  const sealed = keys.seal(new Secret(explanation), rejectedRequestIdentity(id));
  const row = { id, at, operation, code, network, explanation: sealed };
  await db
    .insertInto("rejected_request")
    .values({ ...row, application_id: application.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
};

/**
 * The oldest requests of the networks with the most, until there is room for a new one. Ties go to the network
 * with the older request.
 */
function beyondShare(all: readonly { readonly id: string; readonly network: string }[]): string[] {
  const byNetwork = Map.groupBy(all, ({ network }) => network);
  const gone: string[] = [];
  for (let left = all.length; left > maxRejectedRequests; left -= 1) {
    const [longest] = [...byNetwork.values()].sort((one, other) => other.length - one.length);
    const oldest = longest?.shift();
    if (oldest !== undefined) gone.push(oldest.id);
  }
  return gone;
}

export const rejectedRequests: Queries["rejectedRequests"] = async (db, applicationId, since) => {
  const rows = await db
    .selectFrom("rejected_request")
    .select(["id", "at", "operation", "code"])
    .where("application_id", "=", Number(applicationId))
    .where("at", ">", since)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(maxRejectedRequests)
    .execute();
  return rows.map(({ id, at, operation, code }) => ({ id, at, operation, code }));
};

export const rejectedRequest: Queries["rejectedRequest"] = async (db, id, since) => {
  const row = await db
    .selectFrom("rejected_request")
    .selectAll()
    .where("id", "=", id)
    .where("at", ">", since)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { at, operation, code, explanation: sealed } = row;
  return {
    id,
    at,
    operation,
    code,
    applicationId: String(row.application_id) as ApplicationId,
    sealed,
  };
};
