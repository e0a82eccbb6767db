import assert from "node:assert/strict";
import { test } from "node:test";
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
  own.changed({ applicationId: other, limits: { [limit]: 7 } });
  assert.deepEqual([own.of(one, limit), own.of(other, limit)], [5, 7]);
  own.changed({ applicationId: other, limits: {} });
  assert.equal(own.of(other, limit), undefined);
  own.replace([]);
  assert.equal(own.of(one, limit), undefined);
});
