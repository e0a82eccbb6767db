import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { overloadLog } from "./overload-log.ts";

test("a crowd is one line in ten seconds, and the rest is said at the end", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const lines: string[] = [];
  {
    using crowd = overloadLog((line) => lines.push(line));
    for (let at = 0; at < 5; at += 1) crowd.turnedAway();
    assert.deepEqual(lines, []);
    mock.timers.tick(10_000);
    assert.match(lines.join(), /^5 requests/);
    mock.timers.tick(60_000);
    crowd.turnedAway();
    assert.equal(lines.length, 1);
  }
  assert.match(lines[1] ?? "", /^1 requests/);
  mock.timers.reset();
});
