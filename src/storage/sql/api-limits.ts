/** The limits of the administrator's APIs, by version (docs/adr/0076-api-limits.md). */
import {
  type ApiLimitPer,
  apiLimitFrom,
  isSameApiLimit,
  perText,
  shortName,
} from "../../domain/api-limits.ts";
import { windowsText } from "../../domain/limit-windows.ts";
import { compiledOnce } from "./compiled-once.ts";
import { plans } from "./plans.ts";
import type { Queries } from "./query.ts";
import { record } from "./transaction.ts";
import type { Writes } from "./write.ts";

/** What is stored was checked. */
export const apiLimits: Queries["apiLimits"] = async (db) => {
  const rows = await everyLimit(db, {});
  return rows.flatMap(({ name, per, windows, version }) => {
    const limit = apiLimitFrom(name, per as ApiLimitPer, windows);
    return limit === undefined ? [] : [{ ...limit, version }];
  });
};

const everyLimit = compiledOnce((db, _: object) =>
  db.selectFrom("api_limit").select(["name", "per", "windows", "version"]).orderBy("name"),
);

export const saveApiLimit: Writes["saveApiLimit"] = async (
  transaction,
  { limit, seen, most },
  by,
) => {
  const present = await apiLimits(transaction.db);
  const before = present.find((one) => one.name === limit.name);
  if (before?.version !== seen) return seen === undefined ? "name-taken" : "changed-since";
  if (before === undefined && present.length >= most) return "too-many";
  if (before !== undefined && isSameApiLimit(before, limit)) return "saved";
  const name = shortName(limit);
  const stated = { per: perText(limit), windows: windowsText(limit.windows) };
  const columns = { ...stated, version: (seen ?? 0) + 1 };
  await transaction.db
    .insertInto("api_limit")
    .values({ name, ...columns })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(columns))
    .execute();
  await record(transaction, {
    ...by,
    name: before === undefined ? "api-limit.created" : "api-limit.changed",
    details: { limit: name, ...stated },
  });
  return "saved";
};

export const deleteApiLimit: Writes["deleteApiLimit"] = async (transaction, { name, seen }, by) => {
  const before = (await apiLimits(transaction.db)).find((one) => one.name === name);
  if (before?.version !== seen) return "changed-since";
  if ((await plans(transaction.db)).some(({ limits }) => limits[name] !== undefined)) {
    return "in-use";
  }
  const limit = shortName(before);
  await transaction.db.deleteFrom("api_limit").where("name", "=", limit).execute();
  await record(transaction, { ...by, name: "api-limit.deleted", details: { limit } });
  return "deleted";
};
