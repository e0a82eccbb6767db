import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import { mintAccessTokenCandidate } from "../../src/domain/credentials.ts";
import { dayMs } from "../../src/domain/day.ts";
import { makeApplication, makeUser, startTestService } from "../support/service.ts";
import { json, scratchDirectory } from "./command.ts";
import { runHere } from "./run-here.ts";

// interface §16.77
test("setting shows and changes what changes without a restart; what would end is counted, and asked about", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  {
    const issued = Date.now() - 50 * dayMs;
    await using service = await startTestService({ DATA_DIR: directory.path }, () => issued);
    const { ledger } = service.dependencies;
    const alice = await makeUser(ledger, "alice");
    const application = await makeApplication(ledger, alice);
    const grant = { applicationId: application.id, userId: alice.id, access: "read" } as const;
    const candidate = mintAccessTokenCandidate(randomBytes);
    await ledger.grantAccess(
      { ...grant, emailGranted: false, candidate, now: issued },
      byCommandLine(issued),
    );
  }
  const counts = ["setting", "unused-access", "--days"];
  const one = "Ends in 14 days, after a notice, unless it is used before: 1 grant of 1 user.\n";
  assert.equal((await runHere([...counts, "60"], options)).stdout, one);
  assert.deepEqual(await json([...counts, "90"], options), { days: 90, grants: 0, users: 0 });
  assert.equal((await runHere([...counts, "29"], options)).status, 2);

  const change = ["setting", "change", "--unused-access-days"];
  const asked = await runHere([...change, "60"], options);
  assert.equal(asked.status, 1);
  assert.match(asked.stderr, /nothing was changed; run it again with --yes/);
  const changed = await runHere([...change, "60", "--yes"], options);
  assert.match(changed.stdout, /^unused_access_days {2}60$/m);
  assert.match(changed.stderr, /within a minute/);
  assert.equal((await runHere([...change, "90"], options)).status, 0, "nothing would end");
  const more = await json(["setting", "change", "--grace-days", "7", "--sign-up", "open"], options);
  const expected = { sign_up: "open", second_factor: "nobody", grace_days: 7 };
  assert.deepEqual(more, { ...expected, unused_access_days: 90 });
  await runHere([...change, "off"], options);
  const shown = await json(["setting", "show"], options);
  assert.deepEqual(shown, { ...expected, unused_access_days: null });

  for (const wrong of [["never"], ["0"], ["3651"], ["60", "--sign-up", "all"]]) {
    assert.equal((await runHere([...change, ...wrong], options)).status, 2, wrong.join(" "));
  }
  assert.match(
    (await runHere(["setting", "change"], options)).stderr,
    /choose a setting to change/,
  );
  const configured = { settings: { ...options.settings, UNUSED_ACCESS_DAYS: "400" } };
  const rejected = await runHere([...change, "365"], configured);
  assert.equal(rejected.status, 1);
  assert.match(rejected.stderr, /COUNTERSIGN_UNUSED_ACCESS_DAYS is set, and in force/);
});
