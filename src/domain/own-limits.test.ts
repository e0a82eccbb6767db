import assert from "node:assert/strict";
import { test } from "node:test";
import { applicationDeleted, applicationLimitsChanged, byCommandLine } from "../events.ts";
import type { ApplicationId } from "./credentials.ts";
import { ownLimits } from "./own-limits.ts";

const [one, other] = ["1", "2"] as ApplicationId[] as [ApplicationId, ApplicationId];
const limit = "oauth2/token";

test("the last thing heard holds, for the application and the limit that it names", () => {
  const own = ownLimits();
  assert.equal(own.of(one, limit), undefined);
  own.replace([{ applicationId: one, limits: { [limit]: 5 } }]);
  assert.equal(own.of(one, limit), 5);
  assert.equal(own.of(one, "oauth/request_token"), undefined);
  assert.equal(own.of(other, limit), undefined);
  assert.equal(own.of(undefined, limit), undefined);
  const on = byCommandLine(0);
  own.committed(applicationLimitsChanged(on, other, { [limit]: 7 }));
  own.committed(applicationDeleted(on, one));
  assert.deepEqual([own.of(one, limit), own.of(other, limit)], [5, 7]);
  own.committed(applicationLimitsChanged(on, other, {}));
  assert.equal(own.of(other, limit), undefined);
  own.replace([]);
  assert.equal(own.of(one, limit), undefined);
});
