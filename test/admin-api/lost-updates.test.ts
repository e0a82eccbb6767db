import assert from "node:assert/strict";
import { test } from "node:test";
import { adminEndpoints } from "../../src/http/admin-api/endpoints.ts";
import { keepLedgersOnDisk, makeApplication, makeUser } from "../support/service.ts";
import { assertProblem, startAdminService } from "./support.ts";

keepLedgersOnDisk();

/** What one of several callers sends, who all saw `present`. */
type Value = (caller: number, present: never) => unknown;

const url: Value = (caller) => `https://${caller}.example/`;
const other: Value = (_caller, present: boolean) => !present;

/** Each operation that takes `If-Match`, and each member of its body. */
const members: Readonly<Record<string, Readonly<Record<string, Value>>>> = {
  changeApplication: {
    name: (caller) => `Weather ${caller}`,
    description: (caller) => `It rains ${caller} times.`,
    website: url,
    terms_url: url,
    privacy_url: url,
    support_url: url,
    access: (_caller, present: string) => (present === "read" ? "write" : "read"),
    callbacks: (caller) => [`https://${caller}.example/callback`, "com.example.weather://"],
    sign_in: other,
    request_email: other,
    require_sha256: other,
    networks: (caller) => [`203.0.113.${caller}`, "198.51.100.0/24"],
    networks_for_bearer: other,
  },
  setApplicationLimits: {
    "oauth2/token": (caller) => caller + 7,
    "oauth/request_token": (caller) => caller + 7,
  },
  changePlan: {
    description: (caller) => `For caller ${caller}.`,
    limits: (caller) => ({ "oauth2/token": caller + 7 }),
    is_default: other,
  },
  changeApiLimit: {
    per: (_caller, present: string) => (present === "user" ? "application" : "user"),
    windows: (caller) => `${caller + 7}/1m`,
  },
  changeSettings: {
    sign_up: (caller, present: string) =>
      ["open", "invitation", "closed"].filter((one) => one !== present)[caller % 2],
    second_factor: (caller, present: string) =>
      ["nobody", "admins", "everybody"].filter((one) => one !== present)[caller % 2],
    grace_days: (caller, present: number) =>
      [0, 7, 14].filter((one) => one !== present)[caller % 2],
    unused_access_days: (caller) => caller + 90,
  },
};

/** They need something that waits, and are tested with it in approvals.test.ts. */
const decisions: ReadonlySet<string> = new Set([
  "approveApplication",
  "askAboutApplication",
  "declineApplication",
]);

const callers = [0, 1, 2, 3, 4, 5];

test("200 — one of those who saw the same; 412 — all others, for each member of each noun, and for different ones", async () => {
  await using service = await startAdminService({ SIGNATURE_METHODS: "HMAC-SHA1,HMAC-SHA256" });
  const { manager, viewer, dependencies } = service;
  const { ledger } = dependencies;
  const { id } = await makeApplication(ledger, await makeUser(ledger, "alice"));
  await manager.call("POST", "/plans", { name: "free" });
  await manager.call("POST", "/api-limits", { name: "free", per: "user", windows: "5/1m" });
  for (const { path, operations } of adminEndpoints) {
    for (const { method, name, ifMatch, body, query } of operations) {
      if (ifMatch !== true || decisions.has(name)) continue;
      const values = members[name] ?? assert.fail(`${name} takes If-Match`);
      if (body !== undefined && "shape" in body) {
        assert.deepEqual(Object.keys(values), Object.keys(body.shape as object), name);
      }
      const at = path.replace("/admin/v1", "").replace(":id", id).replace(":name", "free");
      const send = `${at}${query?.shape["confirm"] === undefined ? "" : "?confirm=true"}`;
      const race = async (title: string, sent: (present: object) => readonly object[]) => {
        const { headers, body: present } = await viewer.call("GET", at);
        const tag = { "if-match": headers.get("etag") ?? "" };
        const responses = await Promise.all(
          sent(present).map((one) => manager.call(method, send, one, tag)),
        );
        const [saved, ...others] = responses.toSorted((a, b) => a.status - b.status);
        assert.equal(saved?.status, 200, `${name} ${title}: ${JSON.stringify(saved?.body)}`);
        for (const one of others) assertProblem(one, 412, "precondition-failed");
      };
      for (const [member, value] of Object.entries(values)) {
        await race(member, (present) =>
          callers.map((caller) => ({
            [member]: value(caller, present[member as never]),
          })),
        );
      }
      await race("different members", (present) =>
        Object.entries(values).map(([member, value], at) => ({
          [member]: value(callers.length + at, present[member as never]),
        })),
      );
    }
  }
});
