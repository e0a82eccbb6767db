/** Programs written to the reference rely on what it promises. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { changedRecentlyMs, maxApplications } from "./application.ts";
import { maxCollaborators } from "./collaborator.ts";
import { type RequestErrorRow, requestErrors } from "./errors.ts";
import { limitWindowMs } from "./limits.ts";
import { linkLife } from "./one-time-link.ts";
import { maxPasskeys } from "./passkey.ts";
import { requestTokenLifeMs, verifierTries } from "./request-token.ts";
import { maxSessions, sessionLife, signInRecordedMs } from "./session.ts";
import { reservedScreenNames } from "./user.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const reference = referenceOf("interface");

for (const [statement, promise, numbers] of [
  ["2.15", /expires after (\d+) minutes/, [requestTokenLifeMs / minute]],
  [
    "3.18",
    /(\d+) days after it was last used, and at the latest (\d+) days/,
    [sessionLife.idleMs / day, sessionLife.wholeMs / day],
  ],
  ["13.1", /a window of (\d+) minutes/, [limitWindowMs / minute]],
  ["14.22", /at most (\d+) sessions/, [maxSessions]],
  ["14.23", /at most once an hour/, []],
  ["14.27", /reserved for (\d+) days.* At most three names/, [reservedScreenNames.lifeMs / day]],
  ["14.51", /at most (\d+) passkeys/, [maxPasskeys]],
  ["15.8", /more than (\d+) minutes ago/, [sessionLife.recentMs / minute]],
  ["15.42", /at most (\d+) collaborators/, [maxCollaborators]],
  ["15.45", /fewer than (\d+) applications/, [maxApplications]],
  ["15.54", /For (\d+) days/, [changedRecentlyMs / day]],
  ["16.15", /Within (\d+) days, the link/, [linkLife.admin / day]],
  ["17.4", /within (\d+) days/, [linkLife.invitation / day]],
] as const) {
  test(`§${statement} says what holds`, () => {
    const [, text = ""] = reference.replace(/\n {2}/g, " ").split(`**§${statement}**`);
    assert.deepEqual(
      promise
        .exec(text.split("\n", 1)[0] ?? "")
        ?.slice(1)
        .map(Number),
      numbers,
      text,
    );
  });
}

test("the password is asked for again as long after a sign-in as the interface says", () => {
  const [, minutes] = /within the last (\d+) minutes/.exec(reference) ?? [];
  assert.equal(Number(minutes), sessionLife.recentMs / minute);
});

test("what the reference says in words: once an hour, three names, and the fifth wrong verifier", () => {
  assert.equal(verifierTries, 5);
  assert.equal(signInRecordedMs, hour);
  assert.equal(reservedScreenNames.most, 3);
});

test("rejections are as listed: status, code, message, and the error of oauth2/token", () => {
  const rows = Object.values<RequestErrorRow>(requestErrors).map((row) => {
    return [String(row.status), String(row.code), row.message, row.oauth2 ?? ""];
  });
  const listed = rowsOf(referenceOf("errors")).map((cells) => [...cells.slice(0, 3), cells.at(-1)]);
  assert.deepEqual(listed.toSorted(), rows.toSorted());
});

function referenceOf(name: string): string {
  return readFileSync(new URL(`../../docs/reference/${name}.md`, import.meta.url), "utf8");
}

function rowsOf(page: string): readonly (readonly string[])[] {
  const [, , ...rows] = page.split("\n").filter((line) => line.startsWith("|"));
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
}
