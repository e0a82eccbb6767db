import assert from "node:assert/strict";
import { test } from "node:test";
import { adminEndpoints } from "../../src/http/admin-api/endpoints.ts";
import { makeAdmin, makeApplication } from "../support/service.ts";
import { startAdminService } from "./support.ts";

const texts = ["\u0000", "\ud800", "x", "-1", "NaN", "9".repeat(16), "%", "'", "[", "__proto__"];
const cursors = [...texts, "1 2 read t", "1 1 read \u0000", "9".repeat(40)].map((one) =>
  Buffer.from(one).toString("base64url"),
);

test("no text in a query, a path or a body is an error of the service", async () => {
  await using service = await startAdminService();
  const { manager, dependencies } = service;
  const carol = await makeAdmin(dependencies.ledger, "carol");
  const application = await makeApplication(dependencies.ledger, carol);
  let calls = 0;
  const check = async (method: string, path: string, body?: unknown) => {
    const headers = { "if-match": "*" };
    const { status } = await manager.call(method, path, body, headers);
    assert.ok(status < 500, `${method} ${path} ${JSON.stringify(body)}: ${status}`);
    calls += 1;
  };
  for (const { path, operations } of adminEndpoints) {
    const id = path.includes("/users/") ? carol.id : application.id;
    const at = path.replace("/admin/v1", "").replace(":id", id).replace(/:\w+/, "x");
    for (const { method, query, body } of operations) {
      for (const name of Object.keys(query?.shape ?? {})) {
        for (const text of name === "cursor" ? cursors : texts) {
          const rest = name === "cursor" && path.endsWith("access_tokens") ? "user=1&" : "";
          const reason = name === "because" || method !== "DELETE" ? "" : "because=x&";
          await check(
            method,
            `${at}?${rest}${reason}${name}=${encodeURIComponent(text.toWellFormed())}`,
          );
        }
      }
      if (body === undefined || method === "DELETE") continue;
      for (const text of texts) {
        for (const given of bodiesWith(text, application.id, carol.id))
          await check(method, at, given);
      }
    }
  }
  for (const text of texts) {
    const part = encodeURIComponent(text.toWellFormed());
    for (const path of ["/users/", "/applications/", "/invitations/", "/api_keys/"]) {
      await check("DELETE", `${path}${part}`);
    }
    await check("DELETE", `/users/${carol.id}/factors/${part}?because=x`);
  }
  assert.ok(calls > 500, `${calls}`);
});

/** What some operation takes, with the text in each member. */
function bodiesWith(text: string, application: string, user: string): readonly object[] {
  return [
    { because: text },
    { screen_name: text },
    { screen_name: text, role: "viewer" },
    { screen_name: text, password: "a long and unusual password" },
    { screen_name: "dave", password: text },
    { screen_name: "dave", password: "a long and unusual password", name: text },
    { screen_name: "dave", password: "a long and unusual password", email: text },
    { name: text, access: "read", owner: "carol" },
    { name: "x", access: "read", owner: text },
    { name: "x", access: "read", owner: "carol", website: text },
    { name: "x", access: "read", owner: "carol", callbacks: [text] },
    { description: text },
    { callbacks: [text, "https://x.example/"] },
    { access_token: text },
    { bearer_token: text },
    { application: text },
    { application, user: text },
    { application, user, access: text },
    { note: text },
    { email: text, verified: true },
    { [text]: 1 },
  ];
}
