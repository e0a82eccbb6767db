import assert from "node:assert/strict";
import { test } from "node:test";
import { isTimeZone, timeZones } from "./time-zone.ts";

test("the zones are places and UTC, each of which formats a time", () => {
  const zones = timeZones();
  assert.ok(zones.length > 300, `${zones.length} zones`);
  assert.equal(new Set(zones).size, zones.length);
  for (const zone of ["UTC", "Europe/Paris", "Asia/Kolkata", "Asia/Tokyo"]) {
    assert.ok(isTimeZone(zone), zone);
  }
  for (const zone of zones) new Intl.DateTimeFormat("en", { timeZone: zone }).format(0);
  for (const zone of ["Etc/GMT+5", "GMT", "EST", "+05:00", "", undefined, "europe/paris", "x/y"]) {
    assert.equal(isTimeZone(zone), false, String(zone));
  }
});
