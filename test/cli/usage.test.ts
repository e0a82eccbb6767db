import assert from "node:assert/strict";
import { test } from "node:test";
import { json, makeAlice, makeApp, scratchDirectory } from "./command.ts";
import { runHere } from "./run-here.ts";

test("usage: a table, JSON, or comma-separated values, of all applications or of one, for a period or days", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  await makeAlice(options);
  const { consumer_key: key } = await makeApp(options);
  const table = await runHere(["usage"], options);
  const [head, ...rows] = table.stdout.trimEnd().split("\n");
  assert.match(head ?? "", /^from {22}verified {2}rejected {2}unauthenticated {2}issued$/);
  assert.equal(rows.length, 24);
  assert.match(rows[0] ?? "", /^\d{4}-\S+Z {9}0 {9}0 {16}0 {7}0$/);
  const today = new Date().toISOString().slice(0, "2026-05-03".length);
  const of = ["usage", "--consumer-key", key, "--since", today, "--resolution", "hour"];
  const csv = await runHere([...of, "--csv"], options);
  assert.match(csv.stdout, /^from,verified,rejected,unauthenticated,issued\n\d[^,\n]*,0,0,0,0\n/);
  const { times } = await json<{ times: string[] }>(["usage", "--period", "13-months"], options);
  assert.equal(times.length, 57);
  const dayAt = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, today.length);
  for (const [wrong, message] of [
    [["--since", "yesterday"], /must be a day in UTC, such as 2026-05-01/],
    [["--since", "2026-02-31"], /must be a day in UTC, such as 2026-05-01/],
    [["--until", today], /need since/],
    [["--period", "year"], /period/],
    [["--since", today, "--period", "week"], /either period or since/],
    [["--since", dayAt(-1), "--until", dayAt(-3)], /until must not be before since/],
    [["--since", today, "--until", dayAt(2)], /until must not be after today, which is \d{4}-/],
    [["--since", dayAt(-402)], /since must not be before \d{4}-.* days are kept for 400 days/],
    [["--since", dayAt(-93), "--resolution", "hour"], /hours are kept for 91 days.*resolution day/],
  ] as const) {
    const { status, stderr } = await runHere(["usage", ...wrong], options);
    assert.equal(status, 2, wrong.join(" "));
    assert.match(stderr, message, wrong.join(" "));
  }
});
