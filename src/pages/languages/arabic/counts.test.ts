import assert from "node:assert/strict";
import { test } from "node:test";
import { inUsers, numbers } from "./counts.ts";
import { dates, inMinutes } from "./dates.ts";

for (const [count, minutes, users] of [
  [0, "0 دقيقة", "0 مستخدم"],
  [1, "دقيقة واحدة", "مستخدم واحد"],
  [2, "دقيقتين", "مستخدمان"],
  [3, "3 دقائق", "3 مستخدمين"],
  [10, "10 دقائق", "10 مستخدمين"],
  [11, "11 دقيقة", "11 مستخدمًا"],
  [99, "99 دقيقة", "99 مستخدمًا"],
  [100, "100 دقيقة", "100 مستخدم"],
  [1204, "21 ساعة", "1,204 مستخدمين"],
] as const) {
  test(`${count} is counted as Arabic counts it`, () => {
    assert.equal(inMinutes(count), minutes);
    assert.equal(inUsers(count), users);
  });
}

test("digits are Latin in numbers, dates and times", () => {
  const at = Date.UTC(2026, 4, 3, 10, 20);
  const written = [numbers.format(1204), dates.day(at), dates.moment(at), dates.ago(3)];
  assert.deepEqual(written.slice(0, 2), ["1,204", "3 مايو 2026"]);
  for (const one of written) assert.doesNotMatch(one, /[\u{660}-\u{669}\u{6F0}-\u{6F9}]/u);
});
