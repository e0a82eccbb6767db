import assert from "node:assert/strict";
import { test } from "node:test";
import { isRequestId } from "./logged-request.ts";

test("ids of requests are those that the service makes; a batch numbers its own", () => {
  for (const id of [
    "0123456789ab-0",
    "0123456789ab-zz9",
    "0123456789ab-1.0",
    "0123456789ab-1.255",
  ]) {
    assert.ok(isRequestId(id), id);
  }
  for (const id of [
    ...["", "0123456789a-1", "0123456789abc-1", "0123456789ag-1", "0123456789ab", "0123456789ab-"],
    ...["0123456789ab-1.", "0123456789ab-1.1234", "0123456789ab-A", "0123456789ab-1.x"],
    ...[" 0123456789ab-1", "0123456789ab-1 ", `0123456789ab-${"0".repeat(13)}`],
  ]) {
    assert.ok(!isRequestId(id), id);
  }
});
