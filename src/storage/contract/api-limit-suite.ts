/** The contract for the limits of the administrator's APIs. */
import assert from "node:assert/strict";
import type { ApiLimit } from "../../domain/api-limits.ts";
import { by, checkOn, type OpenLedger } from "./seeded-ledger.ts";

const exports: ApiLimit = {
  name: "api/exports",
  per: "user and application",
  windows: [
    { limit: 10, length: 1000 },
    { limit: 10_000, length: "month" },
  ],
};

export function apiLimitSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("saveApiLimit: it is recorded once, and changed by who saw it last", async ({ ledger }) => {
    const create = () => ledger.saveApiLimit({ limit: exports, most: 2 }, by);
    const all = await Promise.all([create(), create(), create()]);
    assert.deepEqual(all.sort(), ["name-taken", "name-taken", "saved"]);
    assert.deepEqual(await ledger.apiLimits(), [{ ...exports, version: 1 }]);
    const change = (limit: number) => {
      const windows = [{ limit, length: 1000 }] as const;
      return ledger.saveApiLimit({ limit: { ...exports, windows }, seen: 1, most: 2 }, by);
    };
    const both = await Promise.all([change(1), change(2)]);
    assert.deepEqual(both.sort(), ["changed-since", "saved"]);
    const [limit] = await ledger.apiLimits();
    assert.deepEqual([limit?.version, limit?.windows.length], [2, 1]);
    const other = (name: ApiLimit["name"]) =>
      ledger.saveApiLimit({ limit: { ...exports, name }, most: 2 }, by);
    assert.equal(await other("api/b"), "saved");
    assert.equal(await other("api/c"), "too-many");
  });

  check("deleteApiLimit: a plan that has it prevents it", async ({ ledger }) => {
    await ledger.saveApiLimit({ limit: exports, most: 2 }, by);
    const { name } = exports;
    const draft = { description: "", limits: { [name]: "5/1s" }, isDefault: false };
    await ledger.savePlan({ name: "free", draft, most: 2 }, by);
    assert.equal(await ledger.deleteApiLimit({ name, seen: 1 }, by), "in-use");
    await ledger.savePlan({ name: "free", draft: { ...draft, limits: {} }, seen: 1, most: 2 }, by);
    assert.equal(await ledger.deleteApiLimit({ name, seen: 2 }, by), "changed-since");
    const once = () => ledger.deleteApiLimit({ name, seen: 1 }, by);
    assert.deepEqual((await Promise.all([once(), once()])).sort(), ["changed-since", "deleted"]);
    assert.deepEqual(await ledger.apiLimits(), []);
  });
}
