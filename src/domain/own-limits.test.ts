import assert from "node:assert/strict";
import { test } from "node:test";
import { apiLimitName } from "./api-limits.ts";
import type { ApplicationId } from "./credentials.ts";
import { type Loaded, ownLimits } from "./own-limits.ts";

const [one, other] = ["1", "2"] as ApplicationId[] as [ApplicationId, ApplicationId];
const limit = "oauth2/token";
const exports = apiLimitName("exports");
const loaded = (changes: Partial<Loaded>) => async () => ({
  ...{ applications: [], plans: [], apiLimits: [] },
  ...changes,
});

test("the last thing heard holds, for the application and the limit that it names", async () => {
  const own = ownLimits();
  assert.equal(own.of(one, limit), undefined);
  const first = { applicationId: one, limits: { [limit]: 5 }, plan: undefined };
  await own.load(loaded({ applications: [first] }));
  assert.equal(own.of(one, limit), 5);
  assert.equal(own.of(one, "oauth/request_token"), undefined);
  assert.equal(own.of(other, limit), undefined);
  assert.equal(own.of(undefined, limit), undefined);
  own.changed({ applicationId: other, limits: { [limit]: 7 } });
  assert.deepEqual([own.of(one, limit), own.of(other, limit)], [5, 7]);
  own.changed({ applicationId: other, limits: {} });
  assert.equal(own.of(other, limit), undefined);
  await own.load(loaded({}));
  assert.equal(own.of(one, limit), undefined);
});

test("an own limit is before that of the plan, and the default plan is for those that have none", async () => {
  const own = ownLimits();
  const free = { name: "free", limits: { [limit]: 3, [exports]: "1/1s 9/month" }, isDefault: true };
  const partner = { name: "partner", limits: { [limit]: 30 }, isDefault: false };
  const applications = [{ applicationId: one, limits: { [limit]: 5 }, plan: "partner" }];
  await own.load(loaded({ applications, plans: [free, partner] }));
  assert.equal(own.of(one, limit), 5);
  assert.equal(own.of(one, exports), undefined, "its plan does not name it");
  assert.deepEqual(own.of(other, limit), [{ allowed: 3 }]);
  const windows = [
    { allowed: 1, length: 1000 },
    { allowed: 9, length: "month" },
  ];
  assert.deepEqual(own.of(other, exports), windows);
  own.changed({ applicationId: one, limits: {} });
  assert.deepEqual(own.of(one, limit), [{ allowed: 30 }], "it keeps its plan");
  own.changed({ applicationId: other, plan: "partner" });
  assert.deepEqual(own.of(other, limit), [{ allowed: 30 }]);
  own.planDeleted("partner");
  assert.deepEqual(own.of(other, limit), [{ allowed: 3 }]);
  own.planSaved({ name: "vip", limits: { [limit]: 99 }, isDefault: true });
  assert.deepEqual(own.of(one, limit), [{ allowed: 99 }]);
  own.planSaved({ name: "vip", limits: { [limit]: 99 }, isDefault: false });
  assert.equal(own.of(one, limit), undefined);
});

test("what was read before a change is read again", async () => {
  const own = ownLimits();
  let reads = 0;
  await own.load(async () => {
    reads += 1;
    const plan = { name: "free", limits: { [limit]: reads }, isDefault: true };
    if (reads === 1) own.planSaved({ ...plan, limits: { [limit]: 2 } });
    return { applications: [], plans: [plan], apiLimits: [] };
  });
  assert.deepEqual([reads, own.of(one, limit)], [2, [{ allowed: 2 }]]);
});

test("a limit of an API that the settings name is before a recorded one, which is in force as it was last saved", async () => {
  const minute = (name: string, limit: number) => ({
    name: apiLimitName(name),
    per: "application" as const,
    windows: [{ limit, length: 60_000 }] as const,
  });
  const own = ownLimits(new Map([["exports", minute("exports", 5)]]));
  const allowed = (name: string) => own.apiLimits.get(name)?.windows[0].limit;
  await own.load(loaded({ apiLimits: [minute("exports", 9), minute("search", 2)] }));
  const before = own.apiLimits;
  assert.deepEqual([allowed("exports"), allowed("search")], [5, 2]);
  own.apiLimitSaved(minute("search", 3));
  own.apiLimitSaved(minute("media", 4));
  assert.deepEqual([allowed("search"), allowed("media")], [3, 4]);
  assert.equal(
    before.get("search")?.windows[0].limit,
    2,
    "a request under way has what it began with",
  );
  own.apiLimitDeleted(apiLimitName("search"));
  assert.deepEqual([...own.apiLimits.keys()].sort(), ["exports", "media"]);
  await own.load(loaded({}));
  assert.deepEqual([...own.apiLimits.keys()], ["exports"]);
});
